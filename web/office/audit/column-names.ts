import { m } from '#messages';
import { toColumn } from '../../../domain/camel-case.ts';
import type { Column } from '../../../domain/columns.ts';
import { CRITERION_LABELS } from '../../../domain/ratings/rating.ts';
import { SETTINGS } from '../../../domain/settings/settings.ts';
import { ZONE_COLUMNS } from '../../../domain/zones/zone-columns.ts';
import { formatKey, sayByName } from '../../ui/platform/format-time.ts';

/** The columns that administrators edit, by table. */
const EDITED = new Map<string, Record<string, Column<unknown>>>([
  ['installation_settings', SETTINGS],
  ['parking_zones', ZONE_COLUMNS],
]);

/** The column of a table that administrators edit, or undefined for any other. */
export const findColumn = (table: string, column: string): Column<unknown> | undefined =>
  Object.entries(EDITED.get(table) ?? {}).find(([name]) => toColumn(name) === column)?.[1];

/** The columns whose names are said elsewhere too, in other messages than their own. */
const NAMES = new Map<string, string>([
  ['wallet_balance', m.wallet_balance_title()],
  ['email_notifications', m.settings_email_notifications()],
  ['push_notifications', m.settings_push_notifications()],
  ['marketing_emails', m.settings_marketing_emails()],
  ['language', m.settings_language()],
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
  ['first_number', m.fiscal_range_first()],
  ['last_number', m.fiscal_range_last()],
  ['expires_on', m.fiscal_valid_until()],
]);

/** Such as 'Price per hour' for 'price_per_hour'. */
export const formatColumn = (table: string, column: string): string =>
  sayByName(`audit_column_${column}`) ??
  findColumn(table, column)?.label ??
  NAMES.get(column) ??
  sayByName(`field_${column}`) ??
  sayByName(`user_field_${column}`) ??
  formatKey(column);
