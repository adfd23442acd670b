import * as z from 'zod';
import { textSchema } from '../../domain/field-schemas.ts';
import { getPhoneHint, PHONE_COUNTRIES, parsePhone, toTypedPhone } from '../../domain/people/phone.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { ProfileChanges } from './data.ts';
import type { Profile } from './rows.ts';

/** What the form holds: the phone as a country and a number. */
export type ProfileValues = z.infer<typeof profileValuesSchema>;

export const profileValuesSchema = z
  .object({
    fullName: textSchema(TEXT_LIMITS.fullName),
    country: z.enum(PHONE_COUNTRIES.map(({ id }) => id)),
    number: z.string(),
    bio: textSchema(TEXT_LIMITS.bio),
  })
  .superRefine(({ country, number }, context) => {
    if (parsePhone({ country, number }) === null) {
      context.addIssue({ code: 'custom', path: ['number'], message: getPhoneHint(country) });
    }
  });

/** A kept profile as the form shows it. */
export function toProfileValues({ fullName, phone, bio }: Profile): ProfileValues {
  return { fullName: fullName ?? '', ...toTypedPhone(phone), bio: bio ?? '' };
}

/** What the form says to keep; what was left empty is kept as nothing. */
export function toProfileChanges({ fullName, bio, ...phone }: ProfileValues): ProfileChanges {
  return { fullName: fullName.trim() || null, phone: parsePhone(phone) || null, bio: bio.trim() || null };
}
