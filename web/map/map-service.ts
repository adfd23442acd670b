import { connection } from '../data/connection.ts';

const BUILT_IN_PATH = '/maps/style.json';

/** Whether the operator's key makes Google draw the map, search and route. */
export function usesGoogle(): boolean {
  return connection().config.maps.provider === 'google';
}

/** What the map's provider is called in messages. */
export function mapService(): string {
  return usesGoogle() ? 'Google Maps' : 'MapLibre';
}

/** Whether the product's own server draws the map, and not a style of the operator's. */
export function hasBuiltInStyle(): boolean {
  const { supabaseUrl, maps } = connection().config;
  const url = new URL(maps.styleUrl, window.location.href);
  return url.pathname === BUILT_IN_PATH && url.origin === new URL(supabaseUrl).origin;
}
