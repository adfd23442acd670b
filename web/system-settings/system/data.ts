import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow } from '../../data/parse-rows.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import type { SystemSettings } from './system-settings-values.ts';

const rowSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  app_name: z.string(),
  app_description: z.string(),
  maintenance_mode: z.boolean(),
  default_parking_rate: z.number(),
  max_reservation_hours: z.number(),
  cancellation_deadline_minutes: z.number(),
  notifications_enabled: z.boolean(),
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  currency: z.enum(['USD', 'DOP']),
  tax_rate: z.number(),
});

const COLUMNS = Object.keys(rowSchema.shape).join();

/** The stored settings and their version, which a change of any setting of the installation moves. */
export type StoredSystemSettings = { id: string; version: string; values: SystemSettings };

const storedSchema = rowSchema.transform(
  (row): StoredSystemSettings => ({
    id: row.id,
    version: row.updated_at,
    values: {
      appName: row.app_name,
      appDescription: row.app_description,
      maintenanceMode: row.maintenance_mode,
      defaultParkingRate: row.default_parking_rate,
      maxReservationHours: row.max_reservation_hours,
      cancellationDeadline: row.cancellation_deadline_minutes,
      notificationsEnabled: row.notifications_enabled,
      emailNotifications: row.email_notifications,
      pushNotifications: row.push_notifications,
      currency: row.currency,
      taxRate: row.tax_rate,
    },
  }),
);

const toColumns = (values: SystemSettings) => ({
  app_name: values.appName.trim(),
  app_description: values.appDescription.trim(),
  maintenance_mode: values.maintenanceMode,
  default_parking_rate: values.defaultParkingRate,
  max_reservation_hours: values.maxReservationHours,
  cancellation_deadline_minutes: values.cancellationDeadline,
  notifications_enabled: values.notificationsEnabled,
  email_notifications: values.emailNotifications,
  push_notifications: values.pushNotifications,
  currency: values.currency,
  tax_rate: values.taxRate,
});

/** @throws Problem `installation-settings-not-loaded` */
export async function loadSystemSettings(signal?: AbortSignal): Promise<StoredSystemSettings> {
  const query = dataClient().from('installation_settings').select(COLUMNS);
  const { data, error } = await (signal ? query.abortSignal(signal) : query).single();
  if (error) throw new Problem('installation-settings-not-loaded', { cause: error });
  return parseRow(storedSchema, data, 'installation-settings-not-loaded');
}

const update = (loaded: StoredSystemSettings, values: SystemSettings) =>
  updateVersioned(loaded, {
    table: 'installation_settings',
    changes: toColumns(values),
    stored: { table: 'installation_settings', columns: COLUMNS, schema: storedSchema },
    problem: 'installation-settings-not-saved',
  });

const isSame = (one: SystemSettings, other: SystemSettings) =>
  JSON.stringify(toColumns(one)) === JSON.stringify(toColumns(other));

/**
 * Saves the settings, unless somebody else has changed any of them since they were loaded. Returns what is stored then.
 * @throws Problem `installation-settings-not-saved`
 */
export async function saveSystemSettings(
  loaded: StoredSystemSettings,
  values: SystemSettings,
): Promise<{ stored: StoredSystemSettings; isSaved: boolean }> {
  let newer = await update(loaded, values);
  // Somebody changed other settings of the same row.
  if (newer !== null && isSame(newer.values, loaded.values)) newer = await update(newer, values);
  if (newer !== null) return { stored: newer, isSaved: false };
  return { stored: await loadSystemSettings(), isSaved: true };
}
