import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../connections/connection-errors.ts';
import {
  type AuthConfig,
  type AuthMails,
  type AuthSettings,
  type DescribeRejection,
  type Keys,
  type ReadAuthSettings,
  SettingsNotReadError,
} from '../host.ts';
import { createAdmin } from './admin/admin.ts';
import { AuthError, toExpectedError, unexpectedFailure } from './auth-error.ts';
import { type BackgroundTasks, createBackgroundTasks } from './background-tasks.ts';
import { createFactors } from './factors/factors.ts';
import { takeNetworkTurns } from './limits/network-turns.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSignInSources } from './limits/sign-in-sources.ts';
import { createMailLinks } from './links/mail-links.ts';
import { createMailRequests } from './links/mail-requests.ts';
import { createVerify } from './links/verify.ts';
import { createReauthenticate } from './password/reauthenticate.ts';
import { createSignUp } from './password/sign-up.ts';
import { createIdentityEndpoints } from './providers/identity-endpoints.ts';
import { createProviderClients } from './providers/provider-clients.ts';
import { createProviders } from './providers/providers.ts';
import { requireBoundedQuery } from './read-body.ts';
import type { RequestDependencies } from './request-dependencies.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { createApiKeys } from './sessions/identify-caller.ts';
import { createSessions } from './sessions/sessions.ts';
import { createToken } from './token.ts';
import { createUnsupportedEndpoints } from './unsupported-endpoints.ts';
import { createUserEndpoints } from './user-endpoints.ts';

/** Links and public keys, where nobody can send an API key. */
const OPEN_PATHS = /^(\/auth\/v1)?\/(verify|authorize|callback|health|\.well-known\/jwks\.json)$/;

type Options = {
  sql: Sql;
  config: AuthConfig;
  keys: Keys;
  mails: AuthMails;
  readSettings: ReadAuthSettings;
  describeRejection?: DescribeRejection;
  backgroundTasks?: BackgroundTasks | undefined;
  onLimited?: ((limit: string) => void) | undefined;
  demoAccounts?: ReadonlySet<string> | undefined;
  /** The clock by which tokens and codes expire, in milliseconds since 1970. */
  now?: (() => number) | undefined;
};

/** What clients may know of the settings, in GoTrue's format and with three rules that GoTrue does not tell or have. */
function toSettings({ providers }: AuthConfig, settings: AuthSettings) {
  return {
    external: {
      anonymous_users: false,
      email: true,
      phone: false,
      google: providers.google !== undefined && settings.socialGoogleAllowed,
      apple: providers.apple !== undefined && settings.socialAppleAllowed,
      facebook: providers.facebook !== undefined,
    },
    disable_signup: !settings.allowSignups,
    mailer_autoconfirm: !settings.emailConfirmationRequired,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    password_min_length: settings.passwordMinLength,
    mfa_totp_enroll_enabled: settings.twoFactorAllowed,
    mfa_required_for_administrators: settings.adminsNeedSecondFactor,
  };
}

/** The authentication service, which speaks GoTrue's protocol. */
export function createAuthApi({
  sql,
  config,
  keys,
  mails,
  readSettings,
  describeRejection = () => null,
  backgroundTasks = createBackgroundTasks(),
  onLimited,
  demoAccounts = new Set(),
  now = () => Date.now(),
}: Options): Hono<AppEnv> {
  const { publicUrl } = config;
  const { secretKey } = keys;
  const tokens = createAccessTokens(keys, publicUrl, now);
  const limiter = createRateLimiter(sql, config.rateLimit, onLimited);
  const dependencies: RequestDependencies = {
    sql,
    config,
    readSettings,
    tokens,
    sessions: createSessions({ sql, tokens, secretKey, demoAccounts, readSettings }),
    links: createMailLinks({ mails, publicUrl, secretKey }),
    providers: createProviderClients(config.providers),
    mails,
    limiter,
    signInSources: createSignInSources({ sql, limiter, secretKey, publicUrl }),
    backgroundTasks,
    now,
    secretKey,
    demoAccounts,
  };
  const apiKeys = createApiKeys(keys);
  const app = new Hono<AppEnv>();

  // Mails are in the language of the request that causes them.
  app.use(contextStorage());
  app.use(takeNetworkTurns());
  app.use(async function requireApiKey(c, next) {
    const caller = OPEN_PATHS.test(c.req.path) ? undefined : apiKeys.authenticate(c);
    if (caller instanceof Response) return caller;
    await next();
  });
  app.use(async function checkQuery(c, next) {
    requireBoundedQuery(c);
    await next();
  });
  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', description: 'Parqueo authentication, speaking GoTrue’s protocol' }),
  );
  app.get('/settings', async (c) => c.json(toSettings(config, await readSettings())));
  app.get('/.well-known/jwks.json', (c) => c.json(tokens.jwks, 200, { 'cache-control': 'public, max-age=600' }));
  app.route('/', createSignUp(dependencies));
  app.route('/', createMailRequests(dependencies));
  app.route('/', createVerify(dependencies));
  app.route('/', createToken(dependencies));
  app.route('/', createUserEndpoints(dependencies));
  app.route('/', createReauthenticate(dependencies));
  app.route('/', createProviders(dependencies));
  app.route('/', createIdentityEndpoints(dependencies));
  app.route('/', createAdmin(dependencies, apiKeys));
  // Before the factors, whose paths also match these.
  app.route('/', createUnsupportedEndpoints());
  app.route('/', createFactors(dependencies));
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This server does not have this endpoint');
  });
  app.onError((thrown, c) => {
    const error = toExpectedError(thrown, describeRejection);
    if (error instanceof AuthError) {
      if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds));
      return c.json(error.toBody(), error.status);
    }
    c.get('log')?.error({ err: error }, 'authentication failed unexpectedly');
    if (isDatabaseUnavailable(error) || error instanceof SettingsNotReadError) {
      // Clients keep their session after a 503; a 500 would sign them out.
      const away = new AuthError(503, 'unexpected_failure', 'The server cannot answer right now. Please try again.');
      return c.json(away.toBody(), 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
    }
    return c.json(unexpectedFailure().toBody(), 500);
  });
  return app;
}
