import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { AuthError } from '../../supabase-server/gotrue/auth-error.ts';
import { requireBoundedFields } from '../../supabase-server/gotrue/field-bounds.ts';
import { createRateLimiter } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { hashPassword, requireAcceptablePassword } from '../../supabase-server/gotrue/password/passwords.ts';
import { isSameSecret } from '../../supabase-server/gotrue/secrets.ts';
import { isEmail, normalizeEmail } from '../../supabase-server/gotrue/users/users.ts';
import type { Config } from '../config/config.ts';
import type { ReadSettings } from '../config/read-settings.ts';
import { createFirstAdmin, hasAdministrator } from '../database/built-in-accounts.ts';
import { renderPage } from '../http/page.ts';
import { RATES } from '../http/public-paths.ts';
import { deriveOperatorKey, type Keys } from '../keys/keys.ts';

const PATH = '/first-admin';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const STYLE = `
main { max-width: 28rem; }
form { display: grid; gap: 0.25rem; }
label { margin-top: 0.75rem; font-weight: 600; }
input { min-height: 3rem; padding: 0 0.75rem; border: 1px solid var(--muted); border-radius: 0.75rem; background: var(--surface); color: inherit; font: inherit; }
button, .button { display: grid; place-items: center; min-height: 3rem; margin-top: 1.25rem; border: 0; border-radius: 0.75rem; background: var(--ink); color: var(--canvas); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.hint { margin: 0; color: var(--muted); font-size: 0.875rem; }
.problem { margin: 0.75rem 0 0; color: var(--bad); font-weight: 600; }
`;

type Form = { key: string; email: string; minLength: number; problem?: string };

function renderForm({ key, email, minLength, problem }: Form, locale: Language) {
  const body = html`<h1>${m.first_admin_title({}, { locale })}</h1>
      <p class="note">${m.first_admin_intro({}, { locale })}</p>
      <form method="post" action="${PATH}">
        <input type="hidden" name="key" value="${key}" />
        ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
        <label for="email">${m.field_email({}, { locale })}</label>
        <input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="254" required />
        <label for="password">${m.field_password({}, { locale })}</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="hint" />
        <p class="hint" id="hint">${m.password_length_hint({ count: minLength }, { locale })}</p>
        <button>${m.first_admin_submit({}, { locale })}</button>
      </form>`;
  return renderPage({ locale, title: m.first_admin_title({}, { locale }), style: STYLE, body });
}

function renderOver(locale: Language) {
  const title = m.first_admin_over({}, { locale });
  const body = html`<h1>${title}</h1>
      <p class="note">${m.first_admin_over_detail({}, { locale })}</p>
      <a class="button" href="/login">${m.log_in_submit({}, { locale })}</a>`;
  return renderPage({ locale, title, style: STYLE, body });
}

const formSchema = z.object({ key: z.string().catch(''), email: z.string().catch(''), password: z.string().catch('') });

type Dependencies = {
  config: Pick<Config, 'rateLimit'>;
  sql: Sql;
  keys: Pick<Keys, 'secretKey'>;
  readSettings: ReadSettings;
  onLimited?: ((limit: string) => void) | undefined;
};

/**
 * The page that makes the first administrator, for whoever has the link that the start prints. It works once: afterwards there is
 * an administrator.
 */
export function createFirstAdminPage({ config, sql, keys, readSettings, onLimited }: Dependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const limiter = createRateLimiter(sql, config.rateLimit, onLimited);
  const operatorKey = deriveOperatorKey(keys);
  const findLocale = (c: Context) => extractLocaleFromRequest(c.req.raw);
  const respondOver = (c: Context) => c.html(renderOver(findLocale(c)), 410);

  app.use(PATH, async function setHeaders(c, next) {
    c.header('content-security-policy', POLICY);
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex, nofollow');
    await next();
  });
  app.get(PATH, async (c) => {
    const key = c.req.query('key') ?? '';
    if (!isSameSecret(operatorKey, key)) return c.notFound();
    if (await hasAdministrator(sql)) return respondOver(c);
    const { passwordMinLength: minLength } = await readSettings();
    return c.html(renderForm({ key, email: '', minLength }, findLocale(c)));
  });
  app.post(PATH, async (c) => {
    const { key, email, password } = formSchema.parse(await c.req.parseBody().catch(() => ({})));
    // Strangers are not counted: they could use up the tries of the operator.
    if (!isSameSecret(operatorKey, key)) return c.notFound();
    const locale = findLocale(c);
    const { passwordMinLength: minLength } = await readSettings();
    const reject = (problem: string, status: ContentfulStatusCode) =>
      c.html(renderForm({ key, email, minLength, problem }, locale), status);
    const describe = ({ code, message }: AuthError) => {
      if (code !== 'weak_password') return m.auth_error({ code, message }, { locale });
      if (password.length >= minLength) return m.auth_weak_password_common({}, { locale });
      return m.auth_weak_password({ message, length: String(minLength) }, { locale });
    };
    try {
      await limiter.consumeNetwork(RATES.firstAdminByNetwork, c);
      if (!isEmail(email)) return reject(m.problem_email_malformed({}, { locale }), 422);
      requireBoundedFields({ email, password });
      requireAcceptablePassword(password, minLength);
      const account = { email: normalizeEmail(email), encryptedPassword: await hashPassword(password) };
      const outcome = await createFirstAdmin(sql, account);
      if (outcome === 'has-administrator') return respondOver(c);
      if (outcome === 'address-taken') return reject(m.first_admin_address_taken({}, { locale }), 409);
      return c.redirect('/login', 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return reject(describe(error), error.status);
    }
  });
  return app;
}
