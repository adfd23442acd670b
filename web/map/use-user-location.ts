import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import type { Position } from '../../domain/zones/distance.ts';
import { getCurrentPosition } from '../ui/platform/geolocation.ts';
import { logWarning } from '../ui/platform/log.ts';

/** GeolocationPositionError.PERMISSION_DENIED of the Geolocation API. */
const PERMISSION_DENIED = 1;

/**
 * The user's position once they requested it, a new object each time. Failures are logged; the hint says what can be done.
 * @param startsIfAllowed requests it at the start where the browser asks nobody any more
 */
export function useUserLocation({ startsIfAllowed = false } = {}) {
  const [location, setLocation] = useState<Position | null>(null);
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: getCurrentPosition,
    onSuccess: setLocation,
    onError: (problem) => logWarning('Location request failed', problem),
  });

  useEffect(() => {
    if (!startsIfAllowed || !('permissions' in navigator)) return;
    navigator.permissions.query({ name: 'geolocation' }).then(
      ({ state }) => {
        if (state === 'granted') mutate();
      },
      (problem: unknown) => logWarning('The permission to locate could not be read', problem),
    );
  }, [startsIfAllowed, mutate]);

  return { location, isLocating: isPending, hint: error && toLocationHint(error.cause), locate: () => mutate() };
}

/** What a driver can do; the browser's reason is reliable only for a denied permission. */
function toLocationHint(reason: unknown): string {
  const isDenied =
    typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === PERMISSION_DENIED;
  return isDenied ? m.map_location_denied() : m.map_location_unknown();
}
