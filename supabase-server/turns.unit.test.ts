import pLimit from 'p-limit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFairTurns, createShares, takeTurn } from './turns.ts';

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

test('a caller with many requests is passed by one with few, and may have only so many waiting', async () => {
  const findShares = createShares({ maxWaiting: 3, createError });
  const limit = pLimit(1);
  const order: string[] = [];
  const ask = (caller: string) =>
    takeTurn([...findShares({ caller, atOnce: 1 }), limit], inMs(60_000), async () => order.push(caller));
  const greedy = Array.from({ length: 4 }, () => ask('greedy'));
  expect(() => findShares({ caller: 'greedy', atOnce: 1 })).toThrow('too late');
  await Promise.all([...greedy, ask('modest')]);
  expect(order).toEqual(['greedy', 'modest', 'greedy', 'greedy', 'greedy']);
  await ask('greedy');
});

test('callers who share with each other have together what one of them has alone', async () => {
  const findShares = createShares({ maxWaiting: 3, createError });
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (caller: string, site: string) =>
    takeTurn(findShares({ caller, atOnce: 1 }, { caller: site, atOnce: 1 }), inMs(60_000), () => {
      begun.push(caller);
      return promise;
    });
  const all = [ask('a', 'site'), ask('b', 'site'), ask('a', 'site'), ask('c', 'other site')];
  await vi.waitFor(() => expect(begun).toEqual(['a', 'c']));
  resolve();
  await Promise.all(all);
  expect(begun).toHaveLength(4);
});

type Ask = (networks: [string, ...string[]], ms: number, kind?: string) => void;

/** Runs what is asked for, each for its milliseconds. @returns the smallest network of each work, in the order of their turns */
async function runFairly(ask: (send: Ask) => void): Promise<string[]> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const findTurn = createFairTurns({ maxWaiting: 50, createError });
  const order: string[] = [];
  ask((networks, ms, kind = 'any') => {
    const work = () => {
      order.push(networks[0]);
      return new Promise<void>((resolve) => setTimeout(resolve, ms));
    };
    void findTurn({ networks, kind })(work);
  });
  await vi.runAllTimersAsync();
  return order;
}

test('a network with long work waits for another one with much short work', async () => {
  const order = await runFairly((send) => {
    for (let nth = 0; nth < 3; nth += 1) send(['long'], 500);
    for (let nth = 0; nth < 5; nth += 1) send(['short'], 20);
  });
  expect(order).toEqual(['long', 'short', 'short', 'short', 'short', 'short', 'long', 'long']);
});

test('many networks of one site wait for another site', async () => {
  const order = await runFairly((send) => {
    for (let nth = 0; nth < 9; nth += 1) send([`a${nth}`, 'site'], 500);
    setTimeout(() => send(['stranger', 'other site'], 20), 700);
    setTimeout(() => send(['stranger', 'other site'], 20), 1200);
  });
  expect(order.slice(0, 5)).toEqual(['a0', 'a1', 'stranger', 'a2', 'stranger']);
});

test('work of a kind that takes long waits for work of a kind that does not, whatever the number of networks', async () => {
  const order = await runFairly((send) => {
    send(['tiles'], 10, 'tile');
    for (let nth = 0; nth < 5; nth += 1) send([`route ${nth}`], 500, 'route');
    setTimeout(() => send(['stranger'], 10, 'tile'), 600);
  });
  expect(order.indexOf('stranger')).toBeLessThan(4);
});

test('a network may have only so much waiting', () => {
  const findTurn = createFairTurns({ maxWaiting: 2, createError });
  const ask = (network: string) => findTurn({ networks: [network], kind: 'any' })(() => new Promise(() => undefined));
  for (let nth = 0; nth < 3; nth += 1) void ask('greedy');
  expect(() => ask('greedy')).toThrow('too late');
  expect(() => ask('modest')).not.toThrow();
});
