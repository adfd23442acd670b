import * as z from 'zod';
import { m } from '#messages';
import { toColumns } from '../../../domain/camel-case.ts';
import { amountSchema, textSchema, wholeNumberSchema } from '../../../domain/field-schemas.ts';
import { isPlace, PROVINCE_OPTIONS, readPlaceCode, toPlaceCode } from '../../../domain/fiscal/provinces.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS, type AccountKind } from '../../../domain/money/account-kinds.ts';
import { CURRENCIES } from '../../../domain/money/currency.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { MAX_PRICE } from '../../../domain/reservations/price.ts';
import { TEXT_LIMITS, type TextLimit } from '../../../domain/text-limits.ts';
import { publicSettingsQuery } from '../../data/public-settings.ts';
import type { NamedField } from '../../ui/form/newer-values.ts';
import { optionalText, type SettingsPart, settingsRow } from './installation-settings.ts';

const MAX_TOP_UP = 1_000_000;
const MAX_CORRECTION = 1_000_000;
/** An RNC, the country's tax number. */
const TAX_NUMBER = /^(?:[0-9A-Za-z][0-9A-Za-z -]{3,29})?$/;
const MAX_DEADLINE_MINUTES = 7 * 24 * 60;
/** One line without control characters and marks that turn text around, which the database checks too. */
const APP_NAME = /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u;

const oneLineSchema = (limit: TextLimit) =>
  textSchema(limit)
    .trim()
    .regex(APP_NAME, describeProblem('text-on-one-line', { field: limit.label }));

const taxRateSchema = amountSchema({ min: 0, max: 100 }, 'tax-rate-out-of-range').nullable();
/** As `installation_settings.account_codes` allows. */
const accountCodeSchema = z
  .string()
  .trim()
  .max(30, m.problem_account_code_malformed())
  .regex(APP_NAME, m.problem_account_code_malformed());

