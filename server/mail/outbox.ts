import pLimit from 'p-limit';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { createSecretBox } from '../../supabase-server/gotrue/secrets.ts';
import type { Metrics } from '../http/metrics.ts';
import { type JobContext, type StopJob, scheduleJob } from '../start/jobs.ts';
import { isRecipientRejected, type Mail, type Mailer, toErrorCode } from './mailer.ts';

/** Mails that are delivered at the same time. */
const MAX_WORKERS = 5;

const storedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
export type Outbox = ReturnType<typeof createOutbox>;

type Dependencies = {
  sql: Sql;
  mailer: Mailer;
  secretKey: string;
  log: Logger;
  metrics?: Pick<Metrics, 'countMails'> | undefined;
};

/**
 * A transactional outbox: mail is stored with its cause and delivered after the commit, by any of the servers. A mail is
 * delivered twice only when a server crashes between handing it over and removing it.
 */
export function createOutbox({ sql, mailer, secretKey, log, metrics }: Dependencies) {
  const box = createSecretBox(secretKey, 'mail in the outbox');
  const limit = pLimit(MAX_WORKERS);
  const workers = new Set<Promise<void>>();
  let isStopping = false;

  const deliver = async ({ id, sealedMail }: ClaimedMail) => {
    try {
      await mailer.send(storedMail.parse(JSON.parse(await box.unseal(sealedMail))));
    } catch (error) {
      metrics?.countMails('failed');
      const code = toErrorCode(error);
      if (isRecipientRejected(error)) {
        log.warn({ mail: id, code }, 'a mail could not be delivered; its recipient is rejected for good');
        await sql`
          update parqueo_server.mail_outbox set last_error = ${code}, failed_at = now(), sealed_mail = null
          where id = ${id}`;
        metrics?.countMails('given_up');
      } else {
        log.warn({ mail: id, code }, 'a mail could not be delivered; it is tried again later');
        await sql`
          update parqueo_server.mail_outbox set last_error = ${code} where id = ${id} and failed_at is null`;
      }
      return;
    }
    metrics?.countMails('sent');
    await sql`
      with removed as (delete from parqueo_server.mail_outbox where id = ${id} returning 1)
      insert into parqueo_server.mail_sent (sent_at) select now() from removed
      on conflict (is_only_row) do update set sent_at = excluded.sent_at`;
  };

  const deliverAll = async () => {
    for (let mail = await claimNext(); mail !== null; mail = await claimNext()) await deliver(mail);
  };

  const claimNext = async () => (isStopping ? null : claimMail(sql));

  const startWorker = () => {
    // Those that wait for their turn will find this mail too.
    if (limit.pendingCount >= MAX_WORKERS) return;
    const worker = limit(deliverAll)
      .catch((error: unknown) => log.error({ code: toErrorCode(error) }, 'mail could not be read from the outbox'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  };

  const whenIdle = async () => {
    while (workers.size > 0) await Promise.all(workers);
  };

  return {
    async add(tx: TransactionSql, mail: Mail) {
      const sealed = await box.seal(JSON.stringify(mail));
      await tx`insert into parqueo_server.mail_outbox (sealed_mail) values (${sealed})`;
    },
    /** Runs a transaction that may add mail, then starts the delivery without waiting for it. */
    async transaction<Result>(work: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
      const { result } = await sql.begin(async (tx) => ({ result: await work(tx) }));
      startWorker();
      return result;
    },
    /** Gives up mail that is too old and starts to deliver the mail that is due. */
    async deliverDue() {
      const { count: mails } = await sql`
        update parqueo_server.mail_outbox set failed_at = now(), sealed_mail = null
        where failed_at is null and next_attempt_at <= now() and created_at <= now() - ${GIVE_UP_AFTER}::interval`;
      if (mails > 0) {
        log.error({ mails }, 'mail could not be delivered for a day and is given up');
        metrics?.countMails('given_up', mails);
      }
      for (let worker = 0; worker < MAX_WORKERS; worker += 1) startWorker();
    },
    whenIdle,
    /** Starts no more deliveries and waits for those in progress; other mail stays in the database. */
    async stop() {
      isStopping = true;
      await whenIdle();
    },
  };
}

/**
 * Delivers every 30 seconds what a crashed server left over and what failed before.
 * @returns stops all deliveries and waits for those in progress
 */
export function startMailDelivery({ outbox, ...context }: JobContext & { outbox: Outbox }): StopJob {
  const stopWork = scheduleJob({
    ...context,
    job: 'mail',
    pattern: '15,45 * * * * *',
    work: outbox.deliverDue,
  });
  return async function stopMailDelivery() {
    await outbox.stop();
    await stopWork();
  };
}

/** Links and codes of older mails have expired. */
const GIVE_UP_AFTER = '1 day';
/** Longer than the timeouts of the mailer, so that no other server takes a mail in progress. */
const FIRST_RETRY_AFTER = '1 minute';
const LONGEST_RETRY_AFTER = '1 hour';

type ClaimedMail = { id: string; sealedMail: string };

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
