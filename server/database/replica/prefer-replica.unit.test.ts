import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReplicaPools } from '../../../supabase-server/postgrest/execute/run-stale.ts';
import { createReplicaPreference } from '../read-replica.ts';

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
