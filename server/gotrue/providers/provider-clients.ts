import { createHmac, createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import * as z from 'zod';
import type { AppleSettings, FacebookSettings, GoogleSettings, ProviderSettings } from '../../provider-config.ts';

export type ProviderName = 'google' | 'apple' | 'facebook';
export const PROVIDER_NAMES: Record<ProviderName, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/** Who a provider says that somebody is. */
export type ProviderProfile = {
  /** The provider's own id for them, which never changes. */
  subject: string;
  /** Absent when they keep it to themselves. */
  email?: string | undefined;
  /** Whether the provider has made sure that they read mail there. */
  isEmailVerified: boolean;
  fullName?: string | undefined;
  picture?: string | undefined;
};

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** How one provider is spoken to. */
export type ProviderClient = {
  scopes: string;
  /** Whether it proves who somebody is with an ID token, which holds our nonce. */
  hasIdToken: boolean;
  /** What else its authorization endpoint wants. */
  parameters: Record<string, string>;
  /** Its endpoints. @throws when it does not answer */
  configuration: () => Promise<Configuration>;
  /** @param extra what it sent along with the code */
  loadProfile: (
    configuration: Configuration,
    tokens: Tokens,
    extra: Record<string, string>,
  ) => Promise<ProviderProfile>;
};

export type ProviderClients = Partial<Record<ProviderName, ProviderClient>>;

const TIMEOUT_S = 10;
const ENDPOINTS_KEPT_MS = 3_600_000;
const APPLE_SECRET_SECONDS = 300;

/** Settings are read from the provider once an hour; a failure is not kept. */
function discovered(issuer: string, clientId: string, authenticate: string | ClientAuth) {
  let kept: { configuration: Promise<Configuration>; until: number } | undefined;
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])];
  return function configuration(): Promise<Configuration> {
    if (kept !== undefined && kept.until > Date.now()) return kept.configuration;
    const secret = typeof authenticate === 'string' ? authenticate : undefined;
    const method = typeof authenticate === 'string' ? undefined : authenticate;
    const fresh = discovery(new URL(issuer), clientId, secret, method, { execute, timeout: TIMEOUT_S });
    kept = { configuration: fresh, until: Date.now() + ENDPOINTS_KEPT_MS };
    fresh.catch(() => {
      kept = undefined;
    });
    return fresh;
  };
}

/** OpenID Connect allows 255 ASCII characters. */
const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/);

const idTokenClaims = z.object({
  sub: subject,
  email: z.string().optional(),
  // Apple writes booleans as text.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
});

async function personOfIdToken(_configuration: Configuration, tokens: Tokens): Promise<ProviderProfile> {
  const { sub, email, email_verified, name, picture } = idTokenClaims.parse(tokens.claims());
  return { subject: sub, email, isEmailVerified: email_verified, fullName: name, picture };
}

function createGoogle({ issuer, clientId, clientSecret }: GoogleSettings): ProviderClient {
  return {
    scopes: 'openid email profile',
    hasIdToken: true,
    parameters: {},
    configuration: discovered(issuer, clientId, clientSecret),
    loadProfile: personOfIdToken,
  };
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
});

/** The name that Apple sends beside the first code, and never again; nobody signs it, so it is a name and no more. */
function appleNameOf(user: string | undefined): string | undefined {
  if (user === undefined) return undefined;
  try {
    const { name } = appleUser.parse(JSON.parse(user));
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ') || undefined;
  } catch {
    // A name is welcome and not needed.
    return undefined;
  }
}

function createApple({ issuer, clientId, teamId, keyId, privateKey }: AppleSettings): ProviderClient {
  const key = createPrivateKey(privateKey);
  const authenticate: ClientAuth = async (_server, _client, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(`${APPLE_SECRET_SECONDS}s`)
      .sign(key);
    body.set('client_id', clientId);
    body.set('client_secret', secret);
  };
  return {
    scopes: 'openid email name',
    hasIdToken: true,
    // Apple sends name and address to a form only.
    parameters: { response_mode: 'form_post' },
    configuration: discovered(issuer, clientId, authenticate),
    async loadProfile(configuration, tokens, { user }) {
      const person = await personOfIdToken(configuration, tokens);
      return { ...person, fullName: appleNameOf(user) ?? person.fullName };
    },
  };
}

const facebookUser = z.object({
  id: subject,
  email: z.string().optional(),
  name: z.string().optional(),
  picture: z
    .object({ data: z.object({ url: z.string() }) })
    .optional()
    .catch(undefined),
});

function createFacebook(settings: FacebookSettings): ProviderClient {
  const { clientId, clientSecret, authorizationEndpoint, tokenEndpoint, userEndpoint } = settings;
  const configuration = new Configuration(
    {
      issuer: new URL(authorizationEndpoint).origin,
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
    },
    clientId,
    clientSecret,
  );
  configuration.timeout = TIMEOUT_S;
  if ([tokenEndpoint, userEndpoint].some((url) => url.startsWith('http:'))) allowInsecureRequests(configuration);
  return {
    scopes: 'email public_profile',
    hasIdToken: false,
    parameters: {},
    configuration: async () => configuration,
    async loadProfile(_configuration, { access_token }) {
      const url = new URL(userEndpoint);
      url.searchParams.set('fields', 'id,email,name,picture');
      // Proves that whoever brings the token is the app; Facebook can be told to insist on it.
      url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(access_token).digest('hex'));
      const answer = await fetchProtectedResource(configuration, access_token, url, 'GET');
      const { id, email, name, picture } = facebookUser.parse(await answer.json());
      // Facebook leaves an address out that it has not confirmed.
      return { subject: id, email, isEmailVerified: email !== undefined, fullName: name, picture: picture?.data.url };
    },
  };
}

/** The providers that the operator set up. */
export function createProviderClients({ google, apple, facebook }: ProviderSettings): ProviderClients {
  return {
    ...(google ? { google: createGoogle(google) } : {}),
    ...(apple ? { apple: createApple(apple) } : {}),
    ...(facebook ? { facebook: createFacebook(facebook) } : {}),
  };
}
