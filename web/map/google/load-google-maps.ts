import { importLibrary, setOptions } from '@googlemaps/js-api-loader';
import pTimeout from 'p-timeout';
import { getLocale } from '#language';
import { connection } from '../../data/connection.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { InvalidMapKeyError, withRetries } from '../map-service.ts';

const TIMEOUT_MS = 15_000;

let hasOptions = false;
let libraries: Promise<void> | null = null;
let keyError: InvalidMapKeyError | null = null;
const keyErrorListeners = new Set<(error: InvalidMapKeyError) => void>();

/**
 * Loads Google's Maps JavaScript API once, with 3 retries.
 * @throws InvalidMapKeyError after Google rejected the key, else the error of the last attempt; the next call starts again
 */
export function loadGoogleMaps(): Promise<void> {
  if (keyError) return Promise.reject(keyError);
  libraries ??= withRetries(requestLibraries, (cause) => {
    logWarning('Google Maps could not be loaded: check the key in GOOGLE_MAPS_API_KEY and the network', cause);
  }).catch((cause: unknown) => {
    libraries = null;
    throw cause;
  });
  return libraries;
}

/** @throws as loadGoogleMaps, or when this library does not load in time */
export async function loadGoogleLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  await loadGoogleMaps();
  return pTimeout(importLibrary(name), { milliseconds: TIMEOUT_MS });
}

/** Calls back when Google rejects the key, at once if it already has; returns the function that unsubscribes. */
export function onInvalidKey(listener: (error: InvalidMapKeyError) => void): () => void {
  if (keyError) listener(keyError);
  keyErrorListeners.add(listener);
  return () => keyErrorListeners.delete(listener);
}

async function requestLibraries(): Promise<void> {
  const { googleMapsApiKey } = connection().config.maps;
  if (!googleMapsApiKey) throw new Error('there is no Google Maps key');
  if (!hasOptions) {
    hasOptions = true;
    // Google calls this global function when it rejects the key.
    Object.assign(window, { gm_authFailure: handleInvalidKey });
    setOptions({ key: googleMapsApiKey, v: 'weekly', language: getLocale(), region: 'US', libraries: ['places'] });
  }
  await pTimeout(Promise.all([importLibrary('core'), importLibrary('maps'), importLibrary('marker')]), {
    milliseconds: TIMEOUT_MS,
  });
}

function handleInvalidKey(): void {
  keyError = new InvalidMapKeyError('Google refuses the key');
  for (const listener of keyErrorListeners) listener(keyError);
}
