import { onlineManager } from '@tanstack/react-query';
import pTimeout from 'p-timeout';

// Whether there is a connection. Browsers are wrong about it now and then: what they say is a hint, and a request decides.

const TIMEOUT_MS = 5000;
const CHECK_EVERY_MS = 15_000;

let hintedAt = 0;
let checking: Promise<void> | null = null;

/** Whether requests are worth sending, as far as it is known. */
export const isOnline = (): boolean => onlineManager.isOnline();

/** A response to a request that was sent after the browser's last hint shows that there is a connection. */
export function learnConnected(sentAt: number): void {
  const isClockSetBack = Date.now() < hintedAt;
  if (sentAt >= hintedAt || isClockSetBack) onlineManager.setOnline(true);
}

/** Asks the server where there seems to be no connection; several callers share one request. Returns whether there is one. */
export async function checkConnection(): Promise<boolean> {
  if (isOnline()) return true;
  const sentAt = Date.now();
  // The service worker answers reads of this file, and leaves a request for its head to the network.
  checking ??= pTimeout(fetch('/config.json', { method: 'HEAD', cache: 'no-store' }), { milliseconds: TIMEOUT_MS })
    .then(
      () => learnConnected(sentAt),
      () => undefined,
    )
    .finally(() => {
      checking = null;
    });
  await checking;
  return isOnline();
}

/** Follows what the browser says, and checks it where it says that there is no connection. */
export function watchConnection(): void {
  const follow = () => {
    hintedAt = Date.now();
    onlineManager.setOnline(navigator.onLine);
    void checkConnection();
  };
  onlineManager.setEventListener(() => {
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
    const timer = setInterval(() => void checkConnection(), CHECK_EVERY_MS);
    return () => {
      window.removeEventListener('online', follow);
      window.removeEventListener('offline', follow);
      clearInterval(timer);
    };
  });
  follow();
}
