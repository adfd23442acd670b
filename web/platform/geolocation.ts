import { Problem } from '../../domain/problems.ts';
import type { Position } from '../../domain/zones/distance.ts';

const TIMEOUT_MS = 10_000;
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 5 * 60_000 };
/** A little more than the browser's own time-out, which comes first wherever it works. */
const GUARD_MS = TIMEOUT_MS + 2000;
/** While the browser asks the person, its time-out does not run yet. */
const ASKING_GUARD_MS = 60_000;

/**
 * Where the device is, in degrees; the browser asks the person first.
 * @throws Problem `location-not-accessible` when refused, not found, not there or slower than 10 s; a browser that says
 * nothing at all is given up after 12 s, and after a minute while it asks the person
 */
export function currentPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Problem('location-not-accessible', { cause }));
    if (!('geolocation' in navigator)) {
      fail(new Error('this browser knows no positions'));
      return;
    }
    const stopGuard = startGuard(fail);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        stopGuard();
        resolve({ lat: coords.latitude, lng: coords.longitude });
      },
      (cause) => {
        stopGuard();
        fail(cause);
      },
      OPTIONS,
    );
  });
}

/** Gives up on a browser that never answers, not even by its own time-out. Answers with what calls it off. */
function startGuard(giveUp: (cause: Error) => void): () => void {
  const start = (ms: number) => setTimeout(() => giveUp(new Error(`the browser said nothing for ${ms} ms`)), ms);
  let isOver = false;
  let timer = start(GUARD_MS);
  const lengthen = ({ state }: PermissionStatus) => {
    if (isOver || state !== 'prompt') return;
    clearTimeout(timer);
    timer = start(ASKING_GUARD_MS);
  };
  // A browser that cannot say whether it asks is held to the short time.
  navigator.permissions?.query({ name: 'geolocation' }).then(lengthen, () => undefined);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
