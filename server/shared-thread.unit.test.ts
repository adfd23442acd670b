import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSharedThread } from './shared-thread.ts';

const MODULE = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (job) => {
  while (job === 'hang');
  if (job === 'fail') throw new Error('failed');
  parentPort.postMessage(job);
});
parentPort.postMessage('ready');`;

async function openThread() {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  await writeFile(file, MODULE);
  const thread = createSharedThread<string, string>({ file, workerData: null, timeLimitMs: 500, maxWaiting: 2 });
  return (job: string, network = '192.0.2.1') => thread.run({ networks: [network], kind: 'job' }, job);
}

test.each(['hang', 'fail'])('after a job that does %s the next one is done, in a new thread', async (job) => {
  const run = await openThread();
  expect(await run('first')).toBe('first');
  await expect(run(job)).rejects.toMatchObject({ status: 503 });
  expect(await run('next')).toBe('next');
});

test('few jobs of a network wait, and one of another network is done all the same', async () => {
  const run = await openThread();
  const jobs = Promise.allSettled(['hang', 'a', 'b', 'c', 'd'].map((job) => run(job, '203.0.113.7')));
  expect(await run('other')).toBe('other');
  const ends = (await jobs).map((end) => (end.status === 'fulfilled' ? end.value : end.reason.status));
  expect(ends).toEqual([503, 'a', 'b', 429, 429]);
});
