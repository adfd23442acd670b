import * as z from 'zod';
import { amount, whole } from '../../../domain/bounded.ts';
import { MAX_BALANCE, MAX_BIO_LENGTH, MAX_NAME_LENGTH, MAX_TRIPS } from '../../../domain/person.ts';
import { PROBLEMS } from '../../../domain/problems.ts';
import { MAX_AUTO_LOGOUT_MINUTES, MIN_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS } from '../../../domain/settings.ts';
import type { Settings } from '../rows.ts';
import type { UserChanges } from './details-data.ts';
import type { UserDetails } from './user-details.ts';

export const userValuesSchema = z.object({
  profile: z.object({
    fullName: z.string().refine((name) => name.trim().length <= MAX_NAME_LENGTH, PROBLEMS['name-too-long']),
    phone: z.string(),
    bio: z.string().refine((bio) => bio.trim().length <= MAX_BIO_LENGTH, PROBLEMS['bio-too-long']),
    rating: amount({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
    totalTrips: whole({ min: 0, max: MAX_TRIPS }, 'trips-out-of-range'),
    status: z.string(),
    walletBalance: amount({ min: 0, max: MAX_BALANCE }, 'balance-out-of-range'),
  }),
  settings: z.object({
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    marketingEmails: z.boolean(),
    privacyLevel: z.enum(PRIVACY_LEVELS),
    autoLogoutMinutes: whole(
      { min: MIN_AUTO_LOGOUT_MINUTES, max: MAX_AUTO_LOGOUT_MINUTES },
      'auto-logout-out-of-range',
    ),
  }),
});

/** What the dialog about a person holds while it is edited. */
export type UserValues = z.infer<typeof userValuesSchema>;

/** Stands in the form of an account without settings, where it is not shown. */
const NO_SETTINGS: Omit<Settings, 'twoFactorEnabled'> = {
  emailNotifications: false,
  pushNotifications: false,
  smsNotifications: false,
  marketingEmails: false,
  privacyLevel: 'private',
  autoLogoutMinutes: MIN_AUTO_LOGOUT_MINUTES,
};

/** What is kept of a person as the form shows it. */
export function userValuesOf({ profile, settings }: Pick<UserDetails, 'profile' | 'settings'>): UserValues {
  const { twoFactorEnabled: _, ...chosen } = settings ?? { ...NO_SETTINGS, twoFactorEnabled: false };
  return {
    profile: {
      fullName: profile.fullName ?? '',
      phone: profile.phone ?? '',
      bio: profile.bio ?? '',
      rating: profile.rating,
      totalTrips: profile.totalTrips,
      status: profile.status,
      walletBalance: profile.walletBalance,
    },
    settings: chosen,
  };
}

/** What the form says to keep of the profile; what was left empty is kept as nothing. */
export function userChangesOf({ fullName, phone, bio, ...rest }: UserValues['profile']): UserChanges {
  return { ...rest, fullName: fullName.trim() || null, phone: phone.trim() || null, bio: bio.trim() || null };
}
