import { m } from '#messages';
import { choice, flag, money, number, orNull, text } from '../columns.ts';
import { oneLineSchema, textSchema, wholeNumberSchema } from '../field-schemas.ts';
import { MAX_PRICE } from '../money/money.ts';
import { TEXT_LIMITS } from '../text-limits.ts';

const DEADLINE = { bounds: { min: 0, max: 7 * 24 * 60 }, problem: 'cancellation-deadline-out-of-range' } as const;
const TOP_UP = { bounds: { min: 0.01, max: 1_000_000 }, problem: 'top-up-limit-out-of-range' } as const;

/** The columns of `installation_settings` that everybody reads in the view `public_settings`, and administrators change. */
export const PUBLIC_SETTINGS = {
  appName: text(
    m.system_settings_name(),
    oneLineSchema(TEXT_LIMITS.appName, m.problem_app_name_malformed()).min(1, m.problem_app_name_required()),
    { initial: 'Parqueo' },
  ),
  appDescription: text(m.system_settings_description(), textSchema(TEXT_LIMITS.appDescription).trim(), {
    input: { kind: 'text', rows: 2 },
  }),
  maintenanceMode: flag(m.system_settings_maintenance(), false, { hint: m.system_settings_maintenance_detail() }),
  /** An hour in a new zone or space. */
  defaultParkingRate: money(m.audit_column_default_parking_rate(), 15, {
    bounds: { min: 0, max: MAX_PRICE },
    problem: 'parking-rate-out-of-range',
    formLabel: m.system_settings_rate,
  }),
  maxReservationHours: number(m.system_settings_max_hours(), 24, {
    bounds: { min: 1, max: 168 },
    problem: 'hours-out-of-range',
  }),
  minReservationMinutes: number(m.system_settings_min_minutes(), 15, {
    bounds: { min: 5, max: 1440 },
    problem: 'minutes-out-of-range',
  }),
  cancellationDeadlineMinutes: {
    ...number(m.system_settings_cancellation(), 30, DEADLINE),
    typed: wholeNumberSchema({ min: 0 }, DEADLINE.problem).max(
      DEADLINE.bounds.max,
      m.problem_cancellation_deadline_too_long(),
    ),
  },
  notificationsEnabled: flag(m.system_settings_notifications_enabled(), true),
  emailNotifications: flag(m.settings_email_notifications(), true),
  pushNotifications: flag(m.settings_push_notifications(), false),
  currency: choice(m.system_settings_currency(), 'USD', [
    { value: 'USD', label: m.system_settings_currency_USD() },
    { value: 'DOP', label: m.system_settings_currency_DOP() },
  ]),
  /** In percent; null until the operator decides it. */
  taxRate: orNull(
    number(m.system_settings_tax_rate(), 0, {
      bounds: { min: 0, max: 100 },
      decimals: 2,
      problem: 'tax-rate-out-of-range',
    }),
  ),
  /** When off, drivers pay the operator in another way, and nothing is charged here. */
  chargesDrivers: flag(m.system_settings_charges_drivers(), false, {
    hint: m.system_settings_charges_drivers_detail(),
  }),
  topUpMin: money(m.audit_column_top_up_min(), 5, { ...TOP_UP, formLabel: m.system_settings_top_up_min }),
  topUpMax: money(m.audit_column_top_up_max(), 10_000, { ...TOP_UP, formLabel: m.system_settings_top_up_max }),
};
