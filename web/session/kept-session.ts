import type { Session } from '@supabase/supabase-js';
import { SESSION_KEY } from './holds-session.ts';

/** The session as the data client keeps it in this browser, however old; null when there is none that can be read. */
export function readStoredSession(): Session | null {
  const key = Object.keys(localStorage).find((name) => SESSION_KEY.test(name));
  const text = key === undefined ? null : localStorage.getItem(key);
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isSession(kept) ? kept : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The client wrote it; this only tells it from something else under the same name. */
function isSession(kept: unknown): kept is Session {
  if (typeof kept !== 'object' || kept === null || !('user' in kept) || !('access_token' in kept)) return false;
  const { user, access_token: token } = kept;
  return typeof token === 'string' && typeof user === 'object' && user !== null && 'id' in user;
}
