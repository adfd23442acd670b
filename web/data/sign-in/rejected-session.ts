/** Why the authentication service ends a session: the account is suspended, or the session lasted as long as it may. */
export type Rejection = 'user_banned' | 'session_expired';

const ERROR_STATUSES: readonly number[] = [400, 403];
const listeners = new Set<(rejection: Rejection) => void>();
/** The session may be checked before a component listens. */
let pending: Rejection | null = null;

/** `fetch` that notifies the listeners when a response of the authentication service rejects the session. */
export const fetchDetectingRejection: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const mayReject = ERROR_STATUSES.includes(response.status) && response.url.includes('/auth/v1/');
  const rejection = mayReject ? await readRejection(response.clone()) : null;
  if (rejection !== null) {
    if (listeners.size === 0) pending = rejection;
    for (const notify of listeners) notify(rejection);
  }
  return response;
};

async function readRejection(response: Response): Promise<Rejection | null> {
  // A body that is not JSON comes from a proxy, not from the service.
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return null;
  if ('error_code' in body && isRejection(body.error_code)) return body.error_code;
  return 'code' in body && isRejection(body.code) ? body.code : null;
}

const isRejection = (code: unknown): code is Rejection => code === 'user_banned' || code === 'session_expired';

/** Calls back each time the service rejects the session; returns the function that unsubscribes. */
export function onRejection(callback: (rejection: Rejection) => void): () => void {
  listeners.add(callback);
  if (pending !== null) callback(pending);
  pending = null;
  return () => {
    listeners.delete(callback);
  };
}
