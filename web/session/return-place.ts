import { type Location, useLocation } from 'react-router';
import { paths } from '../paths.ts';

export type Place = Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>;

const MAP: Place = { pathname: paths.map, search: '', hash: '', state: null };
/** An address of the product's own: one slash, then no second one. */
const OWN_PATH = /^\/(?![/\\])/;

/** Where a person goes once signed in: back to the screen that asked them to log in, as they left it, else the map. */
export function useReturnLocation(): Place {
  const { state } = useLocation();
  return placeIn(state) ?? MAP;
}

/** The place that a navigation state holds; it comes from the browser's history, so nothing of it is trusted. */
function placeIn(state: unknown): Place | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'object' || from === null) return null;
  const place: Partial<Record<keyof Place, unknown>> = { ...from };
  if (typeof place.pathname !== 'string' || !OWN_PATH.test(place.pathname)) return null;
  const text = (part: unknown) => (typeof part === 'string' ? part : '');
  return { pathname: place.pathname, search: text(place.search), hash: text(place.hash), state: place.state };
}
