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
import type { AppleSettings, FacebookSettings, GoogleSettings, ProviderSettings } from '../../host.ts';
import { createIdTokenVerifier, type IdTokenVerifier } from './id-token.ts';
import { type ProviderName, type ProviderProfile, parseIdTokenProfile, providerSubject } from './provider-profile.ts';

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

type ProviderClient = {
  scopes: string;
  /** Null when the provider issues no ID tokens (OpenID Connect), which contain our nonce. */
  verifyIdToken: IdTokenVerifier | null;
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

async function readIdToken(_configuration: Configuration, tokens: Tokens): Promise<ProviderProfile> {
  return parseIdTokenProfile(tokens.claims());
}

/** Google's tokens name their issuer with or without the protocol. */
const GOOGLE_ISSUER_ALIAS = 'accounts.google.com';

function createGoogle({ issuer, clientId, appClientIds, clientSecret }: GoogleSettings): ProviderClient {
  const configuration = createDiscovery(issuer, clientId, clientSecret);
  const issuers = [issuer, GOOGLE_ISSUER_ALIAS];
  const clientIds = [clientId, ...appClientIds];
  return {
    scopes: 'openid email profile',
    verifyIdToken: createIdTokenVerifier({ configuration, issuers, clientIds }),
    parameters: {},
    configuration,
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

function createApple(settings: AppleSettings): ProviderClient {
  const { issuer, clientId, appClientIds, teamId, keyId, privateKey } = settings;
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
  const configuration = createDiscovery(issuer, clientId, authenticate);
  return {
    scopes: 'openid email name',
    verifyIdToken: createIdTokenVerifier({ configuration, issuers: [issuer], clientIds: [clientId, ...appClientIds] }),
    // Apple sends name and address only by a form.
    parameters: { response_mode: 'form_post' },
    configuration,
    async loadProfile(_configuration, tokens, { user }) {
      const profile = parseIdTokenProfile(tokens.claims());
      return { ...profile, fullName: parseAppleName(user) ?? profile.fullName };
    },
  };
}

const facebookUser = z.object({
  id: providerSubject,
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
    verifyIdToken: null,
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
