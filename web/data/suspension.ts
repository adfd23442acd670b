const ERROR_STATUSES: readonly number[] = [400, 403];
const USER_BANNED = 'user_banned';
const listeners = new Set<() => void>();
/** The session may be checked before a component listens. */
let isPending = false;

/** `fetch` that notifies the listeners when a response of the authentication service says that the user is suspended. */
export const fetchDetectingSuspension: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const mayBeSuspended = ERROR_STATUSES.includes(response.status) && response.url.includes('/auth/v1/');
  if (mayBeSuspended && (await isSuspension(response.clone()))) {
    isPending = listeners.size === 0;
    for (const notify of listeners) notify();
  }
  return response;
};

async function isSuspension(response: Response): Promise<boolean> {
  // A body that is not JSON comes from a proxy, not from the service.
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return false;
  return ('error_code' in body && body.error_code === USER_BANNED) || ('code' in body && body.code === USER_BANNED);
}

/** Calls back each time the service says that the user is suspended; returns the function that unsubscribes. */
export function onSuspension(callback: () => void): () => void {
  listeners.add(callback);
  if (isPending) callback();
  isPending = false;
  return () => {
    listeners.delete(callback);
  };
}
