import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSpace } from '../../supabase/tests/as.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createOpenDataApi } from './open-data-api.ts';
import type { OpenZone } from './open-data-description.ts';

let database: TestDatabase;
/** A server without anything in its cache. */
let api: Hono<AppEnv>;

function openServer() {
  const server = new Hono<AppEnv>().route('/open', createOpenDataApi(database.sql));
  server.onError((_error, c) => c.text('failed', 500));
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`delete from public.parking_zones`;
  api = openServer();
});
afterAll(() => database.close());

async function readZones(server = api) {
  const { zones } = (await (await server.request('/open/zones.json')).json()) as { zones: OpenZone[] };
  return zones;
}

test('anybody reads where zones are, how many spaces are free and what an hour costs', async () => {
  const { zoneId } = await createSpace(database.sql);
  await database.sql`
    insert into public.parking_spaces (name, zone_id, hourly_rate, status) values
      ('A-02', ${zoneId}, 7.5, 'reserved'), ('A-03', ${zoneId}, null, 'maintenance')`;
  const [zone, ...others] = await readZones();
  expect(others).toEqual([]);
  expect(zone).toEqual({
    id: zoneId,
    name: 'Naco',
    address: null,
    latitude: 18.4756,
    longitude: -69.9266,
    spaces: 3,
    free: 1,
    price_from: 5,
    price_to: 7.5,
    currency: 'USD',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('a map of any site shows the zones that have a position', async () => {
  const { zoneId } = await createSpace(database.sql);
  await database.sql`insert into public.parking_zones (name) values ('Nowhere')`;
  const response = await api.request('/open/zones.geojson', { headers: { origin: 'https://city.example' } });
  expect(response.headers.get('content-type')).toBe('application/geo+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const { features } = (await response.json()) as { features: unknown[] };
  expect(features).toEqual([
    {
      type: 'Feature',
      id: zoneId,
      geometry: { type: 'Point', coordinates: [-69.9266, 18.4756] },
      properties: expect.objectContaining({ id: zoneId, name: 'Naco', spaces: 1, free: 1 }),
    },
  ]);
});

test('a response may be 30 seconds old, for the server and for caches on the way', async () => {
  await createSpace(database.sql);
  const first = await api.request('/open/zones.json');
  expect(first.headers.get('cache-control')).toBe('public, max-age=30');
  await database.sql`update public.parking_zones set name = 'Piantini'`;
  expect((await readZones()).map(({ name }) => name)).toEqual(['Naco']);
  expect((await readZones(openServer())).map(({ name }) => name)).toEqual(['Piantini']);
  const ifNoneMatch = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
  expect((await api.request('/open/zones.json', ifNoneMatch)).status).toBe(304);
});

test('a failed reading is not kept', async () => {
  await createSpace(database.sql);
  await database.sql`alter view public.open_zones rename to hidden_zones`;
  expect((await api.request('/open/zones.json')).status).toBe(500);
  await database.sql`alter view public.hidden_zones rename to open_zones`;
  expect(await readZones()).toHaveLength(1);
});

test('the description is valid OpenAPI and says what the responses are', async () => {
  await createSpace(database.sql);
  await database.sql`insert into public.parking_zones (name, location) values ('Nowhere', 'Calle 1')`;
  const description = await readJson('/open/openapi.json');
  expect(await new Validator().validate(description)).toMatchObject({ valid: true });
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(description, 'openapi');
  expect(Object.keys(description.paths)).toEqual(['/open/zones.json', '/open/zones.geojson']);
  for (const [path, { get }] of Object.entries(description.paths)) {
    const { content } = get.responses[200];
    const type = (await api.request(path)).headers.get('content-type') ?? '';
    const isAsDescribed = ajv.compile({ $ref: `openapi${content[type]?.schema.$ref}` });
    const body = await readJson(path);
    isAsDescribed(body);
    expect(isAsDescribed.errors).toBeNull();
    // What the description does not name is not sent.
    expect(isAsDescribed({ ...body, owner: 'Ana' })).toBe(false);
  }
});

type Description = {
  paths: Record<string, { get: { responses: { 200: { content: Record<string, { schema: { $ref: string } }> } } } }>;
};

const readJson = async (path: string) => (await (await api.request(path)).json()) as Description;
