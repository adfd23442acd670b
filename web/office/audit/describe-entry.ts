import { m } from '#messages';
import { formatList } from '../../../domain/language/format.ts';
import { LANGUAGES } from '../../../domain/language/languages.ts';
import { formatProxyMessage } from '../../../domain/locks/proxy-message.ts';
import { formatMoney, formatMovement, toPriceCents } from '../../../domain/money/money.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { formatKey, formatTime } from '../../ui/format-time.ts';
import { formatColumn } from './column-names.ts';
import type { AuditEntry } from './data.ts';

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

/** By action and table. */
const SENTENCES = new Map<string, (values: { name: string; count: number }) => string>([
  ['insert profiles', m.audit_added_user],
  ['update profiles', m.audit_changed_user],
  ['delete profiles', m.audit_deleted_user],
  ['insert user_settings', m.audit_added_settings],
  ['update user_settings', m.audit_changed_settings],
  ['delete user_settings', m.audit_deleted_settings],
  ['insert user_roles', m.audit_added_admin_role],
  ['update user_roles', m.audit_changed_admin_role],
  ['delete user_roles', m.audit_deleted_admin_role],
  ['insert parking_zones', m.audit_added_zone],
  ['update parking_zones', m.audit_changed_zone],
  ['delete parking_zones', m.audit_deleted_zone],
  ['insert parking_spaces', m.audit_added_space],
  ['update parking_spaces', m.audit_changed_space],
  ['delete parking_spaces', m.audit_deleted_space],
  ['import parking_spaces', m.audit_imported_spaces],
  ['insert reservations', m.audit_added_reservation],
  ['update reservations', m.audit_changed_reservation],
  ['delete reservations', m.audit_deleted_reservation],
  ['insert vehicles', m.audit_added_vehicle],
  ['update vehicles', m.audit_changed_vehicle],
  ['delete vehicles', m.audit_deleted_vehicle],
  ['insert space_reports', m.audit_added_space_report],
  ['update space_reports', m.audit_resolved_space_report],
  ['insert space_status_overrides', m.audit_added_space_status],
  ['update space_status_overrides', m.audit_changed_space_status],
  ['delete space_status_overrides', m.audit_deleted_space_status],
  ['insert user_messages', m.audit_sent_message],
  ['update user_messages', m.audit_closed_message],
  ['insert ratings', m.audit_added_rating],
  ['update ratings', m.audit_changed_rating],
  ['delete ratings', m.audit_deleted_rating],
  ['update installation_settings', m.audit_changed_installation_settings],
  ['insert wallet_adjustments', m.audit_adjusted_wallet],
  ['insert wallet_refunds', m.audit_gave_money_back],
  ['insert wallet_top_up_refunds', m.audit_gave_top_up_back],
  ['insert wallet_cash_payments', m.audit_took_cash],
  ['insert wallet_corrections', m.audit_proposed_correction],
  ['update wallet_corrections', m.audit_decided_correction],
  ['update payment_refunds', m.audit_finished_refund],
  ['update payment_differences', m.audit_closed_difference],
  ['insert fiscal_ranges', m.audit_added_fiscal_numbers],
  ['update fiscal_ranges', m.audit_used_up_fiscal_numbers],
  ['delete fiscal_ranges', m.audit_deleted_fiscal_numbers],
  ['insert fiscal_voids', m.audit_voided_fiscal_numbers],
  ['insert fiscal_approvals', m.audit_decided_on_fiscal_document],
  // Whether the lock moved is in no entry.
  ['raise locks', m.audit_raise_command],
  ['lower locks', m.audit_lower_command],
]);

/** Fields that the database itself sets. */
const HIDDEN_FIELDS = new Set([
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'last_activity',
  'lowest_rate',
  'highest_rate',
  'sort_name',
  'search_text',
  'has_lock',
  'vehicle_id',
  'read_status',
  'needs_reply',
  'rating_count',
  'reservation_id',
  'hidden_at',
  'hidden_by',
  'maintenance_since',
]);

/** What is told of a row that is new, by table. */
const TOLD_OF_NEW = new Map([
  ['space_status_overrides', ['reason', 'ends_at']],
  ['wallet_adjustments', ['amount', 'reason']],
  ['wallet_refunds', ['amount', 'reason']],
  ['wallet_top_up_refunds', ['amount', 'reason']],
  ['wallet_cash_payments', ['amount', 'reason']],
  ['wallet_corrections', ['amount', 'reason']],
  ['fiscal_ranges', ['type', 'first_number', 'last_number', 'expires_on']],
  ['fiscal_voids', ['type', 'first_number', 'last_number']],
  ['fiscal_approvals', ['reason']],
]);

