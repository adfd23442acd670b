import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { createAuthApi } from '../../supabase-server/gotrue/auth-api.ts';
import { createBackgroundTasks } from '../../supabase-server/gotrue/background-tasks.ts';
import { readConfig } from '../config/config.ts';
import { createSettingsReader } from '../config/read-settings.ts';
import { accountRules } from '../http/account-rules.ts';
import { generateKeys, openKeys } from '../keys/keys.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { createAuthMails } from '../mail/mails.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createTestDatabase } from './database.ts';
import { serveApp } from './listen.ts';

export const PUBLIC_URL = 'http://parqueo.test';
export const PASSWORD = 'correct-horse-battery';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type AuthUnderTest = Awaited<ReturnType<typeof startAuth>>;

type Options = {
  rateLimit?: boolean;
  /** Environment variables, as in docs/settings.md. */
  env?: Record<string, string>;
  /** Sends mails instead of collecting them in `mails`; responses then do not wait for their mails. */
  mailer?: Mailer;
};

/** Starts it for the tests of a file. */
export async function openAuth(options: Options = {}): Promise<AuthUnderTest> {
  const auth = await startAuth(options);
  afterAll(() => auth.close());
  return auth;
}

/** The authentication service on a listening port, with its own database and the mails that it sent. */
export async function startAuth({ rateLimit = false, env = {}, mailer }: Options = {}) {
  const database = await createTestDatabase();
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  const config = readConfig(
    {
      AUTH_SIGNING_KEYS: authSigningKeys,
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      PUBLIC_URL,
      RATE_LIMIT: rateLimit ? 'on' : 'off',
      ...env,
    },
    '/',
  );
  const keys = await openKeys(config, '/');
  const mails: Mail[] = [];
  const collector: Mailer = {
    async send(mail) {
      mails.unshift(mail);
    },
  };
  const backgroundTasks = createBackgroundTasks();
  const { sql } = database;
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ sql, mailer: mailer ?? collector, secretKey: keys.secretKey, log });
  const readSettings = createSettingsReader({ sql, config, maxAgeMs: 0 });
  const api = createAuthApi({
    sql,
    config,
    keys,
    mails: createAuthMails(outbox),
    readSettings,
    rules: accountRules,
    backgroundTasks,
  });
  const server = await serveApp(new Hono<AppEnv>().route('/auth/v1', api));
  /** Every request goes to the listening server, whatever its origin. */
  const request: Fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const response = await fetch(`${server.url}${url.pathname}${url.search}`, { redirect: 'manual', ...init });
    if (mailer === undefined) {
      await backgroundTasks.whenIdle();
      await outbox.whenIdle();
    }
    return response;
  };
  const findInNewestMail = (email: string, pattern: RegExp) => {
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text.match(pattern)?.[0]);
    const found = texts.find((text) => text !== undefined);
    if (found === undefined) throw new Error(`No such mail was sent to ${email}`);
    return found;
  };
  return {
    database,
    keys,
    api,
    mails,
    outbox,
    /** A new `@supabase/supabase-js` client, as one browser. */
    browser: (flowType: 'implicit' | 'pkce' = 'implicit', fetch: Fetch = request) =>
      createClient(PUBLIC_URL, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, flowType, experimental: { recoveryCodes: true } },
        global: { fetch },
      }),
    /** A new client with the secret key. */
    operator: () =>
      createClient(PUBLIC_URL, keys.secretKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: request },
      }),
    /** The link in the newest mail to somebody that has one to sign in or to confirm. */
    linkTo: (email: string) => findInNewestMail(email, /http\S+\/auth\/v1\/verify\S+/),
    /** The subjects of the mails to somebody, the newest first. */
    subjectsTo: (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject),
    codeTo: (email: string) => findInNewestMail(email, /\b\d{6}\b/),
    async changeSettings(changes: Record<string, unknown>) {
      await sql`update public.installation_settings set ${sql(changes)}`;
    },
    fetch: request,
    /** Follows a link, presses the button that it shows, and returns the address that the browser is redirected to. */
    async follow(link: string) {
      const response = await request(link, { method: 'POST', body: new URLSearchParams() });
      if (response.status !== 303) throw new Error(`The link responded with ${response.status}`);
      return new URL(response.headers.get('location') ?? '');
    },
    async close() {
      await backgroundTasks.whenIdle();
      await outbox.stop();
      await server.close();
      await database.close();
    },
  };
}

/** Signs a person up and confirms the address. */
export async function createAccount(auth: AuthUnderTest, email: string): Promise<void> {
  const { error } = await auth.browser().auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  await auth.follow(auth.linkTo(email));
}

/** A browser in which somebody with an account signs in. */
export async function signIn(auth: AuthUnderTest, email: string, password = PASSWORD): Promise<SupabaseClient> {
  const browser = auth.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return browser;
}

/** Gives the password again, which is a recent proof. */
export async function givePassword(browser: SupabaseClient): Promise<SupabaseClient> {
  const { error } = await browser.auth.updateUser({ current_password: PASSWORD });
  if (error) throw error;
  return browser;
}

export const signInWithProof = async (auth: AuthUnderTest, email: string): Promise<SupabaseClient> =>
  givePassword(await signIn(auth, email));

/** The code of the error with which somebody fails to sign in, or `logged in`. */
export const tryToSignIn = async (auth: AuthUnderTest, email: string, password = PASSWORD) =>
  (await auth.browser().auth.signInWithPassword({ email, password })).error?.code ?? 'logged in';

export const readFragment = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));

/** A browser with the session that a link leads to. */
export async function openLanding(auth: AuthUnderTest, landing: URL): Promise<SupabaseClient> {
  const { access_token = '', refresh_token = '' } = readFragment(landing);
  const browser = auth.browser();
  await browser.auth.setSession({ access_token, refresh_token });
  return browser;
}

/** Posts without the client library. */
export async function post(auth: AuthUnderTest, path: string, body: object) {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
