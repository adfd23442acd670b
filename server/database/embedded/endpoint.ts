import { createHash, randomBytes } from 'node:crypto';
import { chown, lchown, lstat, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import type { DataFolder } from './data-folder.ts';
import { findFreePort } from './find-free-port.ts';
import type { RunAs } from './run-as.ts';

/** Sockets have names, not ports; the number is part of the name. */
const SOCKET_PORT = 5432;
/** The kernel keeps about 100 bytes for the path of a socket. */
const MAX_SOCKET_FOLDER_BYTES = 80;
const PASSWORD_BYTES = 24;
const LOOPBACK = '127.0.0.1';

/** How the server and its PostgreSQL meet: by a socket in a folder of theirs, or where there is none by the loopback address. */
export type Transport = 'socket' | 'loopback';

/** A place to meet, as postgres.js and as PostgreSQL want it said. */
export type Endpoint = {
  host: string;
  port: number;
  /** Asked for where everybody on the machine could connect. */
  password?: string;
  settings: Record<string, string>;
};

/** A list of folders in PostgreSQL's settings is separated by commas; quoted, a folder may have one in its name. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

function socketEndpoint(folder: string): Endpoint {
  const settings = { listen_addresses: '', unix_socket_directories: quoted(folder) };
  return { host: folder, port: SOCKET_PORT, settings };
}

function loopbackEndpoint(port: number, password: string): Endpoint {
  return { host: LOOPBACK, port, password, settings: { listen_addresses: LOOPBACK, unix_socket_directories: '' } };
}

/** A short folder for the socket of a data folder with a long path; nobody else may enter, or have made it before us. */
async function shortSocketFolder(folder: DataFolder, runAs: RunAs | null): Promise<string> {
  const name = `parqueo-${createHash('sha256').update(folder.cluster).digest('hex').slice(0, 16)}`;
  const usual = join(tmpdir(), name);
  const short = Buffer.byteLength(usual) <= MAX_SOCKET_FOLDER_BYTES ? usual : join('/tmp', name);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  const isOurs = found.uid === process.getuid?.() || found.uid === runAs?.uid;
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new OperatorError(
      `DATA_DIR has a path too long for a socket, and ${short} is not ours; set a shorter DATA_DIR`,
    );
  }
  if (runAs !== null) await lchown(short, runAs.uid, runAs.gid);
  return short;
}

async function keptPassword(folder: DataFolder, runAs: RunAs | null): Promise<string> {
  const fresh = randomBytes(PASSWORD_BYTES).toString('base64url');
  try {
    await writeFile(folder.password, fresh, { mode: 0o600, flag: 'wx', flush: true });
    if (runAs !== null) await chown(folder.password, runAs.uid, runAs.gid);
    return fresh;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(folder.password, 'utf8');
    throw error;
  }
}

/**
 * Where a PostgreSQL that is about to start will be met.
 * @throws OperatorError when the folder for its socket belongs to somebody else
 */
export async function prepareEndpoint(
  folder: DataFolder,
  runAs: RunAs | null,
  transport: Transport,
): Promise<Endpoint> {
  if (transport === 'loopback') return loopbackEndpoint(await findFreePort(), await keptPassword(folder, runAs));
  if (Buffer.byteLength(folder.cluster) <= MAX_SOCKET_FOLDER_BYTES) return socketEndpoint(folder.cluster);
  return socketEndpoint(await shortSocketFolder(folder, runAs));
}

/** Where a PostgreSQL that runs already is met, as its own postmaster.pid says; null while it has not said so yet. */
export async function readEndpoint(folder: DataFolder): Promise<Endpoint | null> {
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port, socket] = text.split('\n');
  if (socket) return socketEndpoint(socket);
  if (!port) return null;
  const password = await readFile(folder.password, 'utf8').catch(() => null);
  return password === null ? null : loopbackEndpoint(Number(port), password);
}

/** Removes a folder that was made for the socket only, once PostgreSQL has removed the socket. */
export async function removeEndpoint(folder: DataFolder, { host }: Endpoint): Promise<void> {
  if (host === LOOPBACK || host === folder.cluster) return;
  await rmdir(host).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
  });
}
