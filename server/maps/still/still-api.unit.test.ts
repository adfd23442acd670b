import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createMapsApi } from '../maps-api.ts';

const app = new Hono().route('/maps', createMapsApi({ config: { publicUrl: 'https://parqueo.example' } }));
const FIRST_VIEW = { lat: '18.48', lng: '-69.93', zoom: '13', width: '390', height: '844' };

const request = (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  app.request(`/maps/still.svg?${new URLSearchParams({ ...FIRST_VIEW, ...changes })}`, { headers });

test('a page gets a picture of the size it requests, which any origin may show', async () => {
  const response = await request({}, { origin: 'https://other.example' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="390" height="844"/);
});

test('a browser that has the picture gets 304, one with another picture gets the new one', async () => {
  const first = await request();
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  expect(tag).toMatch(/^"/);
  const second = await request({}, { 'if-none-match': tag });
  expect([second.status, second.headers.get('cross-origin-resource-policy')]).toEqual([304, 'cross-origin']);
  expect((await request({ theme: 'dark' }, { 'if-none-match': tag })).status).toBe(200);
});

test.each([
  ['lat', '-86'],
  ['lat', 'NaN'],
  ['lng', '180.5'],
  ['zoom', '18.01'],
  ['width', '1601'],
  ['width', '10.5'],
  ['height', '0x10'],
  ['theme', 'pink'],
])('the picture rejects %s=%s and says what it takes', async (name, value) => {
  const response = await request({ [name]: value });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: expect.stringMatching(`parameter '${name}' takes `) });
});

test.each([
  { lat: '-85', lng: '180', zoom: '5' },
  { lat: '85', lng: '-180', zoom: '18' },
  { lat: '0', lng: '0', zoom: '5.5', width: '1', height: '1' },
])('a picture of the open sea is empty but for the sea: %o', async (place) => {
  const response = await request(place);
  expect(response.status).toBe(200);
  expect((await response.text()).match(/<use/g)).toBeNull();
});
