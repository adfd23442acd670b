import { createContext, use, useMemo, useState } from 'react';
import type { AdminSpace } from '../admin-space.ts';
import { MAX_SPACES } from './resolutions.ts';

type SpaceSelection = {
  selected: ReadonlySet<string>;
  toggle: (spaceId: string) => void;
};

const Selection = createContext<SpaceSelection>({ selected: new Set(), toggle: () => undefined });

export const SpaceSelectionProvider = Selection;

/** The spaces that are selected, in the table of `SpaceSelectionProvider`. */
export const useSelection = (): SpaceSelection => use(Selection);

/** Keeps the selection among these spaces: one that is deleted is no longer selected. */
export function useSpaceSelection(spaces: readonly AdminSpace[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedSpaces = useMemo(() => spaces.filter(({ id }) => ids.has(id)), [spaces, ids]);
  const selection = useMemo<SpaceSelection>(
    () => ({
      selected: ids,
      toggle: (id) =>
        setIds((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    }),
    [ids],
  );
  return {
    selection,
    selectedSpaces,
    /** Selects these, or as many of them as can be changed at once. */
    select: (more: readonly AdminSpace[]) => setIds(new Set(more.slice(0, MAX_SPACES).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
