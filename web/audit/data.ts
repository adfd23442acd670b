import * as z from 'zod';
import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../platform/connection.ts';
import { AUDIT_COLUMNS, type AuditEntry, auditEntrySchema } from './audit-entry.ts';

export const AUDIT_PAGE_SIZE = 10;

/** Rows that something was done to: any of these ids in any of these tables. */
export type AuditSubject = { tables: readonly string[]; ids: readonly string[] };

/**
 * The latest entries, newest first, of everything or of a subject, after the last one that was read.
 * @throws Problem `audit-log-not-loaded`
 */
export async function listAuditEntries(
  { subject, after }: { subject: AuditSubject | null; after: number | null },
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  let query = dataClient().from('admin_audit_log').select(AUDIT_COLUMNS);
  if (subject !== null) query = query.in('subject_table', subject.tables).in('subject_id', subject.ids);
  if (after !== null) query = query.lt('id', after);
  const { data, error } = await query.order('id', { ascending: false }).limit(AUDIT_PAGE_SIZE).abortSignal(signal);
  const entries = z.array(auditEntrySchema).safeParse(data);
  if (error || !entries.success) throw new Problem('audit-log-not-loaded', { cause: error ?? entries.error });
  return entries.data;
}
