import * as z from 'zod';
import { m } from '#messages';
import { amountSchema, textSchema, wholeNumberSchema } from '../../../../domain/field-schemas.ts';
import { formatMoney } from '../../../../domain/money/money.ts';
import { MAX_BALANCE, MAX_TRIPS } from '../../../../domain/people/person.ts';
import {
  formatAutoLogout,
  MAX_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
  type PrivacyLevel,
} from '../../../../domain/people/settings.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import { toNullIfBlank } from '../../../account/profile/rows.ts';
import { NOTIFICATION_SETTINGS } from '../../../account/settings/settings-form.tsx';
import type { NamedField } from '../../../ui/newer-values.ts';
import { formatUserStatus } from '../user-status-badge.tsx';
import type { UserChanges } from './details-data.ts';
import type { UserDetails, VersionedSettings } from './user-details.ts';

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
    autoLogoutMinutes: z.int().min(1).max(MAX_AUTO_LOGOUT_MINUTES).nullable(),
  }),
});

export type UserValues = z.infer<typeof userValuesSchema>;

/** The fields in which two administrators can be in conflict. */
export const USER_FIELDS: readonly NamedField<UserValues>[] = [
  { name: 'profile.fullName', label: m.user_field_full_name() },
  { name: 'profile.phone', label: m.user_field_phone() },
  { name: 'profile.status', label: m.field_status(), format: (status) => formatUserStatus(String(status)) },
  { name: 'profile.rating', label: m.field_rating() },
  { name: 'profile.totalTrips', label: m.user_field_total_trips() },
  { name: 'profile.bio', label: m.user_field_bio() },
  {
    name: 'profile.walletBalance',
    label: m.wallet_balance_title(),
    format: (balance) => formatMoney(Number(balance)),
  },
  ...NOTIFICATION_SETTINGS.map(({ name, label }) => ({ name: `settings.${name}` as const, label })),
  {
    name: 'settings.privacyLevel',
    label: m.user_field_privacy_level(),
    format: (level) => m[`settings_privacy_${level as PrivacyLevel}` as const](),
  },
  {
    name: 'settings.autoLogoutMinutes',
    label: m.settings_auto_logout(),
    format: (minutes) => formatAutoLogout(minutes as number | null),
  },
];

/** The hidden values of the form for an account without settings. */
const NO_SETTINGS: UserValues['settings'] = {
  emailNotifications: false,
  pushNotifications: false,
  smsNotifications: false,
  marketingEmails: false,
  privacyLevel: 'private',
  autoLogoutMinutes: null,
};

export function toUserValues({ profile, settings }: Pick<UserDetails, 'profile' | 'settings'>): UserValues {
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
    settings: settings ? pickSettings(settings) : NO_SETTINGS,
  };
}

function pickSettings({ twoFactorEnabled: _twoFactor, updatedAt: _updatedAt, ...values }: VersionedSettings) {
  return values;
}

/** Empty fields become null. Without `hasBalance` the balance stays what it is by then, as the wallet has its own form. */
export function toUserChanges(
  { fullName, phone, bio, walletBalance, ...rest }: UserValues['profile'],
  { hasBalance }: { hasBalance: boolean },
): UserChanges {
  return {
    ...rest,
    ...(hasBalance ? { walletBalance } : {}),
    fullName: toNullIfBlank(fullName),
    phone: toNullIfBlank(phone),
    bio: toNullIfBlank(bio),
  };
}
