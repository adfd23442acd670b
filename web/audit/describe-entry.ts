import { formatDollars } from '../../domain/reservations/money.ts';
import { formatKey } from '../ui/format-key.ts';
import type { AuditEntry } from './audit-entry.ts';

const SUBJECTS = new Map<string, string>([
  ['profiles', 'user'],
  ['user_settings', 'settings of'],
  ['user_roles', 'admin role of'],
  ['parking_zones', 'zone'],
  ['parking_spaces', 'space'],
  ['reservations', 'reservation of'],
  ['locks', 'lock'],
]);

const ACTIONS = new Map<string, string>([
  ['insert', 'Added'],
  ['update', 'Changed'],
  ['delete', 'Deleted'],
  ['raise', 'Raised'],
  ['lower', 'Lowered'],
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
]);

const DOLLAR_FIELDS = new Set(['price_per_hour', 'hourly_rate', 'total_amount', 'wallet_balance']);

/** Such as 'Changed zone Naco'. */
export function describeEntry({ action, table, subjectId, before, after, personEmail }: AuditEntry): string {
  const named = after?.name ?? before?.name;
  const name =
    typeof named === 'string' && named !== '' ? named : (personEmail ?? findEmail(before) ?? subjectId ?? '');
  return `${ACTIONS.get(action) ?? formatKey(action)} ${SUBJECTS.get(table) ?? formatKey(table)} ${name}`.trim();
}

/** One line per change, such as 'Price per hour: $5.00 → $9.00', or the vendor's response to a command. */
export function describeChanges({ action, table, before, after }: AuditEntry): string[] {
  if (table === 'locks') return after === null ? [] : [formatLockResponse(after)];
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

const VENDOR_SUCCESS = 200;

function formatLockResponse({ state, code, msg }: Record<string, unknown>): string {
  if (state !== 'answered') return 'Command sent';
  if (code === VENDOR_SUCCESS) return 'The vendor took the command';
  return `The vendor refused the command: ${typeof msg === 'string' && msg !== '' ? msg : formatValue(code)}`;
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
