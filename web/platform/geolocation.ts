import type { Position } from '../../domain/distance.ts';
import { Problem } from '../../domain/problems.ts';

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5 * 60_000 };

/**
 * Where the device is, in degrees; the browser asks the person first.
 * @throws Problem `location-not-accessible` when refused, not found, not there or slower than 10 s
 */
export function currentPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Problem('location-not-accessible'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      (cause) => reject(new Problem('location-not-accessible', { cause })),
      OPTIONS,
    );
  });
}
