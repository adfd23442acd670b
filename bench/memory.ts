import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { onlyServer, startEmbeddedServer } from '../e2e/faults/targets.ts';
import { createBooking, reserve, send } from '../e2e/faults/traffic.ts';
import { createDataDir } from '../e2e/server.ts';
import type { CrowdDriver } from '../server/testing/crowd.ts';
import { report } from './support/report.ts';

// How much the server's memory grows under load: `node bench/memory.ts [minutes]`. Drivers look for a space, book it, look at
// their lists and plan the way, again and again. The resident memory of the server is read every 2 seconds, and a line is fitted
// through the second half. Linux only.

const DRIVERS = 6;
const SAMPLE_MS = 2000;
/** Memory is stable after some 40,000 requests. */
const WARM_UP_SHARE = 1 / 2;
const GOAL_MB_PER_MINUTE = 1;
const minutes = Number(process.argv[2] ?? 10);

const dataDir = await createDataDir();
const target = await startEmbeddedServer(dataDir, { drivers: DRIVERS });
const server = onlyServer(target);
const endsAt = Date.now() + minutes * 60_000;
let requests = 0;
let failures = 0;

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** One visit, with other addresses than the ones before. */
async function visit(driver: CrowdDriver, spaceId: string, hour: number): Promise<void> {
  const reservation = createBooking(driver, spaceId, hour);
  const lat = 18.4 + (hour % 997) / 10_000;
  const steps = [
    () => send(server, driver, '/rest/v1/parking_zones?select=*,parking_spaces(id,status)&order=name'),
    () =>
      send(
        server,
        driver,
        `/rest/v1/space_occupancy?parking_space_id=eq.${spaceId}&start_time=lt.${reservation.end_time}`,
      ),
    () => reserve(server, driver, reservation),
    () => send(server, driver, `/rest/v1/reservations?id=eq.${reservation.id}&select=*,parking_spaces(name)`),
    () => send(server, driver, '/auth/v1/user'),
    () => send(server, null, `/maps/api?q=naco${hour % 100}&lat=${lat}&lon=-69.93`),
    () => send(server, null, `/maps/route/v1/driving/-69.93,${lat};-69.9312,18.4861?steps=true&overview=full`),
    () => send(server, null, `/auth/v1/token?grant_type=refresh_token`, { refresh_token: reservation.id }),
  ];
  for (const step of steps) {
    const { status } = await step();
    requests += 1;
    if (status === 0 || status >= 500) failures += 1;
  }
}

/** Megabytes a minute, by least squares. */
function fitSlope(samples: readonly { minute: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = { minute: mean(samples.map(({ minute }) => minute)), mb: mean(samples.map(({ mb }) => mb)) };
  const sum = (read: (sample: { minute: number; mb: number }) => number) =>
    samples.reduce((total, sample) => total + read(sample), 0);
  const along = sum(({ minute, mb }) => (minute - middle.minute) * (mb - middle.mb));
  return along / sum(({ minute }) => (minute - middle.minute) ** 2);
}

try {
  const visits = target.drivers.map(async (driver, index) => {
    for (let hour = 1; Date.now() < endsAt; hour += 1) await visit(driver, target.spaces[index] ?? '', hour);
  });
  const startedAt = Date.now();
  const samples: { minute: number; mb: number }[] = [];
  while (Date.now() < endsAt) {
    await delay(SAMPLE_MS);
    samples.push({ minute: (Date.now() - startedAt) / 60_000, mb: await residentMb() });
  }
  await Promise.all(visits);
  const warm = samples.filter(({ minute }) => minute > minutes * WARM_UP_SHARE);
  const slope = fitSlope(warm);
  const first = warm[0]?.mb ?? Number.NaN;
  const last = warm.at(-1)?.mb ?? Number.NaN;
  report({ name: 'requests that failed under load', measured: failures, atMost: 0 }, `of ${requests}`);
  report(
    { name: `memory over ${minutes} minutes, a minute`, measured: slope, unit: 'MB', atMost: GOAL_MB_PER_MINUTE },
    `${first.toFixed(0)} MB to ${last.toFixed(0)} MB`,
  );
} finally {
  await target.stop();
  await rm(dataDir, { recursive: true, force: true });
}
