import { useEffect } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { createStoredValue } from '../platform/stored-value.ts';

const WELCOME_AFTER_MS = 500;
const WELCOME_LASTS_MS = 6000;

const welcomeShown = createStoredValue('parqueo.welcome-shown', z.literal(true));

/** Welcomes a signed-in user to the map, once per browser. */
export function useWelcomeToast(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn || welcomeShown.read()) return;
    const timer = setTimeout(() => {
      welcomeShown.write(true);
      toast('Welcome to Parqueo!', {
        description: 'Tap a pin on the map or choose a zone from the list to reserve a space.',
        duration: WELCOME_LASTS_MS,
      });
    }, WELCOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}
