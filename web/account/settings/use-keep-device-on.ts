import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logWarning } from '../../ui/platform/log.ts';
import { accountKeys } from '../keys.ts';

/** What `web/service-worker.js` posts when the browser has replaced or ended a subscription. */
const SUBSCRIPTION_CHANGED = 'push-subscription-changed';

export function useKeepDeviceOn(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Most visits have no device that is on, and load nothing.
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined || globalThis.Notification?.permission !== 'granted') return;
    const keep = async () => {
      try {
        const { keepDeviceOn } = await import('./device-settings.ts');
        await keepDeviceOn(userId);
        await queryClient.invalidateQueries({ queryKey: accountKeys.device(userId) });
      } catch (error) {
        // The next start tries again.
        logWarning('Notifications of this device were not kept on', error);
      }
    };
    const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
      if (data?.type === SUBSCRIPTION_CHANGED) void keep();
    };
    void keep();
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [userId, queryClient]);
}
