import type { FieldValues, Path } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { type Columns, fromRow, storedShape, toRow, typedValues } from '../../../domain/columns.ts';
import { isPlace } from '../../../domain/fiscal/provinces.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import {
  AUTH_SETTINGS,
  type SignInSettings,
  STAFF_FACTORS,
  SYSTEM_SETTINGS,
  type SystemSettings,
} from '../../../domain/settings/settings.ts';
import { dataClient } from '../../data/connection.ts';
import { dataKeys } from '../../data/keys.ts';
import { publicSettingsQuery } from '../../data/public-settings.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import { readRow } from '../../ui/table/parse-rows.ts';

const TABLE = 'installation_settings';

/** The stored values of a form and their version, which a change of any setting of the installation moves. */
export type StoredSettings<Values> = { id: string; version: string; values: Values };

/** A form of settings: the columns of `installation_settings` that it edits. */
export type SettingsPart<Values extends FieldValues> = {
  name: string;
  columns: Columns<Values>;
  /** What may be typed. */
  values: z.ZodType<Values, Values>;
  texts: { title: string; note: string; save: string; saved: string; loading: string };
  /** Replaces the message of the error. */
  failedText?: string;
  /** What the operator has to confirm before these values replace the others. */
  listConsequences: (before: Values, after: Values) => string[];
  /** The fields that the database's rules are about, which then say what is wrong. */
  fieldsOfProblems?: Partial<Record<ProblemKey, Path<Values>>>;
  /** The queries that depend on what is saved. */
  dependents: readonly (readonly unknown[])[];
};

export const systemSettingsPart: SettingsPart<SystemSettings> = {
  name: 'system',
  columns: SYSTEM_SETTINGS,
  values: typedValues(SYSTEM_SETTINGS)
    .refine(({ chargesDrivers, taxRate }) => !chargesDrivers || taxRate !== null, {
      path: ['taxRate'],
      error: m.problem_tax_rate_undecided(),
    })
    .refine(({ legalPlaceCode: { province, municipality } }) => isPlace(province, municipality), {
      path: ['legalPlaceCode', 'municipality'],
      error: m.problem_municipality_malformed(),
    })
    .refine(({ topUpMin, topUpMax }) => topUpMin <= topUpMax, {
      path: ['topUpMax'],
      error: m.problem_top_up_max_below_min(),
    }),
  texts: {
    title: m.system_settings_title(),
    note: m.system_settings_note(),
    save: m.system_settings_save(),
    saved: m.system_settings_saved(),
    loading: m.system_settings_loading(),
  },
  listConsequences: (before, after) => [
    ...(after.maintenanceMode && !before.maintenanceMode ? [m.system_settings_confirm_maintenance()] : []),
    ...(after.currency === before.currency ? [] : [m.system_settings_confirm_currency()]),
    ...(after.chargesDrivers && !before.chargesDrivers ? [m.system_settings_confirm_charging()] : []),
    ...(before.chargesDrivers && !after.chargesDrivers ? [m.system_settings_confirm_no_charging()] : []),
  ],
  fieldsOfProblems: { 'currency-in-use': 'currency', 'tax-rate-undecided': 'taxRate' },
  // Also this page: its name, its amounts and its limits.
  dependents: [publicSettingsQuery.queryKey],
};

/** The authentication settings that the product's own server obeys. */
export const authSettingsPart: SettingsPart<SignInSettings> = {
  name: 'auth',
  columns: AUTH_SETTINGS,
  values: typedValues(AUTH_SETTINGS).refine(
    (typed) =>
      typed.twoFactorAllowed || ![...STAFF_FACTORS, 'adminsNeedSecondFactor' as const].some((name) => typed[name]),
    { path: ['adminsNeedSecondFactor'], error: m.problem_admin_factor_not_offered() },
  ),
  texts: {
    title: m.auth_settings_title(),
    note: m.auth_settings_delay(),
    save: m.auth_settings_save(),
    saved: m.auth_settings_saved(),
    loading: m.auth_settings_loading(),
  },
  failedText: m.auth_settings_not_loaded(),
  listConsequences: (before, after) => [
    ...(before.emailConfirmationRequired && !after.emailConfirmationRequired
      ? [m.auth_settings_confirm_no_confirmation()]
      : []),
    ...(before.allowSignups && !after.allowSignups ? [m.auth_settings_confirm_no_signups()] : []),
    ...(!before.adminsNeedSecondFactor && after.adminsNeedSecondFactor ? [m.auth_settings_confirm_admin_factor()] : []),
  ],
  dependents: [dataKeys.signInRules()],
};

function toRequest<Values extends FieldValues>({ columns }: SettingsPart<Values>) {
  const shape = { id: z.string(), updated_at: z.string(), ...storedShape(columns) };
  const schema = z
    .object(shape)
    .transform(
      ({ id, updated_at: version, ...row }): StoredSettings<Values> => ({ id, version, values: fromRow(columns, row) }),
    );
  return { table: TABLE, columns: Object.keys(shape).join(), schema };
}

export async function loadSettings<Values extends FieldValues>(part: SettingsPart<Values>) {
  const { columns, schema } = toRequest(part);
  return readRow(await dataClient().from(TABLE).select(columns).single(), schema, 'installation-settings-not-loaded');
}

/**
 * Saves the settings, unless somebody else has changed any of them since they were loaded. Returns what is stored then.
 */
export async function saveSettings<Values extends FieldValues>(
  part: SettingsPart<Values>,
  loaded: StoredSettings<Values>,
  values: Values,
): Promise<{ stored: StoredSettings<Values>; isSaved: boolean }> {
  const update = (from: StoredSettings<Values>) =>
    updateVersioned(from, toRow(part.columns, values), toRequest(part), 'installation-settings-not-saved');

  let newer = await update(loaded);
  // Somebody changed other settings of the same row.
  if (newer !== null && JSON.stringify(newer.values) === JSON.stringify(loaded.values)) newer = await update(newer);
  if (newer !== null) return { stored: newer, isSaved: false };
  return { stored: await loadSettings(part), isSaved: true };
}
