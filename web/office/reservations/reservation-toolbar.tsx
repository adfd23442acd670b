import { CarFront } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatForTable } from '../../../domain/days/country-time.ts';
import { countHours } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import {
  type AdminReservation,
  formatMethods,
  formatSpaceName,
  formatUserName,
} from '../../booking/desk/admin-reservation.ts';
import { paths } from '../../paths.ts';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { FilterChips } from '../../ui/form/filter-chips.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import type { CsvColumn } from '../../ui/table/csv.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { DateFilter, FilterBar, NO_ZONE, ZoneFilter } from '../filter-fields.tsx';
import {
  DATE_OPTIONS,
  listChips,
  listStatusOptions,
  showsTodaysArrivals,
  TIME_OPTIONS,
  TODAYS_ARRIVALS,
  useReservationsUrl,
} from './reservation-filter.ts';
import { readReservationsAfter } from './reservations.ts';

const PAID_CSV: readonly CsvColumn<AdminReservation>[] = [
  { header: m.reservation_paid(), value: ({ payment }) => (payment === undefined ? null : payment.paid / 100) },
  { header: m.payment_method(), value: formatMethods },
];

const listCsvColumns = (): readonly CsvColumn<AdminReservation>[] => [
  { header: m.reservation_csv_reservation(), value: ({ id }) => id },
  { header: m.admin_reservations_user(), value: formatUserName },
  { header: m.field_email(), value: ({ userEmail }) => userEmail },
  { header: m.admin_reservations_space(), value: formatSpaceName },
  { header: m.field_zone(), value: ({ zoneName }) => zoneName },
  { header: m.field_location(), value: ({ spaceLocation }) => spaceLocation },
  { header: m.reservation_csv_start(), value: ({ startsAt }) => formatForTable(startsAt) },
  { header: m.reservation_csv_end(), value: ({ endsAt, isOpen }) => (isOpen ? null : formatForTable(endsAt)) },
  { header: m.reservation_hours(), value: (row) => (row.isOpen ? null : Number(countHours(row).toFixed(2))) },
  { header: m.admin_reservations_amount(), value: ({ totalAmount, isOpen }) => (isOpen ? null : totalAmount) },
  ...(getInstallation().keepsBooks ? PAID_CSV : []),
  { header: m.field_status(), value: ({ status }) => m[`reservation_state_${status}` as const]() },
  { header: m.reservation_vehicle(), value: ({ vehicleName }) => vehicleName },
  { header: m.vehicle_plate(), value: ({ vehiclePlate }) => vehiclePlate },
];

type ReservationToolbarProps = {
  /** On all pages. */
  total: number;
  isRefreshing: boolean;
  onRefresh: () => void;
};

export function ReservationToolbar({ total, isRefreshing, onRefresh }: ReservationToolbarProps) {
  const { query, setSearch, setFilter } = useReservationsUrl();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight max-sm:sr-only">{m.admin_reservations_title()}</h2>
        <div className="flex flex-wrap gap-2">
          <Link
            to={paths.adminTab('reservations', TODAYS_ARRIVALS)}
            aria-current={showsTodaysArrivals(query) ? 'true' : undefined}
            className={buttonClass(
              'secondary',
              'max-sm:hidden aria-[current=true]:border-brand-ink aria-[current=true]:bg-brand-wash',
              'small',
            )}
          >
            <CarFront aria-hidden="true" className="size-4" />
            {m.admin_reservations_todays_arrivals()}
          </Link>
          <ExportButton
            name={m.export_file_reservations()}
            columns={listCsvColumns()}
            readAfter={(last, signal) => readReservationsAfter(last, query, signal)}
            total={total}
          />
          <RefreshButton isRefreshing={isRefreshing} onRefresh={onRefresh} />
        </div>
      </div>
      <FilterBar
        label={m.admin_reservations_search()}
        placeholder={m.admin_reservations_search_hint()}
        value={query.search}
        onSearch={setSearch}
        chosen={[query.filters.status, query.filters.time, query.filters.zone, query.filters.date]}
      >
        <FilterField
          label={m.field_status()}
          value={query.filters.status}
          options={listStatusOptions()}
          onChange={(status) => setFilter('status', status)}
          className="md:w-44"
        />
        <FilterField
          label={m.reservation_time()}
          value={query.filters.time}
          options={TIME_OPTIONS}
          onChange={(time) => setFilter('time', time)}
          className="md:w-44"
        />
        <ZoneFilter
          zone={query.filters.zone}
          onZone={(zone) => setFilter('zone', zone)}
          more={query.filters.zone === NO_ZONE ? [{ value: NO_ZONE, label: m.space_unassigned() }] : []}
          className="md:w-44"
        />
        <DateFilter options={DATE_OPTIONS} date={query.filters.date} onDate={(date) => setFilter('date', date)} />
      </FilterBar>
      <FilterChips
        chips={listChips(query.filters)}
        onRemove={(name) => setFilter(name, name === 'ending' ? 'all' : '')}
      />
    </>
  );
}
