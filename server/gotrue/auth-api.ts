import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../database/connections/connection-errors.ts';
import type { Keys } from '../keys/open-keys.ts';
import type { Outbox } from '../mail/outbox.ts';
import { AuthError } from './auth-error.ts';
import { createFactors } from './factors/factors.ts';
import { createEvenAnswers, type EvenAnswers } from './limits/constant-time-response.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSignInSources } from './limits/sign-in-sources.ts';
import { createMailLinks } from './links/mail-links.ts';
import { createOtp } from './links/otp.ts';
import { createResend } from './links/resend.ts';
import { createVerify } from './links/verify.ts';
import { createReauthenticate } from './password/reauthenticate.ts';
import { createRecover } from './password/recover.ts';
import { createSignUp } from './password/sign-up.ts';
import { createProviders } from './providers/providers.ts';
import { requireBoundedQuery } from './read-body.ts';
import { toRejectedValue } from './rejected-value.ts';
import type { AuthConfig, RequestDependencies } from './request-dependencies.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { createApiKeyReader } from './sessions/identify-caller.ts';
import { createSessions } from './sessions/sessions.ts';
import { createToken } from './token.ts';
import { createUnsupportedEndpoints } from './unsupported-endpoints.ts';
import { createUserEndpoints } from './user-endpoints.ts';

/** Reached by following a link or by anybody who checks tokens: no header can be asked for there. */
const OPEN_PATHS = /^(\/auth\/v1)?\/(verify|authorize|callback|health|\.well-known\/jwks\.json)$/;

type AuthApiParts = {
  sql: Sql;
  config: AuthConfig;
  keys: Keys;
  outbox: Outbox;
  /** What the server waits for before it stops. */
  even?: EvenAnswers;
  /** Hears the name of a limit that refused a request. */
  onLimited?: ((limit: string) => void) | undefined;
  /** Ids of the accounts that answer this machine only. */
  demoAccounts?: ReadonlySet<string> | undefined;
  /** The time by which tokens and codes expire, in milliseconds since 1970. */
  now?: (() => number) | undefined;
};

/** Settings of this server that clients may know, in GoTrue's shape. */
function settingsOf({ providers }: AuthConfig) {
  return {
    external: {
      anonymous_users: false,
      email: true,
      phone: false,
      google: providers.google !== undefined,
      apple: providers.apple !== undefined,
      facebook: providers.facebook !== undefined,
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  };
}

/** The authentication service: GoTrue's protocol, one file per family of endpoints. */
export function createAuthApi({
  sql,
  config,
  keys,
  outbox,
  even = createEvenAnswers(),
  onLimited,
  demoAccounts = new Set(),
  now = () => Date.now(),
}: AuthApiParts): Hono<AppEnv> {
  const tokens = createAccessTokens(keys, config.publicUrl, now);
  const { secretKey } = keys;
  const limiter = createRateLimiter(sql, config.rateLimit, onLimited);
  const parts: RequestDependencies = {
    sql,
    config,
    tokens,
    sessions: createSessions({ sql, tokens, secretKey, demoAccounts }),
    links: createMailLinks({ sql, outbox, publicUrl: config.publicUrl, secretKey }),
    outbox,
    limiter,
    signInSources: createSignInSources({ sql, limiter, secretKey, publicUrl: config.publicUrl }),
    even,
    now,
    secretKey,
    demoAccounts,
  };
  const callerOfKey = createApiKeyReader(keys);
  const app = new Hono<AppEnv>();

  app.use(async function requireApiKey(c, next) {
    const key = c.req.header('apikey') ?? c.req.query('apikey');
    if (!OPEN_PATHS.test(c.req.path) && (key === undefined || callerOfKey(key) === undefined)) {
      return c.json({ message: key === undefined ? 'No API key found in request' : 'Invalid API key' }, 401);
    }
    await next();
  });
  app.use(async function checkQuery(c, next) {
    requireBoundedQuery(c);
    await next();
  });
  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', description: 'Parqueo authentication, speaking GoTrue’s protocol' }),
  );
  app.get('/settings', (c) => c.json(settingsOf(config)));
  app.get('/.well-known/jwks.json', (c) => c.json(tokens.jwks, 200, { 'cache-control': 'public, max-age=600' }));
  const families = [
    createSignUp,
    createOtp,
    createRecover,
    createResend,
    createVerify,
    createToken,
    createUserEndpoints,
    createReauthenticate,
    createProviders,
    // Before the factors, whose addresses are wider.
    createUnsupportedEndpoints,
    createFactors,
  ];
  for (const createFamily of families) app.route('/', createFamily(parts));
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This server does not have this endpoint');
  });
  app.onError((thrown, c) => {
    const error = toRejectedValue(thrown) ?? thrown;
    if (error instanceof AuthError) {
      if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds));
      return c.json(error.toBody(), error.status);
    }
    c.get('log')?.error({ err: error }, 'authentication failed unexpectedly');
    if (isDatabaseUnavailable(error)) {
      // The client keeps its session after this status, where a 500 would sign the person out.
      const away = new AuthError(503, 'unexpected_failure', 'The server cannot answer right now. Please try again.');
      return c.json(away.toBody(), 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
    }
    return c.json(
      new AuthError(500, 'unexpected_failure', 'The server could not answer. Please try again.').toBody(),
      500,
    );
  });
  return app;
}
