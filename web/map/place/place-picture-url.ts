import type { Position } from '../../../domain/zones/distance.ts';
import { hasStillPictures } from '../map-service.ts';
import { getPictureUrl, type Theme } from '../open/picture.ts';

/** One size for all, which is cropped where there is less room: so the caches need few pictures. */
export const PLACE_PICTURE_SIZE = { width: 480, height: 96 };
const ZOOM = 14;
/** About a metre. */
const POSITION_DECIMALS = 5;

const round = (degrees: number) => Number(degrees.toFixed(POSITION_DECIMALS));

/** Where the server draws a small map around a place; null with a map that it cannot draw. */
export function getPlacePictureUrl({ lat, lng }: Position, theme: Theme): string | null {
  if (!hasStillPictures()) return null;
  return getPictureUrl({ position: { lat: round(lat), lng: round(lng), zoom: ZOOM }, ...PLACE_PICTURE_SIZE, theme });
}
