import { m } from '#messages';
import { toColumn } from '../../../domain/camel-case.ts';
import type { Column } from '../../../domain/columns.ts';
import { isLanguage, LANGUAGES } from '../../../domain/language/languages.ts';
import { formatProxyMessage } from '../../../domain/locks/proxy-message.ts';
import { formatMoney, formatMovement, toPriceCents } from '../../../domain/money/money.ts';
import type { WeekWindow } from '../../../domain/money/rates.ts';
import { CRITERION_LABELS } from '../../../domain/ratings/rating.ts';
import { SETTINGS } from '../../../domain/settings/settings.ts';
import { formatWeekWindow } from '../../../domain/zones/opening-hours.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { ZONE_COLUMNS } from '../../../domain/zones/zone-columns.ts';
import { formatKey, formatTime, sayByName } from '../../ui/platform/format-time.ts';
import { type AuditEntry, WALLET_TABLES } from './audit-entries.ts';

/** The columns that administrators edit, by table. */
const EDITED = new Map<string, Record<string, Column<unknown>>>([
  ['installation_settings', SETTINGS],
  ['parking_zones', ZONE_COLUMNS],
]);

/** The column of a table that administrators edit, or undefined for any other. */
const findColumn = (table: string, column: string): Column<unknown> | undefined =>
  Object.entries(EDITED.get(table) ?? {}).find(([name]) => toColumn(name) === column)?.[1];

/** The columns whose names are said elsewhere too, in other messages than their own. */
const NAMES = new Map<string, string>([
  ['wallet_balance', m.wallet_balance_title()],
  ['email_notifications', m.settings_email_notifications()],
  ['push_notifications', m.settings_push_notifications()],
  ['marketing_emails', m.settings_marketing_emails()],
  ['language', m.settings_language()],
  ['hint', m.space_field_hint()],
  ['reason', m.set_status_reason()],
  ['starts_at', m.set_status_from()],
  ['ends_at', m.set_status_until()],
  ['plate', m.vehicle_plate()],
  ['type', m.vehicle_type()],
  ['is_default', m.vehicle_default()],
  ['vehicle_name', m.reservation_vehicle()],
  ['vehicle_plate', m.vehicle_plate()],
  ['vehicle_type', m.vehicle_type()],
  ...Object.entries(CRITERION_LABELS),
  ['total_amount', m.reservation_total_amount()],
  ['first_number', m.fiscal_range_first()],
  ['last_number', m.fiscal_range_last()],
  ['expires_on', m.fiscal_valid_until()],
]);

/** Such as 'Price per hour' for 'price_per_hour'; null for a column that has no name. */
export const nameColumn = (table: string, column: string): string | null =>
  sayByName(`audit_column_${column}`) ??
  findColumn(table, column)?.label ??
  NAMES.get(column) ??
  sayByName(`field_${column}`) ??
  sayByName(`user_field_${column}`);

const formatColumn = (table: string, column: string): string => nameColumn(table, column) ?? formatKey(column);

const MONEY_COLUMNS = new Set(['price', 'price_per_hour', 'hourly_rate', 'total_amount', 'wallet_balance']);

const TIME_COLUMNS = new Set([
  'start_time',
  'end_time',
  'arrived_at',
  'ended_at',
  'ends_at',
  'occupied_until',
  'resolved_at',
  'valid_until',
]);

/** The reasons of gifts by lower prices and by posted statements. */
const PRICES = 'price_lowered';
const STATEMENT = 'settlement_posted';

/** What a value is called, by table and column. */
const WORDS = new Map<string, (value: unknown) => string | null>([
  ['profiles.status', (status) => sayByName(`audit_user_${status}`)],
  ['user_settings.privacy_level', (level) => sayByName(`audit_privacy_${level}`)],
  ['user_settings.language', (language) => (isLanguage(language) ? LANGUAGES[language] : null)],
  ['parking_spaces.status', (status) => sayByName(`audit_space_${status}`)],
  ['space_status_overrides.status', (status) => sayByName(`audit_space_${status}`)],
  ['payment_refunds.state', (state) => sayByName(`money_refund_${state}`)],
  ['gifts.kind', (kind) => m.month_act({ kind: String(kind) })],
  [
    'gifts.reason',
    (reason) =>
      reason === PRICES ? m.correction_for_prices() : reason === STATEMENT ? m.month_act({ kind: 'settlement' }) : null,
  ],
  ['parking_zones.opening_hours', (hours) => (hours as WeekWindow[] | null)?.map(formatWeekWindow).join(' · ') ?? null],
  ['zone_staff.duty', (duty) => m.duty({ duty: String(duty) })],
  ['reservations.status', (status) => sayByName(`reservation_state_${status}`)],
]);

