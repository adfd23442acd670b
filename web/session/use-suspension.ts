import { useEffect } from 'react';
import { toast } from 'sonner';
import { PROBLEMS } from '../../domain/problems.ts';
import { onSuspension } from '../data/suspension.ts';
import { logWarning } from '../platform/log.ts';
import { signOutHere } from './auth/data.ts';

/** The time counts only while the tab is visible, so nobody misses the message. */
const MESSAGE_DURATION_MS = 30_000;

/** Signs a suspended user out as soon as the authentication service says so, and tells them why. */
export function useSuspension(): void {
  useEffect(
    () =>
      onSuspension(() => {
        const message = PROBLEMS['account-shut-out'];
        toast.error(message, { id: message, duration: MESSAGE_DURATION_MS });
        signOutHere().catch((error: unknown) => {
          // This device is signed out all the same.
          logWarning('The session was not ended on the server', error);
        });
      }),
    [],
  );
}
