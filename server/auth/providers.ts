import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import { type AuthParts, deviceOf } from './auth-parts.ts';
import { challengeOf } from './challenge.ts';
import { openExternalAccount } from './external-account.ts';
import { issueAuthCode, startFlow } from './flows.ts';
import {
  createProviderClients,
  type Person,
  PROVIDER_NAMES,
  type ProviderClient,
  type ProviderName,
} from './provider-clients.ts';
import { keepVisit, takeVisit, VISIT_SECONDS, type Visit } from './provider-visits.ts';
import { addressOf, LIMITS } from './rate-limit.ts';
import { allowedRedirect, sessionFragment, withError, withFragment, withQuery } from './redirects.ts';
import { newSecret } from './secrets.ts';
import type { UserRow } from './users.ts';

const BROWSER_COOKIE = 'parqueo-sign-in';
const SECRET = /^[\w-]{43}$/;
const CALLBACK = '/auth/v1/callback';

/** What a client may say to the provider through us; none of it changes where the answer goes or what it proves. */
const PASSED_ON = ['access_type', 'auth_type', 'display', 'hd', 'include_granted_scopes', 'login_hint', 'prompt'];

/** What providers answer with when the person says no. */
const DENIALS = new Set(['access_denied', 'user_cancelled_authorize']);

const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDER_NAMES, name);

/** A sign-in that a provider finished: who it was, and what it handed out for its own API. */
type Vouched = { person: Person; access: string; refresh: string | null };

/** `error` as OAuth names the kind of a failure; the code and the sentence are GoTrue's. */
function kindOf({ code, status }: AuthError): string {
  if (status >= 500) return 'server_error';
  return code === 'bad_oauth_state' || code === 'validation_failed' ? 'invalid_request' : 'access_denied';
}

