// What every script needs: where the project is, the pinned Node, and how to run a program.
// Plain JavaScript without dependencies: it runs before anything is installed, on the machine's own Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

const isWindows = process.platform === 'win32';

/** Alpine's C library, for which npm has no Node: there the machine's own has to be new enough. */
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;

const PINNED_NODE = join(ROOT, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/** The Node that the product runs on, which npm installs with it. */
export const NODE = isMusl ? process.execPath : PINNED_NODE;

/** The path of a program of an installed package. */
export const program = (path) => join(ROOT, 'node_modules', path);

export const script = (name) => join(ROOT, 'scripts', name);

/** Stops with one line when the machine's Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = isMusl ? major >= 24 : major > 20 || (major === 20 && minor >= 19);
  if (!isEnough)
    fail(`Parqueo needs Node ${isMusl ? '24' : '20.19'} or newer to start; this is ${process.versions.node}`);
}

export function fail(line) {
  console.error(line);
  process.exit(1);
}

/**
 * Runs a program in the project and waits for it.
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function run(command, args, { env = {}, quiet = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      shell,
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 128));
  });
}

/** Runs npm with the machine's own Node, as an install replaces the pinned one. */
export function npm(args) {
  const own = join(ROOT, 'node_modules', '.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(own));
  // On Windows npm is a script of the shell, not a program.
  return run('npm', args, { env: { PATH: path.join(delimiter) }, shell: isWindows });
}

const PARENT_POLL_MS = 250;

/**
 * Calls back once when this process is asked to stop: by a signal, by the closing of its terminal, or by the end of the
 * npm that runs it, which a signal may end without telling us.
 * @param {(signal: NodeJS.Signals) => void} callback
 */
export function onStop(callback) {
  let isStopping = false;
  const stop = (signal) => {
    if (!isStopping) callback(signal);
    isStopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  process.on('SIGHUP', () => stop('SIGTERM'));
  if (process.env.npm_lifecycle_event === undefined || isWindows) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid !== parent) stop('SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}

/** Building writes it from the catalogues, so it is no source. */
const WRITTEN_TYPES = join(ROOT, 'domain/language/message-parameters.ts');

function filesIn(path) {
  if (path === WRITTEN_TYPES) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** A digest of files and folders of the project, by name and content. */
export function hashSources(paths) {
  const hash = createHash('sha256');
  for (const path of paths.map((name) => join(ROOT, name)).filter(existsSync)) {
    for (const file of filesIn(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
