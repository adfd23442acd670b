import type { MapPadding } from './contract.ts';

// What both providers' maps share.

export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The width of a tile of MapLibre and its picture at a whole zoom level. */
export const OPEN_TILE_PX = 512;

/** Puts the info window above the head of the pin, which is 50 px high while it is selected and bounces by 13, in px. */
export const INFO_WINDOW_OFFSET: [number, number] = [0, -66];
/** The space that an info window needs above the position of its pin. */
export const INFO_WINDOW_HEIGHT_PX = 242;
/** What stays of the map below an info window that needs all of the room. */
const PIN_ROOM_PX = 16;

/**
 * What the map keeps free at its edges: what is covered, and room for the info window if one is open. An even number of
 * pixels is left, since a pin in the middle of half a pixel is drawn by one map above it and by the other below.
 */
export function getCameraPadding(
  { top = 0, bottom = 0, left = 0, right = 0 }: MapPadding = {},
  { width, height, hasInfoWindow }: { width: number; height: number; hasInfoWindow: boolean },
): Required<MapPadding> {
  const above = hasInfoWindow ? getInfoWindowPadding({ height, top, bottom }) : top;
  return {
    top: above,
    bottom: bottom + Math.abs((height - above - bottom) % 2),
    left,
    right: right + Math.abs((width - left - right) % 2),
  };
}

/** The px to keep free above the centre so that the info window of a pin there is in view, as far as the pin itself stays so. */
export function getInfoWindowPadding({ height, top, bottom }: { height: number; top: number; bottom: number }): number {
  return Math.min(top + INFO_WINDOW_HEIGHT_PX, Math.max(top, height - bottom - PIN_ROOM_PX));
}

export const ROUTE_COLOR = '#ff7a1a';
export const ROUTE_WIDTH_PX = 4;
export const ROUTE_OPACITY = 0.8;
export const ROUTE_MARGIN_PX = 48;
