import { expect, test } from 'vitest';
import { createOutcomeWaiter, handleOpenSpace } from '../../supabase/functions/open-space/handler.ts';
import type { Clock } from '../../supabase/functions/open-space/move-barrier.ts';

const DEADLINE_MS = 10_000;

/** A clock that a wait moves on, and a command that is done after so many milliseconds. */
function createCommand(doneAfterMs: number) {
  let elapsedMs = 0;
  let reads = 0;
  const clock: Clock = {
    now: () => elapsedMs,
    wait: async (ms) => {
      elapsedMs += ms;
    },
  };
  const read = async () => {
    reads += 1;
    return elapsedMs >= doneAfterMs ? 'moved' : null;
  };
  return { waitForOutcome: createOutcomeWaiter(read, clock), countReads: () => reads };
}

test('a thousand repeats of a command read its outcome together', async () => {
  const { waitForOutcome, countReads } = createCommand(5000);
  const all = await Promise.all(Array.from({ length: 1000 }, () => waitForOutcome('command', DEADLINE_MS)));
  expect(new Set(all)).toEqual(new Set(['moved']));
  // Each looks once by itself; then all of them once in half a second.
  expect(countReads()).toBe(1000 + 10);
});

test('a command that is done needs no waiting, and one without an outcome ends at the deadline', async () => {
  const done = createCommand(0);
  expect(await done.waitForOutcome('command', DEADLINE_MS)).toBe('moved');
  expect(done.countReads()).toBe(1);
  expect(await createCommand(60_000).waitForOutcome('command', DEADLINE_MS)).toBeNull();
});

test.each([
  [1, []],
  [2, ['not-recorded']],
])('an outcome that is not recorded %i times is recorded once more, or reported', async (failures, reported) => {
  const faults: string[] = [];
  let tries = 0;
  const response = await handleOpenSpace(
    new Request('http://functions/open-space', {
      method: 'POST',
      body: JSON.stringify({ reservation: crypto.randomUUID(), action: 'open', key: crypto.randomUUID() }),
    }),
    {
      verifyDriver: async () => ({ id: 'ana', assurance: 'aal1' }),
      begin: async () => ({ is_new: true, command: crypto.randomUUID(), did: 'KV-0001' }),
      waitForOutcome: async () => null,
      finish: async () => {
        tries += 1;
        if (tries <= failures) throw new Error('canceling statement due to lock timeout');
      },
      session: {
        move: async () => ({ code: 200, msg: 'success' }),
        find: async (did) => ({ did, online: 1, locationState: 1 }),
      },
      clock: { now: () => 0, wait: async () => undefined },
      report: ({ fault }) => void faults.push(fault),
    },
  );
  expect(await response.json()).toEqual({ outcome: 'opened' });
  expect([tries, faults]).toEqual([2, reported]);
});
