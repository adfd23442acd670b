import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './create-image-folder.ts';

export const NGINX = '/usr/sbin/nginx';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const POLL_MS = 50;
const TRIES = 100;

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

async function waitUntilListening(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
    await delay(POLL_MS);
  }
}

/** Starts nginx with deploy/nginx.conf in front of two replicas (`host:port`). */
export async function startBalancer(folder: string, port: number, replicas: [string, string]) {
  const file = await writeConfiguration(folder, port, replicas);
  const child = spawn(NGINX, ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilListening(url);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
