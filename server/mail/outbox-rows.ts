import type { Sql } from 'postgres';

/** The links and codes of older mails have expired. */
const GIVE_UP_AFTER = '1 day';
/** Longer than the timeouts of the mailer, so that no other server takes a mail in progress. */
const FIRST_RETRY_AFTER = '1 minute';
const LONGEST_RETRY_AFTER = '1 hour';

export type ClaimedMail = { id: string; sealedMail: string };

/**
 * Claims a mail that is due, or returns null. The next attempt is scheduled at once, each time twice as far away, so that
 * another server delivers the mail when this one crashes.
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

/** Removes a mail that was sent, and notes when. */
export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql`
    with removed as (delete from parqueo_server.mail_outbox where id = ${id} returning 1)
    insert into parqueo_server.mail_sent (sent_at) select now() from removed
    on conflict (is_only_row) do update set sent_at = excluded.sent_at`;
}

export async function recordFailure(sql: Sql, id: string, code: string): Promise<void> {
  await sql`update parqueo_server.mail_outbox set last_error = ${code} where id = ${id} and failed_at is null`;
}

/** Marks a mail as failed and erases its text. */
export async function giveUpMail(sql: Sql, id: string, code: string): Promise<void> {
  await sql`
    update parqueo_server.mail_outbox set last_error = ${code}, failed_at = now(), sealed_mail = null where id = ${id}`;
}

/** Gives up mail that is too old. @returns how many mails */
export async function giveUpOldMail(sql: Sql): Promise<number> {
  const rows = await sql`
    update parqueo_server.mail_outbox set failed_at = now(), sealed_mail = null
    where failed_at is null and next_attempt_at <= now() and created_at <= now() - ${GIVE_UP_AFTER}::interval
    returning 1`;
  return rows.length;
}
