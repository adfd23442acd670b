// What both providers' maps share.

/** Pins closer than this are clustered; the specification's values. */
export const CLUSTER_RADIUS_PX = 60;
export const MIN_CLUSTER_SIZE = 2;
/** The last level with clusters; the same as in Google's own clusterer. */
export const MAX_CLUSTER_ZOOM = 16;

/** Markers that are added to the map at a time, so that the browser stays responsive. */
export const BATCH_SIZE = 2000;

/** Puts the info window above the head of the pin, in px. */
export const INFO_WINDOW_OFFSET: [number, number] = [0, -44];
/** The space that an info window needs above its pin. */
export const INFO_WINDOW_HEIGHT_PX = 190;

export const ROUTE_COLOR = '#ff7a1a';
export const ROUTE_MARGIN_PX = 48;
