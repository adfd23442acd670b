import * as z from 'zod';
import { findSessionKey, readTabletKey, writeTabletKey } from '../../data/stored-session.ts';
import { paths } from '../../paths.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { deviceStorage } from '../../ui/platform/device-storage.ts';
import { announceStored, createStoredValue, forgetPersonalValues } from '../../ui/platform/stored-value.ts';
import { readLastActivity } from './last-activity.ts';

/** How long a shared tablet stays open that nobody touches. */
const OPEN_MS = 120_000;

/** The names of those who work with this tablet, by where their sessions are, and the person whose PIN was given last. */
const tabletSchema = z.object({ names: z.record(z.string(), z.string()), open: z.string().nullable() });
export const tablet = createStoredValue('parqueo.shared-tablet', tabletSchema);

export function changeTablet(changes: Partial<z.infer<typeof tabletSchema>>): boolean {
  tablet.write({ names: {}, open: null, ...tablet.read(), ...changes });
  return announceStored();
}

export function isTabletLocked(userId: string | undefined): boolean {
  if (userId === undefined || tablet.read() === null) return false;
  return tablet.read()?.open !== userId || getNow().getTime() - readLastActivity(userId) > OPEN_MS;
}

/** Makes this device a shared tablet, or locks the one that it is. */
export function lockTablet(): void {
  writeTabletKey(findSessionKey() ?? '');
  changeTablet({ open: null });
}

// Another tab changed the person: the data client of this one keeps the session in another place.
window.addEventListener('storage', ({ key }) => key === 'parqueo.tablet-session' && window.location.reload());

/** Loads the page anew with the locked session that is there, or none: nothing of the one before stays in memory. */
export function workWith(key: string): void {
  forgetPersonalValues();
  writeTabletKey(key);
  window.location.assign(paths.staff);
}

export function stopSharing(): void {
  for (const key of [...Object.keys(tablet.read()?.names ?? {}), readTabletKey() ?? '']) deviceStorage.removeItem(key);
  tablet.remove();
  workWith('');
}
