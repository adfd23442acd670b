import { useCallback, useState, useSyncExternalStore } from 'react';

type ElementSize = { width: number; height: number };

const UNKNOWN: ElementSize = { width: 0, height: 0 };

/** An element's size in px as it changes, 0 before it is known, and the ref to set on the element. */
export function useElementSize(): [ElementSize, (element: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState(UNKNOWN);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [size, ref];
}

/** Measures the height of an element. */
export function useElementHeight(): [number, ReturnType<typeof useElementSize>[1]] {
  const [{ height }, ref] = useElementSize();
  return [height, ref];
}

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
