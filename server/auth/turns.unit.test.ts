import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('no more than two pieces of work run at once, all are done in order, and a failure frees its turn', async () => {
  const inTurn = createTurns(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = (number: number) =>
    inTurn(async () => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (number === 1) throw new Error('failed');
      return number;
    });
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