/** What the database itself sets, and keys that nobody reads. */
export const HIDDEN_FIELDS = new Set([
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'last_activity',
  'lowest_rate',
  'highest_rate',
  'sort_name',
  'sign',
  'search_text',
  'vehicle_id',
  'read_status',
  'needs_reply',
  'rating_count',
  'reservation_id',
  'hidden_at',
  'maintenance_since',
  'attempts',
  'next_attempt_at',
  'received_id',
  'payment_id',
  'capture_reference',
  'end_key',
  'file_hash',
  'closed_by',
  'imported_by',
  'posted_by',
  'decided_by',
  'proposed_by',
  'is_alarm',
  'is_allowance',
  'is_second_capture',
  'is_issuer_told',
  'times',
  'detail',
  'totals',
  'seen_until',
  'sender_type',
  'first_start',
  'reservation_space_name',
  'reservation_start_time',
  'environment',
  'held_until',
  'has_rates',
  'overstay_since',
  'is_open',
  'paid_until',
  'posted_rate',
  'rate_version_id',
  'rate_table_id',
  'priced_at',
  'digest',
  'wrong_tries',
  'zone_id',
  'invited_by',
  'expires_at',
  'shift_id',
  'cashier_id',
  'cashier',
  'made_by',
  'opened_at',
  'counts',
  'closed_at',
  'decided_at',
  'is_forgotten',
  'needs_note',
  'finished_by',
  'sent_at',
  'token_digest',
  'space_id',
  'late_reservation_id',
]);

/** What is told of a row that is new, by table. */
const TOLD_OF_NEW = new Map([
  ...WALLET_TABLES.map((table): [string, string[]] => [table, ['amount', 'reason']]),
  ['reservations', ['total_amount']],
  ['gifts', ['kind', 'amount', 'reason']],
  ['space_status_overrides', ['reason', 'ends_at']],
  ['shifts', ['opening_float']],
  ['shift_movements', ['amount', 'reason']],
  ['bank_deposits', ['amount']],
  ['wallet_corrections', ['amount', 'reason']],
  ['exchange_rates', ['day', 'rate']],
  ['fiscal_ranges', ['type', 'first_number', 'last_number', 'expires_on']],
  ['fiscal_voids', ['type', 'first_number', 'last_number']],
  ['fiscal_approvals', ['reason']],
  ['purchases', ['supplier_name', 'ncf', 'reason']],
  ['zone_staff', ['duty', 'zone_name']],
  ['safelist', ['reason', 'valid_until']],
  ['special_days', ['first_day', 'last_day', 'price']],
]);

/** Such as 'Changed zone Naco' or 'Command to raise lock KV-0001'. */
export function describeEntry({ action, subjectTable, subjectId, before, after, personEmail }: AuditEntry): string {
  const isOfPrices = after?.user_id === null && (after.reason === PRICES || after.is_allowance === true);
  const subject = isOfPrices ? m.correction_for_prices() : subjectId;
  const name = findName(after ?? before) ?? personEmail ?? findEmail(after ?? before) ?? subject ?? '';
  const text =
    sayByName(`audit_${action}_${subjectTable}`, { name, count: Number(after?.count) }) ??
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
      column: formatColumn(table, key),
      before: formatColumnValue(table, key, before[key]),
      after: formatColumnValue(table, key, after[key]),
    }))
    .filter((change) => change.before !== change.after)
    .map((change) => m.audit_change(change));
}

function describeNewRow(table: string, row: Record<string, unknown>): string[] {
  return (TOLD_OF_NEW.get(table) ?? [])
    .filter((key) => row[key] !== null)
    .map((key) => m.audit_fact({ column: formatColumn(table, key), value: formatColumnValue(table, key, row[key]) }));
}

export function formatActor({ actorEmail, actorRole }: AuditEntry): string {
  const duty = actorRole === null || actorRole === 'admin' ? null : m.duty({ duty: actorRole });
  if (actorEmail === null) return m.audit_actor_gone();
  return duty === null ? actorEmail : `${actorEmail} (${duty})`;
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

/** The name of the row's subject; a space has its zone too. */
function findName(row: AuditEntry['before']): string | null {
  const { encf, plate = encf, number = plate, name = number, zone_name: zoneName } = row ?? {};
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
  const edited = findColumn(table, column);
  const typed = edited?.stored.safeParse(value).data;
  return (typed != null && edited?.format?.(typed)) || (WORDS.get(`${table}.${column}`)?.(value) ?? formatValue(value));
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return m.value_empty();
  if (typeof value === 'boolean') return value ? m.value_on() : m.value_off();
  if (JSON.stringify(value) === '{}') return m.value_none();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
