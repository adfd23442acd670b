// How pins that are too close to tell apart are gathered, the same with every provider; the figures of the specification.

/** Pins closer than this, in px, stand for each other; never fewer than two. */
export const GRID_PX = 60;
export const FEWEST_SPOTS = 2;

/** As many markers are put on the map at a time. */
export const BATCH_SIZE = 2000;

/** From the next level on even neighbouring doors are told apart; the level at which Google's own clusterer stops. */
export const LAST_GATHERED_ZOOM = 16;
