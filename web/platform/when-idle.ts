/** Long enough for the first screen to be drawn where the browser does not say when it has nothing to do. */
const GUESS_MS = 1000;
const AT_THE_LATEST_MS = 5000;

/** Resolves when the page has loaded and the browser has nothing more urgent to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: AT_THE_LATEST_MS });
      else setTimeout(resolve, GUESS_MS);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
}
