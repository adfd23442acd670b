import { useEffect, useState } from 'react';

/** Nothing waits longer for what may never come. */
const AT_THE_LATEST_MS = 3000;

/** Turns true, for good, when what is ready has been painted; for work that would keep the browser from painting it. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    if (isPainted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => setIsPainted(true);
    if (!isReady) {
      timer = setTimeout(tell, AT_THE_LATEST_MS);
      return () => clearTimeout(timer);
    }
    // The paint is between the frame's own work and whatever comes next.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(tell);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady, isPainted]);
  return isPainted;
}
