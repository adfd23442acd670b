import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type AppVersion, isOutdated, keepVersion } from '../platform/app-version.ts';
import { logWarning } from '../platform/log.ts';
import { Button } from '../ui/button.tsx';
import { ICON_BUTTON_CLASS } from '../ui/icon-button.tsx';

/** Keeps the product for times without a connection, and says when a newer version is ready; nothing reloads by itself. */
export function AppUpdates() {
  const [isNewer, setIsNewer] = useState(false);
  const version = useRef<AppVersion | null>(null);

  useEffect(() => {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    let isCurrent = true;
    const keeping = keepVersion(navigator.serviceWorker, () => setIsNewer(true));
    keeping.then(
      (kept) => {
        if (isCurrent) version.current = kept;
        else kept.stop();
      },
      (error: unknown) => logWarning('The product is not kept for times without a connection', error),
    );
    return () => {
      isCurrent = false;
      version.current?.stop();
    };
  }, []);

  useEffect(() => {
    // A part of this version that is gone from the server is the sign of a newer one.
    const ask = () => void isOutdated().then((is) => is && setIsNewer(true));
    window.addEventListener('vite:preloadError', ask);
    return () => window.removeEventListener('vite:preloadError', ask);
  }, []);

  if (!isNewer) return null;
  return (
    <section
      aria-label="New version"
      className="bg-raised shadow-float border-line fixed inset-x-3 top-16 z-60 mx-auto flex max-w-md items-center gap-2 rounded-card border py-2 pr-1 pl-4"
    >
      <p role="status" className="min-w-0 flex-1 text-sm font-semibold">
        A new version of Parqueo is ready.
      </p>
      <Button
        className="min-h-11! px-4!"
        onClick={() => (version.current === null ? window.location.reload() : version.current.change())}
      >
        Update
      </Button>
      <button
        type="button"
        aria-label="Later"
        title="Later"
        className={ICON_BUTTON_CLASS}
        onClick={() => setIsNewer(false)}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}
