import * as z from 'zod';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { type ParsedRows, readRows } from '../../ui/table/parse-rows.ts';
import { findDay } from '../filter-fields.tsx';

const row = z.record(z.string(), z.unknown()).nullable();

const auditRow = tableRow({
  /** Increases with time. */
  id: z.number(),
  action: z.string(),
  /** The table of the row, or 'locks'. */
  subject_table: z.string(),
  /** The id of the row, or the vendor's id of the lock. */
  subject_id: z.string().nullable(),
  /** The row before and after; null where there was none. */
  before: row,
  after: row,
  created_at: z.iso.datetime({ offset: true }),
  /** Null when the account no longer exists. */
  actor_email: z.string().nullable(),
  /** The email of the person whom the row is about. */
  person_email: z.string().nullable(),
  /** The role or duty then; null where a driver did it. */
  actor_role: z.string().nullable(),
});

const AUDIT_PAGE_SIZE = 10;

/** What the log calls the postings of administrators, which it has from the ledger. */
export const WALLET_TABLES = [
  'wallet_adjustments',
  'wallet_cash_payments',
  'wallet_terminal_payments',
  'wallet_transfer_payments',
  'wallet_refunds',
  'wallet_top_up_refunds',
];

/** The tables of which each kind of entry tells; an empty list stands for all. */
export const KINDS = {
  all: [],
  users: ['profiles', 'user_settings', 'user_roles', 'zone_staff', 'user_messages', 'vehicles'],
  zones: ['parking_zones', 'ratings'],
  spaces: ['parking_spaces', 'space_status_overrides', 'space_reports'],
  reservations: ['reservations'],
  money: [
    'gifts',
    ...WALLET_TABLES,
    'shifts',
    'shift_movements',
    'bank_deposits',
    'wallet_corrections',
    'payment_differences',
    'payment_refunds',
    'closed_months',
    'settlements',
    'exchange_rates',
    'fiscal_approvals',
    'fiscal_buyers',
    'fiscal_documents',
    'fiscal_ranges',
    'fiscal_received',
    'fiscal_voids',
    'purchases',
  ],
  locks: ['locks'],
  settings: ['installation_settings'],
} as const satisfies Record<string, readonly string[]>;

/** What administrators did: who did it or whom it concerned, as a part of an e-mail address, of what kind, and on which day. */
type LogFilter = { person: string; kind: keyof typeof KINDS; date: string };

/** Limits the log to any of these ids in any of these tables, to a reservation with its money, or to what a filter leaves. */
export type AuditSubject = { tables: readonly string[]; ids: readonly string[] } | { reservation: string } | LogFilter;

/** The characters that have a meaning in a filter of the data API. */
const MEANINGFUL = /[\\"*%]/g;

function selectFiltered({ person, kind, date }: LogFilter) {
  // What drivers command and the single spaces of an import are in the history of each space, and would bury everything
  // else here.
  let query = selectEntries().eq('is_of_driver', false).eq('is_detail', false);
  const part = person.trim().replaceAll(MEANINGFUL, '');
  if (part !== '') query = query.or(`actor_email.ilike."*${part}*",person_email.ilike."*${part}*"`);
  if (kind !== 'all') query = query.in('subject_table', KINDS[kind]);
  const day = findDay(date, getNow());
  if (day === null) return query;
  return query.gte('created_at', day.startsAt.toISOString()).lt('created_at', day.endsAt.toISOString());
}

const selectEntries = () => dataClient().from('admin_audit_log').select(auditRow.columns);

/** Loads a page of entries, newest first; `last` is where the next page begins, null when there is none. */
export async function listAuditEntries(
  { subject, after, limit = AUDIT_PAGE_SIZE }: { subject: AuditSubject; after: number | null; limit?: number },
  signal: AbortSignal,
): Promise<ParsedRows<AuditEntry> & { last: number | null }> {
  let query = selectEntries();
  if ('kind' in subject) query = selectFiltered(subject);
  else if ('reservation' in subject) {
    const { reservation } = subject;
    query = query.or(
      `and(subject_table.eq.reservations,subject_id.eq.${reservation}),reservation_id.eq.${reservation}`,
    );
  } else query = query.in('subject_table', subject.tables).in('subject_id', subject.ids);
  if (after !== null) query = query.lt('id', after);
  const response = await query.order('id', { ascending: false }).limit(limit).abortSignal(signal);
  const entries = readRows(response, auditRow.schema, 'audit-log-not-loaded');
  // The page ends with the smallest id, including those of invalid rows.
  const ids = [...entries.rows, ...entries.invalid].map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  const rows = await nameSpaces(entries.rows, signal);
  return { ...entries, rows, last: entries.count < limit || ids.length === 0 ? null : Math.min(...ids) };
}

const SPACE_COLUMNS = ['parking_space_id', 'new_parking_space_id'] as const;

const spaceRow = tableRow({ id: z.string(), name: z.string(), zone_name: z.string().nullable() });

/** Puts the names of the spaces that have changed in the place of their ids; a space that is gone keeps its id. */
async function nameSpaces(entries: readonly AuditEntry[], signal: AbortSignal): Promise<AuditEntry[]> {
  const names = await loadNames([...new Set(entries.flatMap(findChangedSpaces))], signal);
  return entries.map((entry) => ({
    ...entry,
    before: nameInRow(entry.before, names),
    after: nameInRow(entry.after, names),
  }));
}

function findChangedSpaces({ before, after }: AuditEntry): string[] {
  return SPACE_COLUMNS.filter((column) => before?.[column] !== after?.[column])
    .flatMap((column) => [before?.[column], after?.[column]])
    .filter((id) => typeof id === 'string');
}

/** As many ids as an address has room for. */
const MOST_IDS = 100;

async function loadNames(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const some = ids.slice(0, MOST_IDS);
  const query = dataClient().from('parking_spaces').select(spaceRow.columns).in('id', some).abortSignal(signal);
  const { rows } = readRows(await query, spaceRow.schema, 'audit-log-not-loaded');
  const others = await loadNames(ids.slice(MOST_IDS), signal);
  return new Map([...others, ...rows.map((space) => [space.id, formatSpaceInZone(space)] as const)]);
}

function nameInRow(row: AuditEntry['before'], names: ReadonlyMap<string, string>): AuditEntry['before'] {
  if (row === null || names.size === 0) return row;
  const named = SPACE_COLUMNS.filter((column) => names.has(String(row[column])));
  return { ...row, ...Object.fromEntries(named.map((column) => [column, names.get(String(row[column]))])) };
}

/** A row that an administrator changed, or a command they sent to a lock. */
export type AuditEntry = z.infer<typeof auditRow.schema>;
