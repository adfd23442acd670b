/** GeolocationPositionError.PERMISSION_DENIED of the Geolocation API. */
const PERMISSION_DENIED = 1;

/** What a driver can do when the device does not say where it is. */
export const LOCATION_HINTS = {
  denied: 'Unable to access your location. Allow it for this site in your browser, or search by address.',
  unknown: 'Unable to access your location. Try again outdoors, or search by address.',
} as const;

/** The hint for why there is no position: what the browser gave as the reason, which only tells a refusal for sure. */
export function locationHint(reason: unknown): string {
  const isDenied =
    typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === PERMISSION_DENIED;
  return isDenied ? LOCATION_HINTS.denied : LOCATION_HINTS.unknown;
}