/** Such as 'Changed zone Naco' or 'Command to raise lock KV-0001'. */
export function describeEntry({ action, subjectTable, subjectId, before, after, personEmail }: AuditEntry): string {
  const name = findName(after ?? before) ?? personEmail ?? findEmail(before) ?? subjectId ?? '';
  const sentence = SENTENCES.get(`${action} ${subjectTable}`);
  const text =
    sentence?.({ name, count: Number(after?.count) }) ??
    m.audit_other_entry({ action: formatKey(action), table: formatKey(subjectTable), name });
  return text.trim();
}

/** One line per change, such as 'Price per hour: $5.00 → $9.00', what is told of a new row, or what became of a command. */
export function describeChanges({ action, subjectTable: table, before, after }: AuditEntry): string[] {
  if (after === null) return [];
  if (table === 'locks') return [formatOutcome(after)];
  if (action === 'insert') return describeNewRow(table, after);
  if (action !== 'update' || before === null) return [];
  return Object.keys(after)
    .filter((key) => !HIDDEN_FIELDS.has(key))
    .map((key) => ({
      column: formatColumn(key),
      before: formatColumnValue(table, key, before[key]),
      after: formatColumnValue(table, key, after[key]),
    }))
    .filter((change) => change.before !== change.after)
    .map((change) => m.audit_change(change));
}

function describeNewRow(table: string, row: Record<string, unknown>): string[] {
  return (TOLD_OF_NEW.get(table) ?? [])
    .filter((key) => row[key] !== null)
    .map((key) => m.audit_fact({ column: formatColumn(key), value: formatColumnValue(table, key, row[key]) }));
}

export function formatActor({ actorEmail }: AuditEntry): string {
  return actorEmail ?? m.audit_actor_gone();
}

/**
 * Leaves out that a command was sent where its outcome is in the list too. Outcomes are newer, so that a list that begins
 * with the newest entries has them first.
 */
export function joinCommands(entries: readonly AuditEntry[]): AuditEntry[] {
  const answered = new Set(entries.flatMap(({ after }) => (after?.state === 'answered' ? [after.command] : [])));
  return entries.filter(
    ({ subjectTable, after }) => subjectTable !== 'locks' || after?.state !== 'sent' || !answered.has(after.command),
  );
}

const VENDOR_SUCCESS = 200;

/** Codes of the lock proxy when it got no readable response in time: the command may have arrived all the same. */
const NO_RESPONSE_CODES: readonly unknown[] = [502, 504];

function formatOutcome({ state, code, msg, outcome }: Record<string, unknown>): string {
  if (state !== 'answered') return m.audit_command_sent();
  if (outcome === 'moved') return m.audit_command_moved();
  if (code === VENDOR_SUCCESS) return m.audit_command_accepted();
  const hasMessage = typeof msg === 'string' && msg !== '';
  const reason = hasMessage ? formatProxyMessage(msg) : m.audit_command_code({ code: formatValue(code) });
  return NO_RESPONSE_CODES.includes(code) ? m.audit_command_unknown({ reason }) : m.audit_command_rejected({ reason });
}

/** Of a space with its zone. */
function findName(row: AuditEntry['before']): string | null {
  const { name, zone_name: zoneName } = row ?? {};
  if (typeof name !== 'string' || name === '') return null;
  return formatSpaceInZone({ name, zoneName: typeof zoneName === 'string' ? zoneName : null });
}

function findEmail(row: AuditEntry['before']): string | null {
  const email = row?.email;
  return typeof email === 'string' && email !== '' ? email : null;
}

/** The value of a column of a row, such as '$5.00' or 'suspended'. */
function formatColumnValue(table: string, column: string, value: unknown): string {
  if (MONEY_COLUMNS.has(column) && typeof value === 'number') return formatMoney(value);
  if (column === 'amount' && typeof value === 'number') return formatMovement(toPriceCents(value));
  if (TIME_COLUMNS.has(column) && typeof value === 'string') return formatTime(value);
  if (typeof value === 'string') return WORDS.get(`${table}.${column}.${value}`) ?? formatValue(value);
  return formatValue(value);
}

function formatValue(value: unknown): string {
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
