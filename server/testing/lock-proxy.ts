import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { importJWK, SignJWT } from 'jose';
import { pino } from 'pino';
import type { LockVendor } from '../../supabase/functions/shared/lock-vendor.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { ensureAccount } from '../database/built-in-accounts.ts';
import { generateKeys, type Keys, openKeys } from '../keys/keys.ts';
import { createMailer } from '../mail/mailer.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const PASSWORD = 'correct-horse-battery';
const LOOPBACK = '127.0.0.1';

/** Status and body of a function's response. */
export type Outcome = { status: number; code?: unknown; msg?: unknown; data?: unknown; [field: string]: unknown };

/** The whole server over HTTP, with a lock vendor of the test. */
export type LocksUnderTest = {
  url: string;
  keys: Keys;
  database: TestDatabase;
  /** All lines of the log and all response bodies of functions. */
  written: string[];
  /** Replaces the vendor. */
  use: (vendor: LockVendor) => void;
  /** Creates an account, signs it in and returns its token. */
  signIn: (name: string, isAdmin?: boolean) => Promise<string>;
  /** A Supabase client with a token, or without a session. */
  client: (token?: string) => SupabaseClient;
  /** Invokes the lock proxy, or another function, with such a client. */
  invoke: (body: unknown, token?: string, name?: string) => Promise<Outcome>;
  close: () => Promise<void>;
};

async function listen(server: { listen: (port: number, host: string) => unknown; address: () => unknown }) {
  const listening = once(server as ReturnType<typeof createServer>, 'listening');
  server.listen(0, LOOPBACK);
  await listening;
  const address = server.address();
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('No port');
  return `http://${LOOPBACK}:${String(address.port)}`;
}

/** Starts a vendor with the test's handler, which records its requests. */
export async function startVendor(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: { method?: string | undefined; url?: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers });
    answer(request, response);
  });
  const url = await listen(server);
  return {
    url,
    requests: requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Signs a token as the server does, with the test's claims. */
export async function forgeToken(keys: Keys, claims: Record<string, unknown>, expiresAt: number): Promise<string> {
  const [key] = keys.signingKeys;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.kid })
    .setIssuer('http://127.0.0.1/auth/v1')
    .setAudience('authenticated')
    .setIssuedAt(expiresAt - 3600)
    .setExpirationTime(expiresAt)
    .sign(await importJWK(key, 'ES256'));
}

/** Starts the server with a database of its own, or as a second one on the database of the first. */
export async function startLocks(
  vendor: LockVendor,
  first?: Pick<LocksUnderTest, 'database' | 'keys'>,
  { rateLimit = false }: { rateLimit?: boolean } = {},
): Promise<LocksUnderTest> {
  const database = first?.database ?? (await createTestDatabase());
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  const env = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
  const limit = { RATE_LIMIT: rateLimit ? 'on' : 'off' };
  const config = readConfig({ ...env, ...limit, PUBLIC_URL: 'http://127.0.0.1' }, tmpdir());
  const keys = first?.keys ?? (await openKeys(config, tmpdir()));
  const written: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        written.push(String(chunk));
        done();
      },
    }),
  );
  let current = vendor;
  const { sql, callers } = database;
  const app = createApp({
    config,
    keys,
    sql,
    callers,
    outbox: createOutbox({ sql, mailer: createMailer({ config, sql }), secretKey: keys.secretKey, log }),
    lockVendor: { vendor: () => Promise.resolve(current), close: () => Promise.resolve() },
    log,
    webBuild: '/nowhere',
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  const url = await listen(server);

  const recordingFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (String(input).includes('/functions/')) written.push(await answer.clone().text());
    return answer;
  };
  const client = (token?: string) =>
    createClient(url, keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: recordingFetch },
      ...(token === undefined ? {} : { accessToken: () => Promise.resolve(token) }),
    });

  return {
    url,
    keys,
    database,
    written,
    client,
    use(next) {
      current = next;
    },
    async signIn(name, isAdmin = false) {
      const email = `${name}@parqueo.test`;
      await ensureAccount(sql, { email, password: PASSWORD, fullName: name, isAdmin });
      const { data, error } = await client().auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return data.session.access_token;
    },
    async invoke(body, token, name = 'lock-proxy') {
      const { data, error } = await client(token).functions.invoke(name, { body: body as object });
      if (error instanceof FunctionsHttpError) {
        const answer: Response = error.context;
        return { status: answer.status, ...((await answer.json()) as object) };
      }
      if (error) throw error;
      return { status: 200, ...data };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      if (first === undefined) await database.close();
    },
  };
}
