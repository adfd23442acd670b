import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pRetry from 'p-retry';
import { ROOT } from './create-image-folder.ts';
import { replaceDocumented } from './documentation.ts';

export const NGINX = '/usr/sbin/nginx';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Writes a copy of deploy/nginx.conf with other addresses and folders. */
async function writeConfiguration(folder: string, listen: string, replicas: [string, string]): Promise<string> {
  const temporary = TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n');
  const text = replaceDocumented(await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'), {
    'server parqueo-1:8080': `server ${replicas[0]}`,
    'server parqueo-2:8080': `server ${replicas[1]}`,
    'listen 80;': listen,
    'pid /run/nginx.pid;': `pid ${folder}/nginx.pid;`,
    '/var/log/nginx': folder,
    'http {': `http {\n${temporary}`,
  });
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  return file;
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

/**
 * Starts nginx with deploy/nginx.conf in front of two replicas (`host:port`).
 * @param listen what stands in the place of `listen 80;`
 */
export async function startBalancer(
  folder: string,
  port: number,
  replicas: [string, string],
  listen = `listen 127.0.0.1:${port};`,
) {
  const file = await writeConfiguration(folder, listen, replicas);
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
