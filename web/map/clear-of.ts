import type { MapPadding } from './map-view-props.ts';

/** Keeps what stands in the place of the map out from under what covers it. */
export function clearOf({ top = 0, right = 0, bottom = 0, left = 0 }: MapPadding = {}): { padding: string } {
  return { padding: `${top}px ${right}px ${bottom}px ${left}px` };
}
