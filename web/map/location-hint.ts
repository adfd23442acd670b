import { m } from '#messages';

/** GeolocationPositionError.PERMISSION_DENIED of the Geolocation API. */
const PERMISSION_DENIED = 1;

/** What a driver can do when the device has no position. */
export const LOCATION_HINTS = {
  denied: m.map_location_denied(),
  unknown: m.map_location_unknown(),
};

/** The hint for the browser's error, which is reliable only for a denied permission. */
export function toLocationHint(reason: unknown): string {
  const isDenied =
    typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === PERMISSION_DENIED;
  return isDenied ? LOCATION_HINTS.denied : LOCATION_HINTS.unknown;
}
