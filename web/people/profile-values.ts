import * as z from 'zod';
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH } from '../../domain/person.ts';
import { PHONE_COUNTRIES, phoneHintOf, phoneOf, typedPhoneOf } from '../../domain/phone.ts';
import { PROBLEMS } from '../../domain/problems.ts';
import type { ProfileChanges } from './data.ts';
import type { Profile } from './rows.ts';

/** What the form holds: the phone as a country and a number. */
export type ProfileValues = z.infer<typeof profileValuesSchema>;

export const profileValuesSchema = z
  .object({
    fullName: z.string().refine((name) => name.trim().length <= MAX_NAME_LENGTH, PROBLEMS['name-too-long']),
    country: z.enum(PHONE_COUNTRIES.map(({ id }) => id)),
    number: z.string(),
    bio: z.string().refine((bio) => bio.trim().length <= MAX_BIO_LENGTH, PROBLEMS['bio-too-long']),
  })
  .superRefine(({ country, number }, context) => {
    if (phoneOf({ country, number }) === null) {
      context.addIssue({ code: 'custom', path: ['number'], message: phoneHintOf(country) });
    }
  });

/** A kept profile as the form shows it. */
export function profileValuesOf({ fullName, phone, bio }: Profile): ProfileValues {
  return { fullName: fullName ?? '', ...typedPhoneOf(phone), bio: bio ?? '' };
}

/** What the form says to keep; what was left empty is kept as nothing. */
export function profileChangesOf({ fullName, bio, ...phone }: ProfileValues): ProfileChanges {
  return { fullName: fullName.trim() || null, phone: phoneOf(phone) || null, bio: bio.trim() || null };
}
