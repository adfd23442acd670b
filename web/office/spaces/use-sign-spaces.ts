import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import * as z from 'zod';
import { parseTableUrl } from '../../ui/data-table/table-url.ts';
import { filterSpaces, SPACES_URL } from './space-filter.ts';
import { useAdminSpaces } from './use-admin-spaces.ts';

/** The most signs that are printed at once. */
export const MAX_SIGNS = 500;

const selectionSchema = z.object({ ids: z.array(z.string()) });

/** What the page of the signs receives of spaces that were selected. */
export type SignSelection = z.infer<typeof selectionSchema>;

/** The spaces that were selected, or else those that the table finds with the same address. */
export function useSignSpaces() {
  const list = useAdminSpaces();
  const { state } = useLocation();
  const [address] = useSearchParams();
  const data = useMemo(() => {
    if (list.data === undefined) return undefined;
    const found = filterSpaces(list.data.spaces, parseTableUrl(address, SPACES_URL));
    const selection = selectionSchema.safeParse(state).data;
    const ids = new Set(selection?.ids);
    const wanted =
      selection === undefined ? found : filterSpaces(list.data.spaces, ALL).filter(({ id }) => ids.has(id));
    const spaces = wanted.filter(({ zoneId }) => zoneId !== null);
    return {
      spaces: spaces.slice(0, MAX_SIGNS),
      isCut: spaces.length > MAX_SIGNS,
      withoutZone: wanted.length - spaces.length,
    };
  }, [list.data, state, address]);
  return { ...list, data };
}

const ALL = parseTableUrl(new URLSearchParams(), SPACES_URL);
