import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send } from './send.ts';

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'Ñaco' })));
const answer = (body: string | null, status = 200) => ({ status, headers: { etag: '"tag"' }, body });

test('a long answer is compressed for who takes it, under a tag of its own', async () => {
  const sent = await send(answer(LONG), 'deflate, gzip;q=0.8');
  expect([sent.headers.get('content-encoding'), sent.headers.get('etag')]).toEqual(['gzip', 'W/"tag"']);
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(sent.headers.get('content-length')).toBe(`${bytes.length}`);
  expect(gunzipSync(bytes).toString()).toBe(LONG);
});

test.each([undefined, '', 'identity', 'gzip;q=0', 'br, gzip; q=0.0, deflate', 'xgzip'])(
  'with %s it is sent as it is, and a cache is told that it may differ',
  async (accepted) => {
    const sent = await send(answer(LONG), accepted);
    expect([sent.headers.get('content-encoding'), sent.headers.get('etag')]).toEqual([null, '"tag"']);
    expect(sent.headers.get('vary')).toBe('accept-encoding');
    expect(sent.headers.get('content-length')).toBe(`${Buffer.byteLength(LONG)}`);
    expect(await sent.text()).toBe(LONG);
  },
);

test('short answers, parts of a list and answers without a body are sent as they are', async () => {
  for (const [one, length] of [
    [answer('[]'), '2'],
    [answer(LONG, 206), `${Buffer.byteLength(LONG)}`],
    [answer(null, 204), null],
  ] as const) {
    const sent = await send(one, 'gzip');
    expect([sent.headers.get('content-encoding'), sent.headers.get('content-length')]).toEqual([null, length]);
  }
});
