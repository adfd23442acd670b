import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { pino } from 'pino';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../server/testing/create-authority.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import { startOutsidePostgres } from '../../server/testing/outside-postgres.ts';
import type { ConnectionTarget } from './address.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { openOwnerPool } from './owner-pool.ts';
import { readCertificateExpiry } from './pool.ts';

const log = pino({ level: 'silent' });
const database = await createTestDatabase({ template: 'empty' });
const [{ name = '' } = {}] = await database.sql<{ name: string }[]>`select current_database() as name`;
const open = (max: number, database = name) => openOwnerPool({ ...inject('postgres'), database }, log, { max });
const other = open(1, 'postgres');
afterAll(async () => {
  await other.end();
  await database.close();
});

// What is thrown outside of every handler fails a run of these tests.

/** Begins a transaction, ends its session from outside, and goes on with `work` in it. */
async function loseConnection(rest: 'waits' | 'goes on' | 'returns'): Promise<unknown> {
  const outcome = database.sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const end = other`select pg_terminate_backend(${row?.pid ?? 0}, 10000)`;
    if (rest === 'waits') await Promise.all([end, tx`select pg_sleep(30)`]);
    else await end;
    if (rest === 'goes on') await tx`select 1`;
  });
  return outcome.catch((error: unknown) => error);
}

test.each(['waits', 'goes on', 'returns'] as const)(
  'a transaction whose session is ended fails, and the pool works on (its work %s)',
  async (rest) => {
    for (let times = 0; times < 3; times += 1) {
      expect(isDatabaseUnavailable(await loseConnection(rest))).toBe(true);
    }
    const all = Array.from({ length: 20 }, (_, nth) => database.sql`select ${nth}::int as nth, pg_sleep(0.01)`);
    const rows = await Promise.all(all);
    expect(rows.map(([row]) => row?.nth)).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
  },
);

test('a transaction behind a hundred statements on one connection begins after them', async () => {
  const sql = open(1);
  await sql`select 1`;
  const read = async (nth: number) => sql<{ nth: number }[]>`select ${nth}::int as nth`;
  const statements = Array.from({ length: 101 }, (_, nth) => read(nth));
  await setImmediate();
  const transaction = sql.begin((tx) => tx<{ nth: number }[]>`select 101 as nth`);
  const rows = await pTimeout(Promise.all([...statements, transaction]), { milliseconds: 10_000 });
  expect(rows.map(([row]) => row?.nth)).toEqual(Array.from({ length: 102 }, (_, nth) => nth));
  await sql.end();
});

const CONNECTIONS = 8;
const WORKERS = 150;
const KILLS = 1000;

