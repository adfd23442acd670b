import { isValid } from 'date-fns/isValid';
import { m } from '#messages';
import { type DayRange, parseDayRange } from '../../../domain/days/day-range.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatClock, formatDay, formatDays } from '../../../domain/language/format.ts';
import { RESERVATION_STATUSES, type ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { TIME_STATES, type TimeState } from '../../../domain/reservations/times.ts';
import type { FilterChip } from '../../ui/form/filter-chips.tsx';
import { parseTableUrl, type TableQuery } from '../../ui/table/table-url.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';

export const formatStatus = (status: ReservationStatus) => m[`reservation_status_${status}` as const]();

export const formatTimeState = (state: TimeState) => m[`reservation_time_${state}` as const]();

/** Reservations that are neither cancelled nor given up before they were paid. */
export const KEPT_STATUSES = ['active', 'completed', 'expired'] as const;

/**
 * The state of the table in the URL. Columns have the names that the server knows; the zone is an id, the date is 'yesterday', 'today',
 * 'tomorrow' or a day such as '2026-03-01'. The last four come from the figures of the overview: days such as
 * '2026-03-01..2026-03-22' on which reservations start or are charged, a moment at which spaces are in use, and how
 * reservations ended.
 */
const RESERVATIONS_URL = {
  filters: {
    status: ['all', 'kept', ...RESERVATION_STATUSES],
    time: ['all', ...TIME_STATES],
    zone: null,
    date: null,
    days: null,
    charged: null,
    at: null,
    ending: ['all', 'late'],
  },
  sortable: ['user_name', 'space_name', 'start_time', 'duration_hours', 'total_amount', 'status'],
  defaultSort: { id: 'start_time', desc: true },
} as const;

/** What runs now comes first, then what is to come, then what is past. */
const BY_URGENCY_URL = { ...RESERVATIONS_URL, defaultSort: null } as const;

export const useReservationsUrl = () =>
  useTableUrl(getInstallation().tracksParking ? BY_URGENCY_URL : RESERVATIONS_URL);

/** Of a list that shows all reservations. */
export const NO_FILTERS = parseTableUrl(new URLSearchParams(), RESERVATIONS_URL).filters;

export type ReservationsQuery = TableQuery<typeof RESERVATIONS_URL.filters>;

export type ReservationFilter = Pick<ReservationsQuery, 'search' | 'filters'>;

/** What arrives today, in the order of arrival: the parameters of the table. */
export const TODAYS_ARRIVALS = { status: 'active', date: 'today', sort: 'start_time.asc' } as const;

/** Cars whose drivers have not ended a reservation that is over: the parameters of the table. */
export const LATE_CARS = { status: 'active', time: 'past' } as const;

export const LATE_CARS_FILTER: ReservationFilter = {
  search: '',
  filters: { ...LATE_CARS, zone: '', date: '', days: '', charged: '', at: '', ending: 'all' },
};

export function showsTodaysArrivals({ search, sort, filters }: ReservationsQuery): boolean {
  return (
    search.trim() === '' &&
    sort?.id === 'start_time' &&
    !sort.desc &&
    filters.status === TODAYS_ARRIVALS.status &&
    filters.date === TODAYS_ARRIVALS.date &&
    filters.time === 'all' &&
    filters.zone === '' &&
    listChips(filters).length === 0
  );
}

const STATUS_OPTIONS = [
  { value: 'all', label: m.filter_all_statuses() },
  { value: 'kept', label: m.admin_reservations_kept() },
  ...RESERVATION_STATUSES.map((value) => ({ value, label: formatStatus(value) })),
] as const;

/** Without payments no reservation is held for one or lapses. */
export const listStatusOptions = () =>
  getInstallation().keepsBooks
    ? STATUS_OPTIONS
    : STATUS_OPTIONS.filter(({ value }) => !['kept', 'held', 'lapsed'].includes(value));

export const TIME_OPTIONS = [
  { value: 'all', label: m.admin_reservations_all_times() },
  ...TIME_STATES.map((value) => ({ value, label: formatTimeState(value) })),
] as const;

export const DATE_OPTIONS = [
  { value: '', label: m.admin_reservations_all_dates() },
  { value: 'yesterday', label: m.admin_reservations_starts_yesterday() },
  { value: 'today', label: m.admin_reservations_starts_today() },
  { value: 'tomorrow', label: m.admin_reservations_starts_tomorrow() },
  { value: 'day', label: m.admin_reservations_starts_on_day() },
] as const;

/** The moment at which listed reservations were in use; null for any time. */
export function findMoment(at: string): Date | null {
  const moment = new Date(at);
  return isValid(moment) ? moment : null;
}

type Chip = FilterChip<'days' | 'charged' | 'at' | 'ending'>;

const formatRange = ({ first, last }: DayRange) => formatDays(first, last);

/** The filters that no field shows. */
export function listChips({ days, charged, at, ending }: ReservationFilter['filters']): Chip[] {
  const chips: Chip[] = [];
  const startDays = parseDayRange(days);
  const chargeDays = parseDayRange(charged);
  const moment = findMoment(at);
  if (startDays) chips.push({ name: 'days', label: m.admin_reservations_in_days({ days: formatRange(startDays) }) });
  if (chargeDays) {
    chips.push({ name: 'charged', label: m.admin_reservations_charged_in_days({ days: formatRange(chargeDays) }) });
  }
  if (moment) {
    const day = formatDay(moment);
    const time = formatClock(moment);
    chips.push({ name: 'at', label: m.admin_reservations_in_use_at({ day, time }) });
  }
  if (ending === 'late') chips.push({ name: 'ending', label: m.admin_reservations_ended_late() });
  return chips;
}
