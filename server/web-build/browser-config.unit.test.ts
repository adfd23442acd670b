import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createBrowserConfig } from '../web-build.ts';

async function configWith(env: Record<string, string>) {
  const app = createBrowserConfig(readConfig(env, '/srv'), { publishableKey: 'publishable' });
  return (await (await app.request('/config.json')).json()) as { maps: object };
}

const mapsWith = async (env: Record<string, string>) => (await configWith(env)).maps;

test('without a Google key the browser is told to use the open map', async () => {
  const maps = await mapsWith({});
  expect(maps).toMatchObject({ provider: 'open' });
  expect(maps).not.toHaveProperty('googleMapsApiKey');
});

test('with a Google key the browser is told to use Google with that key and a map ID, if any', async () => {
  expect(await mapsWith({ GOOGLE_MAPS_API_KEY: 'a-key' })).toMatchObject({
    provider: 'google',
    googleMapsApiKey: 'a-key',
  });
  expect(await mapsWith({ GOOGLE_MAPS_API_KEY: 'a-key', GOOGLE_MAPS_MAP_ID: 'a-map' })).toMatchObject({
    googleMapsMapId: 'a-map',
  });
});

test('the browser is told how drivers reach the operator, and nothing where that is not set', async () => {
  expect(await configWith({})).toMatchObject({ support: {} });
  const env = { SUPPORT_PHONE: '+1 (809) 555-0100', SUPPORT_WHATSAPP: '+18095550101' };
  expect(await configWith(env)).toMatchObject({ support: { phone: '+1 (809) 555-0100', whatsapp: '+18095550101' } });
});
