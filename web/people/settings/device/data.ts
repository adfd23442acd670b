import pTimeout from 'p-timeout';
import { getLocale } from '#language';
import { Problem } from '../../../../domain/problems.ts';
import { connection, dataClient } from '../../../data/connection.ts';

/** The service worker is registered a moment after the first page has loaded. */
const WORKER_TIMEOUT_MS = 10_000;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Whether this device shows the notifications of the signed-in person. The browser may be subscribed for somebody else who
 * used it before.
 * @throws Problem `settings-not-saved`
 */
export async function isDeviceOn(): Promise<boolean> {
  const subscription = await findSubscription();
  if (subscription === null) return false;
  const { data, error } = await dataClient()
    .from('push_subscriptions')
    .select('id')
    .eq('endpoint', subscription.endpoint);
  if (error) throw new Problem('settings-not-saved', { cause: error });
  return data.length > 0;
}

async function subscribe(pushKey: string): Promise<PushSubscription> {
  const { pushManager } = await pTimeout(navigator.serviceWorker.ready, { milliseconds: WORKER_TIMEOUT_MS });
  // It may be of a key that the server no longer has.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/**
 * Asks for permission, so it is called when the person taps, and turns notifications on.
 * @returns whether they are on; not without the permission
 * @throws Problem `settings-not-saved`
 */
export async function turnDeviceOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushKey } = connection().config;
  try {
    const { endpoint, keys } = (await subscribe(pushKey ?? '')).toJSON();
    const { error } = await dataClient().rpc('add_push_subscription', {
      endpoint,
      p256dh: keys?.p256dh,
      auth: keys?.auth,
      language: getLocale(),
    });
    if (error) throw error;
    return true;
  } catch (cause) {
    throw new Problem('settings-not-saved', { cause });
  }
}

/** @throws Problem `settings-not-saved` */
export async function turnDeviceOff(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  const { error } = await dataClient().rpc('remove_push_subscription', { endpoint: subscription.endpoint });
  if (error) throw new Problem('settings-not-saved', { cause: error });
  await subscription.unsubscribe();
}
