import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('with patience', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Work that ends when it is told to. */
  function openWork() {
    const inTurn = createTurns(2, 10);
    const begun: number[] = [];
    const ends = new Map<number, () => void>();
    const add = (number: number) =>
      inTurn(() => {
        begun.push(number);
        return new Promise<void>((resolve) => ends.set(number, resolve));
      });
    const end = async (number: number) => {
      ends.get(number)?.();
      await vi.advanceTimersByTimeAsync(0);
    };
    return { begun, add, end };
  }

  test('what waited for so long is begun beside what runs, and nothing before', async () => {
    const { begun, add } = openWork();
    for (const number of [0, 1, 2]) add(number);
    await vi.advanceTimersByTimeAsync(6);
    add(3);
    await vi.advanceTimersByTimeAsync(3);
    expect(begun).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual([0, 1, 2]);
    await vi.advanceTimersByTimeAsync(6);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test('while more than so many run, the next waits until there are fewer', async () => {
    const { begun, add, end } = openWork();
    for (const number of [0, 1, 2]) add(number);
    await vi.advanceTimersByTimeAsync(10);
    add(3);
    await end(0);
    expect(begun).toEqual([0, 1, 2]);
    await end(1);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});
