import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import type { TransactionSql } from 'postgres';
import type { AppEnv } from '../../caller.ts';
import type { RequestDependencies } from '../request-dependencies.ts';

/** Longer than reading an account and storing a token and a mail take on an idle machine. */
const RESPONSE_MS = 100;

/** Resolves when a response is due that must not tell by its time whether an address has an account. */
export function waitForConstantTime(): Promise<void> {
  return delay(RESPONSE_MS);
}

/** Stores a mail in the background and responds after a constant time, whether or not there is anybody to write to. */
export async function respondInConstantTime(
  c: Context<AppEnv>,
  { mails, backgroundTasks }: Pick<RequestDependencies, 'mails' | 'backgroundTasks'>,
  storeMail: (tx: TransactionSql) => Promise<void>,
): Promise<Response> {
  backgroundTasks.start(() => mails.transaction(storeMail), c.get('log'));
  await waitForConstantTime();
  return c.json({});
}
