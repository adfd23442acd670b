import * as z from 'zod';
import { m } from '#messages';
import { MAX_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS } from '../../../domain/people/settings.ts';

export const NOTIFICATION_SETTINGS = [
  {
    name: 'emailNotifications',
    label: m.settings_email_notifications(),
    detail: m.settings_email_notifications_detail(),
  },
  { name: 'pushNotifications', label: m.settings_push_notifications(), detail: m.settings_push_notifications_detail() },
  { name: 'smsNotifications', label: m.settings_sms_notifications(), detail: m.settings_sms_notifications_detail() },
  { name: 'marketingEmails', label: m.settings_marketing_emails(), detail: m.settings_marketing_emails_detail() },
] as const;

export const settingsValuesSchema = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  autoLogoutMinutes: z.int().min(1).max(MAX_AUTO_LOGOUT_MINUTES).nullable(),
});
