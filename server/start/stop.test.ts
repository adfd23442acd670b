import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { createDatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import { VERSION } from '../config/version.ts';
import { createHealth } from '../http/health.ts';
import { rejectReadsWhileStopping } from '../http/limit-request.ts';
import { createTestDatabase } from '../testing/database.ts';
import { KEEP_ALIVE_MS, type Lifecycle, prepareGracefulStop } from './stop.ts';

const log = pino({ level: 'silent' });

/** A server whose `/slow` answers when it is told to. */
async function startSlow() {
  const { promise, resolve: answerSlow } = Promise.withResolvers<void>();
  const lifecycle: Lifecycle = { phase: 'serving' };
  const app = new Hono<AppEnv>()
    .use(rejectReadsWhileStopping(lifecycle))
    .on(['GET', 'POST'], '/', (c) => c.text('quick'))
    .get('/slow', async (c) => {
      await promise;
      return c.text('slow');
    });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } });
  const stopServer = prepareGracefulStop(server, lifecycle, log);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, lifecycle: lifecycle, stopServer, port: (server.address() as AddressInfo).port, answerSlow };
}

async function ask(port: number, path: string, agent: Agent, method = 'GET') {
  const sent = request({ port, path, agent, method, host: '127.0.0.1' });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection };
}

test('a draining server takes new requests, closes their connections and finishes the rest', async () => {
  const { server, lifecycle, stopServer, port, answerSlow } = await startSlow();
  const agent = new Agent({ keepAlive: true });
  const slow = ask(port, '/slow', agent);
  const [arrived] = await once(server, 'request');
  expect(arrived.url).toBe('/slow');
  const stopped = stopServer(2);
  expect(await ask(port, '/', agent)).toEqual({ status: 200, connection: 'close' });
  await expect.poll(() => lifecycle.phase, { timeout: 3000 }).toBe('closing');
  // Reads are safe to be asked elsewhere; what changes something is still taken.
  expect((await ask(port, '/', agent)).status).toBe(503);
  expect((await ask(port, '/', agent, 'POST')).status).toBe(200);
  answerSlow();
  expect((await slow).connection).toBe('close');
  await stopped;
  await expect(ask(port, '/', agent)).rejects.toThrow(/ECONNREFUSED/);
});

test('a server that was asked to stop lives and is not ready', async () => {
  const { callers, close } = await createTestDatabase({ template: 'empty' });
  const lifecycle: Lifecycle = { phase: 'serving' };
  const health = createHealth({ checkDatabase: createDatabaseCheck(callers.pool), lifecycle: lifecycle });
  expect((await health.request('/readyz')).status).toBe(200);
  lifecycle.phase = 'draining';
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => health.request(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  expect(await answers[0]?.json()).toEqual({ status: 'ok', version: VERSION });
  await close();
});
