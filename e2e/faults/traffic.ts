import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { CrowdDriver } from '../../server/testing/crowd.ts';

const HOUR_MS = 3_600_000;
/** No answer may take longer, whatever is broken behind the server. */
const HANGS_AFTER_MS = 15_000;
/** What an answer never holds: a stack, a file, an address, a word of the driver's, or SQL. */
const INSIDES = /node_modules|\.ts:\d|base\/\d|pg_wal|\n\s+at |ECONN|127\.0\.0\.1|insert into|select /i;

/** What came of a request: a status and a body, or `NO_RESPONSE` and the system's word for why there is none. */
export type Outcome = { status: number; body: string; retryAfter: string | null; broken?: string };
export const NO_RESPONSE = 0;

/** Where a request goes. */
export type Address = { url: string; publishableKey: string };

/** A reservation as a browser asks for it, with the id it keeps for a repeat. */
export type NewReservation = {
  id: string;
  user_id: string;
  parking_space_id: string;
  start_time: string;
  end_time: string;
  status: 'active';
};

/** A reservation of an hour that begins so many whole hours from now. */
export function createBooking(driver: CrowdDriver, spaceId: string, startsInHours: number): NewReservation {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + startsInHours * HOUR_MS;
  return {
    id: randomUUID(),
    user_id: driver.id,
    parking_space_id: spaceId,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + HOUR_MS).toISOString(),
    status: 'active',
  };
}

function findReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause ?? error);
}

/** Sends a request in a driver's name or in nobody's; a body makes it a POST. @throws when it hangs */
export async function send(
  { url, publishableKey }: Address,
  driver: CrowdDriver | null,
  path: string,
  body?: unknown,
): Promise<Outcome> {
  const headers = {
    apikey: publishableKey,
    'content-type': 'application/json',
    ...(driver === null ? {} : { authorization: `Bearer ${driver.token}` }),
  };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(HANGS_AFTER_MS) });
    return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error(`${path} hangs`, { cause: error });
    return { status: NO_RESPONSE, body: '', retryAfter: null, broken: findReason(error) };
  }
}

/** Asks for a reservation. */
export const reserve = (address: Address, driver: CrowdDriver, reservation: NewReservation): Promise<Outcome> =>
  send(address, driver, '/rest/v1/reservations', reservation);

/** Bookings that go on until they are stopped. */
export type Traffic = { outcomes: Outcome[]; booked: NewReservation[]; stop: () => Promise<void> };

/** Lets each driver book one hour after the other on a space of their own, as fast as they are answered. */
export function startTraffic(address: Address, drivers: readonly CrowdDriver[], spaces: readonly string[]): Traffic {
  const outcomes: Outcome[] = [];
  const booked: NewReservation[] = [];
  let isOver = false;
  const bookOn = async (driver: CrowdDriver, spaceId: string) => {
    for (let hour = 1; !isOver; hour += 1) {
      const reservation = createBooking(driver, spaceId, hour);
      const outcome = await reserve(address, driver, reservation);
      outcomes.push(outcome);
      if (outcome.status === 201) booked.push(reservation);
    }
  };
  const all = Promise.all(drivers.map((driver, index) => bookOn(driver, spaces[index] ?? '')));
  return {
    outcomes,
    booked,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Expects that a refusal says in JSON that it is for now only, and nothing about the server's insides. */
export function expectPassing({ status, body, retryAfter }: Outcome): void {
  // 504: all connections were waiting for the database.
  expect([503, 504]).toContain(status);
  expect([retryAfter, body]).toEqual([expect.stringMatching(/^\d+$/), expect.any(String)]);
  expect(JSON.parse(body)).toEqual(expect.any(Object));
  expect(body).not.toMatch(INSIDES);
}
