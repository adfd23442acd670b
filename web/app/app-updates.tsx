import { useEffect, useState } from 'react';
import { UpdateNotice } from './update-notice.tsx';
import { whenQuiet } from './when-quiet.ts';

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
