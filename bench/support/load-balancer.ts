import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const LOOPBACK = '127.0.0.1';
const BAD_GATEWAY = 502;
/** What fetch writes itself. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

type LoadBalancer = { close: () => Promise<void> };

/** Passes requests on to servers in turn, and to the next one where one does not respond. */
export async function startLoadBalancer(port: number, urls: readonly string[]): Promise<LoadBalancer> {
  let turn = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await text(request);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (!OWN_HEADERS.has(name)) headers.set(name, String(value));
    }
    turn += 1;
    for (let tried = 0; tried < urls.length; tried += 1) {
      const url = `${urls[(turn + tried) % urls.length]}${request.url}`;
      try {
        const passed = await fetch(url, { method: request.method ?? 'GET', headers, body, redirect: 'manual' });
        const location = passed.headers.get('location');
        response.writeHead(passed.status, location === null ? {} : { location });
        response.end(await passed.text());
        return;
      } catch {
        // It is down; the next one may not be.
      }
    }
    response.writeHead(BAD_GATEWAY).end();
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
