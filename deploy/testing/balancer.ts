import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pRetry from 'p-retry';
import { ROOT } from './create-image-folder.ts';

export const NGINX = '/usr/sbin/nginx';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function replaceExisting(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
  return text.replace(from, to);
}

/** Writes a copy of deploy/nginx.conf with other addresses and folders. */
export async function writeConfiguration(folder: string, port: number, replicas: [string, string]): Promise<string> {
  let text = await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8');
  text = replaceExisting(text, 'server parqueo-1:8080', `server ${replicas[0]}`);
  text = replaceExisting(text, 'server parqueo-2:8080', `server ${replicas[1]}`);
  text = replaceExisting(text, 'listen 80;', `listen 127.0.0.1:${port};`);
  text = replaceExisting(text, 'pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`);
  text = replaceExisting(text, '/var/log/nginx/error.log', `${folder}/error.log`);
  text = replaceExisting(text, '/var/log/nginx/access.log', `${folder}/access.log`);
  const temporary = TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n');
  text = replaceExisting(text, 'http {', `http {\n${temporary}`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  return file;
}

/** Returns the errors of nginx about a configuration; empty when it is valid. */
export function checkConfiguration(file: string): string {
  const { status, stderr } = spawnSync(NGINX, ['-t', '-q', '-c', file], { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

/** Waits until something accepts connections at a port of this machine. */
export async function untilListening(port: number): Promise<void> {
  const attempt = async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  };
  await pRetry(attempt, { retries: 100, factor: 1, minTimeout: 50 });
}

/** Starts nginx with deploy/nginx.conf in front of two replicas (`host:port`). */
export async function startBalancer(folder: string, port: number, replicas: [string, string]) {
  const file = await writeConfiguration(folder, port, replicas);
  const child = spawn(NGINX, ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilListening(port);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
