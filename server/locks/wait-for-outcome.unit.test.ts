import { expect, test } from 'vitest';
import { createOutcomeWaiter } from '../../supabase/functions/open-space/handler.ts';
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
