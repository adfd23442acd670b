import type { Location } from 'react-router';
import * as z from 'zod';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';

export type ReturnLocation = Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>;

/** A mailed link works for this long. */
const KEPT_FOR_MS = 3_600_000;
/** A path of this origin: one slash, not followed by a second one. */
const OWN_PATH = /^\/(?![/\\])/;

const text = z.string().catch('');
const addressSchema = z.object({ pathname: z.string().regex(OWN_PATH), search: text, hash: text });
const stateSchema = z.object({ from: addressSchema.extend({ state: z.unknown() }) });

/** For those who leave the product to sign in and come back with a link, in any tab of this browser. */
const stored = createStoredValue('parqueo.return-location', addressSchema.extend({ at: z.int() }));

/** Parses the `from` of a navigation state. It comes from the browser's history, so it is not trusted. */
export function parseReturnLocation(state: unknown): ReturnLocation | null {
  return stateSchema.safeParse(state).data?.from ?? null;
}

const zoneSchema = z.object({ zone: z.object({ name: z.string() }) });

/** The name of the zone in which somebody wants to reserve who has to sign in first, or null. */
export const readZoneToReserve = (state: unknown): string | null =>
  zoneSchema.safeParse(parseReturnLocation(state)?.state).data?.zone.name ?? null;

/** Stores the `from` of a navigation state; removes an earlier one when there is none. */
export function storeReturnLocation(state: unknown): void {
  const from = parseReturnLocation(state);
  stored.remove();
  if (from === null) return;
  const { pathname, search, hash } = from;
  stored.write({ pathname, search, hash, at: getNow().getTime() });
}

/** The location stored last, once; null when there is none or it is too old. */
export function takeReturnLocation(): Omit<ReturnLocation, 'state'> | null {
  const found = stored.read();
  stored.remove();
  if (found === null) return null;
  const { at, ...location } = found;
  const age = getNow().getTime() - at;
  return age >= 0 && age < KEPT_FOR_MS ? location : null;
}
