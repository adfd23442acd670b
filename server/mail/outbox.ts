import type { Logger } from 'pino';
import type { Sql, TransactionSql } from 'postgres';
import * as z from 'zod';
import { createSecretBox } from '../keys/secret-box.ts';
import type { Mail, Mailer } from './mailer.ts';
import { type ClaimedMail, claimMail, giveUpMail, giveUpOldMail, recordFailure, removeMail } from './outbox-rows.ts';

/** A mail server that is slow holds up so many mails before others wait. */
const MAX_DELIVERIES = 5;

const sealedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
const errorCode = z.object({
  responseCode: z.number().optional().catch(undefined),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
});

/** Mail that is delivered once what caused it is committed, by whichever server is there. */
export type Outbox = {
  /** Stores a mail with the transaction: it is delivered after the commit, and never after a rollback. */
  add: (tx: TransactionSql, mail: Mail) => Promise<void>;
  /** Runs a transaction that may add mail and starts the delivery without waiting for it. */
  transaction: <Result>(work: (tx: TransactionSql) => Promise<Result>) => Promise<Result>;
  /** Gives up mail that is too old and starts to deliver what is due. */
  deliverDue: () => Promise<void>;
  /** Waits for deliveries under way. */
  whenIdle: () => Promise<void>;
  /** Begins no more deliveries and waits for those under way; what is left stays in the database. */
  stop: () => Promise<void>;
};

type OutboxParts = {
  sql: Sql;
  mailer: Mailer;
  secretKey: string;
  log: Logger;
  /** Hears how many mails were given up. */
  onGivenUp?: ((mails: number) => void) | undefined;
};

/** What may be logged of an error: the texts of mail servers name the recipient. */
function toErrorCode(error: unknown): string {
  const { responseCode, code } = errorCode.safeParse(error).data ?? {};
  return String(responseCode ?? code ?? 'unknown');
}

/** Whether the mail server takes no mail for this recipient, now or later; other failures may pass. */
function isRecipientRejected(error: unknown): boolean {
  const { responseCode = 0, code } = errorCode.safeParse(error).data ?? {};
  return code === 'EENVELOPE' && responseCode >= 500 && responseCode < 600;
}

/**
 * Creates the outbox of a server. Of several servers one delivers each mail; one that ends between handing a mail over and
 * removing it leaves it to be delivered a second time.
 */
export function createOutbox({ sql, mailer, secretKey, log, onGivenUp }: OutboxParts): Outbox {
  const box = createSecretBox(secretKey, 'mail in the outbox');
  const deliveries = new Set<Promise<void>>();
  let requests = 0;
  let isStopping = false;

  const deliver = async ({ id, sealedMail: sealed }: ClaimedMail) => {
    try {
      await mailer.send(sealedMail.parse(JSON.parse(await box.unseal(sealed))));
    } catch (error) {
      const code = toErrorCode(error);
      if (isRecipientRejected(error)) {
        log.warn({ mail: id, code }, 'a mail could not be delivered; its recipient is rejected for good');
        await giveUpMail(sql, id, code);
        onGivenUp?.(1);
        return;
      }
      log.warn({ mail: id, code }, 'a mail could not be delivered; it is tried again later');
      await recordFailure(sql, id, code);
      return;
    }
    await removeMail(sql, id);
  };

  const deliverAll = async () => {
    let seen = -1;
    // A mail that is committed while this looks for one is found by looking again.
    while (!isStopping && seen !== requests) {
      seen = requests;
      for (let mail = await claimMail(sql); mail !== null; mail = isStopping ? null : await claimMail(sql)) {
        // There may be more, which need not wait for this one.
        startWorker();
        await deliver(mail);
      }
    }
  };

  const startWorker = () => {
    if (isStopping || deliveries.size >= MAX_DELIVERIES) return;
    const delivery = deliverAll()
      .catch((error: unknown) => log.error({ code: toErrorCode(error) }, 'mail could not be read from the outbox'))
      .finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  };

  const startDelivery = () => {
    requests += 1;
    startWorker();
  };

  const whenIdle = async () => {
    while (deliveries.size > 0) await Promise.all(deliveries);
  };

  return {
    async add(tx, mail) {
      const sealed = await box.seal(JSON.stringify(mail));
      await tx`insert into parqueo_server.mail_outbox (sealed_mail) values (${sealed})`;
    },
    async transaction(work) {
      const { result } = await sql.begin(async (tx) => ({ result: await work(tx) }));
      startDelivery();
      return result;
    },
    async deliverDue() {
      const givenUp = await giveUpOldMail(sql);
      if (givenUp > 0) {
        log.error({ mails: givenUp }, 'mail could not be delivered for a day and is given up');
        onGivenUp?.(givenUp);
      }
      startDelivery();
    },
    whenIdle,
    async stop() {
      isStopping = true;
      await whenIdle();
    },
  };
}
