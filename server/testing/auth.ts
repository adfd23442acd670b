import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import type { AppEnv } from '../caller.ts';
import { readConfig } from '../config.ts';
import { createAuthApi } from '../gotrue/auth-api.ts';
import { createEvenAnswers } from '../gotrue/limits/constant-time-response.ts';
import { generateKeys } from '../keys/generate-keys.ts';
import { type Keys, openKeys } from '../keys/open-keys.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { createOutbox, type Outbox } from '../mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const PUBLIC_URL = 'http://parqueo.test';
export const PASSWORD = 'correct-horse-battery';

/** The authentication service on a database of its own, listening, with the mails it sent. */
export type AuthUnderTest = {
  database: TestDatabase;
  keys: Keys;
  api: Hono<AppEnv>;
  mails: Mail[];
  outbox: Outbox;
  /** The unmodified public client; each call makes another browser. */
  browser: (flowType?: 'implicit' | 'pkce') => SupabaseClient;
  /** The link in the newest mail to somebody. */
  linkTo: (email: string) => string;
  /** The code in the newest mail to somebody. */
  codeTo: (email: string) => string;
  /** Asks the listening server for an address of the product. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Follows a link as a browser would; answers the address it is sent to. */
  follow: (link: string) => Promise<URL>;
  close: () => Promise<void>;
};

type Options = {
  /** On to test the limits themselves. */
  rateLimit?: boolean;
  /** Variables of the operator, as in the README. */
  env?: Record<string, string>;
  /** Where mails go instead of `mails`; answers then come when they come, else once their mails were sent. */
  mailer?: Mailer;
};

async function listen(api: Hono<AppEnv>) {
  const app = new Hono<AppEnv>().route('/auth/v1', api);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

export async function startAuth({ rateLimit = false, env = {}, mailer }: Options = {}): Promise<AuthUnderTest> {
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
  const keeper: Mailer = {
    async send(mail) {
      mails.unshift(mail);
    },
  };
  const even = createEvenAnswers();
  const { sql } = database;
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ sql, mailer: mailer ?? keeper, secretKey: keys.secretKey, log });
  const api = createAuthApi({ sql, config, keys, outbox, even });
  const { server, origin } = await listen(api);
  /** The product's own name leads to the server that listens; nothing else is reached. */
  const request = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = await fetch(`${origin}${url.pathname}${url.search}`, { redirect: 'manual', ...init });
    if (mailer === undefined) {
      await even.settled();
      await outbox.whenIdle();
    }
    return answer;
  };
  const newestTo = (email: string, what: RegExp) => {
    const found = mails.find(({ to }) => to === email)?.text.match(what)?.[0];
    if (found === undefined) throw new Error(`No mail was sent to ${email}`);
    return found;
  };
  return {
    database,
    keys,
    api,
    mails,
    outbox,
    browser: (flowType = 'implicit') =>
      createClient(PUBLIC_URL, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, flowType },
        global: { fetch: request },
      }),
    linkTo: (email) => newestTo(email, /http\S+/),
    codeTo: (email) => newestTo(email, /\b\d{6}\b/),
    fetch: request,
    async follow(link) {
      const answer = await request(link);
      if (answer.status !== 303) throw new Error(`The link answered ${answer.status}`);
      return new URL(answer.headers.get('location') ?? '');
    },
    async close() {
      await even.settled();
      await outbox.stop();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await database.close();
    },
  };
}

/** Signs somebody up and confirms them. */
export async function createAccount(auth: AuthUnderTest, email: string): Promise<void> {
  const { error } = await auth.browser().auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  await auth.follow(auth.linkTo(email));
}
