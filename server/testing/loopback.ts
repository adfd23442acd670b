import { once } from 'node:events';
import { request } from 'node:http';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';

type Sent = { from: string; headers?: Record<string, string | undefined> };

/** Serves an app to which a test posts from any loopback address, as if it were another network. */
export async function serveLoopback(app: Hono<AppEnv>, apikey: string) {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '0.0.0.0' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { port } = address;
  return {
    async post(path: string, body: object, { from, headers = {} }: Sent) {
      const options = { host: '127.0.0.1', port, localAddress: from, method: 'POST', path };
      const sent = request({ ...options, headers: { apikey, ...headers } });
      sent.end(JSON.stringify(body));
      const [response] = await once(sent, 'response');
      response.resume();
      await once(response, 'end');
      const [cookie = ''] = response.headers['set-cookie'] ?? [];
      return { status: Number(response.statusCode), cookie: String(cookie).split(';')[0] ?? '' };
    },
    close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

export type Loopback = Awaited<ReturnType<typeof serveLoopback>>;
