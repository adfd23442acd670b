import { useCallback, useEffect, useState } from 'react';
import { m } from '#messages';
import type { Position } from '../../domain/zones/distance.ts';
import { getCurrentPosition } from '../ui/platform/geolocation.ts';
import { logWarning } from '../ui/platform/log.ts';

/** GeolocationPositionError.PERMISSION_DENIED of the Geolocation API. */
const PERMISSION_DENIED = 1;

/** What a driver can do when the device has no position. */
export const LOCATION_HINTS = {
  denied: m.map_location_denied(),
  unknown: m.map_location_unknown(),
};

/**
 * The user's position once they requested it, a new object each time. Failures are logged; the hint says what can be done.
 * @param startsIfAllowed requests it at the start where the browser asks nobody any more
 */
export function useUserLocation({ startsIfAllowed = false } = {}) {
  const [location, setLocation] = useState<Position | null>(null);
  const [isLocating, setIsLocating] = useState(false);
  const [hint, setHint] = useState<string | null>(null);

  const locate = useCallback(async () => {
    setIsLocating(true);
    setHint(null);
    try {
      setLocation(await getCurrentPosition());
    } catch (error) {
      logWarning('Location request failed', error);
      setHint(toLocationHint(error instanceof Error ? error.cause : error));
    } finally {
      setIsLocating(false);
    }
  }, []);

  useEffect(() => {
    if (!startsIfAllowed || !('permissions' in navigator)) return;
    let isCurrent = true;
    navigator.permissions.query({ name: 'geolocation' }).then(
      ({ state }) => {
        if (isCurrent && state === 'granted') void locate();
      },
      (error: unknown) => logWarning('The permission to locate could not be read', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [startsIfAllowed, locate]);

  return { location, isLocating, hint, locate };
}

/** The hint for the browser's error, which is reliable only for a denied permission. */
export function toLocationHint(reason: unknown): string {
  const isDenied =
    typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === PERMISSION_DENIED;
  return isDenied ? LOCATION_HINTS.denied : LOCATION_HINTS.unknown;
}
