import * as z from 'zod';
import { textSchema } from '../../../domain/field-schemas.ts';
import { getPhoneHint, PHONE_COUNTRIES, parsePhone, toTypedPhone } from '../../../domain/people/phone.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import type { ProfileChanges } from './data.ts';
import { type Profile, toNullIfBlank } from './rows.ts';

/** The values of the form, with the phone as a country and a number. */
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

export function toProfileValues({ fullName, phone, bio }: Profile): ProfileValues {
  return { fullName: fullName ?? '', ...toTypedPhone(phone), bio: bio ?? '' };
}

/** Empty fields become null. */
export function toProfileChanges({ fullName, bio, ...phone }: ProfileValues): ProfileChanges {
  return { fullName: toNullIfBlank(fullName), phone: parsePhone(phone) || null, bio: toNullIfBlank(bio) };
}
