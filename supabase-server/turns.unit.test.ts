import pLimit from 'p-limit';
import { expect, test, vi } from 'vitest';
import { createShares, takeTurn } from './turns.ts';

const createError = () => new Error('too late');
const inMs = (ms: number) => ({ until: performance.now() + ms, createError });

test('work whose turn does not come in time fails then, never runs, and holds up nothing behind it', async () => {
  const limit = pLimit(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = takeTurn([limit], inMs(60_000), () => promise);
  const late = vi.fn(async () => 'late');
  await expect(takeTurn([limit], inMs(10), late)).rejects.toThrow('too late');
  const next = takeTurn([limit], inMs(60_000), async () => 'next');
  resolve('first');
  expect(await Promise.all([first, next])).toEqual(['first', 'next']);
  expect(late).not.toHaveBeenCalled();
});

test('work that began in time may take longer than it was allowed to wait', async () => {
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 30, 'done'));
  expect(await takeTurn([pLimit(1)], inMs(5), slow)).toBe('done');
});

test('a caller with many requests is passed by one with few, and may have only so many waiting', async () => {
  const findShare = createShares({ atOnce: 1, maxWaiting: 3, createError });
  const limit = pLimit(1);
  const order: string[] = [];
  const ask = (caller: string) => takeTurn([findShare(caller), limit], inMs(60_000), async () => order.push(caller));
  const greedy = Array.from({ length: 4 }, () => ask('greedy'));
  expect(() => findShare('greedy')).toThrow('too late');
  await Promise.all([...greedy, ask('modest')]);
  expect(order).toEqual(['greedy', 'modest', 'greedy', 'greedy', 'greedy']);
  await ask('greedy');
});
