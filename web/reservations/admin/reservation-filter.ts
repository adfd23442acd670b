import { RESERVATION_STATUSES } from '../../../domain/reservations/reservation.ts';
import { TIME_STATES } from '../../../domain/reservations/time-state.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';
import { formatKey } from '../../ui/format-key.ts';

/** The state of the table in the URL. Columns have their names of the server. */
export const RESERVATIONS_URL = {
  filters: { status: ['all', ...RESERVATION_STATUSES], time: ['all', ...TIME_STATES] },
  sortable: ['user_name', 'space_name', 'start_time', 'duration_hours', 'total_amount', 'status'],
  defaultSort: { id: 'start_time', desc: true },
} as const;

export type ReservationsQuery = TableQuery<typeof RESERVATIONS_URL.filters>;

export type ReservationFilter = Pick<ReservationsQuery, 'search' | 'filters'>;

export const STATUS_OPTIONS = [
  { value: 'all', label: 'All Status' },
  ...RESERVATION_STATUSES.map((value) => ({ value, label: formatKey(value) })),
] as const;

export const TIME_OPTIONS = [
  { value: 'all', label: 'All Time' },
  ...TIME_STATES.map((value) => ({ value, label: formatKey(value) })),
] as const;
