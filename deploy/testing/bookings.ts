import { setTimeout as delay } from 'node:timers/promises';
import {
  type Address,
  createBooking,
  type NewReservation,
  type Outcome,
  reserve,
  send,
} from '../../e2e/faults/traffic.ts';
import type { CrowdDriver } from '../../server/testing/crowd.ts';

const RETRY_MS = 250;
const READ_EVERY_MS = 100;

/** Moments, in the milliseconds of `performance.now()`. */
type Moments = number[];

export type Bookings = {
  /** Stays that the server said it has, at the first request or at a repeated one. */
  booked: NewReservation[];
  /** Responses other than success, by their status; 0 is none. */
  failures: Map<number, number>;
  /** When a booking or a read succeeded. */
  writes: Moments;
  reads: Moments;
  /** How long the slowest request has waited for its response. */
  longestMs: () => number;
  stop: () => Promise<void>;
};

/** The time from a moment to the next success, in seconds. */
export function findDelay(moments: Moments, since: number): number {
  const next = moments.find((moment) => moment >= since) ?? Number.POSITIVE_INFINITY;
  return (next - since) / 1000;
}

/**
 * Lets each driver book one hour after the other on a space of their own. What fails is repeated until the server has it,
 * as the app does it; the next booking follows after a while.
 */
export function startBookings(
  addresses: readonly Address[],
  drivers: readonly CrowdDriver[],
  spaces: readonly string[],
  pauseMs: number,
): Bookings {
  const bookings = {
    booked: [] as NewReservation[],
    failures: new Map<number, number>(),
    writes: [] as Moments,
    reads: [] as Moments,
  };
  const { booked, failures, writes, reads } = bookings;
  let isOver = false;
  let longestMs = 0;
  const timed = async (request: Promise<Outcome>): Promise<Outcome> => {
    const sentAt = performance.now();
    const outcome = await request;
    longestMs = Math.max(longestMs, performance.now() - sentAt);
    return outcome;
  };
  const fail = (status: number) => failures.set(status, (failures.get(status) ?? 0) + 1);

  async function book(address: Address, driver: CrowdDriver, reservation: NewReservation): Promise<void> {
    for (let isRepeated = false; ; isRepeated = true) {
      const { status } = await timed(reserve(address, driver, reservation));
      // It is there already, when the response to the first request was lost.
      if (status === 201 || (isRepeated && status === 409)) {
        booked.push(reservation);
        writes.push(performance.now());
        return;
      }
      fail(status);
      if (isOver) return;
      await delay(RETRY_MS);
    }
  }

  const drive = async (driver: CrowdDriver, index: number) => {
    const address = addresses[index % addresses.length];
    if (address === undefined) throw new Error('There is no server');
    for (let hour = 1; !isOver; hour += 1) {
      await book(address, driver, createBooking(driver, spaces[index] ?? '', hour));
      await delay(pauseMs);
    }
  };
  const read = async (address: Address) => {
    while (!isOver) {
      const { status } = await timed(send(address, null, '/rest/v1/parking_zones?select=id'));
      if (status === 200) reads.push(performance.now());
      else fail(status);
      await delay(READ_EVERY_MS);
    }
  };
  const all = Promise.all([...drivers.map(drive), ...addresses.map(read)]);
  return {
    ...bookings,
    longestMs: () => longestMs,
    async stop() {
      isOver = true;
      await all;
    },
  };
}
