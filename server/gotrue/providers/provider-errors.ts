import type { Context } from 'hono';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { withError } from '../links/redirects.ts';
import { PROVIDER_NAMES, type ProviderName } from './provider-clients.ts';

/** What providers answer with when the person says no. */
const DENIALS = new Set(['access_denied', 'user_cancelled_authorize']);

/** `error` as OAuth names the kind of a failure; the code and the sentence are GoTrue's. */
function kindOf({ code, status }: AuthError): string {
  if (status >= 500) return 'server_error';
  return code === 'bad_oauth_state' || code === 'validation_failed' ? 'invalid_request' : 'access_denied';
}

/** What goes wrong between us and a provider, in a sentence for the person; the log gets the rest, without secrets. */
export function toProviderError(provider: ProviderName, thrown: unknown, c: Context<AppEnv>): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const name = PROVIDER_NAMES[provider];
  if (thrown instanceof AuthorizationResponseError && DENIALS.has(thrown.error)) {
    return new AuthError(403, 'access_denied', `The sign-in with ${name} was cancelled`);
  }
  c.get('log')?.error({ provider, err: thrown }, 'a provider failed');
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError) {
    return new AuthError(400, 'bad_oauth_callback', `${name} refused the sign-in (${thrown.error})`);
  }
  return new AuthError(502, 'unexpected_failure', `${name} cannot be reached right now. Please try again.`);
}

/** Where a browser goes that nobody was signed in: whatever happened, it is not left with a page of JSON. */
export function toLoginPageUrl(thrown: unknown, publicUrl: string, c: Context<AppEnv>): string {
  const loginPage = `${publicUrl}/login`;
  if (thrown instanceof AuthError) return withError(loginPage, kindOf(thrown), thrown);
  c.get('log')?.error({ err: thrown }, 'a sign-in with a provider failed unexpectedly');
  const error = new AuthError(500, 'unexpected_failure', 'The server could not answer. Please try again.');
  return withError(loginPage, kindOf(error), error);
}
