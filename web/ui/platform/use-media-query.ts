import { useCallback, useSyncExternalStore } from 'react';

/** From this width on a panel fits beside the content. */
const WIDE_FROM_PX = 768;

/** Whether a CSS media query matches, updated as that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the screen is at least 768 px wide. */
export function useIsWide(): boolean {
  return useMediaQuery(`(min-width: ${WIDE_FROM_PX}px)`);
}
