import { m } from '#messages';
import { formatKey } from '../ui/format-key.ts';

const NAMES = new Map<string, string>([
  ['email', m.field_email()],
  ['full_name', m.user_field_full_name()],
  ['phone', m.user_field_phone()],
  ['bio', m.user_field_bio()],
  ['rating', m.field_rating()],
  ['total_trips', m.user_field_total_trips()],
  ['status', m.field_status()],
  ['wallet_balance', m.wallet_balance_title()],
  ['wallet_settings', m.user_field_wallet_settings()],
  ['email_notifications', m.settings_email_notifications()],
  ['push_notifications', m.settings_push_notifications()],
  ['sms_notifications', m.audit_column_sms_notifications()],
  ['marketing_emails', m.settings_marketing_emails()],
  ['privacy_level', m.user_field_privacy_level()],
  ['auto_logout_minutes', m.audit_column_auto_logout_minutes()],
  ['language', m.settings_language()],
  ['two_factor_enabled', m.audit_column_two_factor_enabled()],
  ['role', m.field_role()],
  ['name', m.field_name()],
  ['description', m.field_description()],
  ['location', m.field_location()],
  ['latitude', m.audit_column_latitude()],
  ['longitude', m.audit_column_longitude()],
  ['price_per_hour', m.field_price_per_hour()],
  ['amenities', m.field_amenities()],
  ['zone_id', m.audit_column_zone_id()],
  ['zone_name', m.audit_column_zone_name()],
  ['kavass_device_id', m.audit_column_kavass_device_id()],
  ['hourly_rate', m.field_hourly_rate()],
  ['parking_space_id', m.audit_column_parking_space_id()],
  ['start_time', m.audit_column_start_time()],
  ['end_time', m.audit_column_end_time()],
  ['total_amount', m.reservation_total_amount()],
]);

/** Such as 'Price per hour' for 'price_per_hour'. */
export const formatColumn = (column: string): string => NAMES.get(column) ?? formatKey(column);
