import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitBody } from './limit-request.ts';

const app = new Hono()
  .use(limitBody(4))
  .get('/', (c) => c.text('read'))
  .post('/', async (c) => c.text(await c.req.text()));

function toStream(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}

/** What a client sends that does not know the length beforehand. */
const streamed = (text: string) =>
  app.request('/', {
    method: 'POST',
    body: toStream(text),
    duplex: 'half',
    headers: { 'transfer-encoding': 'chunked' },
  });
const announced = (text: string, length: string) =>
  app.request('/', { method: 'POST', body: text, headers: { 'content-length': length } });

test('a body of the allowed length is read, with or without a content-length', async () => {
  expect(await (await announced('1234', '4')).text()).toBe('1234');
  expect(await (await streamed('1234')).text()).toBe('1234');
  expect(await (await app.request('/', { method: 'POST', body: toStream('1234'), duplex: 'half' })).text()).toBe(
    '1234',
  );
});

test('a longer body is refused, with or without a content-length', async () => {
  expect((await announced('12345', '5')).status).toBe(413);
  expect((await streamed('12345')).status).toBe(413);
  expect((await app.request('/', { method: 'POST', body: toStream('12345'), duplex: 'half' })).status).toBe(413);
});
