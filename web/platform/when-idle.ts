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

/** So long nothing more was loaded, and at the latest so long after the browser was idle. */
const CALM_MS = 2000;
const CALM_AT_THE_LATEST_MS = 30_000;

/** Resolves when the browser is idle and has loaded nothing for two seconds: for what would take its connection from the screen. */
export async function whenCalm(): Promise<void> {
  await whenIdle();
  await new Promise<void>((resolve) => {
    const end = () => {
      loads.disconnect();
      clearTimeout(calm);
      clearTimeout(limit);
      resolve();
    };
    let calm = setTimeout(end, CALM_MS);
    const limit = setTimeout(end, CALM_AT_THE_LATEST_MS);
    const loads = new PerformanceObserver(() => {
      clearTimeout(calm);
      calm = setTimeout(end, CALM_MS);
    });
    loads.observe({ type: 'resource' });
  });
}
