import { formatDollars } from '../../domain/reservations/money.ts';
import { formatSpaceInZone } from '../../domain/zones/space-names.ts';
import { formatKey } from '../ui/format-key.ts';
import type { AuditEntry } from './audit-entry.ts';

const SUBJECTS = new Map<string, string>([
  ['profiles', 'user'],
  ['user_settings', 'settings of'],
  ['user_roles', 'admin role of'],
  ['parking_zones', 'zone'],
  ['parking_spaces', 'space'],
  ['reservations', 'reservation of'],
]);

const ACTIONS = new Map<string, string>([
  ['insert', 'Added'],
  ['update', 'Changed'],
  ['delete', 'Deleted'],
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
]);

const DOLLAR_FIELDS = new Set(['price_per_hour', 'hourly_rate', 'total_amount', 'wallet_balance']);

/** Such as 'Changed zone Naco' or 'Command to raise lock KV-0001'. */
export function describeEntry({ action, table, subjectId, before, after, personEmail }: AuditEntry): string {
  // Whether the lock moved is in no entry.
  if (table === 'locks') return `Command to ${action} lock ${subjectId ?? ''}`.trim();
  const name = findName(after ?? before) ?? personEmail ?? findEmail(before) ?? subjectId ?? '';
  return `${ACTIONS.get(action) ?? formatKey(action)} ${SUBJECTS.get(table) ?? formatKey(table)} ${name}`.trim();
}

/** One line per change, such as 'Price per hour: $5.00 → $9.00', or what became of a command. */
export function describeChanges({ action, table, before, after }: AuditEntry): string[] {
  if (table === 'locks') return after === null ? [] : [formatOutcome(after)];
  if (action !== 'update' || before === null || after === null) return [];
  return Object.keys(after)
    .filter((key) => !HIDDEN_FIELDS.has(key))
    .map((key) => ({ key, was: formatField(key, before[key]), is: formatField(key, after[key]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ key, was, is }) => `${formatKey(key)}: ${was} → ${is}`);
}

export function formatActor({ actorEmail }: AuditEntry): string {
  return actorEmail ?? 'An account that is gone';
}

/**
 * Leaves out that a command was sent where its outcome is in the list too. Outcomes are newer, so that a list that begins
 * with the newest entries has them first.
 */
export function joinCommands(entries: readonly AuditEntry[]): AuditEntry[] {
  const answered = new Set(entries.flatMap(({ after }) => (after?.state === 'answered' ? [after.command] : [])));
  return entries.filter(
    ({ table, after }) => table !== 'locks' || after?.state !== 'sent' || !answered.has(after.command),
  );
}

const VENDOR_SUCCESS = 200;

/** Codes of the lock proxy when it got no readable response in time: the command may have arrived all the same. */
const NO_RESPONSE_CODES: readonly unknown[] = [502, 504];

function formatOutcome({ state, code, msg }: Record<string, unknown>): string {
  if (state !== 'answered') return 'Sent; no response is recorded, so it is unknown whether the lock moved';
  if (code === VENDOR_SUCCESS) return 'Accepted by the vendor';
  const reason = typeof msg === 'string' && msg !== '' ? msg : `code ${formatValue(code)}`;
  return NO_RESPONSE_CODES.includes(code) ? `Sent with unknown result: ${reason}` : `Rejected by the vendor: ${reason}`;
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

function formatField(key: string, value: unknown): string {
  return DOLLAR_FIELDS.has(key) && typeof value === 'number' ? formatDollars(value) : formatValue(value);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && !Array.isArray(value)) return formatFlags(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The names of the flags that are set; other objects as JSON. */
function formatFlags(value: object): string {
  const entries = Object.entries(value);
  if (!entries.every(([, flag]) => typeof flag === 'boolean')) return JSON.stringify(value);
  return (
    entries
      .filter(([, flag]) => flag)
      .map(([key]) => formatKey(key))
      .join(', ') || 'none'
  );
}
