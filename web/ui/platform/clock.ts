import { deviceStorage } from './device-storage.ts';

// The time of the product. It is the server's, which decides what has begun and what is over: a device's own clock may be hours off.

const KEY = 'parqueo.clock-offset';
/** Responses tell the time in whole seconds, and half of the way of a request may have taken all of its time. */
const RESOLUTION_MS = 1000;
const MINUTE_MS = 60_000;
const NOTICEABLE_MS = 2 * MINUTE_MS;

/** How far the server's clock is ahead of this device's. Without a connection it stays what it was. */
let offsetMs = Number(deviceStorage.getItem(KEY)) || 0;
const listeners = new Set<() => void>();

export const getNow = (): Date => new Date(Date.now() + offsetMs);

/** The product's time of a moment that a library took from the device's clock. */
export const fromDeviceTime = (ms: number): Date => new Date(ms + offsetMs);

/** How far the device's clock is ahead of the product's time, in milliseconds to the minute; 0 unless a person would notice it. */
export const getClockError = (): number =>
  Math.abs(offsetMs) < NOTICEABLE_MS ? 0 : Math.round(-offsetMs / MINUTE_MS) * MINUTE_MS;

export function onClockError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Learns the server's time from its response. The offset changes only when it is off by more than the response can be. */
export function learnServerTime(response: Response, sentAt: number): void {
  const written = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(written)) return;
  // Somebody may have set the clock back since.
  const wayMs = Math.max(0, Date.now() - sentAt) / 2;
  const measured = written + RESOLUTION_MS / 2 + wayMs - Date.now();
  if (Math.abs(measured - offsetMs) <= wayMs + RESOLUTION_MS) return;
  offsetMs = Math.round(measured);
  deviceStorage.setItem(KEY, String(offsetMs));
  for (const notify of listeners) notify();
}
