import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { importJWK, SignJWT } from 'jose';
import type { LockVendor } from '../../supabase/functions/shared/lock-vendor.ts';
import { createSpace } from '../../supabase/tests/as.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Keys } from '../keys/keys.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { listen, serveApp } from './listen.ts';
import { openAccount, openServer } from './server.ts';

/** Status and body of a function's response. */
export type Outcome = { status: number; code?: unknown; msg?: unknown; data?: unknown; [field: string]: unknown };

export type LocksUnderTest = Awaited<ReturnType<typeof startLocks>>;

/** Starts a vendor with the test's handler, which records its requests. */
export async function startVendor(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: { method?: string | undefined; url?: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers });
    answer(request, response);
  });
  const { url, close } = await listen(server);
  return { url, requests, close };
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

/** Starts the whole server, with a lock vendor of the test and a database of its own, or as a second one on the database of the first. */
export async function startLocks(
  vendor: LockVendor,
  first?: { database: TestDatabase; keys: Keys },
  { rateLimit = false }: { rateLimit?: boolean } = {},
) {
  const database = first?.database ?? (await createTestDatabase());
  let current = vendor;
  const { app, keys, written } = await openServer(database, {
    env: { PUBLIC_URL: 'http://127.0.0.1', RATE_LIMIT: rateLimit ? 'on' : 'off' },
    ...(first === undefined ? {} : { keys: first.keys }),
    lockVendor: { vendor: () => Promise.resolve(current), close: () => Promise.resolve() },
  });
  const { sql } = database;
  const server = await serveApp(app);
  const { url } = server;

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
    /** All lines of the log and all response bodies of functions. */
    written,
    client,
    /** Replaces the vendor. */
    use(next: LockVendor) {
      current = next;
    },
    /** Creates an account, signs it in and returns its token. */
    async signIn(name: string, isAdmin = false) {
      const account = { email: `${name}@parqueo.test`, fullName: name, isAdmin };
      return (await openAccount(sql, client(), account)).access_token;
    },
    async invoke(body: unknown, token?: string, name = 'lock-proxy'): Promise<Outcome> {
      const { data, error } = await client(token).functions.invoke(name, { body: body as object });
      if (error instanceof FunctionsHttpError) {
        const answer: Response = error.context;
        return { status: answer.status, ...((await answer.json()) as object) };
      }
      if (error) throw error;
      return { status: 200, ...data };
    },
    async close() {
      await server.close();
      if (first === undefined) await database.close();
    },
  };
}

const HOUR_MS = 3_600_000;

/** A reservation of a driver that is under way, on a space with this lock; the id of the reservation. */
export async function createReservation(sql: Sql, { userId, did }: { userId: string; did: string }): Promise<string> {
  const { spaceId } = await createSpace(sql);
  await sql`update public.parking_spaces set kavass_device_id = ${did} where id = ${spaceId}`;
  const id = randomUUID();
  await sql`
    insert into public.reservations (id, user_id, parking_space_id, start_time, end_time)
    values (${id}, ${userId}, ${spaceId}, ${new Date(Date.now() - HOUR_MS)}, ${new Date(Date.now() + HOUR_MS)})`;
  return id;
}
