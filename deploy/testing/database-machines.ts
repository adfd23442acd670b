import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import pRetry from 'p-retry';
import { findFreePort } from '../../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { isProcessAlive } from '../../server/start/processes.ts';
import { type Authority, createAuthority } from '../../server/testing/create-authority.ts';
import { ROOT } from './create-image-folder.ts';
import { readCodeBlocks, runDocumented } from './documentation.ts';

/** Where Debian puts them. */
export const PATRONI = '/usr/bin/patroni';
export const ETCD = '/usr/bin/etcd';
export const ETCDCTL = '/usr/bin/etcdctl';

const PASSWORD = "it's a secret";
const READY = { retries: 600, factor: 1, minTimeout: 100, maxTimeout: 100 };

/** A machine with PostgreSQL, Patroni and etcd. */
export type Machine = {
  name: string;
  /** Starts what does not run; Patroni starts PostgreSQL. */
  start: () => Promise<void>;
  /** Ends everything, so that nothing of it can say goodbye. */
  kill: () => Promise<void>;
  /** Suspends everything, as when the network is cut: connections stay open, and nothing responds. */
  freeze: () => Promise<void>;
  unfreeze: () => Promise<void>;
  /** What Patroni says of itself: `/primary`, `/replica` or `/sync` is 200 when it is one. */
  ask: (path: string) => Promise<number>;
};

export type DatabaseMachines = {
  machines: readonly [Machine, Machine];
  /** For DATABASE_URL. */
  url: string;
  /** Runs the documentation's command that makes another machine the primary. */
  switchOver: (to: Machine) => Promise<void>;
  /** Runs the documentation's commands that put a new machine in the place of db3, which then votes. */
  replaceVoter: () => Promise<void>;
  findPrimary: () => Promise<Machine>;
  close: () => Promise<void>;
};

type Addresses = { network: string; ports: ReadonlyMap<string, number> };

/** Loopback addresses of its own, so that the machines differ as in the documentation. */
async function chooseAddresses(): Promise<Addresses> {
  const network = `127.0.${Math.ceil(Math.random() * 254)}.`;
  const ports = new Map<string, number>();
  for (const usual of ['5432', '8008', '2379', '2380']) ports.set(usual, await findFreePort(`${network}11`));
  return { network, ports };
}

/** Writes a machine's files by the commands of the documentation, with other addresses and folders. */
async function writeFiles(
  folder: string,
  name: string,
  { network, ports }: Addresses,
  authority: Authority,
): Promise<void> {
  const [commands = ''] = await readCodeBlocks('docs/failover.md', '2. The files');
  runDocumented(commands, {
    replacements: {
      'THIS_NAME=db1 THIS_ADDRESS=10.0.0.11': `THIS_NAME=${name} THIS_ADDRESS=10.0.0.1${name.slice(2)}`,
      '10.0.0.0/24': '127.0.0.0/8',
      '10.0.0.': network,
      '/etc/': `${folder}/etc/`,
      '--owner postgres ': '',
      'deploy/': `${ROOT}/deploy/`,
    },
  });
  for (const file of ['etc/default/etcd', 'etc/patroni/config.yml']) {
    let text = await readFile(join(folder, file), 'utf8');
    for (const [usual, port] of ports) text = text.replaceAll(`:${usual}`, `:${port}`);
    // On the loopback interface every connection comes from 127.0.0.1.
    text = text
      .replaceAll(/[\d.]+\/32/g, '127.0.0.1/32')
      .replaceAll('/var/lib/postgresql', folder)
      .replace('/run/postgresql', folder)
      .replace('postgres peer', 'all trust')
      .replace('/etc/ssl/certs/ssl-cert-snakeoil.pem', authority.serverCertificate)
      .replace('/etc/ssl/private/ssl-cert-snakeoil.key', authority.serverKey);
    await writeFile(join(folder, file), text);
  }
}

/** Signals a process and its children; the parent stands still meanwhile, so that none begins or goes. */
async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.trim().split(' ')) if (child !== '') process.kill(Number(child), signal);
  process.kill(pid, signal);
}

