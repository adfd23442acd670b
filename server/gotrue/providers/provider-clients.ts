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

export type ProviderProfile = {
  /** The provider's id of the person, which never changes. */
  subject: string;
  /** Absent when the person does not share it. */
  email?: string | undefined;
  isEmailVerified: boolean;
  fullName?: string | undefined;
  picture?: string | undefined;
};

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

type ProviderClient = {
  scopes: string;
  /** Whether the provider issues ID tokens (OpenID Connect), which contain our nonce. */
  hasIdToken: boolean;
  /** Further parameters of its authorization endpoint. */
  parameters: Record<string, string>;
  /** @throws when the provider does not respond */
  configuration: () => Promise<Configuration>;
  /** @param extra the parameters beside the code */
  loadProfile: (
    configuration: Configuration,
    tokens: Tokens,
    extra: Record<string, string>,
  ) => Promise<ProviderProfile>;
};

export type ProviderClients = Partial<Record<ProviderName, ProviderClient>>;

const TIMEOUT_S = 10;
const CONFIGURATION_TTL_MS = 3_600_000;
const APPLE_SECRET_SECONDS = 300;

/** Caches a provider's configuration for an hour; a failure is not cached. */
function createDiscovery(issuer: string, clientId: string, authenticate: string | ClientAuth) {
  let cached: { configuration: Promise<Configuration>; expiresAt: number } | undefined;
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])];
  return function configuration(): Promise<Configuration> {
    if (cached !== undefined && cached.expiresAt > Date.now()) return cached.configuration;
    const secret = typeof authenticate === 'string' ? authenticate : undefined;
    const method = typeof authenticate === 'string' ? undefined : authenticate;
    const fresh = discovery(new URL(issuer), clientId, secret, method, { execute, timeout: TIMEOUT_S });
    cached = { configuration: fresh, expiresAt: Date.now() + CONFIGURATION_TTL_MS };
    fresh.catch(() => {
      cached = undefined;
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

async function readIdToken(_configuration: Configuration, tokens: Tokens): Promise<ProviderProfile> {
  const { sub, email, email_verified, name, picture } = idTokenClaims.parse(tokens.claims());
  return { subject: sub, email, isEmailVerified: email_verified, fullName: name, picture };
}

function createGoogle({ issuer, clientId, clientSecret }: GoogleSettings): ProviderClient {
  return {
    scopes: 'openid email profile',
    hasIdToken: true,
    parameters: {},
    configuration: createDiscovery(issuer, clientId, clientSecret),
    loadProfile: readIdToken,
  };
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
});

/** The name that Apple sends beside the first code, and never again. It is not signed. */
function parseAppleName(user: string | undefined): string | undefined {
  if (user === undefined) return undefined;
  try {
    const { name } = appleUser.parse(JSON.parse(user));
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ') || undefined;
  } catch {
    // The name is optional.
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
    // Apple sends name and address only by a form.
    parameters: { response_mode: 'form_post' },
    configuration: createDiscovery(issuer, clientId, authenticate),
    async loadProfile(configuration, tokens, { user }) {
      const profile = await readIdToken(configuration, tokens);
      return { ...profile, fullName: parseAppleName(user) ?? profile.fullName };
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
      // Proves that the app itself uses the token; Facebook can be set to require it.
      url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(access_token).digest('hex'));
      const response = await fetchProtectedResource(configuration, access_token, url, 'GET');
      const { id, email, name, picture } = facebookUser.parse(await response.json());
      // Facebook leaves out addresses that are not confirmed.
      return { subject: id, email, isEmailVerified: email !== undefined, fullName: name, picture: picture?.data.url };
    },
  };
}

export function createProviderClients({ google, apple, facebook }: ProviderSettings): ProviderClients {
  return {
    ...(google ? { google: createGoogle(google) } : {}),
    ...(apple ? { apple: createApple(apple) } : {}),
    ...(facebook ? { facebook: createFacebook(facebook) } : {}),
  };
}
