import { readStoredSession } from './stored-session.ts';

/** The id of the person whose session this browser stores, or null. The session may be expired, as it is after a while offline. */
export function getSignedInUserId(): string | null {
  return readStoredSession()?.user.id ?? null;
}
