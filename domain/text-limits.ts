import { m } from '#messages';

/** `max` counts characters; `constraint` is the check constraint with the same limit. */
export type TextLimit = { max: number; label: string; constraint: string };

/** @param column the table and the column, by which the constraint is named */
const limit = (max: number, label: string, column: string): TextLimit => ({
  max,
  label,
  constraint: `${column}_length`,
});

/** All texts that people can enter. */
export const TEXT_LIMITS = {
  fullName: limit(80, m.text_field_name(), 'profiles_full_name'),
  phone: limit(32, m.text_field_phone(), 'profiles_phone'),
  bio: limit(300, m.text_field_bio(), 'profiles_bio'),
  message: limit(1000, m.text_field_message(), 'user_messages_message'),
  zoneName: limit(120, m.text_field_name(), 'parking_zones_name'),
  zoneDescription: limit(2000, m.text_field_description(), 'parking_zones_description'),
  zoneDescriptionEn: limit(2000, m.text_field_description(), 'parking_zones_description_en'),
  zoneLocation: limit(300, m.text_field_location(), 'parking_zones_location'),
  spaceName: limit(120, m.text_field_name(), 'parking_spaces_name'),
  spaceLocation: limit(300, m.text_field_location(), 'parking_spaces_location'),
  spaceHint: limit(120, m.space_field_hint(), 'parking_spaces_hint'),
  vehicleName: limit(60, m.text_field_name(), 'vehicles_name'),
  ratingComment: limit(300, m.text_field_comment(), 'ratings_comment'),
  hidingReason: limit(300, m.text_field_reason(), 'ratings_hidden_reason'),
  statusReason: limit(300, m.text_field_reason(), 'space_status_overrides_reason'),
  appName: limit(60, m.text_field_app_name(), 'installation_settings_app_name'),
  appDescription: limit(300, m.text_field_app_description(), 'installation_settings_app_description'),
  termsText: limit(20_000, m.legal_terms(), 'installation_settings_terms_text'),
  privacyText: limit(20_000, m.legal_privacy(), 'installation_settings_privacy_text'),
  legalName: limit(120, m.system_settings_legal_name(), 'installation_settings_legal_name'),
  legalAddress: limit(200, m.system_settings_legal_address(), 'installation_settings_legal_address'),
  lockDevice: limit(64, m.text_field_lock_device(), 'parking_spaces_kavass_device_id'),
} satisfies Record<string, TextLimit>;

const CONSTRAINT_IN_MESSAGE = /check constraint "(\w+)"/;

/** The limit that a message of the database is about, or null. */
export function findTextLimit(message: string): TextLimit | null {
  const constraint = CONSTRAINT_IN_MESSAGE.exec(message)?.[1];
  return Object.values(TEXT_LIMITS).find((limit) => limit.constraint === constraint) ?? null;
}
