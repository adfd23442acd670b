import type { Sql } from 'postgres';

/** Attempts go on for so long; links and codes in a mail have expired by then. */
const GIVE_UP_AFTER = '1 day';
/** Longer than the timeouts of a mail server, so that nobody else takes a mail that is being delivered. */
const FIRST_RETRY_AFTER = '1 minute';
const LONGEST_RETRY_AFTER = '1 hour';

export type ClaimedMail = { id: string; sealedMail: string };

/**
 * Takes a mail that is due; null when there is none. Its next attempt is set at once, twice as far away as the one before:
 * a server that ends in between leaves the mail to the next.
 */
export async function claimMail(sql: Sql): Promise<ClaimedMail | null> {
  const [row] = await sql<ClaimedMail[]>`
    update parqueo_server.mail_outbox set
      attempts = attempts + 1,
      next_attempt_at = now() + least(
        ${FIRST_RETRY_AFTER}::interval * power(2, least(attempts, 10)), ${LONGEST_RETRY_AFTER}::interval)
    where id = (
      select id from parqueo_server.mail_outbox
      where failed_at is null and next_attempt_at <= now() and created_at > now() - ${GIVE_UP_AFTER}::interval
      order by next_attempt_at limit 1 for update skip locked
    )
    returning id, sealed_mail as "sealedMail"`;
  return row ?? null;
}

export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql`delete from parqueo_server.mail_outbox where id = ${id}`;
}

export async function recordFailure(sql: Sql, id: string, code: string): Promise<void> {
  await sql`update parqueo_server.mail_outbox set last_error = ${code} where id = ${id} and failed_at is null`;
}

/** Blanks a mail that nobody takes. */
export async function giveUpMail(sql: Sql, id: string, code: string): Promise<void> {
  await sql`
    update parqueo_server.mail_outbox set last_error = ${code}, failed_at = now(), sealed_mail = null where id = ${id}`;
}

/** Blanks mail that is too old to be tried again. @returns how many mails */
export async function giveUpOldMail(sql: Sql): Promise<number> {
  const rows = await sql`
    update parqueo_server.mail_outbox set failed_at = now(), sealed_mail = null
    where failed_at is null and next_attempt_at <= now() and created_at <= now() - ${GIVE_UP_AFTER}::interval
    returning 1`;
  return rows.length;
}
