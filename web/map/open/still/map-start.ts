import { type Picture, parsePictureUrl } from './picture.ts';

/** A picture, and where its upper left corner is in the map, in px. */
export type StartPicture = { picture: Picture; x: number; y: number; image: HTMLImageElement };

/** The picture that the page shows before its scripts run, on phones that open the map first; otherwise null. */
export function findStartPicture(): StartPicture | null {
  const image = document.querySelector<HTMLImageElement>('#map-start img');
  const map = image?.closest('[data-map]');
  if (!image || !map) return null;
  const { x, y, width } = image.getBoundingClientRect();
  const corner = map.getBoundingClientRect();
  return width === 0 ? null : { picture: parsePictureUrl(image.src), x: x - corner.x, y: y - corner.y, image };
}
