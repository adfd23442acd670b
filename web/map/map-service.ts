import { connection } from '../data/connection.ts';

const BUILT_IN_PATH = '/maps/style.json';

/** The query key of the code that the map and its search load; one retry is for both. */
export const MAP_LIBRARY = ['map-library'] as const;

/** The maps service rejects the key. Its library asks once per page, so only a reload can try again. */
export class InvalidMapKeyError extends Error {
  override name = 'InvalidMapKeyError';
}

/** Whether Google draws the map, searches and routes, as the operator configured a key. */
export function usesGoogle(): boolean {
  return connection().config.maps.provider === 'google';
}

/** Whether the product's own server can draw pictures of the map. */
export const hasStillPictures = () => !usesGoogle() && hasBuiltInStyle();

/** Whether the product's own server provides the style, and not the operator. */
export function hasBuiltInStyle(): boolean {
  const { supabaseUrl, maps } = connection().config;
  const url = new URL(maps.styleUrl, window.location.href);
  return url.pathname === BUILT_IN_PATH && url.origin === new URL(supabaseUrl).origin;
}
