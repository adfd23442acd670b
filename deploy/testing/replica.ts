import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that serves, and the lines that it printed. */
export type Serving = {
  printed: string[];
  /** Sends SIGTERM and waits for the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<number | null>;
};

const parseLine = (line: string): { msg?: string; route?: string } => (line.startsWith('{') ? JSON.parse(line) : {});

/** Starts a program that becomes a server. @throws Error with what it printed as an error when it ends before it serves */
export async function serve(program: string, args: string[], env: NodeJS.Dict<string>, cwd = '/'): Promise<Serving> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  let failure = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed.push(String(chunk));
    failure += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      if (parseLine(line).msg === 'started') resolve();
    });
    child.once('close', (code) => reject(new Error(`It stopped with ${code}: ${failure}`)));
  });
  const tellFault = (code: number | null) => process.stderr.write(`A server ended by itself with ${code}: ${failure}`);
  child.once('close', tellFault);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.off('close', tellFault);
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return { printed, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

export type Replica = Serving & {
  url: string;
  /** Counts the logged requests by the beginning of their route. */
  countRequests: (route: string) => number;
};

/** Starts a server from the files and packages of an image. @throws Error as `serve` does */
export async function startReplica(folder: string, port: number, env: Record<string, string>): Promise<Replica> {
  const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...env };
  const serving = await serve(process.execPath, ['server/index.ts'], own, folder);
  return {
    ...serving,
    url: `http://127.0.0.1:${port}`,
    countRequests: (begin) => serving.printed.filter((line) => parseLine(line).route?.startsWith(begin)).length,
  };
}
