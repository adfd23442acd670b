import { useEffect, useState } from 'react';
import { UpdateNotice } from './update-notice.tsx';

/** A screen that has loaded nothing for this long is complete. */
const QUIET_MS = 2000;

/** Some screens never stop loading. */
const TIMEOUT_MS = 15_000;

/** Keeps the files of the app for times offline and offers newer versions, once the first view is shown. */
export function AppUpdates() {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setIsQuiet(true)), []);

  const [isOutdated, setIsOutdated] = useState(false);
  useEffect(() => {
    // A file of this version that is gone from the server is the sign of a newer one.
    const check = () => void findNewerVersion().then((isNewer) => isNewer && setIsOutdated(true));
    window.addEventListener('vite:preloadError', check);
    return () => window.removeEventListener('vite:preloadError', check);
  }, []);

  return isQuiet || isOutdated ? <UpdateNotice isOutdated={isOutdated} onDismiss={() => setIsOutdated(false)} /> : null;
}

/** Whether the server now offers another version than the one this page runs. False when it cannot be reached. */
async function findNewerVersion(): Promise<boolean> {
  // Their names change with what is in them; in development there is no list.
  const ownFiles = document.getElementById('start-files')?.textContent;
  if (ownFiles === undefined) return false;
  try {
    // Not /index.html, which the service worker serves from its cache.
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(ownFiles);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

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
