import { format } from 'date-fns';
import type { CsvColumn } from '../../data/csv.ts';
import type { AdminUser } from './admin-user.ts';

/** A format that spreadsheets recognize, in the time zone of the device. */
const DATE_TIME = 'yyyy-MM-dd HH:mm';

export const USER_CSV: readonly CsvColumn<AdminUser>[] = [
  { header: 'Email', value: ({ email }) => email },
  { header: 'Full Name', value: ({ fullName }) => fullName },
  { header: 'Phone', value: ({ phone }) => phone },
  { header: 'Rating', value: ({ rating }) => rating.toFixed(1) },
  { header: 'Trips', value: ({ totalTrips }) => totalTrips },
  { header: 'Status', value: ({ status }) => status },
  {
    header: 'Last Activity',
    value: ({ lastActivity }) => (lastActivity === null ? null : format(lastActivity, DATE_TIME)),
  },
  { header: 'Joined', value: ({ createdAt }) => format(createdAt, DATE_TIME) },
];
