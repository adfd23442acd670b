/** So long nothing is loaded once a screen has all that it shows. */
const QUIET_MS = 2000;
/** Some screens never stop loading. */
const TIMEOUT_MS = 15_000;

/**
 * Calls back once the page has loaded what its first view needs, for work that would compete with it; in a hidden tab once it
 * is shown.
 * @returns a function that cancels the call
 */
export function whenQuiet(callback: () => void): () => void {
  const shown = new AbortController();
  const timeout = setTimeout(finish, TIMEOUT_MS);
  let timer = setTimeout(finish, QUIET_MS);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(finish, QUIET_MS);
  });
  observer.observe({ type: 'resource' });
  function finish() {
    cancelTimers();
    if (document.visibilityState === 'visible') return callback();
    document.addEventListener('visibilitychange', finish, { once: true, signal: shown.signal });
  }
  function cancelTimers() {
    observer.disconnect();
    clearTimeout(timeout);
    clearTimeout(timer);
  }
  return () => {
    cancelTimers();
    shown.abort();
  };
}
