import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type ConnectionConfig } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { prepareEndpoint } from './endpoint.ts';
import { findUnprivilegedUser } from './run-as.ts';

const isRoot = process.getuid?.() === 0;
/** One above the highest that Linux gives out. */
const NO_PID = 4_194_305;

let parent: string;
let running: Embedded[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parqueo-embedded-'));
  running = [];
  await chmod(parent, 0o755);
});
afterEach(async () => {
  for (const one of running) await one.stop();
  await rm(parent, { recursive: true });
});

async function start(dataDir: string, options: Partial<Parameters<typeof startEmbedded>[1]> = {}): Promise<Embedded> {
  const one = await startEmbedded({ dataDir, dataDirIsSet: true }, { say: () => undefined, ...options });
  running.push(one);
  return one;
}

async function ask(connection: ConnectionConfig, query: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, database: 'parqueo' });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const pidIn = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

test('PostgreSQL listens on no port, keeps commits, and its files have nothing for others', async () => {
  const named = join(parent, 'my "data", here');
  // What an interrupted first start left behind.
  const unfinished = join(named, `postgres.new-${NO_PID}-x`);
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
  const { connection, dataDir } = await start(named);
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log']);
  expect(await ask(connection, 'show listen_addresses')).toBe('');
  expect(await ask(connection, 'show fsync')).toBe('on');
  expect(await ask(connection, "select lower('ÁÑ')")).toBe('áñ');
  for (const name of ['postgres', 'postgres.log']) expect((await stat(join(dataDir, name))).mode & 0o077).toBe(0);
  const wrongValue = `select '${'a-value-of-somebody '.repeat(1000)}'::text::int`;
  await expect(ask(connection, wrongValue)).rejects.toMatchObject({ code: '22P02' });
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain('somebody');
});

test('PostgreSQL that is killed under a running server is started again, with its data', async () => {
  const { connection, dataDir } = await start(join(parent, 'data'));
  await ask(connection, 'create table kept as select 7 as number');
  const first = await pidIn(dataDir);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(connection, 'select number from kept')).toBe(7), {
    timeout: 15_000,
    interval: 100,
  });
  expect(await pidIn(dataDir)).not.toBe(first);
  const isOwned = "select exists (select from pg_locks where locktype = 'advisory')";
  await vi.waitFor(async () => expect(await ask(connection, isOwned)).toBe(true), { interval: 100 });
  await expect(start(dataDir)).rejects.toThrow('in use by another Parqueo');
});

test('of two first starts at the same moment one gets the folder and the other is refused', async () => {
  const dataDir = join(parent, 'data');
  const results = await Promise.allSettled([start(dataDir), start(dataDir)]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([expect.stringContaining('in use by another Parqueo')]);
  expect(await ask(running[0]?.connection ?? {}, 'select 1')).toBe(1);
});

test('a start waits for the one before it to stop, and goes on after a crash and with a long log', async () => {
  const dataDir = join(parent, 'data');
  const first = await start(dataDir);
  const [, second] = await Promise.all([first.stop(), start(dataDir)]);
  expect(await ask(second.connection, 'select 1')).toBe(1);
  await second.stop();
  // Left by a crash, it names somebody else's process.
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n\n`);
  await writeFile(join(dataDir, 'postgres.log'), 'x'.repeat(11_000_000));
  const third = await start(dataDir);
  expect(await ask(third.connection, 'select 1')).toBe(1);
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000);
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(11_000_000);
});

test('data of another PostgreSQL is refused and stays as it is', async () => {
  const dataDir = join(parent, 'data');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow('holds data of PostgreSQL 17; this is 18');
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
});

test('without sockets it listens on the loopback address only, and requires a password', async () => {
  const dataDir = join(parent, 'data');
  const { connection } = await start(dataDir, { transport: 'loopback' });
  expect(connection.host).toBe('127.0.0.1');
  expect(await ask(connection, 'show listen_addresses')).toBe('127.0.0.1');
  await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o077).toBe(0);
});

test.runIf(isRoot)('a folder for the socket that another user made first is refused', async () => {
  const dataDir = join(parent, 'another-rather-long-name-of-a-folder'.repeat(4));
  const runAs = findUnprivilegedUser();
  const folder = await prepareDataFolder({ dataDir, dataDirIsSet: true }, runAs);
  const { host } = await prepareEndpoint(folder, runAs, 'socket');
  await chown(host, 12_345, 12_345);
  await expect(start(dataDir)).rejects.toThrow(`${host} is not ours`);
  await rm(host, { recursive: true });
});

test.runIf(isRoot)('a named folder that the database’s user cannot reach is refused by its name', async () => {
  const closed = join(parent, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const attempt = start(join(closed, 'data'));
  await expect(attempt).rejects.toThrow(`DATA_DIR ${join(closed, 'data')} cannot be reached`);
});
