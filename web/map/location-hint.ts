/** GeolocationPositionError.PERMISSION_DENIED of the Geolocation API. */
const PERMISSION_DENIED = 1;

/** What a driver can do when the device has no position. */
export const LOCATION_HINTS = {
  denied: 'Unable to access your location. Allow it for this site in your browser, or search by address.',
  unknown: 'Unable to access your location. Try again outdoors, or search by address.',
} as const;

/** The hint for the browser's error, which is reliable only for a denied permission. */
export function toLocationHint(reason: unknown): string {
  const isDenied =
    typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === PERMISSION_DENIED;
  return isDenied ? LOCATION_HINTS.denied : LOCATION_HINTS.unknown;
}
