import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import pg from 'pg';
import { identify } from './identify.mjs';

// A server as many would write it for these four requests: Hono with Kysely on pg, and a transaction for each request.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.CONNECTIONS) });
const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
const app = new Hono();

async function runAsCaller(c, work) {
  const settings = await identify(c.req.header('authorization'));
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('role', ${settings.role}, true),
      set_config('request.jwt.claims', ${settings['request.jwt.claims']}, true)`.execute(tx);
    return work(tx);
  });
}

const countSpaces = (eb) =>
  eb.selectFrom('parking_spaces as s').whereRef('s.zone_id', '=', 'z.id').select(eb.fn.countAll().as('count'));

app.get('/zones', async (c) => {
  const zones = await runAsCaller(c, (tx) =>
    tx
      .selectFrom('parking_zones as z')
      .select(['id', 'name', 'description', 'location', 'latitude', 'longitude', 'rating', 'price_per_hour'])
      .select(['amenities', 'lowest_rate', 'highest_rate'])
      .select((eb) => [
        countSpaces(eb).as('spaces'),
        countSpaces(eb).where('s.status', '=', 'available').as('available'),
      ])
      .orderBy('id')
      .limit(100)
      .execute(),
  );
  return c.json(zones);
});

app.get('/zones/:id/spaces', async (c) => {
  const { starts, ends } = c.req.query();
  const spaces = await runAsCaller(c, (tx) =>
    tx
      .selectFrom(sql`public.find_spaces(${starts}::timestamptz, ${ends}::timestamptz)`.as('s'))
      .select(['id', 'name', 'location', 'hourly_rate', 'status'])
      .where('zone_id', '=', c.req.param('id'))
      .where('status', '=', 'available')
      .execute(),
  );
  return c.json(spaces);
});

const zoneOfSpace = (eb) =>
  jsonObjectFrom(
    eb
      .selectFrom('parking_zones as z')
      .select(['location', 'price_per_hour', 'latitude', 'longitude'])
      .whereRef('z.id', '=', 's.zone_id'),
  );

app.get('/reservations', async (c) => {
  const reservations = await runAsCaller(c, (tx) =>
    tx
      .selectFrom('reservations as r')
      .select(['id', 'parking_space_id', 'start_time', 'end_time', 'total_amount', 'created_at', 'status'])
      .select((eb) =>
        jsonObjectFrom(
          eb
            .selectFrom('parking_spaces as s')
            .select(['name', 'location', 'zone_name', 'hourly_rate'])
            .select((inner) => zoneOfSpace(inner).as('parking_zones'))
            .whereRef('s.id', '=', 'r.parking_space_id'),
        ).as('parking_spaces'),
      )
      .where('user_id', '=', c.req.query('user_id'))
      .where((eb) => eb.or([eb('end_time', '<', sql`now()`), eb('status', 'in', ['completed', 'cancelled'])]))
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .execute(),
  );
  return c.json(reservations);
});

app.post('/reservations', async (c) => {
  const reservation = await c.req.json();
  const booked = await runAsCaller(c, (tx) =>
    tx
      .insertInto('reservations')
      .values(reservation)
      .returning(['id', 'parking_space_id', 'start_time', 'end_time', 'total_amount', 'created_at'])
      .executeTakeFirstOrThrow(),
  );
  return c.json(booked, 201);
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
process.once('SIGTERM', () => server.close(() => process.exit(0)));
