import { connection } from '../platform/connection.ts';

/** Whether the operator's key makes Google draw the map, search and route. */
export function usesGoogle(): boolean {
  return connection().config.maps.provider === 'google';
}

/** What the map's provider is called in messages. */
export function mapService(): string {
  return usesGoogle() ? 'Google Maps' : 'MapLibre';
}
