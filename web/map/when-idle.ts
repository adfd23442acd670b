/** Calls back once the page has nothing else to do; never on a phone, whose processor and battery wait for a touch. */
export function whenIdle(callback: () => void): () => void {
  if (!window.matchMedia('(pointer: fine)').matches || !('requestIdleCallback' in window)) return () => undefined;
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}
