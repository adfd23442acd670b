import { useLocation } from 'react-router';
import * as z from 'zod';
import { paths } from '../app/paths.ts';

const placeSchema = z.object({
  // An address of the product's own: one slash, then no second one.
  pathname: z.string().regex(/^\/(?![/\\])/),
  search: z.string().catch(''),
  hash: z.string().catch(''),
  state: z.unknown(),
});

export type Place = z.infer<typeof placeSchema>;

const MAP: Place = { pathname: paths.map, search: '', hash: '', state: null };

/** Where a person goes once signed in: back to the screen that asked them to log in, as they left it, else the map. */
export function useReturnPlace(): Place {
  const { state } = useLocation();
  const asked = z.object({ from: placeSchema }).safeParse(state);
  return asked.success ? asked.data.from : MAP;
}
