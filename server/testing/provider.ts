import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { CALLBACK_PATH } from '../../supabase-server/gotrue/providers/start-authorization.ts';
import { listen } from './listen.ts';

/** An account at the provider. */
export type Member = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  picture?: string;
};

/** What the person at the provider does: sign in as this member, or deny. */
type Decision = { member: Member } | 'deny';

export type ProviderUnderTest = Awaited<ReturnType<typeof startProvider>>;

export const APPLE = { clientId: 'test.parqueo.web', teamId: 'TEAM123456', keyId: 'KEY1234567' };
const FACEBOOK_SECRET = 'facebook-secret-of-the-test';
const KEY_ID = 'key-of-the-provider';
const SCOPES = 'openid email profile name public_profile';

const client = (publicUrl: string, client_id: string, client_secret: string) => ({
  client_id,
  client_secret,
  redirect_uris: [`${publicUrl}${CALLBACK_PATH}`],
  token_endpoint_auth_method: 'client_secret_post' as const,
  grant_types: ['authorization_code', 'refresh_token'],
});

async function createConfiguration(
  publicUrl: string,
  members: ReadonlyMap<string, Member>,
  signingKey: CryptoKey,
): Promise<Configuration> {
  return {
    jwks: { keys: [{ ...(await exportJWK(signingKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only-for-tests'] },
    clients: [
      client(publicUrl, 'google', 'google-secret-of-the-test'),
      client(publicUrl, APPLE.clientId, 'never-compared'),
      client(publicUrl, 'facebook', FACEBOOK_SECRET),
    ],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google and Apple put the profile into the ID token.
    conformIdTokenClaims: false,
    issueRefreshToken: () => true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...members.get(id), sub: id }) }),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
  };
}

/** Carries out the decision in one step, without password and consent screens. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse, decision: Decision) {
  const { params } = await provider.interactionDetails(request, response);
  if (decision === 'deny') {
    const denial = { error: 'access_denied', error_description: 'The person said no' };
    await provider.interactionFinished(request, response, denial, { mergeWithLastSubmission: false });
    return;
  }
  const accountId = decision.member.sub;
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(SCOPES);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId, remember: false }, consent });
}

/** Facebook's Graph API: the profile of a token, for an app with the right proof. */
async function queryGraph(provider: Provider, members: ReadonlyMap<string, Member>, request: IncomingMessage) {
  const { searchParams } = new URL(request.url ?? '', 'http://graph');
  const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const proof = createHmac('sha256', FACEBOOK_SECRET).update(bearer).digest('hex');
  const token = await provider.AccessToken.find(bearer);
  const member = members.get(token?.accountId ?? '');
  if (!member || searchParams.get('appsecret_proof') !== proof) return { status: 400, body: { error: {} } };
  const picture = { data: { url: member.picture ?? '' } };
  return { status: 200, body: { id: member.sub, email: member.email, name: member.name, picture } };
}

/**
 * Starts an OpenID Connect server on this machine that stands for Google, Apple and Facebook.
 * @param publicUrl the origin of the product
 */
export async function startProvider(publicUrl: string) {
  const members = new Map<string, Member>();
  let decision: Decision = 'deny';
  const requested: string[] = [];
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { privateKey: signingKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  const { url: origin, close } = await listen(server);
  const provider = new Provider(origin, await createConfiguration(publicUrl, members, signingKey));

  const compare = provider.Client.prototype.compareClientSecret;
  provider.Client.prototype.compareClientSecret = async function compareSecret(secret: string) {
    if (this.clientId !== APPLE.clientId) return compare.call(this, secret);
    const { protectedHeader, payload } = await jwtVerify(secret, publicKey, { issuer: APPLE.teamId, audience: origin });
    return protectedHeader.kid === APPLE.keyId && payload.sub === APPLE.clientId;
  };

  const handleRequest = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requested.push(request.url ?? '');
    const fail = (error: unknown) => response.writeHead(500).end(String(error));
    if (request.url?.startsWith('/interaction/')) {
      interact(provider, request, response, decision).catch(fail);
    } else if (request.url?.startsWith('/graph/')) {
      queryGraph(provider, members, request)
        .then(({ status, body }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        })
        .catch(fail);
    } else {
      handleRequest(request, response);
    }
  });
  return {
    origin,
    /** The environment variables of a product that uses it for all three. */
    env: {
      GOOGLE_CLIENT_ID: 'google',
      GOOGLE_CLIENT_SECRET: 'google-secret-of-the-test',
      GOOGLE_ISSUER: origin,
      APPLE_CLIENT_ID: APPLE.clientId,
      APPLE_TEAM_ID: APPLE.teamId,
      APPLE_KEY_ID: APPLE.keyId,
      APPLE_PRIVATE_KEY: (await exportPKCS8(privateKey)).replaceAll('\n', '\\n'),
      APPLE_ISSUER: origin,
      FACEBOOK_CLIENT_ID: 'facebook',
      FACEBOOK_CLIENT_SECRET: FACEBOOK_SECRET,
      FACEBOOK_AUTHORIZATION_ENDPOINT: `${origin}/auth`,
      FACEBOOK_TOKEN_ENDPOINT: `${origin}/token`,
      FACEBOOK_USER_ENDPOINT: `${origin}/graph/me`,
    },
    decide(next: Decision) {
      if (next !== 'deny') members.set(next.member.sub, next.member);
      decision = next;
    },
    /** An ID token as the provider gives it to a page or an app, valid for an hour unless the claims say otherwise. */
    issueIdToken: (claims: JWTPayload) =>
      new SignJWT({ iss: origin, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setIssuedAt()
        .setExpirationTime(claims.exp ?? '1h')
        .sign(signingKey),
    requested,
    close,
  };
}
