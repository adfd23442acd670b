import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newClient, PASSWORD } from '../people.ts';
import { copyDataTemplate, createDataDir, startServer } from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
const DRIVER = { email: 'driver@parqueo.test', password: PASSWORD };

/** Runs a command as `npm run` does; answers its exit code and all that it printed. */
async function run(command: 'backup' | 'restore', args: string[], dataDir: string) {
  const child = spawn(NODE, [`server/backup/${command}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text: printed.join('') };
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-backups-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

test('a backup of a running server is restored on another machine, and people stay signed in', async () => {
  const file = join(folder, 'monday.parqueo');
  const first = await startServer(await copyDataTemplate());
  const before = await newClient(first);
  const { data } = await before.auth.signInWithPassword(DRIVER);
  await before
    .from('profiles')
    .update({ bio: 'Parks since 1999' })
    .eq('user_id', data.user?.id ?? '')
    .throwOnError();
  const taken = await run('backup', [file], first.dataDir);
  expect(taken.text).toMatch(/^\d+ rows of \d+ tables are in .*monday\.parqueo/);
  expect(taken.text).toContain('The server’s keys are in it too');
  expect([taken.code, (await stat(file)).mode & 0o777]).toEqual([0, 0o600]);
  // A server that runs keeps what it has.
  expect((await run('restore', [file, '--replace'], first.dataDir)).text).toMatch(/is in use by another Parqueo/);
  await first.stop();

  const dataDir = await createDataDir();
  const restored = await run('restore', [file], dataDir);
  expect(restored.text).toMatch(/\d+ rows are back as they were at .*\nThe keys of the backup are in place/);
  expect([restored.code, (await stat(join(dataDir, 'keys.json'))).mode & 0o777]).toEqual([0, 0o600]);
  const second = await startServer(dataDir);
  const after = await newClient(second);
  const refreshed = await after.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
  expect(refreshed.error).toBeNull();
  const { data: profile } = await after.from('profiles').select('bio').single();
  expect(profile).toEqual({ bio: 'Parks since 1999' });
  expect((await (await newClient(second)).auth.signInWithPassword(DRIVER)).error).toBeNull();
  const ended = once(second.process, 'exit');
  second.process.kill('SIGTERM');
  await ended;

  // A folder with data is replaced on request, and its keys are kept aside.
  const keys = join(dataDir, 'keys.json');
  const own = `${await readFile(keys, 'utf8')}\n`;
  await writeFile(keys, own);
  const replaced = await run('restore', [file, '--replace'], dataDir);
  expect(replaced.text).toMatch(/^Replacing \d+ tables with 2 accounts and 0 reservations/);
  expect(await readFile(keys, 'utf8')).not.toBe(own);
  expect(await readFile(`${keys}.before-restore`, 'utf8')).toBe(own);
  await rm(dataDir, { recursive: true });
});
