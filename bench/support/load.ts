import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type LoadRequest = { path: string; headers?: Record<string, string>; body?: string };

/** With several origins, each gets its share of the connections. */
export type Job = {
  origins: readonly string[];
  method: string;
  /** Sent with every request. */
  headers: Record<string, string>;
  /** Sent again and again. Each connection begins at another one, so that no two send the same one at the same time. */
  requests: readonly LoadRequest[];
  /** Sends each request once at most, such as a booking of a time of its own. */
  isEachSentOnce?: boolean;
  connections: number;
  seconds: number;
  /** A steady rate instead of as many as possible. */
  perSecond?: number;
};

/** Latencies are those of the slowest origin. */
export type LoadResult = { perSecond: number; total: number; p50Ms: number; p99Ms: number; failures: number };

const PROCESS = join(import.meta.dirname, 'load-process.ts');

/** Runs a load. @throws when a response is an error: those are quick and would look like speed */
export async function load(job: Job): Promise<LoadResult> {
  const child = spawn(process.execPath, [PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const printed = await text(child.stdout);
  if (printed === '') throw new Error(`The load on ${job.requests[0]?.path} broke off`);
  const result = JSON.parse(printed) as LoadResult;
  if (result.failures > 0) throw new Error(`${job.method} ${job.requests[0]?.path} failed ${result.failures} times`);
  return result;
}
