import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { generateKeys } from '../server/keys/keys.ts';
import { listen } from '../server/testing/listen.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { NGINX, startBalancer } from './testing/balancer.ts';
import { runCreateDatabase } from './testing/create-database.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { serve } from './testing/replica.ts';

const PASSWORD = "it's a s3cret $HOME";
const TOKEN = 's3cret-token-of-a-link';
const LOG_EVERYTHING = [
  'log_statement=all',
  'log_min_duration_statement=0',
  'log_min_error_statement=debug5',
  'log_duration=on',
  'log_min_messages=debug1',
  'logging_collector=on',
  'log_directory=log',
  'log_connections=on',
];

const canRun = existsSync(OLDEST_POSTGRES) && existsSync(NGINX);

// Outside of Debian neither may be there; where nothing may be left out they are installed first.
describe.skipIf(!canRun && !process.env.CI)('what logs give away', () => {
  let folder: string;
  let postgres: OutsidePostgres;
  let databasePort: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-logs-'));
    await chmod(folder, 0o755);
    databasePort = await findFreePort();
    postgres = await startOldestPostgres({ port: databasePort, settings: LOG_EVERYTHING });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  });
  const logOfPostgres = () =>
    globSync(join(postgres.folder, 'data/log/*'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');

  test('the password of create-database.sh is set, and is in no log, whether it works or fails', async () => {
    const create = () => runCreateDatabase(postgres.folder, databasePort, PASSWORD);
    const first = create();
    const second = create();
    expect([first.status, first.stderr.includes('ERROR')]).toEqual([0, false]);
    expect(second.status).not.toBe(0);
    expect(second.stderr).toContain('role "parqueo" already exists');
    const sql = postgres.connect('postgres', 'postgres');
    const [role] = await sql`select rolpassword from pg_authid where rolname = 'parqueo'`;
    await sql.end();
    expect(role?.rolpassword).toMatch(/^SCRAM-SHA-256\$/);
    const written = [logOfPostgres(), ...[first, second].flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
    expect(written).toContain('statement: set log_statement');
    expect(written).not.toMatch(/s3cret|SCRAM-SHA-256\$/);
  });

  test.each([
    ['a host that is none', 'postgres://parqueo:pw@s3cret.invalid/parqueo'],
    ['a port where nothing listens', 'postgres://s3cret:s3cret@127.0.0.1:9/s3cret'],
    ['a database that is not there', 'postgres://parqueo:s3cret@127.0.0.1:PORT/s3cret'],
    ['a user that is not there', 'postgres://s3cret:s3cret@127.0.0.1:PORT/parqueo'],
    ['a query that is wrong', 'postgres://parqueo:s3cret@127.0.0.1:PORT/parqueo?search_path=a&s3cret=s3cret'],
  ])('a DATABASE_URL with %s stops the start with one line that holds nothing of it', async (_, url) => {
    const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
    const env = { PATH: process.env.PATH, DATABASE_URL: url.replace('PORT', `${databasePort}`) };
    const keys = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
    const start = serve(process.execPath, ['server/index.ts'], { ...env, ...keys }, ROOT);
    const failure = await start.catch(({ message }: Error) => message);
    expect(failure).toMatch(/^It stopped with 1: DATABASE_URL.*\n$/);
    expect(failure).not.toMatch(/s3cret|12/);
  });

  test('nginx writes no token, neither while the servers are down nor when they are up', async () => {
    const [port, down, up] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    const replica = createServer((_request, response) => response.writeHead(200).end('x'.repeat(300_000)));
    const { close } = await listen(replica, { port: up });
    for (const replicas of [
      [`127.0.0.1:${down}`, `127.0.0.1:${down}`],
      [`127.0.0.1:${down}`, `127.0.0.1:${up}`],
    ] as const) {
      const balancer = await startBalancer(folder, port, [...replicas]);
      for (const path of [
        '/auth/v1/verify?token=',
        '/auth/v1/verify%3Ftoken=',
        '/rest/v1/profiles?email=eq.',
        '/ticket/',
        '//ticket/',
        '/maps/route/v1/driving/',
      ]) {
        for (const method of ['GET', 'POST']) {
          await fetch(`${balancer.url}${path}${TOKEN}`, {
            method,
            headers: { referer: `${balancer.url}/auth/v1/verify?token=${TOKEN}` },
            ...(method === 'POST' ? { body: 'x'.repeat(1_500_000) } : {}),
          }).then(
            (answer) => answer.text(),
            () => '',
          );
        }
      }
      await balancer.stop();
    }
    await close();
    const written = ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(written[0]).toMatch(/GET \/auth\/v1\/verify 503 .+ 502, 502 /);
    expect(written.join('\n')).not.toContain(TOKEN);
  });

  test('no spelling of /metrics leads through the balancer', async () => {
    const asked: string[] = [];
    const [port, up] = await Promise.all([findFreePort(), findFreePort()]);
    const replica = createServer((incoming, response) => {
      asked.push(incoming.url ?? '');
      response.end('parqueo_bookings_total 1');
    });
    const { close } = await listen(replica, { port: up });
    const balancer = await startBalancer(folder, port, [`127.0.0.1:${up}`, `127.0.0.1:${up}`]);
    const paths = ['/metrics', '//metrics', '/metrics/', '/%6detrics', '/./metrics', '/x/../metrics', '/metrics?a=b'];
    for (const path of [...paths, '/metrics%2f', '/mailbox', '/mailbox.json']) {
      // fetch would tidy the path up.
      const sent = request({ host: '127.0.0.1', port, path, headers: { authorization: 'Bearer any' } });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
    await balancer.stop();
    await close();
    expect(asked.filter((path) => /metrics|mailbox/.test(path))).toEqual([]);
  });
});
