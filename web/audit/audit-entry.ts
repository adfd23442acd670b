import * as z from 'zod';

/** Something an administrator did: a row they wrote, or a command to a lock. */
export type AuditEntry = {
  /** Grows with time. */
  id: number;
  action: string;
  /** The table of the row, or 'locks'. */
  table: string;
  /** The row's own id; for locks the vendor's. */
  subjectId: string | null;
  /** The row before and after; null where there was none. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  createdAt: string;
  /** Null when the account is gone, or was none. */
  actorEmail: string | null;
  /** Of whom the row is about. */
  personEmail: string | null;
};

/** What is selected of an entry, to be parsed by `auditEntrySchema`. */
export const AUDIT_COLUMNS =
  'id, action, subject_table, subject_id, before, after, created_at, actor_email, person_email';

const row = z.record(z.string(), z.unknown()).nullable();

export const auditEntrySchema = z
  .object({
    id: z.number(),
    action: z.string(),
    subject_table: z.string(),
    subject_id: z.string().nullable(),
    before: row,
    after: row,
    created_at: z.iso.datetime({ offset: true }),
    actor_email: z.string().nullable(),
    person_email: z.string().nullable(),
  })
  .transform(
    (entry): AuditEntry => ({
      id: entry.id,
      action: entry.action,
      table: entry.subject_table,
      subjectId: entry.subject_id,
      before: entry.before,
      after: entry.after,
      createdAt: entry.created_at,
      actorEmail: entry.actor_email,
      personEmail: entry.person_email,
    }),
  );
