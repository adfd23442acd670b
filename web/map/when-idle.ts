import { useEffect, useState } from 'react';

/** Calls back once the page has nothing else to do; never on a phone, whose processor and battery wait for a touch. */
export function whenIdle(callback: () => void): () => void {
  if (!window.matchMedia('(pointer: fine)').matches || !('requestIdleCallback' in window)) return () => undefined;
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}

/** Upper limit of the wait for content that may never be ready. */
const TIMEOUT_MS = 3000;
/** The time a slow phone takes to put a frame on the screen. */
const PAINT_MS = 100;

/** Turns true, for good, once the ready content has been painted; for work that would block the browser from painting it. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    if (isPainted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finishAfter = (ms: number) => {
      timer = setTimeout(() => setIsPainted(true), ms);
    };
    if (!isReady) {
      finishAfter(TIMEOUT_MS);
      return () => clearTimeout(timer);
    }
    // The second frame starts when the first one has been drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => finishAfter(PAINT_MS));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady, isPainted]);
  return isPainted;
}
