import { createContext } from 'react';

/** The element that scrolls the lists in it, null until it is there; undefined where the page scrolls. */
export const ScrollerContext = createContext<HTMLElement | null | undefined>(undefined);
