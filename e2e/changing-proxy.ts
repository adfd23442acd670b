import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RunningServer } from './server.ts';

/** A server in front of the product's, which passes everything on until it is told to change something. */
type ChangingProxy = {
  url: string;
  /** From now on the text under this path is answered changed. */
  change: (path: string, how: (text: string) => string) => void;
  /** From now on there is nothing under such paths. */
  remove: (path: RegExp) => void;
  /** Passes everything on again. */
  restore: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const HEADERS = ['content-type', 'cache-control', 'content-security-policy'] as const;
const NOT_FOUND = 404;

/** Starts a server in front of the product's, as a deployment of another version is to a page that is open. */
export async function startChangingProxy({ url: behind }: Pick<RunningServer, 'url'>): Promise<ChangingProxy> {
  const changes = new Map<string, (text: string) => string>();
  const gone: RegExp[] = [];
  const answer = async (path: string) => {
    if (gone.some((pattern) => pattern.test(path))) return { status: NOT_FOUND, headers: {}, body: '' };
    const { status, headers, ...rest } = await read(behind + path);
    const change = changes.get(path);
    return { status, headers, body: change ? change(rest.body.toString()) : rest.body };
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    change: (path, how) => changes.set(path, how),
    remove: (path) => gone.push(path),
    restore: () => {
      changes.clear();
      gone.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(url: string) {
  const answer = await fetch(url);
  const headers = Object.fromEntries(HEADERS.map((name) => [name, answer.headers.get(name) ?? '']));
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}
