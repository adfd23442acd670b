import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../server/database/embedded/run-as.ts';
import { OLDEST_POSTGRES, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { createDatabase } from './testing/create-database.ts';
import { createImageFolder, ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks, replaceDocumented, runDocumented } from './testing/documentation.ts';
import { type Serving, serve } from './testing/replica.ts';

const DOCUMENT = 'docs/backup.md';
/** For a machine that has other things to do. */
const TIMEOUT = { timeout: 20_000 };

/** Lines of the chapter that ask for another machine, the network or systemd. */
const ELSEWHERE = /^(useradd|git clone|npm ci|systemctl|apt-get|chown) /;

const leaveOut = (commands: string) =>
  commands
    .split('\n')
    .filter((line) => !ELSEWHERE.test(line))
    .join('\n');

/** Runs the commands of the chapter as far as they can run here. */
async function install(product: string, here: (text: string) => string, units: string): Promise<void> {
  const blocks = await readCodeBlocks('docs/operating/one-server.md', 'With systemd');
  const chapter = blocks.find((block) => block.startsWith('useradd')) ?? '';
  runDocumented(`cd ${product}\n${leaveOut(here(chapter))}`, {
    replacements: { '--group=parqueo ': '', '/etc/systemd/system': units },
  });
}

/** Makes a database machine's certificate in a folder, and reads its settings, as the page about it says. */
async function readDatabaseMachine(tls: string): Promise<{ settings: string[]; certificate: string }> {
  const page = ['docs/operating/database.md', 'Your own'] as const;
  const user = findUnprivilegedUser();
  await mkdir(tls);
  if (user !== null) await chown(tls, user.uid, user.gid);
  const [certificate = ''] = await readCodeBlocks(...page);
  runDocumented(leaveOut(certificate), {
    asPostgres: true,
    replacements: { '/etc/postgresql': tls, 'db.example': 'localhost', '10.0.0.11': '127.0.0.1' },
  });
  const [settings = ''] = await readCodeBlocks(...page, 'ini');
  const lines = replaceDocumented(settings, { '/etc/postgresql': tls, "'*'": '127.0.0.1' })
    .replaceAll("'", '')
    .split('\n');
  return { settings: lines.map((line) => line.replace(' = ', '=')), certificate: join(tls, 'parqueo.pem') };
}

/** Fills in the variables. */
async function fillIn(
  file: string,
  values: { port: number; databasePort: number; outsidePort: number; authority: string },
) {
  const { port, databasePort, outsidePort, authority } = values;
  const text = replaceDocumented(await readFile(file, 'utf8'), {
    'change-me@database:5432/parqueo': `a-secret@localhost:${databasePort}/parqueo?sslmode=verify-full`,
    "#NODE_EXTRA_CA_CERTS='/etc/parqueo/authority.pem'": `NODE_EXTRA_CA_CERTS='${authority}'`,
    'change-me-too': 'correct-horse-battery',
    'smtps://user:password@mail.example:465': `smtp://127.0.0.1:${outsidePort}`,
    '#PAYPAL_': 'PAYPAL_',
  });
  await writeFile(file, text);
  await appendFile(
    file,
    `PORT='${port}'
DRAIN_SECONDS='0'
LOCK_VENDOR_URL='http://127.0.0.1:${outsidePort}'
LOCK_VENDOR_APP_ID='app'
LOCK_VENDOR_SECRET='a secret # of mine'
`,
  );
}

/** Installs the product as the chapter about systemd says, in a folder of its own and without systemd. */
async function installService() {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-installed-'));
  await chmod(folder, 0o755);
  const inside = (name: string) => join(folder, name);
  const product = inside('opt');
  const etc = inside('etc');
  const data = inside('data');
  const backups = inside('backups');
  const variables = join(etc, 'parqueo.env');
  const here = (text: string) =>
    text.replaceAll('/opt/parqueo', product).replaceAll('/etc/parqueo', etc).replaceAll('/backups', backups);
  await Promise.all([mkdir(etc), mkdir(backups), createImageFolder(product)]);
  const filter = (path: string) => !path.endsWith('/node_modules');
  await cp(join(ROOT, 'deploy'), join(product, 'deploy'), { recursive: true, filter });
  const command = join(product, 'deploy/parqueo');
  const ownText = replaceDocumented(here(await readFile(command, 'utf8')), {
    'user=parqueo': `user=${userInfo().username}`,
    '/var/lib/parqueo': data,
  });
  await writeFile(command, ownText);

  let calls = 0;
  const outside = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  const port = await findFreePort();
  const databasePort = await findFreePort();
  const outsidePort = await findFreePort();
  outside.listen(outsidePort, '127.0.0.1');
  const machine = await readDatabaseMachine(inside('tls'));
  await install(product, here, folder);
  await fillIn(variables, { port, databasePort, outsidePort, authority: machine.certificate });
  const postgres = await startOldestPostgres({ port: databasePort, settings: machine.settings });
  createDatabase(postgres.folder, databasePort);

  const unit = here(await readFile(inside('parqueo.service'), 'utf8')).replaceAll('/var/lib/parqueo', data);
  const read = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  let service: Serving | undefined;
  return {
    folder,
    product,
    backups,
    variables,
    port,
    /** What the documentation says, with the folders that are here instead of those of the whole machine. */
    here,
    async start() {
      // A shell reads quotes as systemd does.
      const listed = runDocumented(`export ${read('Environment')}; set -a; . ${read('EnvironmentFile')}; env -0`);
      const env = Object.fromEntries(listed.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
      const [program = '', ...args] = read('ExecStart').split(' ');
      service = await serve(program, args, env, read('WorkingDirectory'));
    },
    async stop() {
      await service?.stop();
      service = undefined;
    },
    /** How often its mail server or lock vendor was called. */
    countCallsOutside: () => calls,
    async close() {
      await service?.stop();
      await postgres.stop();
      outside.close();
      await rm(folder, { recursive: true });
    },
  };
}

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('a service that was installed as documented', () => {
  let service: Awaited<ReturnType<typeof installService>>;

  beforeAll(async () => {
    service = await installService();
    await service.start();
  });
  afterAll(() => service?.close());
  const logIn = async (port: number): Promise<SupabaseClient> => {
    const variables = parseEnv(await readFile(service.variables, 'utf8'));
    const { PUBLISHABLE_KEY: key = '', ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = variables;
    const client = createClient(`http://127.0.0.1:${port}`, key, { auth: { persistSession: false } });
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    return client;
  };
  const readDrill = async () => service.here((await readCodeBlocks(DOCUMENT, 'The drill'))[0] ?? '');
  /** Makes the backup that the drill restores. */
  const backUp = async () => runDocumented((await readDrill()).replace(' drill ', ' backup '));

  test('serves with the keys that the steps made, and Node reads its file as systemd does', async () => {
    expect((await fetch(`http://127.0.0.1:${service.port}/readyz`)).status).toBe(200);
    await logIn(service.port);
    const variables = parseEnv(await readFile(service.variables, 'utf8'));
    expect(variables.LOCK_VENDOR_SECRET).toBe('a secret # of mine');
    const listed = runDocumented(`set -a; . ${service.variables}; env -0`).split('\0');
    for (const [name, value] of Object.entries(variables)) expect(listed).toContain(`${name}=${value}`);
  });

  test('is backed up by cron, also after a backup by hand, which changes nothing of the product', async () => {
    runDocumented(`touch ${service.backups}/$(date +%F).parqueo`);
    const list = () => runDocumented(`find ${service.product} -printf '%p %T@\\n' | sort`);
    const before = list();
    const [lines = ''] = await readCodeBlocks(DOCUMENT, 'Nightly backups elsewhere', 'text');
    for (const line of lines.split('\n')) {
      const [, command = ''] = /^(?:\S+ ){5}parqueo (.+)$/.exec(line) ?? [];
      // cron takes a bare % for the end of a line.
      runDocumented(service.here(command.replaceAll('\\%', '%')));
    }
    expect(await readdir(service.backups)).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}\.parqueo$/));
    expect(list()).toBe(before);
  });

  test('is tried out in a drill that calls nobody, and leaves nothing', async () => {
    const client = await logIn(service.port);
    const { data: own } = await client.auth.getUser();
    await backUp();
    const temporary = join(service.folder, 'temporary');
    await mkdir(temporary);
    const port = await findFreePort();
    const called = service.countCallsOutside();
    const [program = '', ...args] = [...(await readDrill()).split(' '), '--port', `${port}`];
    const drill = await serve(program, args, { PATH: process.env.PATH, TMPDIR: temporary });
    await vi.waitFor(() => expect(drill.printed.join('\n')).toMatch(/An outage would have lasted \d+ s/), TIMEOUT);
    const restored = await logIn(port);
    expect((await restored.auth.getUser()).data.user?.id).toBe(own.user?.id);
    const email = 'eva@parqueo.test';
    expect((await restored.auth.signUp({ email, password: 'correct-horse-battery' })).error).toBeNull();
    const [key] = /(?<=mailbox\?key=)\S+/.exec(drill.printed.join('\n')) ?? [];
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/mailbox.json?key=${key}`)).json(), TIMEOUT)
      .toContainEqual(expect.objectContaining({ to: email }));
    expect(service.countCallsOutside()).toBe(called);
    expect(await drill.stop()).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    const { data } = await client.from('profiles').select('email').eq('email', email).throwOnError();
    expect(data).toEqual([]);
  });

  test('is restored by the documented command while it is stopped, and serves again', async () => {
    const [commands = ''] = await readCodeBlocks(DOCUMENT, 'Backups');
    const [backup = '', restore = '', replace = ''] = commands.split('\n').map(service.here);
    runDocumented(backup);
    expect(() => runDocumented(replace)).toThrow('A Parqueo is running on this database; stop it first');
    await service.stop();
    expect(() => runDocumented(restore)).toThrow('--replace deletes all of it first');
    expect(runDocumented(replace)).toContain('rows are back');
    await service.start();
    await logIn(service.port);
  });

  test('trusts no authority but those that its variables name', async () => {
    const text = await readFile(service.variables, 'utf8');
    await writeFile(service.variables, text.replace('NODE_EXTRA_CA_CERTS', '#NODE_EXTRA_CA_CERTS'));
    await expect(backUp()).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');
    await writeFile(service.variables, text);
  });
});
