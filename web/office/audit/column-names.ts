import { m } from '#messages';
import { toColumn } from '../../../domain/camel-case.ts';
import { CRITERION_LABELS } from '../../../domain/ratings/rating.ts';
import { formatKey, sayByName } from '../../ui/platform/format-time.ts';
import { SYSTEM_SETTINGS_FIELDS } from '../settings/system-settings-values.ts';

/** The columns whose names are said elsewhere too, in other messages than their own. */
const NAMES = new Map<string, string>([
  ...SYSTEM_SETTINGS_FIELDS.map(({ name, label }) => [toColumn(name), label] as const),
  ['wallet_balance', m.wallet_balance_title()],
  ['email_notifications', m.settings_email_notifications()],
  ['push_notifications', m.settings_push_notifications()],
  ['marketing_emails', m.settings_marketing_emails()],
  ['language', m.settings_language()],
  ['description', m.zone_description_es()],
  ['description_en', m.zone_description_en()],
  ['hint', m.space_field_hint()],
  ['reason', m.set_status_reason()],
  ['starts_at', m.set_status_from()],
  ['ends_at', m.set_status_until()],
  ['plate', m.vehicle_plate()],
  ['type', m.vehicle_type()],
  ['is_default', m.vehicle_default()],
  ['vehicle_name', m.reservation_vehicle()],
  ['vehicle_plate', m.vehicle_plate()],
  ['vehicle_type', m.vehicle_type()],
  ...Object.entries(CRITERION_LABELS),
  ['total_amount', m.reservation_total_amount()],
  ['cancellation_deadline_minutes', m.system_settings_cancellation()],
  ['notifications_enabled', m.system_settings_notifications()],
  ['first_number', m.fiscal_range_first()],
  ['last_number', m.fiscal_range_last()],
  ['expires_on', m.fiscal_valid_until()],
  ['account_codes', m.system_settings_accounts()],
  ['password_min_length', m.auth_settings_password_length()],
  ['session_timeout_hours', m.auth_settings_session_timeout()],
  ['admins_need_second_factor', m.auth_settings_admin_factor()],
  ['email_from_address', m.auth_settings_from_address()],
  ['email_from_name', m.auth_settings_from_name()],
]);

/** Such as 'Price per hour' for 'price_per_hour'. */
export const formatColumn = (column: string): string =>
  NAMES.get(column) ??
  sayByName(`audit_column_${column}`) ??
  sayByName(`field_${column}`) ??
  sayByName(`user_field_${column}`) ??
  formatKey(column);
