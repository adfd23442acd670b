/** The key of all that the map and its search load; another try is for both. */
export const MAP_LIBRARY = ['map-library'] as const;
