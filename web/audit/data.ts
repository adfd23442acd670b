import { dataClient } from '../data/connection.ts';
import { type ParsedRows, readRows } from '../data/parse-rows.ts';
import { AUDIT_COLUMNS, type AuditEntry, auditEntrySchema } from './audit-entry.ts';

export const AUDIT_PAGE_SIZE = 10;

/** Rows that something was done to: any of these ids in any of these tables. */
export type AuditSubject = { tables: readonly string[]; ids: readonly string[] };

/**
 * The latest entries, newest first, of everything or of a subject, after the last one that was read; `last` is where the
 * next page begins, null when there is none.
 * @throws Problem `audit-log-not-loaded`
 */
export async function listAuditEntries(
  { subject, after }: { subject: AuditSubject | null; after: number | null },
  signal: AbortSignal,
): Promise<ParsedRows<AuditEntry> & { last: number | null }> {
  let query = dataClient().from('admin_audit_log').select(AUDIT_COLUMNS);
  if (subject !== null) query = query.in('subject_table', subject.tables).in('subject_id', subject.ids);
  if (after !== null) query = query.lt('id', after);
  const answer = await query.order('id', { ascending: false }).limit(AUDIT_PAGE_SIZE).abortSignal(signal);
  const entries = readRows(answer, auditEntrySchema, 'audit-log-not-loaded');
  // Ids grow: the page ends with the smallest of all, invalid ones included.
  const ids = [...entries.rows, ...entries.invalid].map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return { ...entries, last: entries.count < AUDIT_PAGE_SIZE || ids.length === 0 ? null : Math.min(...ids) };
}
