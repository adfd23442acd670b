const REFUSALS: readonly number[] = [400, 403];
const SHUT_OUT = 'user_banned';
const listeners = new Set<() => void>();
/** The first look for a session may end before anything is drawn that listens. */
let isUntold = false;

/** Fetches, and tells when the authentication service says that the person is suspended, whatever was asked. */
export const fetchNotingShutOut: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (REFUSALS.includes(answer.status) && answer.url.includes('/auth/v1/') && (await saysShutOut(answer.clone()))) {
    isUntold = listeners.size === 0;
    for (const tell of listeners) tell();
  }
  return answer;
};

async function saysShutOut(answer: Response): Promise<boolean> {
  // An answer that is no JSON is none of the service's.
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return false;
  return ('error_code' in body && body.error_code === SHUT_OUT) || ('code' in body && body.code === SHUT_OUT);
}

/** Calls back each time the service says that the person is suspended; returns the way to stop. */
export function onShutOut(callback: () => void): () => void {
  listeners.add(callback);
  if (isUntold) callback();
  isUntold = false;
  return () => {
    listeners.delete(callback);
  };
}
