import * as z from 'zod';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { type ParsedRows, readRows } from '../../ui/table/parse-rows.ts';

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
});

const AUDIT_PAGE_SIZE = 10;

/** Limits the log to any of these ids in any of these tables, or to a reservation with its money; null for all that administrators did. */
export type AuditSubject = { tables: readonly string[]; ids: readonly string[] } | { reservation: string };

/**
 * Loads a page of entries, newest first; `last` is where the next page begins, null when there is none.
 * @throws Problem `audit-log-not-loaded`
 */
export async function listAuditEntries(
  { subject, after }: { subject: AuditSubject | null; after: number | null },
  signal: AbortSignal,
): Promise<ParsedRows<AuditEntry> & { last: number | null }> {
  let query = dataClient().from('admin_audit_log').select(auditRow.columns);
  // What drivers command and the single spaces of an import are in the history of each space, and would bury everything
  // else here.
  if (subject === null) query = query.eq('is_of_driver', false).eq('is_of_import', false);
  else if ('reservation' in subject) {
    const { reservation } = subject;
    query = query.or(
      `and(subject_table.eq.reservations,subject_id.eq.${reservation}),reservation_id.eq.${reservation}`,
    );
  } else query = query.in('subject_table', subject.tables).in('subject_id', subject.ids);
  if (after !== null) query = query.lt('id', after);
  const response = await query.order('id', { ascending: false }).limit(AUDIT_PAGE_SIZE).abortSignal(signal);
  const entries = readRows(response, auditRow.schema, 'audit-log-not-loaded');
  // The page ends with the smallest id, including those of invalid rows.
  const ids = [...entries.rows, ...entries.invalid].map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  const rows = await nameSpaces(entries.rows, signal);
  return { ...entries, rows, last: entries.count < AUDIT_PAGE_SIZE || ids.length === 0 ? null : Math.min(...ids) };
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

async function loadNames(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const response = await dataClient().from('parking_spaces').select(spaceRow.columns).in('id', ids).abortSignal(signal);
  const { rows } = readRows(response, spaceRow.schema, 'audit-log-not-loaded');
  return new Map(rows.map((space) => [space.id, formatSpaceInZone(space)]));
}

function nameInRow(row: AuditEntry['before'], names: ReadonlyMap<string, string>): AuditEntry['before'] {
  if (row === null || names.size === 0) return row;
  const named = SPACE_COLUMNS.filter((column) => names.has(String(row[column])));
  return { ...row, ...Object.fromEntries(named.map((column) => [column, names.get(String(row[column]))])) };
}

/** A row that an administrator changed, or a command they sent to a lock. */
export type AuditEntry = z.infer<typeof auditRow.schema>;
