import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow } from '../../data/parse-rows.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import type { AuthSettings } from './auth-settings-values.ts';

const rowSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  email_confirmation_required: z.boolean(),
  allow_signups: z.boolean(),
  password_min_length: z.number(),
  session_timeout_hours: z.number().nullable(),
  two_factor_allowed: z.boolean(),
  social_google_allowed: z.boolean(),
  social_apple_allowed: z.boolean(),
  email_from_address: z.string().nullable(),
  email_from_name: z.string().nullable(),
});

const COLUMNS = Object.keys(rowSchema.shape).join();

const storedSchema = rowSchema.transform((row) => ({
  id: row.id,
  version: row.updated_at,
  values: {
    emailConfirmationRequired: row.email_confirmation_required,
    allowSignups: row.allow_signups,
    passwordMinLength: row.password_min_length,
    sessionTimeout: row.session_timeout_hours,
    twoFactorEnabled: row.two_factor_allowed,
    socialAuthGoogle: row.social_google_allowed,
    socialAuthApple: row.social_apple_allowed,
    fromAddress: row.email_from_address ?? '',
    fromName: row.email_from_name ?? '',
  },
}));

/** The stored settings and their version. Whoever changes the other settings of the installation changes it too. */
export type StoredAuthSettings = { id: string; version: string; values: AuthSettings };

/** @throws Problem `auth-settings-not-loaded` */
export async function loadAuthSettings(signal = new AbortController().signal): Promise<StoredAuthSettings> {
  const { data, error } = await dataClient().from('installation_settings').select(COLUMNS).abortSignal(signal).single();
  if (error) throw new Problem('auth-settings-not-loaded', { cause: error });
  return parseRow(storedSchema, data, 'auth-settings-not-loaded');
}

const toColumns = (values: AuthSettings) => ({
  email_confirmation_required: values.emailConfirmationRequired,
  allow_signups: values.allowSignups,
  password_min_length: values.passwordMinLength,
  session_timeout_hours: values.sessionTimeout,
  two_factor_allowed: values.twoFactorEnabled,
  social_google_allowed: values.socialAuthGoogle,
  social_apple_allowed: values.socialAuthApple,
  email_from_address: values.fromAddress || null,
  email_from_name: values.fromName || null,
});

const update = (loaded: StoredAuthSettings, values: AuthSettings) =>
  updateVersioned(loaded, {
    table: 'installation_settings',
    changes: toColumns(values),
    stored: { table: 'installation_settings', columns: COLUMNS, schema: storedSchema },
    problem: 'auth-settings-not-saved',
  });

const isSame = (one: AuthSettings, other: AuthSettings) =>
  JSON.stringify(toColumns(one)) === JSON.stringify(toColumns(other));

/**
 * Saves the settings, unless somebody else has changed any of them since they were loaded. Returns what is stored then.
 * @throws Problem `auth-settings-not-saved`
 */
export async function saveAuthSettings(
  loaded: StoredAuthSettings,
  values: AuthSettings,
): Promise<{ stored: StoredAuthSettings; isSaved: boolean }> {
  let newer = await update(loaded, values);
  // Somebody changed other settings of the same row.
  if (newer !== null && isSame(newer.values, loaded.values)) newer = await update(newer, values);
  if (newer !== null) return { stored: newer, isSaved: false };
  return { stored: await loadAuthSettings(), isSaved: true };
}
