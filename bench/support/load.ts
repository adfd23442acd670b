import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What is asked, of whom, and how hard; with several origins each gets its share. */
export type Job = {
  origins: readonly string[];
  /** Asked in turn. */
  paths: readonly string[];
  connections: number;
  seconds: number;
  /** A steady rate instead of as many as are answered. */
  perSecond?: number;
  method: string;
  headers: Record<string, string>;
  /** One body for all requests, or one for each, all different. */
  bodies?: readonly string[];
};

/** What came of it; a latency is that of the slowest origin. */
export type LoadResult = { perSecond: number; total: number; p50Ms: number; p99Ms: number; failures: number };

const PROCESS = join(import.meta.dirname, 'load-process.ts');

/** Runs a load. @throws when an answer is not a good one, as a refusal is quick and would look like speed */
export async function load(job: Job): Promise<LoadResult> {
  const child = spawn(process.execPath, [PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const printed = await text(child.stdout);
  if (printed === '') throw new Error(`The load on ${job.paths[0]} broke off`);
  const result = JSON.parse(printed) as LoadResult;
  if (result.failures > 0) throw new Error(`${job.method} ${job.paths[0]} failed ${result.failures} times`);
  return result;
}
