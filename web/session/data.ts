import type { Session } from '@supabase/supabase-js';
import { dataClient } from '../platform/connection.ts';

/** How long the first look for a session may take before the product goes on as signed out. */
export const SESSION_CHECK_TIMEOUT_MS = 5000;

/** The session kept in this browser, refreshed if need be; null when there is none, on failure and on time-out. */
export async function currentSession(timeoutMs = SESSION_CHECK_TIMEOUT_MS): Promise<Session | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  const check = dataClient()
    .auth.getSession()
    .then(({ data }) => data.session);
  try {
    return await Promise.race([check, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls back with the session and the event each time either changes, in this tab or another; returns the way to stop. */
export function onSessionChange(callback: (event: string, session: Session | null) => void): () => void {
  const { data } = dataClient().auth.onAuthStateChange((event, session) => callback(event, session));
  return () => data.subscription.unsubscribe();
}
