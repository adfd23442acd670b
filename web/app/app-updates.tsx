import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { logWarning } from '../ui/platform/log.ts';

/** The first view loads within this time; the files for times offline would compete with it. */
const FIRST_VIEW_MS = 4000;
const CHECK_EVERY_MS = 30 * 60_000;

/** Keeps the files of the app for times offline, and offers a newer version when one is ready; nothing reloads by itself. */
export function AppUpdates() {
  const [isNewer, setIsNewer] = useState(false);
  useEffect(() => {
    const watching = new AbortController();
    const { signal } = watching;
    const offer = () => {
      if (!signal.aborted) setIsNewer(true);
    };
    // A file of this version that is gone from the server is the sign of a newer one.
    const check = () => void findNewerVersion().then((isFound) => isFound && offer());
    window.addEventListener('vite:preloadError', check, { signal });
    const timer = setTimeout(() => {
      registerServiceWorker(offer, signal);
      keepFirstFiles();
    }, FIRST_VIEW_MS);
    return () => {
      watching.abort();
      clearTimeout(timer);
    };
  }, []);

  const update = async () => {
    navigator.serviceWorker?.addEventListener('controllerchange', () => window.location.reload());
    const registration = await navigator.serviceWorker?.getRegistration();
    // A newer service worker that waits takes over, and its page is loaded then.
    if (registration?.waiting) registration.waiting.postMessage({ type: 'use-new-version' });
    else window.location.reload();
  };

  if (!isNewer) return null;
  return (
    <section
      aria-label={m.app_update_title()}
      className="bg-raised shadow-float border-line fixed inset-x-3 top-16 z-60 mx-auto flex max-w-md items-center gap-2 rounded-card border py-2 pr-1 pl-4"
    >
      <p role="status" className="min-w-0 flex-1 text-sm font-semibold">
        {m.app_update_ready({ app: getInstallation().appName })}
      </p>
      <Button className="min-h-11! px-4!" onClick={() => void update()}>
        {m.app_update_apply()}
      </Button>
      <IconButton icon={X} label={m.app_update_later()} onClick={() => setIsNewer(false)} />
    </section>
  );
}

/** Whether the server now offers another version than the one this page runs. False when it cannot be reached. */
async function findNewerVersion(): Promise<boolean> {
  // The names of files change with their content; in development there is no list of them.
  const ownFiles = document.getElementById('start-files')?.textContent;
  if (ownFiles === undefined) return false;
  try {
    // The service worker serves /index.html from its cache, and / from the server.
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(ownFiles);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function registerServiceWorker(onNewWorker: () => void, signal: AbortSignal): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !import.meta.env.PROD) return;

  const report = () => {
    // The first worker of a page that had none is of the page's own version.
    if (serviceWorker.controller) onNewWorker();
  };
  // Some browsers that block service workers return nothing.
  const watch = (registration: ServiceWorkerRegistration | undefined) => {
    if (registration === undefined) return;
    if (registration.waiting) report();
    const watchInstalling = () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => worker.state === 'installed' && report(), { signal });
    };
    watchInstalling();
    registration.addEventListener('updatefound', watchInstalling, { signal });
    checkRegularly(registration, signal);
  };
  serviceWorker
    .register('/sw.js')
    .then(watch, (error: unknown) => logWarning('This page cannot say when a newer version is ready', error));
}

function checkRegularly(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  const check = () => {
    // Offline there is nothing newer to find.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check, { signal });
  const timer = setInterval(check, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

const CONFIG = '/config.json';
const KEPT_FILES = /^\/(assets|maps\/tiles)\/|^\/maps\/(style\.json|still\.svg)$/;

/** Requests again what the page loaded before there was a service worker, so that the worker keeps it. */
function keepFirstFiles(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  const keep = () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const own = loaded.filter(({ origin, pathname }) => origin === window.location.origin && KEPT_FILES.test(pathname));
    for (const url of new Set([CONFIG, ...own.map(({ href }) => href)]))
      fetch(url).catch((error: unknown) => logWarning('A file is not kept for times without a connection', error));
  };
  serviceWorker.addEventListener('controllerchange', keep, { once: true });
}
