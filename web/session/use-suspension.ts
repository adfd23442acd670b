import { useEffect } from 'react';
import { onSuspension } from '../data/suspension.ts';
import { logWarning } from '../platform/log.ts';
import { signOutHere } from './auth/data.ts';
import { toastSuspension } from './toast-suspension.tsx';

/** Signs a suspended user out as soon as the authentication service says so, and tells them why. */
export function useSuspension(): void {
  useEffect(
    () =>
      onSuspension(() => {
        toastSuspension();
        signOutHere().catch((error: unknown) => {
          // This device is signed out all the same.
          logWarning('The session was not ended on the server', error);
        });
      }),
    [],
  );
}
