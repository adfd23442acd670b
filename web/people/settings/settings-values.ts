import * as z from 'zod';
import { MAX_AUTO_LOGOUT_MINUTES, MIN_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS } from '../../../domain/people/settings.ts';
import { PROBLEMS } from '../../../domain/problems.ts';

const isAllowed = (minutes: number) => minutes >= MIN_AUTO_LOGOUT_MINUTES && minutes <= MAX_AUTO_LOGOUT_MINUTES;

export const NOTIFICATION_SETTINGS = [
  { name: 'emailNotifications', label: 'Email notifications', detail: 'About your reservations, by email' },
  { name: 'pushNotifications', label: 'Push notifications', detail: 'About your reservations, on your devices' },
  { name: 'smsNotifications', label: 'SMS notifications', detail: 'About your reservations, by text message' },
  { name: 'marketingEmails', label: 'Marketing emails', detail: 'News and offers' },
] as const;

/** Null while the field is empty. */
export const autoLogoutMinutesSchema = z
  .number()
  .nullable()
  .refine(
    (minutes): minutes is number => minutes !== null && Number.isInteger(minutes) && isAllowed(minutes),
    PROBLEMS['auto-logout-out-of-range'](),
  );

export const settingsValuesSchema = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  autoLogoutMinutes: autoLogoutMinutesSchema,
});