/** Also of the sample form. Times and money are in the units of their labels. */
export const commonSettingsSchema = z.object({
  appName: textSchema(TEXT_LIMITS.appName)
    .trim()
    .refine((name) => name !== '', m.problem_app_name_required())
    .regex(APP_NAME, m.problem_app_name_malformed()),
  appDescription: textSchema(TEXT_LIMITS.appDescription).trim(),
  maintenanceMode: z.boolean(),
  defaultParkingRate: amountSchema({ min: 0, max: MAX_PRICE }, 'parking-rate-out-of-range'),
  maxReservationHours: wholeNumberSchema({ min: 1, max: 168 }, 'hours-out-of-range'),
  cancellationDeadlineMinutes: wholeNumberSchema({ min: 0 }, 'cancellation-deadline-out-of-range').max(
    MAX_DEADLINE_MINUTES,
    m.problem_cancellation_deadline_too_long(),
  ),
  notificationsEnabled: z.boolean(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  currency: z.enum(CURRENCIES),
  /** Null until the operator decides it, which only settings that are stored allow. */
  taxRate: taxRateSchema.refine((rate): boolean => rate !== null, m.problem_tax_rate_out_of_range()),
});

const RECEIPT_MOMENTS = ['end', 'payment'] as const;
export const RECEIPT_MOMENT_OPTIONS: readonly { value: (typeof RECEIPT_MOMENTS)[number]; label: string }[] = [
  { value: 'end', label: m.system_settings_receipt_moment_end() },
  { value: 'payment', label: m.system_settings_receipt_moment_payment() },
];

const systemSettingsSchema = commonSettingsSchema
  .extend({
    termsText: textSchema(TEXT_LIMITS.termsText).trim(),
    privacyText: textSchema(TEXT_LIMITS.privacyText).trim(),
    minReservationMinutes: wholeNumberSchema({ min: 5, max: 1440 }, 'minutes-out-of-range'),
    chargesDrivers: z.boolean(),
    topUpMin: amountSchema({ min: 0.01, max: MAX_TOP_UP }, 'top-up-limit-out-of-range'),
    topUpMax: amountSchema({ min: 0.01, max: MAX_TOP_UP }, 'top-up-limit-out-of-range'),
    walletCorrectionLimit: amountSchema({ min: 0, max: MAX_CORRECTION }, 'correction-limit-out-of-range'),
    legalName: oneLineSchema(TEXT_LIMITS.legalName),
    taxNumber: z.string().trim().regex(TAX_NUMBER, m.problem_tax_number_malformed()),
    legalAddress: oneLineSchema(TEXT_LIMITS.legalAddress),
    province: z.string(),
    municipality: z.string().trim(),
    taxRate: taxRateSchema,
    receiptMoment: z.enum(RECEIPT_MOMENTS),
    accountCodes: z.record(z.enum(ACCOUNT_KINDS), accountCodeSchema),
  })
  .refine(({ chargesDrivers, taxRate }) => !chargesDrivers || taxRate !== null, {
    path: ['taxRate'],
    error: m.problem_tax_rate_undecided(),
  })
  .refine(({ province, municipality }) => isPlace(province, municipality), {
    path: ['municipality'],
    error: m.problem_municipality_malformed(),
  })
  .refine(({ topUpMin, topUpMax }) => topUpMin <= topUpMax, {
    path: ['topUpMax'],
    error: m.problem_top_up_max_below_min(),
  });

export type CommonSettings = z.infer<typeof commonSettingsSchema>;
export type SystemSettings = z.infer<typeof systemSettingsSchema>;

const showMoney = (amount: unknown) => formatMoney(Number(amount));
const showOption = (options: readonly { value: string; label: string }[]) => (chosen: unknown) =>
  options.find(({ value }) => value === chosen)?.label ?? '';

/** The fields that two people may change at the same time, with their labels. */
export const SYSTEM_SETTINGS_FIELDS: readonly NamedField<SystemSettings>[] = [
  { name: 'appName', label: m.system_settings_name() },
  { name: 'appDescription', label: m.system_settings_description() },
  { name: 'termsText', label: m.legal_terms() },
  { name: 'privacyText', label: m.legal_privacy() },
  { name: 'maintenanceMode', label: m.system_settings_maintenance() },
  { name: 'defaultParkingRate', label: m.audit_column_default_parking_rate(), format: showMoney },
  { name: 'maxReservationHours', label: m.system_settings_max_hours() },
  { name: 'minReservationMinutes', label: m.system_settings_min_minutes() },
  { name: 'cancellationDeadlineMinutes', label: m.system_settings_cancellation() },
  { name: 'notificationsEnabled', label: m.system_settings_notifications_enabled() },
  { name: 'emailNotifications', label: m.settings_email_notifications() },
  { name: 'pushNotifications', label: m.settings_push_notifications() },
  { name: 'currency', label: m.system_settings_currency() },
  { name: 'taxRate', label: m.system_settings_tax_rate() },
  { name: 'chargesDrivers', label: m.system_settings_charges_drivers() },
  { name: 'topUpMin', label: m.audit_column_top_up_min(), format: showMoney },
  { name: 'topUpMax', label: m.audit_column_top_up_max(), format: showMoney },
  { name: 'walletCorrectionLimit', label: m.audit_column_wallet_correction_limit(), format: showMoney },
  { name: 'legalName', label: m.system_settings_legal_name() },
  { name: 'taxNumber', label: m.receipt_tax_number() },
  { name: 'legalAddress', label: m.system_settings_legal_address() },
  { name: 'province', label: m.system_settings_province(), format: showOption(PROVINCE_OPTIONS) },
  { name: 'municipality', label: m.system_settings_municipality() },
  { name: 'receiptMoment', label: m.system_settings_receipt_moment(), format: showOption(RECEIPT_MOMENT_OPTIONS) },
  ...ACCOUNT_KINDS.map((kind) => ({ name: `accountCodes.${kind}` as const, label: ACCOUNT_LABELS[kind] })),
];

const mapAccounts = <Value>(find: (kind: AccountKind) => Value) =>
  Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, find(kind)])) as Record<AccountKind, Value>;

const row = settingsRow({
  app_name: z.string(),
  app_description: z.string(),
  terms_text: z.string(),
  privacy_text: z.string(),
  maintenance_mode: z.boolean(),
  default_parking_rate: z.number(),
  max_reservation_hours: z.number(),
  min_reservation_minutes: z.number(),
  cancellation_deadline_minutes: z.number(),
  notifications_enabled: z.boolean(),
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  currency: z.enum(CURRENCIES),
  tax_rate: z.number().nullable(),
  charges_drivers: z.boolean(),
  top_up_min: z.number(),
  top_up_max: z.number(),
  wallet_correction_limit: z.number(),
  legal_name: optionalText,
  tax_number: optionalText,
  legal_address: optionalText,
  legal_place_code: z.string().nullable(),
  receipt_moment: z.enum(RECEIPT_MOMENTS),
  account_codes: z
    .partialRecord(z.enum(ACCOUNT_KINDS), z.string())
    .transform((codes) => mapAccounts((kind) => codes[kind] ?? '')),
});

export const systemSettingsPart: SettingsPart<SystemSettings> = {
  name: 'system',
  columns: row.columns,
  schema: row.schema.transform(({ values: { legalPlaceCode, ...values }, ...stored }) => ({
    ...stored,
    values: { ...values, ...readPlaceCode(legalPlaceCode) },
  })),
  toColumns: ({ province, municipality, ...values }) => ({
    ...toColumns(values),
    legal_name: values.legalName || null,
    tax_number: values.taxNumber || null,
    legal_address: values.legalAddress || null,
    legal_place_code: toPlaceCode(province, municipality),
    // An account without a code is left out.
    account_codes: mapAccounts((kind) => values.accountCodes[kind] || undefined),
  }),
  values: systemSettingsSchema,
  fields: SYSTEM_SETTINGS_FIELDS,
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
