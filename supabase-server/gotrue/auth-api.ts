import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../connections/connection-errors.ts';
import {
  type AccountRules,
  type AuthConfig,
  type AuthMails,
  type AuthSettings,
  type Keys,
  type ReadAuthSettings,
  SettingsNotReadError,
} from '../host.ts';
import { createAdminLinks } from './admin/admin-links.ts';
import { createAdminFactors, createAdminUsers } from './admin/admin-users.ts';
import { AuthError, toExpectedError, unexpectedFailure } from './auth-error.ts';
import { type BackgroundTasks, createBackgroundTasks } from './background-tasks.ts';
import { createFactors } from './factors/factors.ts';
import { takeNetworkTurns } from './limits/client-network.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSignInSources } from './limits/sign-in-sources.ts';
import { createMailLinks } from './links/mail-links.ts';
import { createMailRequests } from './links/mail-requests.ts';
import { createVerify } from './links/verify.ts';
import { createReauthenticate } from './password/reauthenticate.ts';
import { createSignUp } from './password/sign-up.ts';
import { requireLinkingSession, unlinkIdentity } from './providers/link-identity.ts';
import { createProviderCallback } from './providers/provider-callback.ts';
import { createProviderClients } from './providers/provider-clients.ts';
import { withProviderError } from './providers/provider-profile.ts';
import { startAuthorization } from './providers/start-authorization.ts';
import { requireBoundedQuery, requireUuid } from './read-body.ts';
import type { RequestDependencies } from './request-dependencies.ts';
import { createAccessTokens, readBearerToken } from './sessions/access-tokens.ts';
import { type ApiKeys, createApiKeys } from './sessions/identify-caller.ts';
import { requireClaims } from './sessions/require-session.ts';
import { createSessions } from './sessions/sessions.ts';
import { createToken } from './token.ts';
import { createUserEndpoints } from './user-endpoints.ts';

/** Links and public keys, where nobody can send an API key. */
const OPEN_PATHS = /^(\/auth\/v1)?\/(verify|authorize|callback|health|\.well-known\/jwks\.json)$/;

type Options = {
  sql: Sql;
  config: AuthConfig;
  keys: Keys;
  mails: AuthMails;
  readSettings: ReadAuthSettings;
  rules: AccountRules;
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
  rules,
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
    rules,
    readSettings,
    tokens,
    sessions: createSessions({
      sql,
      tokens,
      secretKey,
      demoAccounts,
      readSettings,
      isSessionLimited: rules.isSessionLimited,
    }),
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
  app.route('/', createFactors(dependencies));
  app.all('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This server does not have this endpoint');
  });
  app.onError((thrown, c) => {
    const error = toExpectedError(thrown, rules);
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

/** The calls that take the secret key: `/admin/users`, `/admin/generate_link` and `/invite`. */
function createAdmin(dependencies: RequestDependencies, apiKeys: ApiKeys): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const requireSecretKey = requireAdmin(dependencies, apiKeys);
  app.use('/admin/*', requireSecretKey);
  app.use('/invite', requireSecretKey);
  app.route('/', createAdminUsers(dependencies));
  app.route('/', createAdminFactors(dependencies));
  app.route('/', createAdminLinks(dependencies));
  return app;
}

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
function createProviders(dependencies: RequestDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/authorize', async (c) => {
    c.header('cache-control', 'no-store');
    const isBrowser = c.req.header('accept')?.includes('text/html') ?? false;
    try {
      return c.redirect(await startAuthorization(c, dependencies, { isBrowser }), 302);
    } catch (error) {
      if (!isBrowser) throw error;
      return c.redirect(withProviderError(`${dependencies.config.publicUrl}/login`, error, c), 303);
    }
  });
  app.route('/', createProviderCallback(dependencies));
  return app;
}

/** `GET /user/identities/authorize` and `DELETE /user/identities/:id`: people link and unlink identities. */
function createIdentityEndpoints(dependencies: RequestDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/user/identities/authorize', async (c) => {
    const session = await requireLinkingSession(c, dependencies);
    c.header('cache-control', 'no-store');
    const url = await startAuthorization(c, dependencies, { sessionId: session.id });
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  });

  app.delete('/user/identities/:id', async (c) => {
    const session = await requireLinkingSession(c, dependencies);
    const id = c.req.param('id').toLowerCase();
    requireUuid('identity_id', id);
    await unlinkIdentity(dependencies, session, id);
    return c.json({});
  });

  return app;
}

/**
 * Requires the secret key, as bearer token or, without one, as API key. An access token is never enough, whatever its role.
 * @throws AuthError 401 `no_authorization`, 403 `bad_jwt`, 403 `not_admin`
 */
function requireAdmin(dependencies: RequestDependencies, apiKeys: ApiKeys): MiddlewareHandler<AppEnv> {
  const findCaller = async (c: Context) => {
    const bearer = readBearerToken(c);
    if (bearer === undefined) {
      const caller = apiKeys.authenticate(c);
      if (!(caller instanceof Response) && caller.role === 'service_role') return caller;
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token');
    }
    const caller = apiKeys.findCaller(bearer);
    if (caller === undefined) await requireClaims(c, dependencies);
    return caller;
  };
  return async function requireSecretKey(c, next) {
    const caller = await findCaller(c);
    if (caller?.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
    await next();
  };
}
