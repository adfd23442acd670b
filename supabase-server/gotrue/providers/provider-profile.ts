import type { Context } from 'hono';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import type { AuthSettings } from '../../host.ts';
import { AuthError, unexpectedFailure } from '../auth-error.ts';
import { withError } from '../links/redirects.ts';

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

/** Whether the operator lets people sign in with a provider that is set up. */
export function isProviderAllowed(
  { socialGoogleAllowed, socialAppleAllowed }: AuthSettings,
  provider: ProviderName,
): boolean {
  if (provider === 'google') return socialGoogleAllowed;
  return provider !== 'apple' || socialAppleAllowed;
}

export const providerSwitchedOff = (provider: ProviderName) =>
  new AuthError(400, 'provider_disabled', `signing in with ${PROVIDER_NAMES[provider]} is switched off`);

/** Errors of providers for a person who cancelled. */
const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize']);

/** The error code of OAuth beside GoTrue's code and sentence. */
function toOAuthError({ code, status }: AuthError): string {
  // GoTrue says so of an identity that an account has already.
  if (status >= 500 || code === 'identity_already_exists') return 'server_error';
  return code === 'bad_oauth_state' || code === 'validation_failed' ? 'invalid_request' : 'access_denied';
}

/** Turns an error of a provider into a sentence for the person, and logs it without secrets. */
export function toProviderError(provider: ProviderName, error: unknown, c: Context<AppEnv>): AuthError {
  if (error instanceof AuthError) return error;
  const name = PROVIDER_NAMES[provider];
  if (error instanceof AuthorizationResponseError && CANCELLED.has(error.error)) {
    return new AuthError(403, 'access_denied', `The sign-in with ${name} was cancelled`);
  }
  c.get('log')?.error({ provider, err: error }, 'a provider failed');
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new AuthError(400, 'bad_oauth_callback', `${name} refused the sign-in (${error.error})`);
  }
  return new AuthError(502, 'unexpected_failure', `${name} cannot be reached right now. Please try again.`);
}

/** An address with the error of a failed sign-in, where a browser goes instead of seeing JSON. */
export function withProviderError(address: string, thrown: unknown, c: Context<AppEnv>): string {
  const isExpected = thrown instanceof AuthError;
  if (!isExpected) c.get('log')?.error({ err: thrown }, 'a sign-in with a provider failed unexpectedly');
  const error = isExpected ? thrown : unexpectedFailure();
  return withError(address, toOAuthError(error), error);
}
