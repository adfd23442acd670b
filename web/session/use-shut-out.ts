import { useEffect } from 'react';
import { PROBLEMS } from '../../domain/problems.ts';
import { onShutOut } from '../data/suspension.ts';
import { logWarning } from '../platform/log.ts';
import { toasts } from '../ui/late-toaster.tsx';

/** Counted while the tab is looked at, so that who comes back still reads it. */
const EXPLAINED_FOR_MS = 30_000;

/** Ends the session of a person who was suspended as soon as the authentication service says so, and tells them why. */
export function useShutOut(): void {
  useEffect(
    () =>
      onShutOut(() => {
        endSession().catch((error: unknown) => {
          // This device is signed out all the same.
          logWarning('The session was not ended on the server', error);
        });
      }),
    [],
  );
}

async function endSession(): Promise<void> {
  const sentence = PROBLEMS['account-shut-out'];
  (await toasts()).error(sentence, { id: sentence, duration: EXPLAINED_FOR_MS });
  const { signOutHere } = await import('./data.ts');
  await signOutHere();
}
