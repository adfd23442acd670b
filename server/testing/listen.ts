import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Lets a server listen on this machine, on a free port unless one is given. */
export async function listen(server: Server, { host = '127.0.0.1', port = 0 } = {}) {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Options = Parameters<typeof listen>[1];

/** Serves an app over HTTP. */
export const serveApp = ({ fetch }: Parameters<typeof createAdaptorServer>[0], options?: Options) =>
  listen(createAdaptorServer({ fetch }) as Server, options);
