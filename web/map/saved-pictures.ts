import * as z from 'zod';
import { type Position, roundPosition } from '../../domain/zones/distance.ts';
import { createStoredList } from '../ui/platform/stored-value.ts';
import { hasStillPictures } from './map-service.ts';
import { getPictureUrl, type Theme } from './open/picture.ts';

/** All screens use this size and crop it where they have less room, so that the caches need few pictures. */
export const PLACE_PICTURE_SIZE = { width: 480, height: 96 };

const ZOOM = 14;

/** About a metre. */
const POSITION_DECIMALS = 5;

const stored = createStoredList('parqueo.map-pictures', z.object({ url: z.string(), svg: z.string() }));

/** The picture that this device keeps of an address, as a data URL; null without one. */
export function findSavedPicture(url: string): string | null {
  const saved = stored.read()?.find((picture) => picture.url === url);
  return saved === undefined ? null : `data:image/svg+xml,${encodeURIComponent(saved.svg)}`;
}

/**
 * Keeps the pictures of these places in both themes for times without a connection, and no others.
 * @throws Error when one cannot be loaded or there is no room; then the earlier ones stay
 */
export async function keepPictures(positions: readonly Position[], signal: AbortSignal): Promise<void> {
  const urls = positions
    .flatMap((position) => [getPlacePictureUrl(position, 'light'), getPlacePictureUrl(position, 'dark')])
    .filter((url) => url !== null);
  const saved = (stored.read() ?? []).filter(({ url }) => urls.includes(url));
  const missing = [...new Set(urls)].filter((url) => !saved.some((picture) => picture.url === url));
  // Whatever is not needed any more goes, with or without a connection.
  stored.write(saved);
  const loaded = await Promise.all(missing.map(async (url) => ({ url, svg: await loadPicture(url, signal) })));
  signal.throwIfAborted();
  if (loaded.length > 0) stored.write([...saved, ...loaded]);
}

async function loadPicture(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The picture of a place ended with HTTP ${response.status}`);
  return response.text();
}

/** Where the server draws a small map around a place; null with a map that it cannot draw. */
export function getPlacePictureUrl(position: Position, theme: Theme): string | null {
  if (!hasStillPictures()) return null;
  const rounded = { ...roundPosition(position, POSITION_DECIMALS), zoom: ZOOM };
  return getPictureUrl({ position: rounded, ...PLACE_PICTURE_SIZE, theme });
}
