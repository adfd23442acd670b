import { useEffect, useState } from 'react';

/** Nothing waits longer for what may never come. */
const AT_THE_LATEST_MS = 3000;
/** So long a slow phone may take to bring a frame to the screen, for which it needs what the map needs to start. */
const ON_SCREEN_MS = 100;

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
    // The frame after the one that paints it, when that one is on its way to the screen, and then whatever comes next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(tell, ON_SCREEN_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady, isPainted]);
  return isPainted;
}
