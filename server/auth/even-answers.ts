import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Longer than reading an account, keeping a token and handing a mail over take on an idle machine. */
const ANSWER_AFTER_MS = 100;

/** Does work whose time would tell whether an address has an account. */
export type EvenAnswers = {
  /** Ends so long from now as every answer takes. */
  pause: () => Promise<void>;
  /** Starts work that goes on beside the answer; a failure is logged, not told. */
  start: (work: () => Promise<void>, log: Logger | undefined) => void;
  /** Starts the work and waits the same time whatever it does. */
  after: (work: () => Promise<void>, log: Logger | undefined) => Promise<void>;
  /** Waits for work under way. */
  settled: () => Promise<void>;
};

export function createEvenAnswers(): EvenAnswers {
  const underWay = new Set<Promise<void>>();
  const pause = () => delay(ANSWER_AFTER_MS);
  const start: EvenAnswers['start'] = (work, log) => {
    const done = work()
      .catch((error: unknown) => log?.error({ err: error }, 'a mail could not be sent'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  return {
    pause,
    start,
    after(work, log) {
      start(work, log);
      return pause();
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
