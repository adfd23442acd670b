import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Longer than reading an account, keeping a token and handing a mail over take on an idle machine. */
const ANSWER_AFTER_MS = 100;

/** Does work whose time would tell whether an address has an account. */
export type EvenAnswers = {
  /** Starts the work and waits the same time whatever it does; a failure is logged, not told. */
  after: (work: () => Promise<void>, log: Logger | undefined) => Promise<void>;
  /** Waits for work under way. */
  settled: () => Promise<void>;
};

export function createEvenAnswers(): EvenAnswers {
  const underWay = new Set<Promise<void>>();
  return {
    async after(work, log) {
      const done = work()
        .catch((error: unknown) => log?.error({ err: error }, 'a mail could not be sent'))
        .finally(() => underWay.delete(done));
      underWay.add(done);
      await delay(ANSWER_AFTER_MS);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
