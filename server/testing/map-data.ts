import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { createMapsApi } from '../maps/maps-api.ts';

export type ServedMaps = {
  /** With `/maps`; a value for `ROUTER_URL` and `GEOCODER_URL`. */
  url: string;
  close: () => Promise<void>;
};

/** Serves the map services over HTTP on a free port. */
export async function serveMaps(): Promise<ServedMaps> {
  const app = new Hono().route('/maps', createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' } }));
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/maps`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
