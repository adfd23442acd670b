import { format } from 'date-fns';
import type { CsvColumn } from '../../platform/csv.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { formatSpaceName, formatUserName } from './format-reservation.ts';

/** A date and time that spreadsheets read as one, in the time of the device. */
const DATE_TIME = 'yyyy-MM-dd HH:mm';

/** The columns of the exported file. */
export const RESERVATION_CSV: readonly CsvColumn<AdminReservation>[] = [
  { header: 'Reservation', value: ({ id }) => id },
  { header: 'User', value: formatUserName },
  { header: 'Email', value: ({ userEmail }) => userEmail },
  { header: 'Parking Space', value: formatSpaceName },
  { header: 'Zone', value: ({ zoneName }) => zoneName },
  { header: 'Location', value: ({ spaceLocation }) => spaceLocation },
  { header: 'Start', value: ({ startTime }) => format(startTime, DATE_TIME) },
  { header: 'End', value: ({ endTime }) => format(endTime, DATE_TIME) },
  { header: 'Hours', value: ({ durationHours }) => Number(durationHours.toFixed(2)) },
  { header: 'Amount', value: ({ amount }) => (amount ?? 0).toFixed(2) },
  { header: 'Status', value: ({ status }) => status },
];
