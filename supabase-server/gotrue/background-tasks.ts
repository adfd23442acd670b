import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../caller.ts';
import type { TransactionSql } from '../connections/sql.ts';
import type { AuthMails } from '../host.ts';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Work that a response does not wait for; the server waits for it before it stops. */
export function createBackgroundTasks() {
  const running = new Set<Promise<void>>();
  return {
    start(task: () => Promise<void>, log: Logger | undefined) {
      const done = task()
        .catch((error: unknown) => log?.error({ err: error }, 'a mail could not be stored'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async whenIdle() {
      await Promise.all(running);
    },
  };
}

/** Longer than reading an account and storing a token and a mail take on an idle machine. */
const RESPONSE_MS = 100;

/** Resolves when a response is due that must not tell by its time whether an address has an account. */
export function waitForConstantTime(): Promise<void> {
  return delay(RESPONSE_MS);
}

/** Stores a mail in the background and responds after a constant time, whether or not there is anybody to write to. */
export async function respondInConstantTime(
  c: Context<AppEnv>,
  { mails, backgroundTasks }: { mails: AuthMails; backgroundTasks: BackgroundTasks },
  storeMail: (tx: TransactionSql) => Promise<void>,
): Promise<Response> {
  backgroundTasks.start(() => mails.transaction(storeMail), c.get('log'));
  await waitForConstantTime();
  return c.json({});
}
