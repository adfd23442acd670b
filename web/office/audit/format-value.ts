import { m } from '#messages';
import { formatList } from '../../../domain/language/format.ts';
import { LANGUAGES } from '../../../domain/language/languages.ts';
import { toPriceCents } from '../../../domain/money/money-of-cents.ts';
import { formatMovement } from '../../../domain/money/signed-amount.ts';
import { formatMoney } from '../../../domain/reservations/money.ts';
import { formatKey } from '../../ui/format-key.ts';
import { formatTime } from '../../ui/format-time.ts';

const MONEY_COLUMNS = new Set([
  'price_per_hour',
  'hourly_rate',
  'total_amount',
  'wallet_balance',
  'default_parking_rate',
]);

const TIME_COLUMNS = new Set([
  'start_time',
  'end_time',
  'arrived_at',
  'ended_at',
  'ends_at',
  'occupied_until',
  'resolved_at',
]);

/** By table, column and value. */
const WORDS = new Map<string, string>([
  ['profiles.status.active', m.audit_user_active()],
  ['profiles.status.inactive', m.audit_user_inactive()],
  ['profiles.status.suspended', m.audit_user_suspended()],
  ['user_settings.privacy_level.public', m.audit_privacy_public()],
  ['user_settings.privacy_level.friends', m.audit_privacy_friends()],
  ['user_settings.privacy_level.private', m.audit_privacy_private()],
  ...Object.entries(LANGUAGES).map(([language, name]) => [`user_settings.language.${language}`, name] as const),
  ['parking_spaces.status.available', m.audit_space_available()],
  ['parking_spaces.status.occupied', m.audit_space_occupied()],
  ['parking_spaces.status.reserved', m.audit_space_reserved()],
  ['parking_spaces.status.maintenance', m.audit_space_maintenance()],
  ['space_status_overrides.status.occupied', m.audit_space_occupied()],
  ['space_status_overrides.status.maintenance', m.audit_space_maintenance()],
  ['installation_settings.currency.USD', m.system_settings_us_dollar()],
  ['installation_settings.currency.DOP', m.system_settings_dominican_peso()],
  ['payment_refunds.state.manual', m.money_refund_manual()],
  ['payment_refunds.state.succeeded', m.money_refund_succeeded()],
  ['payment_refunds.state.failed', m.money_refund_failed()],
  ['reservations.status.active', m.reservation_state_active()],
  ['reservations.status.completed', m.reservation_state_completed()],
  ['reservations.status.cancelled', m.reservation_state_cancelled()],
  ['reservations.status.expired', m.reservation_state_expired()],
]);

const FLAGS = new Map<string, string>([
  ['roofed', m.audit_amenity_roofed()],
  ['active_security', m.audit_amenity_active_security()],
  ['multiple_levels', m.audit_amenity_multiple_levels()],
  ['video_surveillance', m.audit_amenity_video_surveillance()],
  ['electric_charging', m.audit_amenity_electric_charging()],
  ['handicap_accessible', m.audit_amenity_handicap_accessible()],
  ['valet_service', m.audit_amenity_valet_service()],
  ['24_7_access', m.audit_amenity_24_7_access()],
]);

/** The value of a column of a row, such as '$5.00' or 'suspended'. */
export function formatColumnValue(table: string, column: string, value: unknown): string {
  if (MONEY_COLUMNS.has(column) && typeof value === 'number') return formatMoney(value);
  if (column === 'amount' && typeof value === 'number') return formatMovement(toPriceCents(value));
  if (TIME_COLUMNS.has(column) && typeof value === 'string') return formatTime(value);
  if (typeof value === 'string') return WORDS.get(`${table}.${column}.${value}`) ?? formatValue(value);
  return formatValue(value);
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return m.value_empty();
  if (typeof value === 'boolean') return value ? m.value_on() : m.value_off();
  if (typeof value === 'object' && !Array.isArray(value)) return formatFlags(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The names of the flags that are set; other objects as JSON. */
function formatFlags(value: object): string {
  const entries = Object.entries(value);
  if (!entries.every(([, flag]) => typeof flag === 'boolean')) return JSON.stringify(value);
  const names = entries.filter(([, flag]) => flag).map(([key]) => FLAGS.get(key) ?? formatKey(key));
  return names.length === 0 ? m.value_none() : formatList(names);
}
