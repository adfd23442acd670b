import * as z from 'zod';
import { ACCOUNT_KINDS, type AccountKind } from '../../../domain/money/account-kinds.ts';
import { CURRENCIES } from '../../../domain/money/currency.ts';
import type { SettingsPart, StoredSettings } from './data.ts';
import { RECEIPT_MOMENTS, type SystemSettings } from './system-settings-values.ts';

const rowSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  app_name: z.string(),
  app_description: z.string(),
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
  legal_name: z.string().nullable(),
  tax_number: z.string().nullable(),
  legal_address: z.string().nullable(),
  receipt_moment: z.enum(RECEIPT_MOMENTS),
  account_codes: z.partialRecord(z.enum(ACCOUNT_KINDS), z.string()),
});

const mapAccounts = <Value>(find: (kind: AccountKind) => Value) =>
  Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, find(kind)])) as Record<AccountKind, Value>;

const schema = rowSchema.transform(
  (row): StoredSettings<SystemSettings> => ({
    id: row.id,
    version: row.updated_at,
    values: {
      appName: row.app_name,
      appDescription: row.app_description,
      maintenanceMode: row.maintenance_mode,
      defaultParkingRate: row.default_parking_rate,
      maxReservationHours: row.max_reservation_hours,
      minReservationMinutes: row.min_reservation_minutes,
      cancellationDeadline: row.cancellation_deadline_minutes,
      notificationsEnabled: row.notifications_enabled,
      emailNotifications: row.email_notifications,
      pushNotifications: row.push_notifications,
      currency: row.currency,
      taxRate: row.tax_rate,
      chargesDrivers: row.charges_drivers,
      topUpMin: row.top_up_min,
      topUpMax: row.top_up_max,
      walletCorrectionLimit: row.wallet_correction_limit,
      legalName: row.legal_name ?? '',
      taxNumber: row.tax_number ?? '',
      legalAddress: row.legal_address ?? '',
      receiptMoment: row.receipt_moment,
      accountCodes: mapAccounts((kind) => row.account_codes[kind] ?? ''),
    },
  }),
);

const toColumns = (values: SystemSettings) => ({
  app_name: values.appName.trim(),
  app_description: values.appDescription.trim(),
  maintenance_mode: values.maintenanceMode,
  default_parking_rate: values.defaultParkingRate,
  max_reservation_hours: values.maxReservationHours,
  min_reservation_minutes: values.minReservationMinutes,
  cancellation_deadline_minutes: values.cancellationDeadline,
  notifications_enabled: values.notificationsEnabled,
  email_notifications: values.emailNotifications,
  push_notifications: values.pushNotifications,
  currency: values.currency,
  tax_rate: values.taxRate,
  charges_drivers: values.chargesDrivers,
  top_up_min: values.topUpMin,
  top_up_max: values.topUpMax,
  wallet_correction_limit: values.walletCorrectionLimit,
  legal_name: values.legalName.trim() || null,
  tax_number: values.taxNumber.trim() || null,
  legal_address: values.legalAddress.trim() || null,
  receipt_moment: values.receiptMoment,
  // An account without a code is left out.
  account_codes: mapAccounts((kind) => values.accountCodes[kind].trim() || undefined),
});

/** The settings of the system as `installation_settings` has them. */
export const systemSettingsPart: SettingsPart<SystemSettings> = {
  name: 'system',
  columns: Object.keys(rowSchema.shape).join(),
  schema,
  toColumns,
};
