import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { AppEnv } from '../../caller.ts';
import type { Sql } from '../../connections/sql.ts';
import { readErrorCode } from '../../error-code.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import { readRedirectTo } from '../links/redirects.ts';
import { createFlowState, parseCodeChallenge } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { createSecret, hashSecret, isSameSecret } from '../secrets.ts';
import { sessionNotFound } from '../sessions/sessions.ts';
import {
  isProviderAllowed,
  isProviderName,
  PROVIDER_NAMES,
  type ProviderName,
  providerSwitchedOff,
  toProviderError,
} from './provider-profile.ts';

/** The cookie that ties an authorization request to its browser. */
export const BROWSER_COOKIE = 'sign-in-browser';
/** Where providers redirect to: the address that the operator registers with them. */
export const CALLBACK_PATH = '/auth/v1/callback';

const AUTHORIZATION_REQUEST_SECONDS = 600;

/** An OAuth authorization request, stored while the person signs in at the provider. */
export type AuthorizationRequest = {
  provider: ProviderName;
  nonce: string;
  codeVerifier: string;
  redirectTo: string;
  flowId: string | null;
  /** The session that links an identity to its account; null to sign in. The request ends with the session. */
  sessionId: string | null;
};

const FOREIGN_KEY_VIOLATION = '23503';

type NewAuthorizationRequest = AuthorizationRequest & { state: string; browserSecret: string };

async function storeAuthorizationRequest(sql: Sql, request: NewAuthorizationRequest): Promise<void> {
  try {
    await sql`
      insert into parqueo_server.provider_visits
        (state_hash, browser_hash, provider, nonce, code_verifier, redirect_to, flow_state_id, session_id)
      values (${hashSecret(request.state)}, ${hashSecret(request.browserSecret)}, ${request.provider},
        ${request.nonce}, ${request.codeVerifier}, ${request.redirectTo}, ${request.flowId}, ${request.sessionId})`;
  } catch (error) {
    throw readErrorCode(error) === FOREIGN_KEY_VIOLATION ? sessionNotFound() : error;
  }
}

/** Removes and returns the request of a state; null when it is unknown, expired or of another browser. */
export async function consumeAuthorizationRequest(
  sql: Sql,
  state: string,
  browserSecret: string,
): Promise<AuthorizationRequest | null> {
  const [row] = await sql<(AuthorizationRequest & { browserHash: string })[]>`
    delete from parqueo_server.provider_visits
    where state_hash = ${hashSecret(state)}
      and created_at > now() - make_interval(secs => ${AUTHORIZATION_REQUEST_SECONDS})
    returning provider, nonce, code_verifier as "codeVerifier", redirect_to as "redirectTo", flow_state_id as "flowId",
      session_id as "sessionId", browser_hash as "browserHash"`;
  if (!row || !isSameSecret(row.browserHash, hashSecret(browserSecret))) return null;
  return row;
}

const BROWSER_SECRET = /^[\w-]{43}$/;

/** Parameters that a client may send to the provider; none of them changes the redirect or the proof of identity. */
const FORWARDED = ['access_type', 'auth_type', 'display', 'hd', 'include_granted_scopes', 'login_hint', 'prompt'];

/** Sets the secret that the browser has to bring back. Apple posts a form from its site, which only `None` allows. */
function setBrowserSecret(c: Context, isHttps: boolean): string {
  const current = getCookie(c, BROWSER_COOKIE) ?? '';
  const secret = BROWSER_SECRET.test(current) ? current : createSecret();
  setCookie(c, BROWSER_COOKIE, secret, {
    path: CALLBACK_PATH,
    httpOnly: true,
    secure: isHttps,
    sameSite: isHttps ? 'None' : 'Lax',
    maxAge: AUTHORIZATION_REQUEST_SECONDS,
  });
  return secret;
}

const joinScopes = (scopes: string, more = '') => [...new Set(`${scopes} ${more}`.trim().split(/\s+/))].join(' ');

async function requireClient({ providers, readSettings }: RequestDependencies, name: string, isBrowser: boolean) {
  if (!isProviderName(name)) {
    throw validationFailed('Unsupported provider: Provider could not be found');
  }
  const client = providers[name];
  if (client) {
    if (isProviderAllowed(await readSettings(), name)) return { provider: name, client };
    if (!isBrowser) throw validationFailed('Unsupported provider: provider is not enabled');
    throw providerSwitchedOff(name);
  }
  const reason = `${PROVIDER_NAMES[name]} is not set up on this server`;
  if (!isBrowser) throw validationFailed(`Unsupported provider: ${reason}`);
  // Its code has a sentence of its own, as the browser shows no text that an address brings.
  throw new AuthError(400, 'provider_disabled', `signing in with ${reason}`);
}

type Options = {
  /** Whether a person sees the error, rather than a program. */
  isBrowser?: boolean;
  /** The session that links an identity to its account; null to sign in. */
  sessionId?: string | null;
};

/** Stores an authorization request and returns the provider's address, where the browser goes next. */
export async function startAuthorization(
  c: Context<AppEnv>,
  dependencies: RequestDependencies,
  { isBrowser = false, sessionId = null }: Options,
): Promise<string> {
  const { sql, limiter } = dependencies;
  const { publicUrl } = dependencies.config;
  const query = c.req.query();
  const { provider, client } = await requireClient(dependencies, query.provider ?? '', isBrowser);
  const challenge = parseCodeChallenge(query);
  await limiter.consumeNetwork(LIMITS.providerByAddress, c);
  const configuration = await client.configuration().catch((error: unknown) => {
    throw toProviderError(provider, error, c);
  });
  const state = randomState();
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  const redirectTo = readRedirectTo(c, publicUrl);
  const flowId = await createFlowState(sql, { challenge, provider, method: 'oauth' });
  const browserSecret = setBrowserSecret(c, publicUrl.startsWith('https:'));
  const request = { state, nonce, codeVerifier, provider, redirectTo, flowId, browserSecret, sessionId };
  await storeAuthorizationRequest(sql, request);
  return buildAuthorizationUrl(configuration, {
    ...Object.fromEntries(FORWARDED.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
    ...client.parameters,
    redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
    scope: joinScopes(client.scopes, query.scopes),
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(client.verifyIdToken === null ? {} : { nonce }),
  }).href;
}
