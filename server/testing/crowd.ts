import { randomUUID } from 'node:crypto';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createAccessTokens } from '../../supabase-server/gotrue/sessions/access-tokens.ts';
import { readConfig } from '../config/config.ts';
import { generateKeys, openKeys } from '../keys/keys.ts';

/** A driver with an account and a token for every server with the same keys. */
export type CrowdDriver = { id: string; token: string };

export type SharedKeys = {
  /** The servers' variables. */
  env: Record<'AUTH_SIGNING_KEYS' | 'PUBLISHABLE_KEY' | 'SECRET_KEY' | 'PUBLIC_URL', string>;
  publishableKey: string;
  /** Opens a session without a login and returns its token. */
  createToken: (sql: Sql, id: string, email: string, signedAt?: Date) => Promise<string>;
};

const PUBLIC_URL = 'http://127.0.0.1:8080';

/** Creates the keys of servers behind one load balancer, which has this address. */
export async function createSharedKeys(publicUrl = PUBLIC_URL): Promise<SharedKeys> {
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  const env = {
    AUTH_SIGNING_KEYS: authSigningKeys,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    PUBLIC_URL: publicUrl,
  };
  const keys = await openKeys(readConfig(env, '/'), '/');
  return {
    env,
    publishableKey,
    async createToken(sql, id, email, signedAt = new Date()) {
      const sessionId = randomUUID();
      await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${id})`;
      const claims = { sub: id, role: 'authenticated', email, session_id: sessionId, aal: 'aal1' };
      return (await createAccessTokens(keys, publicUrl, () => signedAt.getTime()).sign(claims)).token;
    },
  };
}

/** Creates drivers with accounts and sessions in SQL, and raises the limit of upcoming reservations. */
export async function createCrowd(sql: Sql, keys: SharedKeys, size: number): Promise<CrowdDriver[]> {
  const people = Array.from({ length: size }, (_, index) => ({
    id: randomUUID(),
    email: `driver-${index}-${randomUUID().slice(0, 8)}@parqueo.test`,
    aud: 'authenticated',
    role: 'authenticated',
    email_confirmed_at: new Date(),
  }));
  await sql`insert into auth.users ${sql(people)}`;
  await sql`update private.limits set upcoming_reservations = 10000, reservations_per_hour = 100000`;
  return Promise.all(people.map(async ({ id, email }) => ({ id, token: await keys.createToken(sql, id, email) })));
}
