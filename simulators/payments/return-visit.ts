import type { Logger } from 'pino';

const TIMEOUT_MS = 10_000;

/** Comes back to the merchant once more than the browser will. What the merchant responds does not matter. */
export async function visitReturnUrl(url: string, log: Logger): Promise<void> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
  } catch (error) {
    log.warn({ err: error }, 'the payment simulator could not return twice');
  }
}
