import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { authorizationCodeGrant } from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { requireText } from '../field-bounds.ts';
import { LIMITS, readClientNetwork } from '../limits/rate-limit.ts';
import { sessionFragment, withFragment, withQuery } from '../links/redirects.ts';
import { issueAuthCode } from '../pkce/flow-state.ts';
import { type RequestDependencies, readDevice } from '../request-dependencies.ts';
import type { UserRow } from '../users/users.ts';
import {
  type AuthorizationRequest,
  BROWSER_COOKIE,
  CALLBACK_PATH,
  consumeAuthorizationRequest,
} from './authorization-requests.ts';
import { signInExternalAccount } from './external-account.ts';
import type { ProviderClients, ProviderProfile } from './provider-clients.ts';
import { toLoginPageUrl, toProviderError } from './provider-errors.ts';

/** A sign-in that a provider finished: who it was, and what it handed out for its own API. */
type Vouched = { person: ProviderProfile; access: string; refresh: string | null };

/** What a provider sent along, in the address or, as Apple does, in a form. */
async function fieldsOf(c: Context): Promise<Record<string, string>> {
  const fields = c.req.method === 'POST' ? await c.req.parseBody() : c.req.query();
  const texts = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  for (const [name, value] of texts) requireText(name, value);
  return Object.fromEntries(texts);
}

/** `GET` and `POST /callback`: where a provider sends the browser back. */
export function createProviderCallback(parts: RequestDependencies, clients: ProviderClients): Hono<AppEnv> {
  const { sql, config, sessions, limiter } = parts;
  const { publicUrl } = config;

  /** Exchanges the provider's code, with every proof that belongs to this visit. */
  const ask = async (visit: AuthorizationRequest, state: string, sent: Record<string, string>): Promise<Vouched> => {
    const client = clients[visit.provider];
    if (!client) throw new AuthError(400, 'bad_oauth_callback', 'This provider is not set up any more');
    const configuration = await client.configuration();
    const { user: _user, ...answer } = sent;
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(withQuery(`${publicUrl}${CALLBACK_PATH}`, answer)),
      {
        expectedState: state,
        pkceCodeVerifier: visit.codeVerifier,
        ...(client.hasIdToken ? { expectedNonce: visit.nonce } : {}),
      },
    );
    const person = await client.loadProfile(configuration, tokens, sent);
    return { person, access: tokens.access_token, refresh: tokens.refresh_token ?? null };
  };

  /** Where the browser goes on: with the session, or with the code for it. */
  const landing = async (
    c: Context,
    visit: AuthorizationRequest,
    user: UserRow,
    { access, refresh }: Vouched,
  ): Promise<string> => {
    if (visit.flowId !== null) {
      const code = await issueAuthCode(sql, visit.flowId, user.id, { access, refresh });
      return withQuery(visit.redirectTo, { code });
    }
    const session = await sessions.open(user, 'oauth', readDevice(c));
    const refreshToken = refresh === null ? {} : { provider_refresh_token: refresh };
    return withFragment(visit.redirectTo, { ...sessionFragment(session), provider_token: access, ...refreshToken });
  };

  const comeBack = async (c: Context<AppEnv>): Promise<string> => {
    await limiter.consume(LIMITS.providerByAddress, readClientNetwork(c));
    const sent = await fieldsOf(c);
    const state = sent.state ?? '';
    const visit = await consumeAuthorizationRequest(sql, state, getCookie(c, BROWSER_COOKIE) ?? '');
    if (visit === null) {
      throw new AuthError(400, 'bad_oauth_state', 'The sign-in took too long or is over already. Please try again.');
    }
    const vouched = await ask(visit, state, sent).catch((error: unknown) => {
      throw toProviderError(visit.provider, error, c);
    });
    return landing(c, visit, await signInExternalAccount(parts, visit.provider, vouched.person), vouched);
  };

  return new Hono<AppEnv>().on(['GET', 'POST'], '/callback', async (c) => {
    c.header('cache-control', 'no-store');
    try {
      return c.redirect(await comeBack(c), 303);
    } catch (error) {
      return c.redirect(toLoginPageUrl(error, publicUrl, c), 303);
    }
  });
}
