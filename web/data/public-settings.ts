import { queryOptions, useQuery } from '@tanstack/react-query';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import pTimeout from 'p-timeout';
import * as z from 'zod';
import { toCamelCase } from '../../domain/camel-case.ts';
import type { ValuesOf } from '../../domain/columns.ts';
import { setInstallation } from '../../domain/installation.ts';
import { CURRENCIES } from '../../domain/money/cents.ts';
import type { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts';
import { getRemainingStartTime } from '../ui/platform/browser-config.ts';
import { createStoredValue } from '../ui/platform/stored-value.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { dataClient, showsSamples } from './connection.ts';
import { dataKeys } from './keys.ts';
import { tableRow } from './table-row.ts';

/** Repeats the columns of PUBLIC_SETTINGS: importing those would load the form rules with every screen. */
const rowSchema = z.object({
  app_name: z.string(),
  app_description: z.string(),
  maintenance_mode: z.boolean(),
  maintenance_since: z.string().nullable(),
  default_parking_rate: z.number(),
  max_reservation_hours: z.number(),
  min_reservation_minutes: z.number(),
  cancellation_deadline_minutes: z.number(),
  notifications_enabled: z.boolean(),
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  currency: z.enum(CURRENCIES),
  tax_rate: z.number(),
  /** When false, drivers pay the operator in another way, and nothing is charged here. */
  charges_drivers: z.boolean(),
  top_up_min: z.number(),
  top_up_max: z.number(),
});

type Row = z.infer<typeof rowSchema>;

function toPublicSettings(row: Row) {
  const { maintenanceMode, maintenanceSince, ...settings } = toCamelCase(row) satisfies ValuesOf<
    typeof PUBLIC_SETTINGS
  >;
  const { notificationsEnabled, emailNotifications, pushNotifications } = settings;
  return {
    ...settings,
    /** Null when there is no maintenance. */
    maintenanceSince: maintenanceMode ? maintenanceSince : null,
    sendsEmail: notificationsEnabled && emailNotifications,
    sendsPush: notificationsEnabled && pushNotifications,
  };
}

type PublicSettings = ReturnType<typeof toPublicSettings>;

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

/** Whether drivers pay here; never with sample data. */
export function useChargesDrivers(): boolean {
  const settings = usePublicSettings();
  return !showsSamples() && (settings?.chargesDrivers ?? true);
}

const legalRow = tableRow({ terms_text: z.string(), privacy_text: z.string() });

export async function loadLegalTexts() {
  const response = await dataClient().from('legal_texts').select(legalRow.columns).single();
  return readRow(response, legalRow.schema, 'installation-settings-not-loaded');
}
