import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { getStayEnd, hasBegun, type Stay } from './stay.ts';

/** Hours to offer for an extension. */
export const EXTENSION_HOURS = [1, 2, 3] as const;

/** From so long before its start a driver can say that somebody else is on the space. */
const SWAP_BEFORE_START_MS = 15 * millisecondsInMinute;

/** What an extension is added to: the end of the stay, or this minute for a stay that is over and not ended. */
export function getExtensionStart(stay: Stay, now: Date): Date {
  const end = getStayEnd(stay);
  return end > now ? end : new Date(Math.ceil(now.getTime() / millisecondsInMinute) * millisecondsInMinute);
}

/** In hours of whole minutes, as the database extends. */
export function getExtensionHours(stay: Stay, end: Date): number {
  const minutes = Math.floor((end.getTime() - getStayEnd(stay).getTime()) / millisecondsInMinute);
  return (minutes * millisecondsInMinute) / millisecondsInHour;
}

/** The end that a stay really gets when it is extended to about this one. */
export function roundExtensionEnd(stay: Stay, end: Date): Date {
  return new Date(getStayEnd(stay).getTime() + getExtensionHours(stay, end) * millisecondsInHour);
}

export function canExtend(stay: Stay, now: Date): boolean {
  return hasBegun(stay, now);
}

/** From 15 minutes before its start to its end. */
export function canSwapSpace(stay: Stay, now: Date): boolean {
  return Date.parse(stay.startTime) - SWAP_BEFORE_START_MS <= now.getTime() && now <= getStayEnd(stay);
}
