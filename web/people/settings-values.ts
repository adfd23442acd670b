import * as z from 'zod';
import { MAX_AUTO_LOGOUT_MINUTES, MIN_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS } from '../../domain/people/settings.ts';
import { PROBLEMS } from '../../domain/problems.ts';
import type { Settings } from './rows.ts';

const isAllowed = (minutes: number) => minutes >= MIN_AUTO_LOGOUT_MINUTES && minutes <= MAX_AUTO_LOGOUT_MINUTES;

export const NOTIFICATION_SETTINGS = [
  { name: 'emailNotifications', label: 'Email notifications', detail: 'About your reservations, by email' },
  { name: 'pushNotifications', label: 'Push notifications', detail: 'About your reservations, on your devices' },
  { name: 'smsNotifications', label: 'SMS notifications', detail: 'About your reservations, by text message' },
  { name: 'marketingEmails', label: 'Marketing emails', detail: 'News and offers' },
] as const;

export const settingsValuesSchema = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  /** Null while the field is empty. */
  autoLogoutMinutes: z
    .number()
    .nullable()
    .refine(
      (minutes): minutes is number => minutes !== null && Number.isInteger(minutes) && isAllowed(minutes),
      PROBLEMS['auto-logout-out-of-range'],
    ),
});

/** The values while the form is edited, and once they are valid. */
export type SettingsValues = z.input<typeof settingsValuesSchema>;
export type CompleteSettingsValues = z.output<typeof settingsValuesSchema>;

export function toSettingsValues({ twoFactorEnabled: _, ...values }: Settings): SettingsValues {
  return values;
}
