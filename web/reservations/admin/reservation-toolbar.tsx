import { format } from 'date-fns';
import type { CsvColumn } from '../../data/csv.ts';
import { ExportButton } from '../../ui/data-table/export-button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { readReservationsAfter } from './data.ts';
import { formatSpaceName, formatUserName } from './format-reservation.ts';
import { type ReservationsQuery, STATUS_OPTIONS, TIME_OPTIONS } from './reservation-filter.ts';

/** In the time zone of the device, in a format that spreadsheets parse. */
const DATE_TIME = 'yyyy-MM-dd HH:mm';

const RESERVATION_CSV: readonly CsvColumn<AdminReservation>[] = [
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

type ReservationToolbarProps = {
  query: ReservationsQuery;
  /** On all pages. */
  total: number;
  isRefreshing: boolean;
  onSearch: (words: string) => void;
  onFilter: (filter: 'status' | 'time', to: string) => void;
  onRefresh: () => void;
};

export function ReservationToolbar({ query, total, isRefreshing, ...on }: ReservationToolbarProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Reservations Management</h2>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            name="reservations"
            columns={RESERVATION_CSV}
            readAfter={(last, signal) => readReservationsAfter(last, query, signal)}
            total={total}
          />
          <RefreshButton isRefreshing={isRefreshing} onRefresh={on.onRefresh} />
        </div>
      </div>
      <search className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <SearchField
          label="Search reservations"
          placeholder="Search by user name, email, or parking space..."
          value={query.search}
          onSearch={on.onSearch}
          className="col-span-2 md:col-span-1"
        />
        <FilterField
          label="Status"
          hideLabel
          value={query.filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => on.onFilter('status', status)}
        />
        <FilterField
          label="Time"
          hideLabel
          value={query.filters.time}
          options={TIME_OPTIONS}
          onChange={(time) => on.onFilter('time', time)}
        />
      </search>
    </>
  );
}
