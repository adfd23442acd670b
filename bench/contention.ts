import { startReplicas } from '../e2e/faults/targets.ts';
import { createBooking, type Outcome, reserve } from '../e2e/faults/traffic.ts';
import { report } from './support/report.ts';

// 500 drivers book the same 20 spaces at the same moment, through two servers on one PostgreSQL. 20 of them get one, the others
// an error at once, and no request waits long.

const DRIVERS = 500;
const SPACES = 20;
const ROUNDS = 5;
const P99_GOAL_MS = 1000;
const TAKEN = '23P01';

type Timed = { outcome: Outcome; ms: number };

const target = await startReplicas({ servers: 2, drivers: DRIVERS });
const spaces = target.spaces.slice(0, SPACES);

/** Every driver books the same hour, spread over the servers and the spaces. */
function reserveAll(hour: number): Promise<Timed[]> {
  return Promise.all(
    target.drivers.map(async (driver, index) => {
      const server = target.servers[index % target.servers.length];
      const space = spaces[Math.floor(index / target.servers.length) % SPACES];
      if (!server || !space) throw new Error('There are too few servers or spaces');
      const startedAt = performance.now();
      const outcome = await reserve(server, driver, createBooking(driver, space, hour));
      return { outcome, ms: performance.now() - startedAt };
    }),
  );
}

const isRejected = ({ outcome: { status, body } }: Timed) => status === 409 && body.includes(TAKEN);

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

try {
  // The first round opens connections and prepares statements.
  await reserveAll(1);
  const responses: Timed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) responses.push(...(await reserveAll(round + 2)));
  const booked = responses.filter(({ outcome }) => outcome.status === 201).length;
  const rejected = responses.filter(isRejected).length;
  const times = responses.map(({ ms }) => ms);
  const name = `${DRIVERS} drivers for ${SPACES} spaces, 2 servers`;
  report({ name: `${name}: booked too many or too few`, measured: Math.abs(booked - SPACES * ROUNDS), atMost: 0 });
  report(
    { name: `${name}: neither booked nor rejected`, measured: responses.length - booked - rejected, atMost: 0 },
    `${booked / ROUNDS} booked and ${rejected / ROUNDS} rejected a round`,
  );
  report(
    { name: `${name}: p99`, measured: percentile(times, 0.99), unit: 'ms', atMost: P99_GOAL_MS },
    `half within ${percentile(times, 0.5).toFixed(0)} ms`,
  );
} finally {
  await target.stop();
}
