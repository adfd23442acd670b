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
import { LIMITS, readClientNetwork } from '../limits/rate-limit.ts';
import { toAllowedRedirect } from '../links/redirects.ts';
import { parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { createSecret } from '../secrets.ts';
import {
  AUTHORIZATION_REQUEST_SECONDS,
  BROWSER_COOKIE,
  CALLBACK_PATH,
  storeAuthorizationRequest,
} from './authorization-requests.ts';
import { createProviderCallback } from './provider-callback.ts';
import {
  createProviderClients,
  PROVIDER_NAMES,
  type ProviderClient,
  type ProviderClients,
  type ProviderName,
} from './provider-clients.ts';
import { toLoginPageUrl, toProviderError } from './provider-errors.ts';

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
  const browser = SECRET.test(kept) ? kept : createSecret();
  setCookie(c, BROWSER_COOKIE, browser, {
    path: CALLBACK_PATH,
    httpOnly: true,
    secure: isHttps,
    sameSite: isHttps ? 'None' : 'Lax',
    maxAge: AUTHORIZATION_REQUEST_SECONDS,
  });
  return browser;
}

const scopesOf = (client: ProviderClient, more = '') =>
  [...new Set(`${client.scopes} ${more}`.trim().split(/\s+/))].join(' ');

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
export function createProviders(parts: RequestDependencies): Hono<AppEnv> {
  const { sql, config, limiter } = parts;
  const { publicUrl } = config;
  const clients = createProviderClients(config.providers);

  const setOut = async (c: Context<AppEnv>, isPerson: boolean): Promise<string> => {
    const query = c.req.query();
    const [provider, client] = clientOf({ name: query.provider ?? '', clients, isPerson });
    const challenge = parseCodeChallenge(query);
    await limiter.consume(LIMITS.providerByAddress, readClientNetwork(c));
    const configuration = await client.configuration().catch((error: unknown) => {
      throw toProviderError(provider, error, c);
    });
    const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const redirectTo = toAllowedRedirect(query.redirect_to, publicUrl);
    const flowId = challenge && (await createFlowState(sql, { challenge, provider, method: 'oauth' }));
    const browser = markBrowser(c, publicUrl.startsWith('https:'));
    await storeAuthorizationRequest(sql, { state, nonce, codeVerifier, provider, redirectTo, flowId, browser });
    return buildAuthorizationUrl(configuration, {
      ...Object.fromEntries(PASSED_ON.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
      ...client.parameters,
      redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
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
      return c.redirect(toLoginPageUrl(error, publicUrl, c), 303);
    }
  });
  app.route('/', createProviderCallback(parts, clients));
  return app;
}
