import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { addressOf, LIMITS } from '../limits/rate-limit.ts';
import { allowedRedirect } from '../links/redirects.ts';
import { challengeOf } from '../pkce/code-challenge.ts';
import { startFlow } from '../pkce/flow-state.ts';
import type { AuthParts } from '../request-dependencies.ts';
import { newSecret } from '../secrets.ts';
import { BROWSER_COOKIE, CALLBACK, keepVisit, VISIT_SECONDS } from './authorization-requests.ts';
import { createProviderCallback } from './provider-callback.ts';
import {
  createProviderClients,
  PROVIDER_NAMES,
  type ProviderClient,
  type ProviderClients,
  type ProviderName,
} from './provider-clients.ts';
import { failureAt, loginPageWith } from './provider-errors.ts';

const SECRET = /^[\w-]{43}$/;

/** What a client may say to the provider through us; none of it changes where the answer goes or what it proves. */
const PASSED_ON = ['access_type', 'auth_type', 'display', 'hd', 'include_granted_scopes', 'login_hint', 'prompt'];

const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDER_NAMES, name);

type Asked = { name: string; clients: ProviderClients; isPerson: boolean };

/** The client of a provider. @throws AuthError `validation_failed` when there is none, to programs in GoTrue's words */
function clientOf({ name, clients, isPerson }: Asked): [ProviderName, ProviderClient] {
  if (!isProvider(name)) {
    throw new AuthError(400, 'validation_failed', 'Unsupported provider: Provider could not be found');
  }
  const client = clients[name];
  if (client) return [name, client];
  const reason = `${PROVIDER_NAMES[name]} is not set up on this server`;
  throw new AuthError(
    400,
    'validation_failed',
    isPerson ? `signing in with ${reason}` : `Unsupported provider: ${reason}`,
  );
}

/** The secret that a browser keeps while it is away. Apple comes back with a form, which only `None` lets through. */
function markBrowser(c: Context, isHttps: boolean): string {
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
}

const scopesOf = (client: ProviderClient, more = '') =>
  [...new Set(`${client.scopes} ${more}`.trim().split(/\s+/))].join(' ');

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
export function createProviders(parts: AuthParts): Hono<AppEnv> {
  const { sql, config, limiter } = parts;
  const { publicUrl } = config;
  const clients = createProviderClients(config.providers);

  const setOut = async (c: Context<AppEnv>, isPerson: boolean): Promise<string> => {
    const query = c.req.query();
    const [provider, client] = clientOf({ name: query.provider ?? '', clients, isPerson });
    const challenge = challengeOf(query);
    await limiter.take(LIMITS.providerByAddress, addressOf(c));
    const configuration = await client.configuration().catch((error: unknown) => {
      throw failureAt(provider, error, c);
    });
    const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const redirectTo = allowedRedirect(query.redirect_to, publicUrl);
    const flowId = challenge && (await startFlow(sql, { challenge, provider, method: 'oauth' }));
    const browser = markBrowser(c, publicUrl.startsWith('https:'));
    await keepVisit(sql, { state, nonce, codeVerifier, provider, redirectTo, flowId, browser });
    return buildAuthorizationUrl(configuration, {
      ...Object.fromEntries(PASSED_ON.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
      ...client.parameters,
      redirect_uri: `${publicUrl}${CALLBACK}`,
      scope: scopesOf(client, query.scopes),
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(client.hasIdToken ? { nonce } : {}),
    }).href;
  };

  const app = new Hono<AppEnv>();
  app.get('/authorize', async (c) => {
    c.header('cache-control', 'no-store');
    const isPerson = c.req.header('accept')?.includes('text/html') ?? false;
    try {
      return c.redirect(await setOut(c, isPerson), 302);
    } catch (error) {
      // A person who followed a button goes back with the reason; a program gets it as it is.
      if (!isPerson) throw error;
      return c.redirect(loginPageWith(error, publicUrl, c), 303);
    }
  });
  app.route('/', createProviderCallback(parts, clients));
  return app;
}
