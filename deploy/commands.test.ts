import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../server/config.ts';
import { findFreePort } from '../server/database/embedded/find-free-port.ts';
import { OLDEST_POSTGRES, type OldestPostgres, startOldestPostgres } from '../server/testing/oldest-postgres.ts';
import { createAuthority } from './testing/create-authority.ts';
import { createDatabase } from './testing/create-database.ts';
import { createImageFolder, ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks } from './testing/documentation.ts';
import { replaceDocumented, runDocumented } from './testing/run-documented.ts';

const OPERATING = 'docs/operating.md';
const BACKUP = 'docs/backup.md';
/** Lines of the chapter that ask for another machine, the network or systemd. */
const ELSEWHERE = /^(useradd|git clone|npm ci|systemctl) /;

/** A process that serves, and what it has printed. */
type Serving = { child: ChildProcess; printed: string[] };

async function serve(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.Dict<string> },
): Promise<Serving> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      if (line.startsWith('Parqueo is at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${printed.join('\n')}`)));
  });
  return { child, printed };
}

async function stop({ child }: Serving): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('a service that was installed as documented', () => {
  let folder: string;
  let product: string;
  let variables: string;
  let backups: string;
  let postgres: OldestPostgres;
  let outside: Server;
  let callsOutside = 0;
  let service: Serving;
  let port: number;

  /** Where the documentation has folders of the whole machine. */
  const places = () => ({ '/opt/parqueo': product, '/etc/parqueo': join(folder, 'etc'), '/backups': backups });
  const pick = (text: string, from: string[]) =>
    Object.fromEntries(Object.entries(places()).filter(([place]) => from.includes(place) && text.includes(place)));
  const here = (text: string) => replaceDocumented(text, pick(text, Object.keys(places())));

  const logIn = async (at: number): Promise<SupabaseClient> => {
    const {
      PUBLISHABLE_KEY = '',
      ADMIN_EMAIL: email = '',
      ADMIN_PASSWORD: password = '',
    } = parseEnv(await readFile(variables, 'utf8'));
    const client = createClient(`http://127.0.0.1:${at}`, PUBLISHABLE_KEY, { auth: { persistSession: false } });
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    return client;
  };

  async function install(): Promise<void> {
    const blocks = await readCodeBlocks(OPERATING, 'On PostgreSQL: one or many servers');
    const chapter = blocks.find((block) => block.startsWith('useradd')) ?? '';
    const commands = chapter.split('\n').filter((line) => !ELSEWHERE.test(line));
    expect(commands).toHaveLength(3);
    const replacements = { '--group=parqueo ': '', '/etc/systemd/system': folder };
    runDocumented(`cd ${product}\n${here(commands.join('\n'))}`, { replacements });
  }

  /** What an operator fills in, here with a database whose certificate an authority of theirs signed, and a mail server, a lock vendor and a payment provider that are this test. */
  async function fillIn(databasePort: number, outsidePort: number): Promise<void> {
    const text = replaceDocumented(await readFile(variables, 'utf8'), {
      'database:5432/parqueo': `localhost:${databasePort}/parqueo?sslmode=verify-full`,
      "#NODE_EXTRA_CA_CERTS='/etc/parqueo/authority.pem'": `NODE_EXTRA_CA_CERTS='${join(folder, 'tls/authority.pem')}'`,
      'smtps://user:password@mail.example:465': `smtp://127.0.0.1:${outsidePort}`,
    });
    const more = {
      PORT: `${port}`,
      LOCK_VENDOR_URL: `http://127.0.0.1:${outsidePort}`,
      LOCK_VENDOR_APP_ID: 'app',
      LOCK_VENDOR_SECRET: 'a secret # of mine',
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret-of-the-test',
    };
    await writeFile(variables, text);
    await appendFile(
      variables,
      Object.entries(more)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    );
  }

  /** Starts what the unit says, with its variables. */
  async function startService(): Promise<Serving> {
    const unit = await readFile(join(folder, 'parqueo.service'), 'utf8');
    const read = (name: string) => here(new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '');
    const [name = '', ...value] = read('Environment').split('=');
    expect(value.join('=')).toBe('/var/lib/parqueo');
    // systemd's own reading of quotes is that of a shell.
    const listed = runDocumented(`set -a; . ${read('EnvironmentFile')}; env -0`);
    const env = Object.fromEntries(listed.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const [program = '', ...args] = read('ExecStart').split(' ');
    return serve(program, args, { cwd: read('WorkingDirectory'), env: { ...env, [name]: join(folder, 'data') } });
  }

  const listProduct = () => runDocumented(`find ${product} -printf '%p %T@\\n' | sort`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-installed-'));
    [product, backups, variables] = [join(folder, 'opt'), join(folder, 'backups'), join(folder, 'etc/parqueo.env')];
    await chmod(folder, 0o755);
    await mkdir(backups);
    await createImageFolder(product);
    await cp(join(ROOT, 'deploy'), join(product, 'deploy'), { recursive: true });
    // The command as it is installed, with the folder and the user of this test.
    const command = join(product, 'deploy/parqueo');
    const text = replaceDocumented(await readFile(command, 'utf8'), {
      '/etc/parqueo': join(folder, 'etc'),
      'user=parqueo': `user=${userInfo().username}`,
      '/var/lib/parqueo': join(folder, 'data'),
    });
    await writeFile(command, text);
    outside = createServer((socket) => {
      callsOutside += 1;
      socket.destroy();
    });
    const databasePort = await findFreePort();
    port = await findFreePort();
    const outsidePort = await findFreePort();
    outside.listen(outsidePort, '127.0.0.1');
    const { serverCertificate, serverKey } = await createAuthority(join(folder, 'tls'));
    postgres = await startOldestPostgres({
      port: databasePort,
      settings: ['ssl=on', `ssl_cert_file=${serverCertificate}`, `ssl_key_file=${serverKey}`],
    });
    createDatabase(postgres.folder, databasePort);
    await mkdir(join(folder, 'etc'));
    await writeFile(variables, '');
    await install();
    await fillIn(databasePort, outsidePort);
    service = await startService();
  });
  afterAll(async () => {
    await stop(service);
    await postgres.stop();
    outside.close();
    await rm(folder, { recursive: true });
  });

  test('serves with the keys that the steps made, which every reader of the file takes alike', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await logIn(port);
    const byNode = parseEnv(await readFile(variables, 'utf8'));
    expect(byNode.LOCK_VENDOR_SECRET).toBe('a secret # of mine');
    const config = readConfig(byNode, '/');
    const listed = runDocumented(`set -a; . ${variables}; env -0`).split('\0');
    for (const [name, value] of Object.entries(byNode)) expect(listed).toContain(`${name}=${value}`);
    expect(JSON.parse(config.authSigningKeys ?? '')).toMatchObject({ keys: [{ alg: 'ES256' }] });
  });

  test('is backed up by the lines for cron, which change nothing of the product', async () => {
    const before = listProduct();
    const [lines = ''] = await readCodeBlocks(BACKUP, 'Nightly backups elsewhere', 'text');
    for (const line of lines.split('\n')) {
      const [, command = ''] = /^(?:\S+ ){5}parqueo (.+)$/.exec(line) ?? [];
      // cron takes a bare % for the end of a line.
      runDocumented(here(command.replaceAll('\\%', '%')));
    }
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.parqueo$/)]);
    expect(listProduct()).toEqual(before);
  });

  test('is tried out in a drill that calls nobody, and leaves nothing', async () => {
    const client = await logIn(port);
    const { data: own } = await client.auth.getUser();
    await runBackup();
    const [first = ''] = await readCodeBlocks(BACKUP, 'The drill');
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    const [program = '', ...args] = here(first).split(' ');
    const drillPort = await findFreePort();
    const called = callsOutside;
    const drill = await serve(program, [...args, '--port', `${drillPort}`], {
      cwd: folder,
      env: { PATH: process.env.PATH, TMPDIR: temporary, SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    await vi.waitFor(() => expect(drill.printed.join('\n')).toMatch(/An outage would have lasted \d+ s/), {
      timeout: 20_000,
    });
    const restored = await logIn(drillPort);
    expect((await restored.auth.getUser()).data.user?.id).toBe(own.user?.id);
    const email = 'eva@parqueo.test';
    expect((await restored.auth.signUp({ email, password: 'correct-horse-battery' })).error).toBeNull();
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${drillPort}/mailbox.json`)).json(), { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ to: email }));
    expect(callsOutside).toBe(called);
    expect(await stop(drill)).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    const { data } = await client.from('profiles').select('email').eq('email', email).throwOnError();
    expect(data).toEqual([]);
  });

  /** The backup that the drill restores. */
  async function runBackup(): Promise<void> {
    const [drill = ''] = await readCodeBlocks(BACKUP, 'The drill');
    runDocumented(here(drill.replace(' drill ', ' backup ')));
  }

  test('restores by the documented command into its database, and serves again', async () => {
    const [commands = ''] = await readCodeBlocks(BACKUP, 'Backups');
    const [backup = '', empty = '', replace = ''] = commands.split('\n').map(here);
    runDocumented(backup);
    expect(() => runDocumented(replace)).toThrow('A Parqueo is running on this database; stop it first');
    await stop(service);
    expect(() => runDocumented(empty)).toThrow('--replace deletes all of it first');
    expect(runDocumented(replace)).toContain('SECRET_KEY');
    service = await startService();
    await logIn(port);
  });

  test('trusts no other authority than those it is told about', async () => {
    const text = await readFile(variables, 'utf8');
    await writeFile(variables, text.replace('NODE_EXTRA_CA_CERTS', '#NODE_EXTRA_CA_CERTS'));
    await expect(runBackup()).rejects.toThrow('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    await writeFile(variables, text);
  });

  test('says in one line what the command takes, and whose file it cannot read', async () => {
    const command = join(product, 'deploy/parqueo');
    expect(() => runDocumented(`${command} migrate`)).toThrow(
      'parqueo takes backup, restore, drill, keys or maps:import',
    );
    await rm(variables);
    expect(() => runDocumented(`${command} keys`)).toThrow(`${variables} cannot be read: call this as root`);
  });
});
