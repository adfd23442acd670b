import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitBody } from './limit-body.ts';

const app = new Hono()
  .use(limitBody(4))
  .get('/', (c) => c.text('read'))
  .post('/', async (c) => c.text(await c.req.text()));

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}

/** What a client sends that does not know the length beforehand. */
const streamed = (text: string) =>
  app.request('/', {
    method: 'POST',
    body: streamOf(text),
    duplex: 'half',
    headers: { 'transfer-encoding': 'chunked' },
  });
const announced = (text: string, length: string) =>
  app.request('/', { method: 'POST', body: text, headers: { 'content-length': length } });

test('a body as long as allowed is read, whether its length was said before or not', async () => {
  expect(await (await announced('1234', '4')).text()).toBe('1234');
  expect(await (await streamed('1234')).text()).toBe('1234');
  expect(await (await app.request('/', { method: 'POST', body: streamOf('1234'), duplex: 'half' })).text()).toBe(
    '1234',
  );
});

test('a longer one is refused, whether its length was said before or not', async () => {
  expect((await announced('12345', '5')).status).toBe(413);
  expect((await streamed('12345')).status).toBe(413);
  expect((await app.request('/', { method: 'POST', body: streamOf('12345'), duplex: 'half' })).status).toBe(413);
});

test('a length that is no number is refused', async () => {
  expect((await announced('12345', 'none')).status).toBe(413);
});

test('a request without a body is let through', async () => {
  expect(await (await app.request('/')).text()).toBe('read');
});
