import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('while a replica hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const hang = () => new Promise<string>(() => undefined);
  const fromReplica = () => Promise.resolve('replica');
  const fromPrimary = () => Promise.resolve('primary');
  const createPreference = () =>
    createReplicaPreference({ current: () => ({}) as ReplicaPools, ageMs: () => 0, close: () => Promise.resolve() });

  test('after a replica hung reads come from the primary at once, and later from the replica again', async () => {
    const prefer = createPreference();
    const first = prefer(hang, fromPrimary);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await first).toBe('primary');
    expect(await prefer(hang, fromPrimary)).toBe('primary');
    await vi.advanceTimersByTimeAsync(5000);
    expect(await prefer(fromReplica, fromPrimary)).toBe('replica');
  });

  test('one slow read does not keep others from a replica that serves them', async () => {
    const prefer = createPreference();
    const slow = prefer(hang, fromPrimary);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await prefer(fromReplica, fromPrimary)).toBe('replica');
    await vi.advanceTimersByTimeAsync(1500);
    expect(await slow).toBe('primary');
    expect(await prefer(fromReplica, fromPrimary)).toBe('replica');
  });
});
