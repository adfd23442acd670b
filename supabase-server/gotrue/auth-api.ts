import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { AppEnv } from '../caller.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../connections/connection-errors.ts';
import { type AuthConfig, type AuthSettings, type Keys, SettingsNotReadError } from '../host.ts';
import { serveAdminLinks } from './admin/admin-links.ts';
import { serveAdminFactors, serveAdminUsers } from './admin/admin-users.ts';
import { AuthError, toExpectedError, unexpectedFailure } from './auth-error.ts';
import { type BackgroundTasks, createBackgroundTasks } from './background-tasks.ts';
import { serveFactors } from './factors/factors.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSignInSources } from './limits/sign-in-sources.ts';
import { createMailLinks } from './links/mail-links.ts';
import { serveMailRequests } from './links/mail-requests.ts';
import { serveVerify } from './links/verify.ts';
import { serveReauthenticate } from './password/reauthenticate.ts';
import { serveSignUp } from './password/sign-up.ts';
import { requireLinkingSession, unlinkIdentity } from './providers/link-identity.ts';
import { serveProviderCallback } from './providers/provider-callback.ts';
import { createProviderClients } from './providers/provider-clients.ts';
import { withProviderError } from './providers/provider-profile.ts';
import { startAuthorization } from './providers/start-authorization.ts';
import { requireBoundedQuery, requireUuid } from './read-body.ts';
import type { RequestDependencies } from './request-dependencies.ts';
import { createAccessTokens, readBearerToken } from './sessions/access-tokens.ts';
import { type ApiKeys, createApiKeys } from './sessions/identify-caller.ts';
import { requireClaims } from './sessions/require-session.ts';
import { createSessions } from './sessions/sessions.ts';
import { serveToken } from './token.ts';
import { serveUser } from './user-endpoints.ts';

/** Links and public keys, where nobody can send an API key. */
const OPEN_PATHS = /^(\/auth\/v1)?\/(verify|authorize|callback|health|\.well-known\/jwks\.json)$/;

type Options = Pick<RequestDependencies, 'sql' | 'config' | 'mails' | 'readSettings' | 'rules'> & {
  keys: Keys;
  backgroundTasks?: BackgroundTasks | undefined;
  onLimited?: ((limit: string) => void) | undefined;
  /** The clock by which tokens and codes expire, in milliseconds since 1970. */
  now?: (() => number) | undefined;
};

/** What clients may know of the settings, in GoTrue's format and with three rules that GoTrue does not tell or have. */
function toSettings({ providers }: AuthConfig, settings: AuthSettings) {
  return {
    external: {
      anonymous_users: settings.allowGuests,
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

export function createAuthApi({
  keys,
  backgroundTasks = createBackgroundTasks(),
  onLimited,
  now = () => Date.now(),
  ...handed
}: Options): Hono<AppEnv> {
  const { sql, config, mails, readSettings, rules } = handed;
  const { publicUrl } = config;
  const { secretKey } = keys;
  const tokens = createAccessTokens(keys, publicUrl, now);
  const limiter = createRateLimiter(sql, config.rateLimit, onLimited);
  const { isSessionLimited } = rules;
  const dependencies: RequestDependencies = {
    ...handed,
    tokens,
    sessions: createSessions({ sql, tokens, secretKey, readSettings, isSessionLimited }),
    links: createMailLinks({ mails, limiter, publicUrl, secretKey }),
    providers: createProviderClients(config.providers),
    limiter,
    signInSources: createSignInSources({ sql, limiter, secretKey, publicUrl }),
    backgroundTasks,
    now,
    secretKey,
  };
  const apiKeys = createApiKeys(keys);
  const app = new Hono<AppEnv>();

  // Mails are in the language of the request that causes them.
  app.use(contextStorage());
  app.use(async function requireApiKey(c, next) {
    const caller = OPEN_PATHS.test(c.req.path) ? undefined : apiKeys.authenticate(c);
    if (caller instanceof Response) return caller;
    await next();
  });
  app.use(async function checkQuery(c, next) {
    requireBoundedQuery(c);
    await next();
  });
  app.get('/health', (c) => c.json({ name: 'GoTrue', description: 'Authentication, speaking GoTrue’s protocol' }));
  app.get('/settings', async (c) => c.json(toSettings(config, await readSettings())));
  app.get('/.well-known/jwks.json', (c) => c.json(tokens.jwks, 200, { 'cache-control': 'public, max-age=600' }));
  serveSignUp(app, dependencies);
  serveMailRequests(app, dependencies);
  serveVerify(app, dependencies);
  serveToken(app, dependencies);
  serveUser(app, dependencies);
  serveReauthenticate(app, dependencies);
  serveProviders(app, dependencies);
  serveIdentities(app, dependencies);
  serveFactors(app, dependencies);
  // The calls that take the secret key.
  const requireSecretKey = requireAdmin(dependencies, apiKeys);
  app.use('/admin/*', requireSecretKey);
  app.use('/invite', requireSecretKey);
  serveAdminUsers(app, dependencies);
  serveAdminFactors(app, dependencies);
  serveAdminLinks(app, dependencies);
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
      return c.json(error.body, error.status);
    }
    c.get('log')?.error({ err: error }, 'authentication failed unexpectedly');
    if (isDatabaseUnavailable(error) || error instanceof SettingsNotReadError) {
      // Clients keep their session after a 503; a 500 would sign them out.
      const away = new AuthError(503, 'unexpected_failure', 'The server cannot answer right now. Please try again.');
      return c.json(away.body, 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
    }
    return c.json(unexpectedFailure().body, 500);
  });
  return app;
}

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
function serveProviders(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
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
  serveProviderCallback(app, dependencies);
}

/** `GET /user/identities/authorize` and `DELETE /user/identities/:id`: people link and unlink identities. */
function serveIdentities(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
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
}

/**
 * Requires the secret key, as bearer token or, without one, as API key. An access token is never enough, whatever its role.
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
