import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Longer than reading an account, keeping a token and storing a mail take on an idle machine. */
const ANSWER_AFTER_MS = 100;

/** Does work whose time would tell whether an address has an account. */
export type EvenAnswers = {
  /** Ends so long from now as every answer takes. */
  pause: () => Promise<void>;
  /** Starts the work and waits the same time whatever it does; a failure is logged, not told. */
  after: (work: () => Promise<void>, log: Logger | undefined) => Promise<void>;
  /** Waits for work under way. */
  settled: () => Promise<void>;
};

export function createEvenAnswers(): EvenAnswers {
  const underWay = new Set<Promise<void>>();
  const pause = () => delay(ANSWER_AFTER_MS);
  const start = (work: () => Promise<void>, log: Logger | undefined) => {
    const done = work()
      .catch((error: unknown) => log?.error({ err: error }, 'a mail could not be stored'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  return {
    pause,
    after(work, log) {
      start(work, log);
      return pause();
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
