import * as z from 'zod';
import { m } from '#messages';
import {
  MAX_AUTO_LOGOUT_MINUTES,
  MIN_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
  type PrivacyLevel,
} from '../../../domain/people/settings.ts';

const isAllowed = (minutes: number) => minutes >= MIN_AUTO_LOGOUT_MINUTES && minutes <= MAX_AUTO_LOGOUT_MINUTES;

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

export const PRIVACY_LABELS: Record<PrivacyLevel, string> = {
  public: m.settings_privacy_public(),
  friends: m.settings_privacy_friends(),
  private: m.settings_privacy_private(),
};

/** Null while the field is empty. */
export const autoLogoutMinutesSchema = z
  .number()
  .nullable()
  .refine(
    (minutes): minutes is number => minutes !== null && Number.isInteger(minutes) && isAllowed(minutes),
    m.problem_auto_logout_out_of_range(),
  );

export const settingsValuesSchema = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  autoLogoutMinutes: autoLogoutMinutesSchema,
});
