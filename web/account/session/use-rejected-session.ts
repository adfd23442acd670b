import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { onRejection } from '../../data/sign-in/rejected-session.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { signOutHere } from './auth/data.ts';
import { toastSuspension } from './toast-suspension.tsx';

const TOAST_ID = 'session-expired';
/** Counts only while the tab is visible, so that a person who comes back still reads it. */
const EXPLANATION_MS = 30_000;

/**
 * Tells people why the authentication service ends their session, and signs out whoever is suspended; the data client itself
 * forgets a session that lasted as long as it may.
 * @returns whether the last session ended that way
 */
export function useRejectedSession(isSignedIn: boolean): boolean {
  const [hasExpired, setHasExpired] = useState(false);

  useEffect(
    () =>
      onRejection((rejection) => {
        if (rejection === 'session_expired') {
          setHasExpired(true);
          toast.message(m.session_expired(), { id: TOAST_ID, duration: EXPLANATION_MS });
          return;
        }
        toastSuspension();
        signOutHere().catch((error: unknown) => {
          // This device is signed out all the same.
          logWarning('The session was not ended on the server', error);
        });
      }),
    [],
  );

  useEffect(() => {
    if (!isSignedIn) return;
    setHasExpired(false);
    toast.dismiss(TOAST_ID);
  }, [isSignedIn]);

  return hasExpired;
}
