import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Line = { msg?: string; route?: string; status?: number };

export type Replica = {
  url: string;
  /** Counts the logged requests by the beginning of their route. */
  countRequests: (route: string) => number;
  /** Sends SIGTERM and waits for the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<number | null>;
};

/** Starts a server from the files and packages of an image. @throws Error with its output when it ends before it serves */
export async function startReplica(folder: string, port: number, env: Record<string, string>): Promise<Replica> {
  const hook = join(import.meta.dirname, 'reject-dev-packages.ts');
  const child = spawn(process.execPath, ['--import', hook, 'server/index.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const routes: string[] = [];
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, route } = line.startsWith('{') ? (JSON.parse(line) as Line) : {};
      if (msg === 'started') resolve();
      if (msg === 'request' && route !== undefined) routes.push(route);
    });
    child.once('exit', (code) => reject(new Error(`A replica stopped with ${code}: ${printed.join('')}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    countRequests: (begin) => routes.filter((route) => route.startsWith(begin)).length,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
