import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { startOldestPostgres } from '../../server/testing/outside-postgres.ts';
import { createDatabase } from './create-database.ts';
import { createImageFolder, ROOT } from './create-image-folder.ts';
import { readCodeBlocks, replaceDocumented, runDocumented } from './documentation.ts';
import { type Serving, serve } from './replica.ts';

/** Lines of the chapter that ask for another machine, the network or systemd. */
const ELSEWHERE = /^(useradd|git clone|npm ci|systemctl|apt-get|chown) /;

/** The product as the chapter about systemd installs it, in a folder of its own and without systemd. */
export type InstalledService = {
  folder: string;
  product: string;
  backups: string;
  /** The file of its variables. */
  variables: string;
  port: number;
  /** What the documentation says, with the folders that are here instead of those of the whole machine. */
  here: (text: string) => string;
  /** Starts what the unit says. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** How often its mail server or lock vendor was called. */
  countCallsOutside: () => number;
  close: () => Promise<void>;
};

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

export async function installService(): Promise<InstalledService> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-installed-'));
  await chmod(folder, 0o755);
  const inside = (name: string) => join(folder, name);
  const [product, etc, data, backups] = [inside('opt'), inside('etc'), inside('data'), inside('backups')];
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
  const [port, databasePort, outsidePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
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
    countCallsOutside: () => calls,
    async close() {
      await service?.stop();
      await postgres.stop();
      outside.close();
      await rm(folder, { recursive: true });
    },
  };
}
