import type { Context } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError, OAuthError, validationFailed } from '../auth-error.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readDevice, type SessionResponse } from '../sessions/sessions.ts';
import { signInExternalAccount } from './external-account.ts';
import { linkIdentity, requireLinkingSession } from './link-identity.ts';
import { toProviderError } from './provider-errors.ts';
import type { ProviderName } from './provider-profile.ts';
import { isProviderAllowed } from './provider-rules.ts';

const idTokenBody = z.object({
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  provider: z.string().nullish(),
  client_id: z.string().nullish(),
  issuer: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});
type IdTokenBody = z.infer<typeof idTokenBody>;

/** The issuers by which a client may name a provider, and which GoTrue's errors name. */
const ISSUERS: readonly (readonly [ProviderName, string])[] = [
  ['google', 'https://accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['facebook', 'https://www.facebook.com'],
];

/** @throws AuthError `validation_failed`, `provider_disabled` */
async function requireVerifier({ providers, readSettings }: RequestDependencies, body: IdTokenBody) {
  const found = ISSUERS.find(([name, issuer]) => body.provider === name || body.issuer === issuer);
  if (found === undefined) throw validationFailed(`Custom OIDC provider "${body.provider ?? ''}" not allowed`);
  const [provider, issuer] = found;
  const isAllowed = isProviderAllowed(await readSettings(), provider);
  const verifyIdToken = isAllowed && providers[provider]?.verifyIdToken;
  if (!verifyIdToken) throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
  return { provider, verifyIdToken };
}

/** Opens a session with the ID token of a provider, or links the token's identity to the account of a session. */
export async function signInWithIdToken(
  c: Context<AppEnv>,
  dependencies: RequestDependencies,
): Promise<SessionResponse> {
  const { limiter, now, sessions } = dependencies;
  const body = await readBody(c, idTokenBody);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  }
  const session = body.link_identity ? await requireLinkingSession(c, dependencies) : null;
  await limiter.consumeNetwork(LIMITS.providerByAddress, c);
  const { provider, verifyIdToken } = await requireVerifier(dependencies, body);
  const credentials = {
    token: body.id_token,
    accessToken: body.access_token ?? '',
    nonce: body.nonce ?? '',
    now: new Date(now()),
  };
  const profile = await verifyIdToken(credentials).catch((error: unknown) => {
    throw toProviderError(provider, error, c);
  });
  const user =
    session === null
      ? await signInExternalAccount(dependencies, provider, profile)
      : await linkIdentity(dependencies, session, provider, profile);
  return sessions.open(user, 'oauth', readDevice(c));
}
