import { randomUUID } from 'node:crypto';
import type { CrowdDriver } from '../../server/testing/crowd.ts';

const HOUR_MS = 3_600_000;
/** No answer may take longer, whatever is broken behind the server. */
const HANGS_AFTER_MS = 15_000;

/** What came of a request: a status and a body; `NO_RESPONSE` and nothing when none came. */
export type Outcome = { status: number; body: string };
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
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error(`${path} hangs`, { cause: error });
    return { status: NO_RESPONSE, body: '' };
  }
}

/** Asks for a reservation. */
export const reserve = (address: Address, driver: CrowdDriver, reservation: NewReservation): Promise<Outcome> =>
  send(address, driver, '/rest/v1/reservations', reservation);
