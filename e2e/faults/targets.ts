import { join } from 'node:path';
import { expect } from '@playwright/test';
import { pino } from 'pino';
import { EMBEDDED_DATABASE, EMBEDDED_USER } from '../../server/database/embedded/embedded.ts';
import { type CrowdDriver, createCrowd, createSharedKeys, type SharedKeys } from '../../server/testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../../server/testing/outside-postgres.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createDataDir, findFreePort, type RunningServer, startServer } from '../server.ts';
import type { Address, NewReservation } from './traffic.ts';

/** What faults are made in: servers, their database past them, and drivers who are signed in. */
export type Target = {
  servers: (RunningServer & Address)[];
  /** The variables the servers run with, but for the port and the folder. */
  env: Record<string, string>;
  /** A connection of the test's own; `end` it. */
  connect: () => Sql;
  /** Ids of sample spaces. */
  spaces: string[];
  drivers: CrowdDriver[];
  stop: () => Promise<void>;
};

const log = pino({ level: 'silent' });

async function freeSpaces(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from public.parking_spaces where status = 'available' order by id`;
  return rows.map(({ id }) => id);
}

/** Starts so many servers on one PostgreSQL that none of them owns. */
export async function startReplicas({
  servers: count,
  drivers,
  envs = [],
  env: commonEnv = {},
  publicUrl,
}: {
  servers: number;
  drivers: number;
  /** Variables of single servers, in their order. */
  envs?: Record<string, string>[];
  /** Variables of all servers. */
  env?: Record<string, string>;
  /** The address of what passes requests on to them. */
  publicUrl?: string;
}): Promise<Target & { postgres: OutsidePostgres; keys: SharedKeys }> {
  const postgres = await startOutsidePostgres();
  const keys = await createSharedKeys(publicUrl);
  const env = { ...keys.env, DATABASE_URL: postgres.url, SEED: 'demo', SAMPLES: 'on', ...commonEnv };
  const servers: (RunningServer & Address)[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  };
  const { connect } = postgres;
  const sql = connect();
  try {
    for (let started = 0; started < count; started += 1) {
      const server = await startServer(await createDataDir(), {
        ...env,
        ...envs[started],
        PORT: `${await findFreePort()}`,
      });
      servers.push({ ...server, publishableKey: keys.publishableKey });
    }
    const crowd = await createCrowd(sql, keys, drivers);
    return { postgres, keys, servers, env, connect, spaces: await freeSpaces(sql), drivers: crowd, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await sql.end();
  }
}

/** Starts one server with its embedded PostgreSQL in this folder. */
export async function startEmbeddedServer(dataDir: string, { drivers }: { drivers: number }): Promise<Target> {
  const keys = await createSharedKeys();
  const server = await startServer(dataDir, keys.env);
  const owner = { host: join(dataDir, 'postgres'), user: EMBEDDED_USER, database: EMBEDDED_DATABASE };
  const connect = () => openOwnerPool(owner, log);
  const sql = connect();
  try {
    const crowd = await createCrowd(sql, keys, drivers);
    return {
      servers: [{ ...server, publishableKey: keys.publishableKey }],
      env: keys.env,
      connect,
      spaces: await freeSpaces(sql),
      drivers: crowd,
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await sql.end();
  }
}

/** The first server of a target. */
export function onlyServer({ servers: [server] }: Target): RunningServer & Address {
  if (server === undefined) throw new Error('There is no server');
  return server;
}

/** Expects every acknowledged reservation in the database, each id once, and no space given twice for the same time. */
export async function expectStored(
  { connect }: Pick<Target, 'connect'>,
  booked: readonly NewReservation[],
): Promise<void> {
  const sql = connect();
  try {
    const rows = await sql<{ id: string }[]>`select id from public.reservations`;
    const ids = new Set(rows.map(({ id }) => id));
    expect(booked.filter(({ id }) => !ids.has(id))).toEqual([]);
    const [overlaps] = await sql`
      select count(*)::int as pairs from public.reservations a join public.reservations b
        on a.parking_space_id = b.parking_space_id and a.id < b.id
        and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
      where a.status = 'active' and b.status = 'active'`;
    expect(overlaps).toEqual({ pairs: 0 });
  } finally {
    await sql.end();
  }
}
