import { useQuery } from '@tanstack/react-query';
import { base64url } from 'jose';
import pTimeout from 'p-timeout';
import * as z from 'zod';
import { getLocale } from '#language';
import { Problem } from '../../../domain/problems.ts';
import { connection, dataClient } from '../../data/connection.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { accountKeys } from '../keys.ts';
import { loadSettings } from '../profile/profile.ts';

/** An iPad says that it is a Mac, but has a touch screen. */
const isIos = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** The service worker is registered a moment after the first page has loaded. */
const WORKER_TIMEOUT_MS = 10_000;

/** The person who turned notifications on for this device last. It stays when the subscription is lost or somebody else signs in. */
const owner = createStoredValue('parqueo.device-notifications', z.string());

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The browser may be subscribed for somebody else who used it before. */
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

/** The subscription of this browser; a new one where there is none, or where it was made for an older key of the server. */
async function subscribe(pushKey: string): Promise<PushSubscription> {
  const { pushManager } = await pTimeout(navigator.serviceWorker.ready, { milliseconds: WORKER_TIMEOUT_MS });
  const present = await pushManager.getSubscription();
  if (present !== null && getServerKey(present) === pushKey) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/** The public key that a subscription was made for, written as `/config.json` writes it. */
const getServerKey = ({ options }: PushSubscription) =>
  base64url.encode(new Uint8Array(options.applicationServerKey ?? []));

async function addDevice(userId: string, pushKey: string): Promise<void> {
  const { endpoint, keys } = (await subscribe(pushKey)).toJSON();
  const { error } = await dataClient().rpc('add_push_subscription', {
    endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
    language: getLocale(),
    server_key: pushKey,
  });
  if (error) throw error;
  owner.write(userId);
}

/** Asks for permission, so it is called when the person taps. Returns whether notifications are on. */
export async function turnDeviceOn(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  try {
    await addDevice(userId, connection().config.pushKey ?? '');
    return true;
  } catch (cause) {
    throw new Problem('settings-not-saved', { cause });
  }
}

/** Subscribes the person who turned notifications on here again, where the browser or the server needs it; asks for no permission. */
export async function keepDeviceOn(userId: string): Promise<void> {
  const { pushKey } = connection().config;
  if (pushKey === undefined || findPushSupport() !== 'supported' || Notification.permission !== 'granted') return;
  if (owner.read() === userId || (await isDeviceOn())) await addDevice(userId, pushKey);
}

export async function turnDeviceOff(): Promise<void> {
  owner.remove();
  const subscription = await findSubscription();
  if (subscription === null) return;
  const { error } = await dataClient().rpc('remove_push_subscription', { endpoint: subscription.endpoint });
  if (error) throw new Problem('settings-not-saved', { cause: error });
  await subscription.unsubscribe();
}

/** Whether this browser can show notifications; on iOS only an app on the home screen can. */
type PushSupport = 'supported' | 'blocked' | 'needs_install' | 'unsupported';

export function findPushSupport(): PushSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasPush) return isIos() ? 'needs_install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

export function useSettings(userId: string) {
  return useQuery({ queryKey: accountKeys.settings(userId), queryFn: () => loadSettings(userId) });
}
