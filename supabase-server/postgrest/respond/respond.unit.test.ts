import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import { type DataResponse, send } from './respond.ts';

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'Ñaco' })));
const createResponse = (body: string | null, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json', etag: '"tag"' },
  body,
});

async function request(sent: DataResponse, accepted: string | undefined): Promise<Response> {
  const app = new Hono().use(compress({ encoding: 'gzip' })).get('*', (c) => send(c, sent));
  return app.request('/', { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
}

test('a long response is compressed for a client that accepts it, with a weak tag', async () => {
  const { headers, body } = await request(createResponse(LONG), 'deflate, gzip;q=0.8');
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual(['gzip', 'W/"tag"']);
  expect(await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).text()).toBe(LONG);
});

test.each([undefined, '', 'identity', 'gzip;q=0', 'br, gzip; q=0.0, deflate', 'xgzip'])(
  'a client that accepts %s gets a long body as it is, and caches are told that it varies',
  async (accepted) => {
    const sent = await request(createResponse(LONG), accepted);
    expect([sent.headers.get('content-encoding'), sent.headers.get('etag')]).toEqual([null, '"tag"']);
    expect(sent.headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
    expect(sent.headers.get('content-length')).toBe(`${Buffer.byteLength(LONG)}`);
    expect(await sent.text()).toBe(LONG);
  },
);
