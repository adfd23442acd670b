import * as z from 'zod';

/** A row that an administrator changed, or a command they sent to a lock. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Parsed by `auditEntrySchema`. */
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
  .transform((entry) => ({
    /** Increases with time. */
    id: entry.id,
    action: entry.action,
    /** The table of the row, or 'locks'. */
    table: entry.subject_table,
    /** The id of the row, or the vendor's id of the lock. */
    subjectId: entry.subject_id,
    /** The row before and after; null where there was none. */
    before: entry.before,
    after: entry.after,
    createdAt: entry.created_at,
    /** Null when the account no longer exists. */
    actorEmail: entry.actor_email,
    /** The email of the person whom the row is about. */
    personEmail: entry.person_email,
  }));
