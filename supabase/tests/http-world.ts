import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { generateKeys } from '../../server/keys/generate-keys.ts';
import { openKeys } from '../../server/keys/open-keys.ts';
import { openVendorAccess } from '../../server/locks/vendor-access.ts';
import { createMailer } from '../../server/mail/mailer.ts';
import { createOutbox } from '../../server/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { createAccessTokens } from '../../supabase-server/gotrue/sessions/access-tokens.ts';
import { type Actor, as, type Cast, createCast, createSpace, reserve } from './as.ts';
import { createMoneyRows } from './money-rows.ts';
import { createRating } from './past-reservations.ts';

const PUBLIC_URL = 'http://127.0.0.1';

/** The whole server over the product's schema, with a cast of people and something of Ana's in every table. */
export type HttpWorld = Cast & {
  database: TestDatabase;
  /** A zone and a space that nobody booked. */
  zoneId: string;
  spaceId: string;
  /** Of Ana's. */
  reservationId: string;
  messageId: string;
  /** A request below /rest/v1, with the actor's own token. */
  ask: (actor: Actor, path: string, init?: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
};

async function createServer(database: TestDatabase) {
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  const env = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
  const config = readConfig({ ...env, PUBLIC_URL, RATE_LIMIT: 'off' }, tmpdir());
  const keys = await openKeys(config, tmpdir());
  const log = pino({ level: 'silent' });
  const { sql, callers } = database;
  const outbox = createOutbox({ sql, mailer: createMailer({ config, sql }), secretKey: keys.secretKey, log });
  const lockVendor = openVendorAccess(config, log);
  const app = createApp({ config, keys, sql, callers, outbox, lockVendor, log, webBuild: '/nowhere' });
  const tokens = createAccessTokens(keys, PUBLIC_URL);
  return { app, keys, tokens };
}

/** Opens a world of a test file's own. */
export async function openHttpWorld(): Promise<HttpWorld> {
  const database = await createTestDatabase();
  const { sql } = database;
  const cast = await createCast(sql);
  const free = await createSpace(sql);
  const booked = await createSpace(sql);
  const { id: reservationId } = await reserve(sql, cast.ana, { spaceId: booked.spaceId, from: 1, to: 2 });
  const [message] = await sql<{ id: string }[]>`
    insert into public.user_messages (user_id, sender_type, message) values (${cast.ana.id}, 'other', 'For Ana') returning id`;
  if (!message) throw new Error('No message came back');
  await sql`
    insert into public.vehicles (user_id, name, plate, type) values (${cast.ana.id}, 'Yaris', 'A123456', 'hatchback')`;
  await createRating(sql, cast.ana, reservationId, 'Rated by Ana');
  await sql`
    insert into public.space_reports (id, reservation_id, parking_space_id, user_id, occupied_until)
    values (gen_random_uuid(), ${reservationId}, ${booked.spaceId}, ${cast.ana.id}, now() + interval '2 hours')`;
  await sql`update public.parking_spaces set kavass_device_id = 'KV-7' where id = ${booked.spaceId}`;
  await sql`
    insert into public.space_status_overrides (id, status, reason) values (${booked.spaceId}, 'occupied', 'A lorry unloads')`;
  await sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language, server_key)
    values (${cast.ana.id}, 'https://fcm.googleapis.com/fcm/send/ana', ${'B'.repeat(87)}, ${'a'.repeat(22)}, 'es',
      ${'B'.repeat(87)})`;
  await createMoneyRows(sql, cast.ana);
  await as(sql, cast.admin, (tx) => tx`update public.profiles set rating = 4 where user_id = ${cast.ana.id}`);
  const { app, keys, tokens } = await createServer(database);

  const tokenOf = async ({ role, id, email, aal = 'aal1' }: Actor) =>
    (await tokens.sign({ sub: id, role, email, session_id: crypto.randomUUID(), aal })).token;
  const issued = new Map<Actor, Promise<string>>();
  return {
    ...cast,
    database,
    ...free,
    reservationId,
    messageId: message.id,
    async ask(actor, path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('apikey', keys.publishableKey);
      if (actor.id !== null) {
        const token = issued.get(actor) ?? tokenOf(actor);
        issued.set(actor, token);
        headers.set('authorization', `Bearer ${await token}`);
      }
      if (init.body) headers.set('content-type', 'application/json');
      return app.request(`${PUBLIC_URL}/rest/v1/${path}`, { ...init, headers });
    },
    close: () => database.close(),
  };
}
