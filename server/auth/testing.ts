import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { readConfig } from '../config.ts';
import { generateKeys } from '../keys/generate-keys.ts';
import { type Keys, openKeys } from '../keys/open-keys.ts';
import type { Mail } from '../mail/mailer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createAuthApi } from './auth-api.ts';

export const PUBLIC_URL = 'http://parqueo.test';
export const PASSWORD = 'correct-horse-battery';

/** The authentication service on a database of its own, with the mails it sent. */
export type AuthUnderTest = {
  database: TestDatabase;
  keys: Keys;
  api: Hono<AppEnv>;
  mails: Mail[];
  /** The unmodified public client; each call makes another browser. */
  browser: () => SupabaseClient;
  /** The link in the newest mail to somebody. */
  linkTo: (email: string) => string;
  /** Follows a link as a browser would; answers the address it is sent to. */
  follow: (link: string) => Promise<URL>;
  close: () => Promise<void>;
};

/** @param rateLimit on to test the limits themselves */
export async function startAuth({ rateLimit = false } = {}): Promise<AuthUnderTest> {
  const database = await createTestDatabase();
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  const env = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
  const keys = await openKeys(readConfig(env, '/'), '/');
  const mails: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      mails.unshift(mail);
    },
  };
  const api = createAuthApi({ sql: database.sql, config: { publicUrl: PUBLIC_URL, rateLimit }, keys, mailer });
  const request = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return Promise.resolve(api.request(`${url.pathname.replace('/auth/v1', '')}${url.search}`, init));
  };
  return {
    database,
    keys,
    api,
    mails,
    browser: () =>
      createClient(PUBLIC_URL, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: request },
      }),
    linkTo(email) {
      const link = mails.find(({ to }) => to === email)?.text.match(/http\S+/)?.[0];
      if (link === undefined) throw new Error(`No mail was sent to ${email}`);
      return link;
    },
    async follow(link) {
      const answer = await request(link);
      if (answer.status !== 303) throw new Error(`The link answered ${answer.status}`);
      return new URL(answer.headers.get('location') ?? '');
    },
    close: () => database.close(),
  };
}

/** Signs somebody up and confirms them. */
export async function createAccount(auth: AuthUnderTest, email: string): Promise<void> {
  const { error } = await auth.browser().auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  await auth.follow(auth.linkTo(email));
}
