import * as z from 'zod';
import { amountSchema, textSchema, wholeNumberSchema } from '../../../../domain/field-schemas.ts';
import { MAX_BALANCE, MAX_TRIPS } from '../../../../domain/people/person.ts';
import {
  MAX_AUTO_LOGOUT_MINUTES,
  MIN_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
} from '../../../../domain/people/settings.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import { formatPlainValue, type NamedField } from '../../../ui/newer-values.ts';
import { formatKey } from '../format-user.ts';
import type { UserChanges } from './details-data.ts';
import type { UserDetails } from './user-details.ts';

export const userValuesSchema = z.object({
  profile: z.object({
    fullName: textSchema(TEXT_LIMITS.fullName),
    phone: textSchema(TEXT_LIMITS.phone),
    bio: textSchema(TEXT_LIMITS.bio),
    rating: amountSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
    totalTrips: wholeNumberSchema({ min: 0, max: MAX_TRIPS }, 'trips-out-of-range'),
    status: z.string(),
    walletBalance: amountSchema({ min: 0, max: MAX_BALANCE }, 'balance-out-of-range'),
  }),
  settings: z.object({
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    marketingEmails: z.boolean(),
    privacyLevel: z.enum(PRIVACY_LEVELS),
    autoLogoutMinutes: wholeNumberSchema(
      { min: MIN_AUTO_LOGOUT_MINUTES, max: MAX_AUTO_LOGOUT_MINUTES },
      'auto-logout-out-of-range',
    ),
  }),
});

/** What the dialog about a person holds while it is edited. */
export type UserValues = z.infer<typeof userValuesSchema>;

const showWords = (value: unknown) => formatKey(String(value));

/** What of a person two people may both be changing, as the screen names it. */
export const USER_FIELDS: readonly NamedField<UserValues>[] = [
  { name: 'profile.fullName', label: 'Full name', show: formatPlainValue },
  { name: 'profile.phone', label: 'Phone', show: formatPlainValue },
  { name: 'profile.status', label: 'Status', show: showWords },
  { name: 'profile.rating', label: 'Rating', show: formatPlainValue },
  { name: 'profile.totalTrips', label: 'Total trips', show: formatPlainValue },
  { name: 'profile.bio', label: 'Bio', show: formatPlainValue },
  { name: 'profile.walletBalance', label: 'Wallet balance ($)', show: formatPlainValue },
  { name: 'settings.emailNotifications', label: 'Email notifications', show: formatPlainValue },
  { name: 'settings.pushNotifications', label: 'Push notifications', show: formatPlainValue },
  { name: 'settings.smsNotifications', label: 'SMS notifications', show: formatPlainValue },
  { name: 'settings.marketingEmails', label: 'Marketing emails', show: formatPlainValue },
  { name: 'settings.privacyLevel', label: 'Privacy level', show: showWords },
  { name: 'settings.autoLogoutMinutes', label: 'Auto logout (minutes)', show: formatPlainValue },
];

/** Stands in the form of an account without settings, where it is not shown. */
const NO_SETTINGS: UserValues['settings'] = {
  emailNotifications: false,
  pushNotifications: false,
  smsNotifications: false,
  marketingEmails: false,
  privacyLevel: 'private',
  autoLogoutMinutes: MIN_AUTO_LOGOUT_MINUTES,
};

/** What is kept of a person as the form shows it. */
export function toUserValues({ profile, settings }: Pick<UserDetails, 'profile' | 'settings'>): UserValues {
  const { emailNotifications, pushNotifications, smsNotifications, marketingEmails, privacyLevel, autoLogoutMinutes } =
    settings ?? NO_SETTINGS;
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
    settings: {
      emailNotifications,
      pushNotifications,
      smsNotifications,
      marketingEmails,
      privacyLevel,
      autoLogoutMinutes,
    },
  };
}

/** What the form says to keep of the profile; what was left empty is kept as nothing. */
export function toUserChanges({ fullName, phone, bio, ...rest }: UserValues['profile']): UserChanges {
  return { ...rest, fullName: fullName.trim() || null, phone: phone.trim() || null, bio: bio.trim() || null };
}
