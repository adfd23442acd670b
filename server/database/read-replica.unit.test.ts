import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReplicaPools } from '../../supabase-server/postgrest/execute/run-stale.ts';
import { createFreshness, createReplicaPreference } from './read-replica.ts';

function createCase() {
  let time = 100_000;
  const freshness = createFreshness(() => time);
  return {
    ageMs: freshness.ageMs,
    /** A second passes, in which the primary writes up to one position and the standby replays up to another. */
    second(written: number, replayed: number) {
      const askedAt = time;
      time += 1000;
      freshness.addPrimaryPosition(askedAt, written);
      freshness.addReplayedPosition(replayed);
    },
  };
}

test('a standby that was never compared is infinitely old', () => {
  expect(createCase().ageMs()).toBe(Number.POSITIVE_INFINITY);
});

test('one that has replayed everything is as old as the question', () => {
  const { second, ageMs } = createCase();
  second(10, 10);
  expect(ageMs()).toBe(1000);
});

test('one that replays nothing grows old from what it last had, and is fresh once it catches up', () => {
  const { second, ageMs } = createCase();
  second(10, 10);
  for (const written of [11, 12, 13]) second(written, 10);
  expect(ageMs()).toBe(4000);
  second(14, 12);
  expect(ageMs()).toBe(3000);
  second(14, 14);
  expect(ageMs()).toBe(1000);
});

test('one that is far behind for long grows older all the time', () => {
  const { second, ageMs } = createCase();
  second(10, 10);
  for (let written = 20; written < 220; written += 1) second(written, 15);
  expect(ageMs()).toBe(201_000);
});

test('after a replica hung reads come from the primary at once, and later from the replica again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const replica = { current: () => ({}) as ReplicaPools, ageMs: () => 0, close: () => Promise.resolve() };
  const prefer = createReplicaPreference(replica);
  const read = (fromReplica: () => Promise<string>) => prefer(fromReplica, () => Promise.resolve('primary'));
  const hang = () => Promise.withResolvers<string>().promise;
  const respond = () => Promise.resolve('replica');
  // One slow read keeps no others from a replica that serves them.
  const slow = read(hang);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await read(respond)).toBe('replica');
  await vi.advanceTimersByTimeAsync(1500);
  expect([await slow, await read(respond)]).toEqual(['primary', 'replica']);
  await vi.advanceTimersByTimeAsync(1);
  const first = read(hang);
  await vi.advanceTimersByTimeAsync(2500);
  expect([await first, await read(hang)]).toEqual(['primary', 'primary']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await read(respond)).toBe('replica');
});
