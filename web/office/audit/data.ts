import { dataClient } from '../../data/connection.ts';
import { type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';
import { AUDIT_COLUMNS, type AuditEntry, auditEntrySchema } from './audit-entry.ts';
import { nameSpaces } from './name-spaces.ts';

export const AUDIT_PAGE_SIZE = 10;

/** Limits the log to any of these ids in any of these tables; null for all that administrators did. */
export type AuditSubject = { tables: readonly string[]; ids: readonly string[] };

/**
 * Loads a page of entries, newest first; `last` is where the next page begins, null when there is none.
 * @throws Problem `audit-log-not-loaded`
 */
export async function listAuditEntries(
  { subject, after }: { subject: AuditSubject | null; after: number | null },
  signal: AbortSignal,
): Promise<ParsedRows<AuditEntry> & { last: number | null }> {
  let query = dataClient().from('admin_audit_log').select(AUDIT_COLUMNS);
  // What drivers command and the single spaces of an import are in the history of each space, and would bury everything
  // else here.
  if (subject === null) query = query.eq('is_of_driver', false).eq('is_of_import', false);
  else query = query.in('subject_table', subject.tables).in('subject_id', subject.ids);
  if (after !== null) query = query.lt('id', after);
  const response = await query.order('id', { ascending: false }).limit(AUDIT_PAGE_SIZE).abortSignal(signal);
  const entries = readRows(response, auditEntrySchema, 'audit-log-not-loaded');
  // The page ends with the smallest id, including those of invalid rows.
  const ids = [...entries.rows, ...entries.invalid].map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  const rows = await nameSpaces(entries.rows, signal);
  return { ...entries, rows, last: entries.count < AUDIT_PAGE_SIZE || ids.length === 0 ? null : Math.min(...ids) };
}
