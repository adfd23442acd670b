import * as z from 'zod';
import { wholeNumberSchema } from '../../domain/field-schemas.ts';
import { PROBLEMS } from '../../domain/problems.ts';

/** The session timeout is in hours. */
export const authSettingsSchema = z.object({
  emailConfirmationRequired: z.boolean(),
  allowSignups: z.boolean(),
  passwordMinLength: wholeNumberSchema({ min: 6, max: 20 }, 'password-length-out-of-range'),
  sessionTimeout: wholeNumberSchema({ min: 1, max: 168 }, 'hours-out-of-range'),
  twoFactorEnabled: z.boolean(),
  socialAuthGoogle: z.boolean(),
  socialAuthApple: z.boolean(),
  fromAddress: z.union([z.literal(''), z.email(PROBLEMS['sender-malformed']())]),
  fromName: z.string(),
});

export type AuthSettings = z.infer<typeof authSettingsSchema>;

export const DEFAULT_AUTH_SETTINGS: AuthSettings = {
  emailConfirmationRequired: true,
  allowSignups: true,
  passwordMinLength: 8,
  sessionTimeout: 24,
  twoFactorEnabled: false,
  socialAuthGoogle: false,
  socialAuthApple: false,
  fromAddress: '',
  fromName: 'Parqueo',
};
