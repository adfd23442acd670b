import { useEffect } from 'react';
import { toast } from 'sonner';
import { PROBLEMS } from '../../domain/problems.ts';
import { logWarning } from '../platform/log.ts';
import { onShutOut } from '../platform/shut-out.ts';
import { signOutHere } from './data.ts';

/** Counted while the tab is looked at, so that who comes back still reads it. */
const EXPLAINED_FOR_MS = 30_000;

/** Ends the session of a person who was suspended as soon as the authentication service says so, and tells them why. */
export function useShutOut(): void {
  useEffect(
    () =>
      onShutOut(() => {
        const sentence = PROBLEMS['account-shut-out'];
        toast.error(sentence, { id: sentence, duration: EXPLAINED_FOR_MS });
        signOutHere().catch((error: unknown) => {
          // This device is signed out all the same.
          logWarning('The session was not ended on the server', error);
        });
      }),
    [],
  );
}
