import pLimit from 'p-limit';
import type { Logger } from 'pino';
import * as z from 'zod';
import { workOnQueue } from '../../supabase/functions/shared/work-on-queue.ts';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { createSecretBox } from '../../supabase-server/gotrue/secrets.ts';
import type { Metrics } from '../http/metrics.ts';
import { type JobContext, type StopJob, scheduleJob } from '../start/jobs.ts';
import { isRecipientRejected, type Mail, type Mailer, toErrorCode } from './mailer.ts';

/** `isLast`: it is given up unless this attempt succeeds. */
type ClaimedMail = { id: string; sealedMail: string; isLast: boolean };

/** Each run delivers one mail at a time, so that a mail server that hangs on one does not hold up the others. */
const RUNS = 5;

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
  const limit = pLimit(RUNS);
  const runs = new Set<Promise<unknown>>();
  const stopping = new AbortController();

  const deliver = async ({ id, sealedMail }: ClaimedMail) => {
    await mailer.send(storedMail.parse(JSON.parse(await box.unseal(sealedMail))));
    await sql`
      with removed as (delete from parqueo_server.mail_outbox where id = ${id} returning 1)
      insert into parqueo_server.mail_sent (sent_at) select now() from removed
      on conflict (is_only_row) do update set sent_at = excluded.sent_at`;
    metrics?.countMails('sent');
  };

  const fail = async ({ id, isLast }: ClaimedMail, error: unknown) => {
    const code = toErrorCode(error);
    const isGivenUp = isLast || isRecipientRejected(error);
    log[isLast ? 'error' : 'warn']({ mail: id, code, isGivenUp }, 'a mail could not be delivered');
    metrics?.countMails('failed');
    if (isGivenUp) metrics?.countMails('given_up');
    await sql`
      update parqueo_server.mail_outbox set last_error = ${code}, failed_at = case when ${isGivenUp} then now() end,
        sealed_mail = case when not ${isGivenUp} then sealed_mail end
      where id = ${id} and failed_at is null`;
  };

  const deliverAll = () =>
    workOnQueue({
      // Links and codes of mails that are a day old have expired.
      claim: (most) => sql<ClaimedMail[]>`
        select id, sealed_mail as "sealedMail", created_at <= now() - interval '1 day' as "isLast"
        from private.claim(null::parqueo_server.mail_outbox, ${most})`,
      handle: deliver,
      fail,
      atOnce: 1,
      signal: stopping.signal,
    });

  /** Starts to deliver what is due. A run that waits for its turn will find the mail of others, too. */
  const startRun = (): Promise<unknown> | undefined => {
    if (limit.pendingCount > 0) return undefined;
    const run = limit(deliverAll).finally(() => runs.delete(run));
    runs.add(run);
    return run;
  };

  const whenIdle = () => Promise.allSettled(runs);

  return {
    async add(tx: TransactionSql, mail: Mail) {
      const sealed = await box.seal(JSON.stringify(mail));
      await tx`insert into parqueo_server.mail_outbox (sealed_mail) values (${sealed})`;
    },
    /** Runs a transaction that may add mail, then starts the delivery without waiting for it. */
    async transaction<Result>(work: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
      const { result } = await sql.begin(async (tx) => ({ result: await work(tx) }));
      startRun()?.catch((error: unknown) => {
        log.error({ code: toErrorCode(error) }, 'mail could not be read from the outbox');
      });
      return result;
    },
    deliverDue: () => Promise.all(Array.from({ length: RUNS }, startRun)),
    whenIdle,
    /** Starts no more deliveries and waits for those in progress; other mail stays in the database. */
    async stop() {
      stopping.abort();
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
