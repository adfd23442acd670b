import type { Session } from '@supabase/supabase-js';
import { deviceStorage } from '../ui/platform/device-storage.ts';

/** The key under which the data client stores the session of a host. */
const SESSION_KEY = /^sb-.+-auth-token$/;

/** A shared tablet keeps sessions side by side. This names the one in use; null on any other device. */
export const readTabletKey = () => deviceStorage.getItem('parqueo.tablet-session') || null;
export const writeTabletKey = (key: string) => deviceStorage.setItem('parqueo.tablet-session', key);

/** Where the data client keeps the session of this browser, if there is one. */
export const findSessionKey = () =>
  deviceStorage.getKeys().find((name) => name === readTabletKey() || (!readTabletKey() && SESSION_KEY.test(name)));

/** The session that the data client stored in this browser, perhaps expired; null when there is no valid one. */
export function readStoredSession(): Session | null {
  const key = findSessionKey();
  const text = key === undefined ? null : deviceStorage.getItem(key);
  if (text === null) return null;
  try {
    const stored = JSON.parse(text);
    // Checks little, as the client itself wrote the session.
    return typeof stored?.access_token === 'string' && stored.user?.id !== undefined ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The id of the person whose session this browser stores, or null. The session may be expired, as it is after a while offline. */
export function getSignedInUserId(): string | null {
  return readStoredSession()?.user.id ?? null;
}
