import * as z from 'zod';
import { PRIVACY_LEVELS } from '../../../domain/people/settings.ts';

export const PROFILE_COLUMNS = 'user_id, email, full_name, phone, bio';
export const SETTINGS_COLUMNS =
  'email_notifications, push_notifications, sms_notifications, marketing_emails, privacy_level, auto_logout_minutes, language, two_factor_enabled';

export type Profile = z.infer<typeof profileRowSchema>;

/** `twoFactorEnabled` is decided by the authentication service; `language` may be one that a newer version knows. */
export type Settings = z.infer<typeof settingsRowSchema>;

export type SettingsChanges = Omit<Settings, 'twoFactorEnabled'>;

export const toNullIfBlank = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
const text = z.string().nullable().transform(toNullIfBlank);

export const profileRowSchema = z
  .object({ user_id: z.string(), email: text, full_name: text, phone: text, bio: text })
  .transform(({ user_id: userId, full_name: fullName, ...rest }) => ({ userId, fullName, ...rest }));

export const settingsRowSchema = z
  .object({
    email_notifications: z.boolean(),
    push_notifications: z.boolean(),
    sms_notifications: z.boolean(),
    marketing_emails: z.boolean(),
    privacy_level: z.enum(PRIVACY_LEVELS),
    auto_logout_minutes: z.int().nullable(),
    language: z.string().nullable(),
    two_factor_enabled: z.boolean(),
  })
  .transform((row) => ({
    emailNotifications: row.email_notifications,
    pushNotifications: row.push_notifications,
    smsNotifications: row.sms_notifications,
    marketingEmails: row.marketing_emails,
    privacyLevel: row.privacy_level,
    autoLogoutMinutes: row.auto_logout_minutes,
    language: row.language,
    twoFactorEnabled: row.two_factor_enabled,
  }));

/** The columns to save. A setting that does not change is undefined, and a request leaves out what is undefined. */
export function toSettingsRow(changes: Partial<SettingsChanges>) {
  return {
    email_notifications: changes.emailNotifications,
    push_notifications: changes.pushNotifications,
    sms_notifications: changes.smsNotifications,
    marketing_emails: changes.marketingEmails,
    privacy_level: changes.privacyLevel,
    auto_logout_minutes: changes.autoLogoutMinutes,
    language: changes.language,
  };
}
