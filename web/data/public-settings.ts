import { queryOptions, useQuery } from '@tanstack/react-query';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import pTimeout from 'p-timeout';
import * as z from 'zod';
import { fromRow, storedShape } from '../../domain/columns.ts';
import { getInstallation, setInstallation } from '../../domain/installation.ts';
import { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts';
import { getRemainingStartTime } from '../ui/platform/browser-config.ts';
import { createStoredValue } from '../ui/platform/stored-value.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { dataClient, showsSamples } from './connection.ts';
import { dataKeys } from './keys.ts';

const rowSchema = z.object({ ...storedShape(PUBLIC_SETTINGS), maintenance_since: z.string().nullable() });
type Row = z.infer<typeof rowSchema>;

function toPublicSettings(row: Row) {
  const { maintenanceMode, ...settings } = fromRow(PUBLIC_SETTINGS, row);
  const { notificationsEnabled, emailNotifications, pushNotifications } = settings;
  return {
    ...settings,
    /** Null when there is no maintenance. */
    maintenanceSince: maintenanceMode ? row.maintenance_since : null,
    sendsEmail: notificationsEnabled && emailNotifications,
    sendsPush: notificationsEnabled && pushNotifications,
  };
}
export type PublicSettings = ReturnType<typeof toPublicSettings>;

/** Kept so that the next start need not wait for the server, and for times offline. */
const storedRow = createStoredValue('parqueo.installation', rowSchema);

function apply(row: Row): PublicSettings {
  const settings = toPublicSettings(row);
  setInstallation(settings);
  document.title = settings.appName;
  return settings;
}

async function loadPublicSettings(): Promise<PublicSettings> {
  const response = await dataClient().from('public_settings').select(Object.keys(rowSchema.shape).join()).single();
  const row = readRow(response, rowSchema, 'installation-settings-not-loaded');
  storedRow.write(row);
  return apply(row);
}

/** Applies the settings before the first screen: those that this device has, else those of the server if they come soon. */
export async function startWithSettings(): Promise<void> {
  const row = storedRow.read();
  if (row !== null) apply(row);
  // Until the settings arrive the product has its defaults.
  else
    await pTimeout(loadPublicSettings(), { milliseconds: getRemainingStartTime(), fallback: () => null }).catch(
      () => null,
    );
}

const CHECK_EVERY_MS = 5 * millisecondsInMinute;
const CHECK_IN_MAINTENANCE_EVERY_MS = 15 * millisecondsInSecond;

export const publicSettingsQuery = queryOptions({
  queryKey: dataKeys.publicSettings(),
  queryFn: loadPublicSettings,
  initialData: () => {
    const row = storedRow.read();
    return row === null ? undefined : toPublicSettings(row);
  },
  initialDataUpdatedAt: 0,
  refetchInterval: ({ state }) =>
    state.data?.maintenanceSince == null ? CHECK_EVERY_MS : CHECK_IN_MAINTENANCE_EVERY_MS,
});

/** The operator's settings; null until they are loaded for the first time, and with sample data. */
export function usePublicSettings(): PublicSettings | null {
  const isLive = !showsSamples();
  const settings = useQuery({ ...publicSettingsQuery, enabled: isLive }).data;
  return (isLive && settings) || null;
}

/** Whether drivers pay here. */
export function useChargesDrivers(): boolean {
  const settings = usePublicSettings();
  return getInstallation().keepsBooks && (settings?.chargesDrivers ?? true);
}
