import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, test, vi } from 'vitest';
import type { AppEnv, Caller } from '../../supabase-server/caller.ts';
import { limitRequests } from './limit-request.ts';

/** A server whose functions respond when they are told to. @returns it, and how many of its requests are under way */
function openFunctions() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const check = () => Promise.resolve();
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    const sub = c.req.header('x-person');
    const caller: Caller = sub ? { role: 'authenticated', claims: { sub } } : { role: 'anon', claims: {} };
    c.set('caller', caller);
    c.set('clientAddress', c.req.header('x-address') ?? '198.51.100.1');
    await next();
  });
  app.use(limitRequests({ isAdmin: async () => false, checks: { owner: check, callers: check } }));
  app.post('/functions/v1/:name', async (c) => {
    running += 1;
    await promise;
    running -= 1;
    return c.text(await c.req.text());
  });
  app.onError((error, c) => c.text(error.message, error instanceof HTTPException ? error.status : 500));
  const ask = (path: string, headers: Record<string, string> = {}, body: string | ReadableStream = 'x') =>
    app.request(`/functions/v1/${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return { ask, end: resolve, expectRunning: (count: number) => vi.waitFor(() => expect(running).toBe(count)) };
}

const toStream = (text: string) => new Blob([text]).stream();

test('a body of the allowed length is read, with or without a content-length, and a longer one is not', async () => {
  const { ask, end } = openFunctions();
  end();
  const most = 'x'.repeat(4096);
  for (const make of [(text: string) => text, toStream]) {
    expect(await (await ask('ticket', {}, make(most))).text()).toBe(most);
    expect((await ask('ticket', {}, make(`${most}x`))).status).toBe(413);
  }
  expect((await ask('ticket', { 'content-length': '4097' }, 'x')).status).toBe(413);
});

test('functions run two requests at once for a person, whose others take no turn of the network', async () => {
  const { ask, end, expectRunning } = openFunctions();
  const all = [1, 2, 3, 1, 1, 1].map((nth) => ask('ticket', { 'x-person': 'ana', 'x-address': `198.51.100.${nth}` }));
  await expectRunning(2);
  all.push(ask('ticket', { 'x-person': 'beto' }));
  await expectRunning(3);
  end();
  for (const response of await Promise.all(all)) expect(response.status).toBe(200);
});

test('functions run four at once for a network, four times as many for a /48, and more that wait for others', async () => {
  const { ask, end, expectRunning } = openFunctions();
  const ofNetwork = (path: string) => (_: unknown, nth: number) =>
    ask(path, { 'x-person': `${path} ${nth}`, 'x-address': '2001:db8:1:1::1' });
  const all = Array.from({ length: 9 }, ofNetwork('ticket'));
  await expectRunning(4);
  all.push(...Array.from({ length: 9 }, ofNetwork('open-space')), ask('ticket', { 'x-address': '198.51.100.1' }));
  await expectRunning(4 + 9 + 1);
  for (let nth = 0; nth < 20; nth += 1) all.push(ask('ticket', { 'x-address': `2001:db8:1:a${nth}::1` }));
  await expectRunning(4 + 9 + 1 + 12);
  end();
  for (const response of await Promise.all(all)) expect(response.status).toBe(200);
});
