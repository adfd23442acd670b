import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { onlyServer, startEmbeddedServer } from '../e2e/faults/targets.ts';
import { createDataDir } from '../e2e/server.ts';
import type { FuzzRequest } from '../server/testing/fuzz/arbitrary-request.ts';
import { findFault, throwAt } from '../server/testing/fuzz/judge.ts';
import { type FuzzApi, REQUESTS } from '../server/testing/fuzz/requests.ts';
import { report } from './support/report.ts';

// Throws requests of all kinds at each interface of a real server: `node bench/fuzz.ts [runs] [seed]`. Every response has to
// come within 2 seconds, be no failure of the server's, and show nothing of its inside.

const SHOWN = 5;
const SHOWN_LENGTH = 1500;
const runs = Number(process.argv[2] ?? 5000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);

const dataDir = await createDataDir();
const target = await startEmbeddedServer(dataDir, { drivers: 2 });
const server = onlyServer(target);
const [driver, admin] = target.drivers;
if (!driver || !admin) throw new Error('There is nobody to ask');
const sql = target.connect();
await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`;
await sql.end();
const { hostname: host, port } = new URL(server.url);
const tokens = { driver: driver.token, admin: admin.token, service: target.env.SECRET_KEY ?? '' };
const aim = { host, port: Number(port), publishableKey: server.publishableKey, tokens };

async function fault(api: FuzzApi, request: FuzzRequest, statuses: Map<number, number>): Promise<string | null> {
  try {
    const response = await throwAt(aim, request);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return findFault(api, response);
  } catch (error) {
    return String(error);
  }
}

const written = ({ body, ...rest }: FuzzRequest) =>
  JSON.stringify({ ...rest, body: body?.toString('latin1') }).slice(0, SHOWN_LENGTH);

try {
  for (const api of Object.keys(REQUESTS) as FuzzApi[]) {
    const startedAt = performance.now();
    const faults = new Map<string, FuzzRequest>();
    const statuses = new Map<number, number>();
    for (const request of fc.sample<FuzzRequest>(REQUESTS[api], { seed, numRuns: runs })) {
      const found = await fault(api, request, statuses);
      if (found !== null && !faults.has(found)) faults.set(found, request);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    report(
      { name: `kinds of faults of /${api}`, measured: faults.size, atMost: 0 },
      `${runs} requests in ${seconds.toFixed(0)} s, seed ${seed}`,
    );
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`  ${counts.join(', ')}`);
    for (const [found, request] of [...faults].slice(0, SHOWN)) console.log(`  ${found}\n    ${written(request)}`);
  }
} finally {
  await target.stop();
  await rm(dataDir, { recursive: true, force: true });
}
