/** What the map's provider is called in messages. */
export const MAP_SERVICE = 'MapLibre';
