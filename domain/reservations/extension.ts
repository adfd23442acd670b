import { millisecondsInMinute } from 'date-fns/constants';
import type { Period } from '../days/period.ts';
import { hasBegun } from './times.ts';

/** Hours to offer for an extension. */
export const EXTENSION_HOURS = [1, 2, 3] as const;

/** From so long before its start a driver can say that somebody else is on the space. */
const SWAP_BEFORE_START_MS = 15 * millisecondsInMinute;

/** What an extension is added to: the end of the reservation, or this minute for a reservation that is over and not ended. */
export function getExtensionStart({ endsAt }: Period, now: Date): Date {
  return endsAt > now ? endsAt : new Date(Math.ceil(now.getTime() / millisecondsInMinute) * millisecondsInMinute);
}

/** The end that a reservation really gets when it is extended to about this one: the database adds whole minutes. */
export function roundExtensionEnd({ endsAt }: Period, end: Date): Date {
  const minutes = Math.floor((end.getTime() - endsAt.getTime()) / millisecondsInMinute);
  return new Date(endsAt.getTime() + minutes * millisecondsInMinute);
}

export function canExtend(reservation: Period, now: Date): boolean {
  return hasBegun(reservation, now);
}

/** From 15 minutes before its start to its end. */
export function canSwapSpace({ startsAt, endsAt }: Period, now: Date): boolean {
  return startsAt.getTime() - SWAP_BEFORE_START_MS <= now.getTime() && now <= endsAt;
}
