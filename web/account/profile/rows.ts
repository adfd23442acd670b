import * as z from 'zod';
import { PRIVACY_LEVELS } from '../../../domain/people/settings.ts';
import { tableRow } from '../../data/table-row.ts';

export const toNullIfBlank = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
const text = z.string().nullable().transform(toNullIfBlank);

export const profileRow = tableRow({ user_id: z.string(), email: text, full_name: text, phone: text, bio: text });

export type Profile = z.infer<typeof profileRow.schema>;

export const settingsRow = tableRow({
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  marketing_emails: z.boolean(),
  privacy_level: z.enum(PRIVACY_LEVELS),
  auto_logout_minutes: z.int().nullable(),
  /** It may be one that a newer version knows. */
  language: z.string().nullable(),
  /** Decided by the authentication service. */
  two_factor_enabled: z.boolean(),
});

export type Settings = z.infer<typeof settingsRow.schema>;

export type SettingsChanges = Omit<Settings, 'twoFactorEnabled'>;
