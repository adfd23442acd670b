import { importLibrary, setOptions } from '@googlemaps/js-api-loader';
import { connection } from '../../../data/connection.ts';
import { logWarning } from '../../../platform/log.ts';
import { KeyRefused } from '../../key-refused.ts';
import { withRetries } from '../../with-retries.ts';
import { within } from '../../within.ts';

const TIMEOUT_MS = 15_000;

let hasOptions = false;
let libraries: Promise<void> | null = null;
let refusal: KeyRefused | null = null;
const refusalListeners = new Set<(refusal: KeyRefused) => void>();

/**
 * Loads Google's Maps JavaScript API, once for all who ask; a failure is tried 3 more times.
 * @throws KeyRefused after Google refused the key, else the failure of the last try; the next call starts anew
 */
export function loadGoogleMaps(): Promise<void> {
  if (refusal) return Promise.reject(refusal);
  libraries ??= withRetries(requestLibraries, (cause) => {
    logWarning('Google Maps could not be loaded: check the key in GOOGLE_MAPS_API_KEY and the network', cause);
  }).catch((cause: unknown) => {
    libraries = null;
    throw cause;
  });
  return libraries;
}

/** One of the API's libraries. @throws as loadGoogleMaps, or when this library cannot be had */
export async function googleLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  await loadGoogleMaps();
  return within(TIMEOUT_MS, importLibrary(name));
}

/** Calls back when Google refuses the key, at once if it already has; answers how to stop. */
export function onKeyRefused(listener: (refusal: KeyRefused) => void): () => void {
  if (refusal) listener(refusal);
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

async function requestLibraries(): Promise<void> {
  const { googleMapsApiKey } = connection().config.maps;
  if (!googleMapsApiKey) throw new Error('there is no Google Maps key');
  if (!hasOptions) {
    hasOptions = true;
    // The one name under which Google says that it does not take a key.
    Object.assign(window, { gm_authFailure: refuseKey });
    setOptions({ key: googleMapsApiKey, v: 'weekly', language: 'en', region: 'US', libraries: ['places'] });
  }
  await within(TIMEOUT_MS, Promise.all([importLibrary('core'), importLibrary('maps'), importLibrary('marker')]));
}

function refuseKey(): void {
  refusal = new KeyRefused('Google refuses the key');
  for (const listener of refusalListeners) listener(refusal);
}
