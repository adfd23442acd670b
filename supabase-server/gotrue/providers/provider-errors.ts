import type { Context } from 'hono';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import { AuthError, unexpectedFailure } from '../auth-error.ts';
import { withError } from '../links/redirects.ts';
import { PROVIDER_NAMES, type ProviderName } from './provider-profile.ts';

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
