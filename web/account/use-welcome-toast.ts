import { useEffect } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { createStoredValue } from '../ui/platform/stored-value.ts';
import { useUser } from './session/session-provider.tsx';

const WELCOME_AFTER_MS = 500;
const WELCOME_LASTS_MS = 6000;

const welcomeShown = createStoredValue('parqueo.welcome-shown', z.literal(true));

const TOAST_ID = 'welcome';

/** Welcomes a signed-in user to the map, once per browser. It stays on the map. */
export function useWelcomeToast(): void {
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (!isSignedIn || welcomeShown.read()) return;
    const timer = setTimeout(() => {
      welcomeShown.write(true);
      toast(m.map_welcome({ app: getInstallation().appName }), {
        id: TOAST_ID,
        description: m.map_welcome_hint(),
        duration: WELCOME_LASTS_MS,
      });
    }, WELCOME_AFTER_MS);
    return () => {
      clearTimeout(timer);
      toast.dismiss(TOAST_ID);
    };
  }, [isSignedIn]);
}
