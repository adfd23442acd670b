import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, lchown, lstat, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { OperatorError } from '../../config/operator-error.ts';
import type { DataFolder } from './data-folder.ts';
import type { RunAs } from './run-as.ts';

/** Part of the socket's file name. */
const SOCKET_PORT = 5432;
/** The kernel limits a socket's path to about 100 bytes. */
const MAX_SOCKET_FOLDER_BYTES = 80;
const PASSWORD_BYTES = 24;
const LOOPBACK = '127.0.0.1';

/** A Unix socket, or the loopback address where the system has none. */
export type Transport = 'socket' | 'loopback';

/** The address of an embedded PostgreSQL, with the settings that make it listen there. */
export type Endpoint = {
  host: string;
  port: number;
  /** Required where everybody on the machine can connect. */
  password?: string;
  settings: Record<string, string>;
};

/** The setting is a list with commas, which may also be part of a folder's name. */
const quote = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

function createSocketEndpoint(folder: string): Endpoint {
  const settings = { listen_addresses: '', unix_socket_directories: quote(folder) };
  return { host: folder, port: SOCKET_PORT, settings };
}

function createLoopbackEndpoint(port: number, password: string): Endpoint {
  return { host: LOOPBACK, port, password, settings: { listen_addresses: LOOPBACK, unix_socket_directories: '' } };
}

/** Creates a short folder for the socket, for us only. Rejects one that somebody else has created. */
async function ensureShortSocketFolder(folder: DataFolder, runAs: RunAs | null): Promise<string> {
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

async function ensurePassword(folder: DataFolder, runAs: RunAs | null): Promise<string> {
  const fresh = randomBytes(PASSWORD_BYTES).toString('base64url');
  try {
    await writeFile(folder.password, fresh, { mode: 0o600, flag: 'wx', flush: true });
    if (runAs !== null) await chown(folder.password, runAs.uid, runAs.gid);
    return fresh;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return readFile(folder.password, 'utf8');
    throw error;
  }
}

/** Chooses the address for a PostgreSQL that is about to start. */
export async function prepareEndpoint(
  folder: DataFolder,
  runAs: RunAs | null,
  transport: Transport,
): Promise<Endpoint> {
  if (transport === 'loopback')
    return createLoopbackEndpoint(await findFreePort(), await ensurePassword(folder, runAs));
  if (Buffer.byteLength(folder.cluster) <= MAX_SOCKET_FOLDER_BYTES) return createSocketEndpoint(folder.cluster);
  return createSocketEndpoint(await ensureShortSocketFolder(folder, runAs));
}

/** Reads the address of a running PostgreSQL from its postmaster.pid; null while it starts. */
export async function readEndpoint(folder: DataFolder): Promise<Endpoint | null> {
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port, socket] = text.split('\n');
  if (socket) return createSocketEndpoint(socket);
  if (!port) return null;
  const password = await readFile(folder.password, 'utf8').catch(() => null);
  return password === null ? null : createLoopbackEndpoint(Number(port), password);
}

export async function removeEndpoint(folder: DataFolder, { host }: Endpoint): Promise<void> {
  if (host === LOOPBACK || host === folder.cluster) return;
  await rmdir(host).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
  });
}

export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return address.port;
}
