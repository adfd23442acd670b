import pTimeout from 'p-timeout';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';

const PROBE_TIMEOUT_MS = 1500;

export type ProbeResult = { state: 'online'; milliseconds: number } | { state: 'trouble' };

/** One of each part that can be asked without a cost. */
export type Probes = { api: () => Promise<ProbeResult>; database: () => Promise<ProbeResult> };

async function measure(check: DatabaseCheck): Promise<ProbeResult> {
  const startedAt = performance.now();
  try {
    await pTimeout(check(), { milliseconds: PROBE_TIMEOUT_MS });
    return { state: 'online', milliseconds: Math.round(performance.now() - startedAt) };
  } catch {
    // Why is in the log of the requests that fail.
    return { state: 'trouble' };
  }
}

type Checks = {
  /** Through the connections of the data API. */
  checkDatabase: DatabaseCheck;
  /** Through the connections of sign-in and functions. */
  checkOwner: DatabaseCheck;
};

/** The data API and the database, each within a second and a half. */
export function createProbes({ checkDatabase, checkOwner }: Checks): Probes {
  return { api: () => measure(checkDatabase), database: () => measure(checkOwner) };
}