test('while sessions are killed, no statement leaves its transaction or gets the rows of another', async () => {
  const sql = open(CONNECTIONS);
  await sql`create table public.halves (pair uuid, half int)`;
  const faults: unknown[] = [];
  const outcomes = { committed: 0, lost: 0 };
  let isOver = false;

  const writePair = (pair: string) =>
    sql.begin(async (tx) => {
      const write = async (half: number) => {
        const [row] = await tx<{ pair: string; half: number; transaction: string }[]>`
          insert into public.halves values (${pair}, ${half})
          returning pair, half, pg_current_xact_id()::text as transaction`;
        if (row?.pair !== pair || row.half !== half) faults.push({ asked: [pair, half], got: row });
        return row?.transaction;
      };
      const first = await write(1);
      if (first !== (await write(2))) faults.push('two halves in two transactions');
    });
  const readNumber = async (number: number) => {
    const [row] = await sql<{ number: number }[]>`select ${number}::int as number`;
    if (row?.number !== number) faults.push({ asked: number, got: row });
  };
  async function work(): Promise<void> {
    while (!isOver) {
      try {
        await (randomInt(3) === 0 ? readNumber(randomInt(1e9)) : writePair(randomUUID()));
        outcomes.committed += 1;
      } catch (error) {
        outcomes.lost += 1;
        if (!isDatabaseUnavailable(error)) faults.push(error);
      }
    }
  }
  async function killSessions(): Promise<void> {
    let killed = 0;
    while (killed < KILLS) {
      const rows = await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and backend_type = 'client backend' order by random() limit 2`;
      killed += rows.length;
    }
    isOver = true;
  }
  const all = Promise.all([killSessions(), ...Array.from({ length: WORKERS }, work)]);
  await pTimeout(all, { milliseconds: 40_000 }).finally(() => {
    isOver = true;
  });
  const torn = await sql`select pair from public.halves group by pair having count(*) <> 2`;
  expect({ faults: faults.slice(0, 5), torn: torn.length }).toEqual({ faults: [], torn: 0 });
  expect(outcomes.committed).toBeGreaterThan(0);
  expect(outcomes.lost).toBeGreaterThan(0);
  await sql.end();
});

/** A network to a server of this machine that can be cut. */
async function createNetwork(port: number) {
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  let cutAfterBytes = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', cut);
    }
    client.on('data', (data) => {
      cutAfterBytes -= data.length;
      if (cutAfterBytes < 0) cut();
    });
    client.pipe(target).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return {
    port: address.port,
    cutAfter(bytes: number) {
      cutAfterBytes = bytes;
    },
    close() {
      cut();
      server.close();
    },
  };
}

/** A PostgreSQL with a certificate of this authority, for this test. */
async function startEncrypted() {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const { certificate, serverCertificate, serverKey } = await createAuthority(join(folder, 'authority'));
  const settings = [
    'listen_addresses=127.0.0.1,127.0.0.2',
    'ssl=on',
    `ssl_cert_file=${serverCertificate}`,
    `ssl_key_file=${serverKey}`,
  ];
  const postgres = await startOutsidePostgres({ settings });
  onTestFinished(() => postgres.stop());
  return { port: Number(new URL(postgres.url).port), ca: await readFile(certificate, 'utf8') };
}

test('a certificate is verified with the name or address of the host, unless sslmode=require leaves it out', async () => {
  const { port, ca } = await startEncrypted();
  const isEncrypted = async (target: ConnectionTarget) => {
    const sql = openOwnerPool(target, log, { max: 1 });
    const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.finally(() => sql.end());
    return row?.ssl;
  };
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  expect(await isEncrypted(address)).toBe(false);
  expect(await isEncrypted(`${address}?sslmode=require`)).toBe(true);
  await expect(isEncrypted(`${address}?sslmode=verify-full`)).rejects.toThrow('certificate');
  const verified = { port, user: 'postgres', database: 'postgres', ssl: { ca } };
  expect(await isEncrypted({ ...verified, host: 'localhost' })).toBe(true);
  expect(await isEncrypted({ ...verified, host: '127.0.0.1' })).toBe(true);
  await expect(isEncrypted({ ...verified, host: '127.0.0.2' })).rejects.toThrow('127.0.0.2');
});

test('when the certificate of a database expires is read from a new connection, if that is encrypted', async () => {
  const { port } = await startEncrypted();
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const inDays = (Number(await readCertificateExpiry(`${address}?sslmode=require`)) - Date.now()) / 86_400_000;
  expect(inDays).toBeGreaterThan(1.9);
  expect(inDays).toBeLessThan(2.1);
  expect(await readCertificateExpiry(address)).toBe(null);
});

test('a silent connection is closed, and one for long work is kept while the database works for it', async () => {
  const sleep = (options: object) => {
    const sql = openOwnerPool({ ...inject('postgres'), database: name }, log, { silenceLimitMs: 100, ...options });
    return sql`select pg_sleep(1)`.finally(() => sql.end());
  };
  expect(isDatabaseUnavailable(await sleep({}).catch((error) => error))).toBe(true);
  expect(await sleep({ isForMaintenance: true })).toHaveLength(1);
});

test('encrypted connections that are cut in the middle of a statement are replaced', async () => {
  const { port } = await startEncrypted();
  const network = await createNetwork(port);
  onTestFinished(network.close);
  const url = `postgres://postgres@127.0.0.1:${network.port}/postgres?sslmode=require`;
  const sql = openOwnerPool(url, log, { max: 3 });
  const measure = (length: number) =>
    sql<{ length: number; ssl: boolean }[]>`
      select length(${'x'.repeat(length)}), ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  for (let times = 0; times < 10; times += 1) {
    network.cutAfter(randomInt(1e4, 1e6));
    const all = Promise.allSettled([1e6, 1e6, 1e6].map(measure));
    const cut = await pTimeout(all, { milliseconds: 15_000 });
    const errors = cut.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    network.cutAfter(Number.POSITIVE_INFINITY);
    const rows = await pTimeout(Promise.all([1, 2, 3, 4, 5, 6].map(measure)), { milliseconds: 10_000 });
    expect(rows.flat()).toEqual([1, 2, 3, 4, 5, 6].map((length) => ({ length, ssl: true })));
  }
  await sql.end();
});
