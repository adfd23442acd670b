import { createContext, use, useState } from 'react';
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
  const toggle = (id: string) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return {
    selection: { selected: ids, toggle },
    selectedSpaces: spaces.filter(({ id }) => ids.has(id)),
    /** Selects these, or as many of them as can be changed at once. */
    select: (more: readonly AdminSpace[]) => setIds(new Set(more.slice(0, MAX_SPACES).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
