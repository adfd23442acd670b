// What every script needs: where the project is, the pinned Node, and how to run a program.
// Plain JavaScript without dependencies: it runs before anything is installed, on the machine's own Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

const isWindows = process.platform === 'win32';

/** The Node that the product runs on, which npm installs with it. */
export const PINNED_NODE = join(ROOT, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/** The program of an installed package, to be run by the pinned Node. */
export const program = (path) => join(ROOT, 'node_modules', path);

/** Stops with one line when the machine's Node is too old to get the product going. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Parqueo needs Node 20.19 or newer to start; this is ${process.versions.node}`);
}

/** Prints one line and stops. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/**
 * Runs a program in the project and waits for it.
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
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
  return run(isWindows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error'], { env: { PATH: path.join(delimiter) } });
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** A digest of files and folders of the project, by name and content. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.map((name) => join(ROOT, name)).filter(existsSync)) {
    for (const file of filesIn(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
