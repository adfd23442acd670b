import * as z from 'zod';

const REFUSALS: readonly number[] = [400, 403];
const refusal = z.object({ error_code: z.literal('user_banned') }).or(z.object({ code: z.literal('user_banned') }));
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
  return refusal.safeParse(body).success;
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
