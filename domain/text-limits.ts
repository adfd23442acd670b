import { m } from '#messages';

/** `max` counts characters; `constraint` is the check constraint with the same limit. */
export type TextLimit = { max: number; label: string; constraint: string };

/** All texts that people can enter. */
export const TEXT_LIMITS = {
  fullName: { max: 80, label: m.text_field_name(), constraint: 'profiles_full_name_length' },
  phone: { max: 32, label: m.text_field_phone(), constraint: 'profiles_phone_length' },
  bio: { max: 300, label: m.text_field_bio(), constraint: 'profiles_bio_length' },
  message: { max: 1000, label: m.text_field_message(), constraint: 'user_messages_message_length' },
  zoneName: { max: 120, label: m.text_field_name(), constraint: 'parking_zones_name_length' },
  zoneDescription: { max: 2000, label: m.text_field_description(), constraint: 'parking_zones_description_length' },
  zoneDescriptionEn: {
    max: 2000,
    label: m.text_field_description(),
    constraint: 'parking_zones_description_en_length',
  },
  zoneLocation: { max: 300, label: m.text_field_location(), constraint: 'parking_zones_location_length' },
  spaceName: { max: 120, label: m.text_field_name(), constraint: 'parking_spaces_name_length' },
  spaceLocation: { max: 300, label: m.text_field_location(), constraint: 'parking_spaces_location_length' },
  spaceHint: { max: 120, label: m.space_field_hint(), constraint: 'parking_spaces_hint_length' },
  vehicleName: { max: 60, label: m.text_field_name(), constraint: 'vehicles_name_length' },
  ratingComment: { max: 300, label: m.text_field_comment(), constraint: 'ratings_comment_length' },
  hidingReason: { max: 300, label: m.text_field_reason(), constraint: 'ratings_hidden_reason_length' },
  statusReason: {
    max: 300,
    label: m.text_field_reason(),
    constraint: 'space_status_overrides_reason_length',
  },
  appName: { max: 60, label: m.text_field_app_name(), constraint: 'installation_settings_app_name_length' },
  appDescription: {
    max: 300,
    label: m.text_field_app_description(),
    constraint: 'installation_settings_app_description_length',
  },
  termsText: { max: 20_000, label: m.legal_terms(), constraint: 'installation_settings_terms_text_length' },
  privacyText: { max: 20_000, label: m.legal_privacy(), constraint: 'installation_settings_privacy_text_length' },
  legalName: { max: 120, label: m.system_settings_legal_name(), constraint: 'installation_settings_legal_name_length' },
  legalAddress: {
    max: 200,
    label: m.system_settings_legal_address(),
    constraint: 'installation_settings_legal_address_length',
  },
  lockDevice: { max: 64, label: m.text_field_lock_device(), constraint: 'space_locks_device_id_length' },
} as const satisfies Record<string, TextLimit>;

const CONSTRAINT_IN_MESSAGE = /check constraint "(\w+)"/;

/** The limit that a message of the database is about, or null. */
export function findTextLimit(message: string): TextLimit | null {
  const constraint = CONSTRAINT_IN_MESSAGE.exec(message)?.[1];
  return Object.values(TEXT_LIMITS).find((limit) => limit.constraint === constraint) ?? null;
}
