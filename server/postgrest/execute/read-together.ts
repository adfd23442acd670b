import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Turns } from '../../turns.ts';
import type { LastRows, Session } from './session.ts';
import type { CallerSteps } from './transaction.ts';
import { noConnection, withSession } from './with-session.ts';

/** More of them together save nothing any more. */
const MOST_TOGETHER = 16;
/** Statements whose duration is remembered; what is longer goes by itself. */
const MAX_KNOWN = 500;
const MAX_KEY_LENGTH = 8192;

/** A request ends before it has waited longer, so its read would be for nobody. */
const LONGEST_WAIT_MS = 10_000;

type Read = {
  steps: CallerSteps;
  since: number;
  resolve: (rows: LastRows | PromiseLike<LastRows>) => void;
  reject: (error: unknown) => void;
};

/** How long statements took the last time, in milliseconds, by what they are known by. */
function createDurations(patienceMs: number) {
  const known = new LRUCache<string, number>({ max: MAX_KNOWN });
  return {
    /** How many of these are over soon enough; of what was never met, one. */
    together(key: string) {
      const count = Math.floor(patienceMs / (known.get(key) ?? patienceMs));
      return Math.max(1, Math.min(MOST_TOGETHER, count));
    },
    learn(key: string, ms: number) {
      if (key.length <= MAX_KEY_LENGTH) known.set(key, ms);
    },
  };
}

/**
 * Runs reads, and together those that ask the same of a short statement: what came at the same moment, or waited for a turn, is
 * sent to the database in one write, each in a transaction of its own. The way there and back is most of what a small read costs.
 * The reads that are run throw what `withSession` and `Session.run` throw.
 * @param inTurn says how many connections are asked at once
 * @param patienceMs how long those that go together may take by what the statement took last, in milliseconds
 */
export function createReader(pool: Pool, inTurn: Turns, patienceMs: number): (steps: CallerSteps) => Promise<LastRows> {
  const waiting = new Map<string, Read[]>();
  const durations = createDurations(patienceMs);

  /** The read that waited longest and those that go with it; none when all went with others already. */
  function take(key: string): Read[] {
    const alike = waiting.get(key) ?? [];
    while (alike[0] !== undefined && performance.now() - alike[0].since > LONGEST_WAIT_MS) {
      alike.shift()?.reject(noConnection());
    }
    const taken = alike.splice(0, durations.together(key));
    if (alike.length === 0) waiting.delete(key);
    return taken;
  }

  async function runOn(session: Session, key: string, reads: readonly Read[]): Promise<void> {
    const startedAt = performance.now();
    const answers = session.runEach(reads.map(({ steps }) => steps));
    for (const [nth, rows] of answers.entries()) reads[nth]?.resolve(rows);
    await Promise.allSettled(answers);
    durations.learn(key, (performance.now() - startedAt) / reads.length);
  }

  async function runNext(key: string): Promise<void> {
    const reads = take(key);
    if (reads.length === 0) return;
    try {
      await withSession(pool, (session) => runOn(session, key, reads));
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  return function read(steps) {
    const [, { key }] = steps;
    const { promise, resolve, reject } = Promise.withResolvers<LastRows>();
    const alike = waiting.get(key) ?? [];
    alike.push({ steps, since: performance.now(), resolve, reject });
    waiting.set(key, alike);
    // Each has a place of its own among all that wait, whoever takes it along; first let those of the same moment arrive.
    setImmediate(() => void inTurn(() => runNext(key)));
    return promise;
  };
}
