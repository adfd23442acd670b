import { useCallback, useState } from 'react';

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

/** The same for the height alone. */
export function useElementHeight(): [number, ReturnType<typeof useElementSize>[1]] {
  const [{ height }, ref] = useElementSize();
  return [height, ref];
}
