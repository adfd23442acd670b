import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { authorizationCodeGrant } from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { requireText } from '../field-bounds.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import { withQuery, withSession } from '../links/redirects.ts';
import { issueAuthCode, type ProviderTokens } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readDevice } from '../sessions/sessions.ts';
import type { UserRow } from '../users/users.ts';
import { signInExternalAccount } from './identities.ts';
import { findLinkingSession, linkIdentity } from './link-identity.ts';
import {
  isProviderAllowed,
  type ProviderProfile,
  providerSwitchedOff,
  toProviderError,
  withProviderError,
} from './provider-profile.ts';
import {
  type AuthorizationRequest,
  BROWSER_COOKIE,
  CALLBACK_PATH,
  consumeAuthorizationRequest,
} from './start-authorization.ts';

/** The parameters of the provider's response, in the query or, as Apple sends them, in a form. */
async function readParameters(c: Context): Promise<Record<string, string>> {
  const fields = c.req.method === 'POST' ? await c.req.parseBody() : c.req.query();
  const texts = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  for (const [name, value] of texts) requireText(name, value);
  return Object.fromEntries(texts);
}

/** `GET` and `POST /callback`: where a provider sends the browser back. */
export function serveProviderCallback(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, config, sessions, limiter, providers, readSettings } = dependencies;
  const { publicUrl } = config;

  const exchangeCode = async (request: AuthorizationRequest, state: string, parameters: Record<string, string>) => {
    const client = providers[request.provider];
    if (!client) throw new AuthError(400, 'bad_oauth_callback', 'This provider is not set up any more');
    if (!isProviderAllowed(await readSettings(), request.provider)) throw providerSwitchedOff(request.provider);
    const configuration = await client.configuration();
    const { user: _user, ...response } = parameters;
    const url = new URL(withQuery(`${publicUrl}${CALLBACK_PATH}`, response));
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      pkceCodeVerifier: request.codeVerifier,
      ...(client.verifyIdToken === null ? {} : { expectedNonce: request.nonce }),
    });
    const profile = await client.loadProfile(configuration, tokens, parameters);
    return { profile, tokens: { access: tokens.access_token, refresh: tokens.refresh_token ?? null } };
  };

  const findAccount = async ({ provider, sessionId }: AuthorizationRequest, profile: ProviderProfile) => {
    if (sessionId === null) return signInExternalAccount(dependencies, provider, profile);
    return linkIdentity(dependencies, await findLinkingSession(dependencies, sessionId), provider, profile);
  };

  /** Where the browser goes next: with an auth code under PKCE, else with the session. */
  const signInRedirect = async (
    c: Context,
    { redirectTo, flowId }: AuthorizationRequest,
    user: UserRow,
    tokens: ProviderTokens & { access: string },
  ): Promise<string> => {
    if (flowId !== null) return withQuery(redirectTo, { code: await issueAuthCode(sql, flowId, user.id, tokens) });
    const session = await sessions.open(user, 'oauth', readDevice(c));
    return withSession(redirectTo, session, {
      provider_token: tokens.access,
      ...(tokens.refresh === null ? {} : { provider_refresh_token: tokens.refresh }),
    });
  };

  const handleCallback = async (c: Context<AppEnv>): Promise<string> => {
    const parameters = await readParameters(c);
    const state = parameters.state ?? '';
    const request = await consumeAuthorizationRequest(sql, state, getCookie(c, BROWSER_COOKIE) ?? '');
    if (request === null) {
      throw new AuthError(400, 'bad_oauth_state', 'The sign-in took too long or is over already. Please try again.');
    }
    try {
      const { profile, tokens } = await exchangeCode(request, state, parameters).catch((error: unknown) => {
        throw toProviderError(request.provider, error, c);
      });
      return await signInRedirect(c, request, await findAccount(request, profile), tokens);
    } catch (error) {
      // A person who links an identity is signed in, so they do not go to the log-in screen.
      if (request.sessionId === null) throw error;
      return withProviderError(request.redirectTo, error, c);
    }
  };

  app.on(['GET', 'POST'], '/callback', async (c) => {
    c.header('cache-control', 'no-store');
    const handled = limiter.countRejected(LIMITS.providerByAddress, c, () => handleCallback(c));
    const target = await handled.catch((error: unknown) => withProviderError(`${publicUrl}/login`, error, c));
    return c.redirect(target, 303);
  });
}