/** What goes wrong between us and a provider, in a sentence for the person; the log gets the rest, without secrets. */
function failureAt(provider: ProviderName, thrown: unknown, c: Context<AppEnv>): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const name = PROVIDER_NAMES[provider];
  if (thrown instanceof AuthorizationResponseError && DENIALS.has(thrown.error)) {
    return new AuthError(403, 'access_denied', `The sign-in with ${name} was cancelled`);
  }
  c.get('log')?.error({ provider, reason: thrown instanceof Error ? thrown.message : thrown }, 'a provider failed');
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError) {
    return new AuthError(400, 'bad_oauth_callback', `${name} refused the sign-in (${thrown.error})`);
  }
  return new AuthError(502, 'unexpected_failure', `${name} cannot be reached right now. Please try again.`);
}

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
export function createProviders(parts: AuthParts): Hono<AppEnv> {
  const { sql, config, sessions, limiter } = parts;
  const { publicUrl } = config;
  const clients = createProviderClients(config.providers);
  const isHttps = publicUrl.startsWith('https:');
  const loginPage = `${publicUrl}/login`;

  /** The client of a provider. @throws AuthError `validation_failed` when there is none */
  const clientOf = (name: string): [ProviderName, ProviderClient] => {
    if (!isProvider(name)) {
      throw new AuthError(400, 'validation_failed', 'Unsupported provider: Provider could not be found');
    }
    const client = clients[name];
    if (client) return [name, client];
    throw new AuthError(
      400,
      'validation_failed',
      `signing in with ${PROVIDER_NAMES[name]} is not set up on this server`,
    );
  };

  /** The secret that this browser keeps while it is away. Apple comes back with a form, which only `None` lets through. */
  const markBrowser = (c: Context): string => {
    const kept = getCookie(c, BROWSER_COOKIE) ?? '';
    const browser = SECRET.test(kept) ? kept : newSecret();
    setCookie(c, BROWSER_COOKIE, browser, {
      path: CALLBACK,
      httpOnly: true,
      secure: isHttps,
      sameSite: isHttps ? 'None' : 'Lax',
      maxAge: VISIT_SECONDS,
    });
    return browser;
  };

  const setOut = async (c: Context<AppEnv>): Promise<string> => {
    const query = c.req.query();
    const [provider, client] = clientOf(query.provider ?? '');
    const challenge = challengeOf(query);
    await limiter.take(LIMITS.providerByAddress, addressOf(c));
    const configuration = await client.configuration().catch((error: unknown) => {
      throw failureAt(provider, error, c);
    });
    const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const redirectTo = allowedRedirect(query.redirect_to, publicUrl);
    const flowId = challenge && (await startFlow(sql, { challenge, provider, method: 'oauth' }));
    await keepVisit(sql, { state, nonce, codeVerifier, provider, redirectTo, flowId, browser: markBrowser(c) });
    return buildAuthorizationUrl(configuration, {
      ...Object.fromEntries(PASSED_ON.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
      ...client.parameters,
      redirect_uri: `${publicUrl}${CALLBACK}`,
      scope: [...new Set(`${client.scopes} ${query.scopes ?? ''}`.trim().split(/\s+/))].join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(client.hasIdToken ? { nonce } : {}),
    }).href;
  };

  const ask = async (visit: Visit, state: string, sent: Record<string, string>): Promise<Vouched> => {
    const [, client] = clientOf(visit.provider);
    const configuration = await client.configuration();
    const { user: _user, ...answer } = sent;
    const tokens = await authorizationCodeGrant(configuration, new URL(withQuery(`${publicUrl}${CALLBACK}`, answer)), {
      expectedState: state,
      pkceCodeVerifier: visit.codeVerifier,
      ...(client.hasIdToken ? { expectedNonce: visit.nonce } : {}),
    });
    const person = await client.personOf(configuration, tokens, sent);
    return { person, access: tokens.access_token, refresh: tokens.refresh_token ?? null };
  };

  /** Where the browser goes on: with the session, or with the code for it. */
  const landing = async (c: Context, visit: Visit, user: UserRow, { access, refresh }: Vouched): Promise<string> => {
    if (visit.flowId !== null) {
      const code = await issueAuthCode(sql, visit.flowId, user.id, { access, refresh });
      return withQuery(visit.redirectTo, { code });
    }
    const session = await sessions.open(user, 'oauth', deviceOf(c));
    return withFragment(visit.redirectTo, {
      ...sessionFragment(session),
      provider_token: access,
      ...(refresh ? { provider_refresh_token: refresh } : {}),
    });
  };

  const comeBack = async (c: Context<AppEnv>, sent: Record<string, string>): Promise<string> => {
    await limiter.take(LIMITS.providerByAddress, addressOf(c));
    const state = sent.state ?? '';
    const visit = await takeVisit(sql, state, getCookie(c, BROWSER_COOKIE) ?? '');
    if (visit === null) {
      throw new AuthError(400, 'bad_oauth_state', 'The sign-in took too long or is over already. Please try again.');
    }
    const vouched = await ask(visit, state, sent).catch((error: unknown) => {
      throw failureAt(visit.provider, error, c);
    });
    return landing(c, visit, await openExternalAccount(sql, visit.provider, vouched.person), vouched);
  };

  /** Nobody is left with a page of JSON: whatever happened, the browser goes back to the product. */
  const backToLogin = (c: Context<AppEnv>, thrown: unknown) => {
    if (thrown instanceof AuthError) return c.redirect(withError(loginPage, kindOf(thrown), thrown), 303);
    c.get('log')?.error({ err: thrown }, 'a sign-in with a provider failed unexpectedly');
    const error = new AuthError(500, 'unexpected_failure', 'The server could not answer. Please try again.');
    return c.redirect(withError(loginPage, kindOf(error), error), 303);
  };

  const app = new Hono<AppEnv>();

  app.get('/authorize', async (c) => {
    c.header('cache-control', 'no-store');
    try {
      return c.redirect(await setOut(c), 302);
    } catch (error) {
      // A person who followed a button goes back with the reason; a program gets it as it is.
      if (!c.req.header('accept')?.includes('text/html')) throw error;
      return backToLogin(c, error);
    }
  });

  app.on(['GET', 'POST'], '/callback', async (c) => {
    c.header('cache-control', 'no-store');
    try {
      const fields = c.req.method === 'POST' ? await c.req.parseBody() : c.req.query();
      const sent = Object.entries(fields).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      return c.redirect(await comeBack(c, Object.fromEntries(sent)), 303);
    } catch (error) {
      return backToLogin(c, error);
    }
  });

  return app;
}
