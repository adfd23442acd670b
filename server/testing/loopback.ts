import { once } from 'node:events';
import { request } from 'node:http';
import type { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { serveApp } from './listen.ts';

type Sent = { from: string; headers?: Record<string, string | undefined> };

/** Serves an app to which a test posts from any loopback address, as if it were another network. */
export async function serveLoopback(app: Hono<AppEnv>, apikey: string) {
  const { port, close } = await serveApp(app, { host: '0.0.0.0' });
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
    close,
  };
}
