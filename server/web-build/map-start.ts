import { html } from 'hono/html';
import { MAP_START } from '../../domain/maps/built-in-map.ts';
import type { Config } from '../config.ts';

const TITLE = '<title>';

/** Tells the page where it gets the picture of the map's first view; nothing when others draw the map. */
export function addMapStart(page: string, { maps, publicUrl }: Pick<Config, 'maps' | 'publicUrl'>): string {
  if (maps.googleMapsApiKey !== undefined || maps.styleUrl !== undefined) return page;
  const { lat, lng, zoom } = MAP_START;
  const address = `${publicUrl}/maps/still.svg?lat=${lat}&lng=${lng}&zoom=${zoom}`;
  return page.replace(TITLE, () => `${html`<meta name="map-start" content="${address}" />`}${TITLE}`);
}
