import * as z from 'zod';

export type ProviderName = 'google' | 'apple' | 'facebook';
export const PROVIDER_NAMES: Record<ProviderName, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDER_NAMES, name);

export type ProviderProfile = {
  /** The provider's id of the person, which never changes. */
  subject: string;
  /** Absent when the person does not share it. */
  email?: string | undefined;
  isEmailVerified: boolean;
  fullName?: string | undefined;
  picture?: string | undefined;
};

/** OpenID Connect allows 255 ASCII characters. */
export const providerSubject = z.string().regex(/^[\x20-\x7e]{1,255}$/);

const idTokenClaims = z.object({
  sub: providerSubject,
  email: z.string().optional(),
  // Apple writes booleans as text.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
});

/** The profile in the claims of a verified ID token. @throws ZodError */
export function parseIdTokenProfile(claims: unknown): ProviderProfile {
  const { sub, email, email_verified, name, picture } = idTokenClaims.parse(claims);
  return { subject: sub, email, isEmailVerified: email_verified, fullName: name, picture };
}
