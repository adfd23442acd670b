import { logWarning } from './log.ts';

const CHECK_EVERY_MS = 30 * 60_000;

/** What the service worker keeps of the product, and whether a newer version waits. */
export type AppVersion = {
  /** Changes to the newer version, in this tab at once; the other tabs are told and change when they are asked to. */
  change(): void;
  stop(): void;
};

/**
 * Keeps the product for times without a connection, and looks for a newer version now and whenever somebody comes back.
 * @param onNewer called when a newer version is ready, at most once
 * @throws when the browser refuses the service worker
 */
export async function keepVersion(container: ServiceWorkerContainer, onNewer: () => void): Promise<AppVersion> {
  let isTold = false;
  let isAsked = false;
  let wasKept = container.controller !== null;
  const stopping = new AbortController();
  const { signal } = stopping;
  const tell = () => {
    if (!isTold) onNewer();
    isTold = true;
  };
  container.addEventListener(
    'controllerchange',
    () => {
      if (isAsked) window.location.reload();
      // Another tab changed: this one is of the older version and says so. The very first version is no change.
      else if (wasKept) tell();
      // The first visit asked for the configuration before there was a service worker to keep it.
      else fetch('/config.json').catch((error: unknown) => logWarning('The configuration is not kept', error));
      wasKept = true;
    },
    { signal },
  );

  const registration = await container.register('/sw.js', { scope: '/' });
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => registration.waiting !== null && wasKept && tell(), { signal });
  registration.addEventListener('updatefound', () => watch(registration.installing), { signal });
  watch(registration.installing);
  if (registration.waiting !== null && wasKept) tell();

  const look = () => {
    // Without a connection there is nothing newer to be found.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look, { signal });
  const timer = setInterval(look, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));

  return {
    change() {
      isAsked = true;
      if (registration.waiting === null) window.location.reload();
      else registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    },
    stop: () => stopping.abort(),
  };
}

/** Whether the server now offers another version than the one this page runs. False when it cannot be asked. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (own === null) return false;
  try {
    // Not /index.html, which the service worker answers from what it keeps.
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(new URL(own.src).pathname);
  } catch (error) {
    // No connection: it is not known to be old.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
