import { useLayoutEffect } from 'react';

/**
 * Turns off the browser's scroll anchoring in what scrolls the list: the virtualizer keeps the rows in their place. The
 * browser would keep what is below the list in its place instead, and skip the rows that "show more" adds.
 */
export function useNoScrollAnchoring(scroller?: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (scroller === null) return;
    const { style } = scroller ?? document.documentElement;
    style.overflowAnchor = 'none';
    return () => {
      style.removeProperty('overflow-anchor');
    };
  }, [scroller]);
}
