import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { packAnswers } from './pack-answers.ts';

const LONG = { text: 'parking '.repeat(500) };
const app = new Hono().use(packAnswers()).get('*', (c) => c.json(LONG));
const packingOf = async (path: string) =>
  (await app.request(path, { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding');

test('a long answer is compressed for a client that takes it, but for those of the data API, which packs its own', async () => {
  expect(await packingOf('/maps/style.json')).toBe('gzip');
  expect(await packingOf('/rest/v1')).toBe('gzip');
  expect(await packingOf('/rest/v1/parking_zones')).toBeNull();
});