const isRunning = (child?: ChildProcess): child is ChildProcess =>
  child?.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function createMachine(folder: string, name: string, { network, ports }: Addresses) {
  const as = { ...findUnprivilegedUser(), cwd: '/' };
  const api = `http://${network}1${name.slice(2)}:${ports.get('8008')}`;
  const programs: { patroni?: ChildProcess; etcd?: ChildProcess } = {};
  const run = (program: string, args: string[], env: NodeJS.Dict<string> = {}) => {
    // Into a file, since through this process what they print would wait while it waits for a command.
    const log = openSync(join(folder, 'log'), 'a');
    const child = spawn(program, args, {
      ...as,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  };
  const signalPostgres = async (signal: NodeJS.Signals) => {
    const file = join(folder, 'parqueo/postmaster.pid');
    const [pid = ''] = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : [];
    if (pid !== '' && isProcessAlive(Number(pid))) await signalTree(Number(pid), signal);
  };
  return {
    name,
    async startEtcd() {
      if (isRunning(programs.etcd)) return;
      const env = parseEnv(await readFile(join(folder, 'etc/default/etcd'), 'utf8'));
      programs.etcd = run(ETCD, ['--data-dir', join(folder, 'etcd'), '--log-level', 'warn'], env);
    },
    async start() {
      await this.startEtcd();
      if (!isRunning(programs.patroni)) programs.patroni = run(PATRONI, [join(folder, 'etc/patroni/config.yml')]);
    },
    async kill() {
      for (const child of [programs.patroni, programs.etcd]) await end(child, 'SIGKILL');
      await signalPostgres('SIGKILL');
    },
    async freeze() {
      for (const child of [programs.patroni, programs.etcd]) child?.kill('SIGSTOP');
      await signalPostgres('SIGSTOP');
    },
    async unfreeze() {
      await signalPostgres('SIGCONT');
      for (const child of [programs.patroni, programs.etcd]) child?.kill('SIGCONT');
    },
    async ask(path: string) {
      try {
        return (await fetch(`${api}${path}`, { signal: AbortSignal.timeout(2000) })).status;
      } catch {
        return 0;
      }
    },
  };
}

/** Creates Parqueo's database by the commands of the documentation. */
async function createDatabase(socketFolder: string, port: number): Promise<void> {
  const [command = ''] = await readCodeBlocks('docs/failover.md', '5. The database');
  runDocumented(command, {
    replacements: {
      'runuser --user postgres -- ': '',
      '/run/postgresql': socketFolder,
      "'…'": '"$PASSWORD"',
      'deploy/': `${ROOT}/deploy/`,
    },
    env: { PGPORT: String(port), PASSWORD },
  });
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const attempt = async () => {
    if (!(await condition())) throw new Error(`Not yet: ${what}`);
  };
  await pRetry(attempt, READY);
}

/** Starts the machines of docs/failover.md: two with PostgreSQL, of which the second follows the first, and etcd on three. */
export async function startDatabaseMachines(): Promise<DatabaseMachines> {
  const root = await mkdtemp(join(tmpdir(), 'parqueo-machines-'));
  await chmod(root, 0o755);
  const addresses = await chooseAddresses();
  const authority = await createAuthority(join(root, 'tls'));
  const port = addresses.ports.get('5432') ?? 5432;
  const create = async (name: string) => {
    const folder = join(root, name);
    for (const path of ['', 'etc', 'etc/patroni', 'etc/default']) await mkdir(join(folder, path));
    await writeFiles(folder, name, addresses, authority);
    const runAs = findUnprivilegedUser();
    if (runAs !== null) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
    return createMachine(folder, name, addresses);
  };
  const first = await create('db1');
  const second = await create('db2');
  const third = await create('db3');
  const close = async () => {
    for (const machine of [first, second, third]) await machine.kill();
    await rm(root, { recursive: true, force: true });
  };
  try {
    for (const machine of [first, second, third]) await machine.startEtcd();
    await first.start();
    await until(async () => (await first.ask('/primary')) === 200, 'a primary');
    await createDatabase(join(root, 'db1'), port);
    await second.start();
    await until(async () => (await second.ask('/sync')) === 200, 'a synchronous standby');
  } catch (error) {
    await close();
    throw error;
  }
  const machines = [first, second] as const;
  const hosts = ['11', '12'].map((number) => `${addresses.network}${number}:${port}`);
  return {
    machines,
    url: `postgres://parqueo:${encodeURIComponent(PASSWORD)}@${hosts.join(',')}/parqueo?sslmode=require`,
    async switchOver(to) {
      const [command = ''] = await readCodeBlocks('docs/failover.md', 'Switching over on purpose');
      const said = runDocumented(command, {
        replacements: { '/etc/': `${join(root, to.name)}/etc/`, db2: to.name },
      });
      // It ends without a failure when Patroni rejects it.
      if (!said.includes('Successfully switched over')) throw new Error(`Patroni did not switch over: ${said}`);
    },
    async replaceVoter() {
      const [replace = '', start = ''] = await readCodeBlocks('docs/failover.md', 'After a loss');
      const clientPort = addresses.ports.get('2379');
      const peerPort = addresses.ports.get('2380');
      const folder = join(root, third.name);
      // It is one when it reaches the leader of all.
      const isMember = (number: string) =>
        fetch(`http://${addresses.network}${number}:${clientPort}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      await third.kill();
      await rm(join(folder, 'etcd'), { recursive: true });
      await until(() => isMember('12'), 'etcd without it');
      runDocumented(replace, {
        replacements: {
          'apt-get install --yes etcd-client\n': '',
          '10.0.0.12:2379': `${addresses.network}12:${clientPort}`,
          'remove …': `remove "$(etcdctl member list | sed -n 's/, started, ${third.name}, .*//p')"`,
          'add db1': `add ${third.name}`,
          '10.0.0.11:2380': `${addresses.network}13:${peerPort}`,
        },
      });
      runDocumented(start, { replacements: { '/etc/': `${folder}/etc/`, systemctl: 'true' } });
      await third.startEtcd();
      await until(() => isMember('13'), `${third.name} in etcd`);
    },
    async findPrimary() {
      for (const machine of machines) if ((await machine.ask('/primary')) === 200) return machine;
      throw new Error('There is no primary');
    },
    close,
  };
}
