import { ExportButton } from '../../ui/data-table/export-button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { readReservationsAfter } from './data.ts';
import { RESERVATION_CSV } from './reservation-csv.ts';
import { type ReservationsQuery, STATUS_OPTIONS, TIME_OPTIONS } from './reservation-filter.ts';

type ReservationToolbarProps = {
  query: ReservationsQuery;
  /** Of all pages, as filtered. */
  total: number;
  isRefreshing: boolean;
  onSearch: (words: string) => void;
  onFilter: (filter: 'status' | 'time', to: string) => void;
  onRefresh: () => void;
};

/** The heading of the reservations and what narrows, refreshes and exports them. */
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
