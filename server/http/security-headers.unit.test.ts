import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { pagePolicy, securityHeaders } from './security-headers.ts';

const OWN = 'https://parqueo.example';

async function policyWith(
  env: Record<string, string>,
  options?: Parameters<typeof pagePolicy>[1],
): Promise<Record<string, string[]>> {
  const config = readConfig({ PUBLIC_URL: OWN, ...env }, '/srv');
  const app = new Hono().use(pagePolicy(config, options)).get('/', (c) => c.text('page'));
  const header = (await app.request('/')).headers.get('content-security-policy') ?? '';
  const directives = header.split(';').map((directive) => directive.trim().split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

test('a page with the built-in maps calls its own server and nobody else', async () => {
  expect((await policyWith({}))['connect-src']).toEqual(["'self'", OWN]);
});

test('a page posts forms to its own server, and to the page of the cards’ provider where there is one', async () => {
  const config = readConfig({ PUBLIC_URL: OWN }, '/srv');
  const app = new Hono()
    .get('/', pagePolicy(config), (c) => c.text('page'))
    .get('/paid', pagePolicy(config, { formOrigins: ['https://pagos.azul.com.do'] }), (c) => c.text('page'));
  const read = async (path: string) => (await app.request(path)).headers.get('content-security-policy');
  expect(await read('/')).toContain("form-action 'self';");
  expect(await read('/paid')).toContain("form-action 'self' https://pagos.azul.com.do;");
});

test('a page with an outside router and search calls these two as well, and nobody else', async () => {
  const policy = await policyWith({
    ROUTER_URL: 'http://127.0.0.1:5000/osrm',
    GEOCODER_URL: 'https://photon.example/geocoder',
  });
  expect(policy['connect-src']).toEqual(["'self'", OWN, 'http://127.0.0.1:5000', 'https://photon.example']);
});

test("without a Google key a page names none of Google's hosts and evaluates nothing", async () => {
  const policy = await policyWith({});
  expect(Object.values(policy).flat().join(' ')).not.toMatch(/google|gstatic|ggpht|unsafe-eval/);
  expect(policy['script-src']).toEqual(["'self'"]);
  expect(policy['frame-src']).toEqual(["'none'"]);
});

test("with a Google key a page may load what Google's maps need, and still no inline script", async () => {
  const policy = await policyWith({ GOOGLE_MAPS_API_KEY: 'a-key' });
  for (const [name, sources] of [
    ['script-src', ["'self'", "'unsafe-eval'", 'blob:', 'https://*.googleapis.com', 'https://*.gstatic.com']],
    ['img-src', ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:']],
    ['connect-src', ['https://*.googleapis.com', 'data:', 'blob:']],
    ['frame-src', ['https://*.google.com']],
    ['worker-src', ['blob:']],
  ] as const) {
    expect(policy[name]).toEqual(expect.arrayContaining([...sources]));
  }
  expect(policy['script-src']).not.toContain("'unsafe-inline'");
});

test('every response forbids framing and sniffing, unless its handler sets the header itself', async () => {
  const app = new Hono()
    .use(securityHeaders({ publicUrl: OWN }))
    .get('/', (c) => c.text('page'))
    .get('/own', (c) => c.text('page', 200, { 'x-frame-options': 'SAMEORIGIN' }))
    .get('/gone', () => {
      throw new Error('gone');
    });
  app.onError((_error, c) => c.text('failed', 500));
  const readHeaders = async (path: string) => {
    const { headers } = await app.request(path);
    return ['x-frame-options', 'x-content-type-options', 'strict-transport-security'].map((name) => headers.get(name));
  };
  expect(await readHeaders('/')).toEqual(['DENY', 'nosniff', 'max-age=15552000']);
  expect(await readHeaders('/own')).toEqual(['SAMEORIGIN', 'nosniff', 'max-age=15552000']);
  expect(await readHeaders('/gone')).toEqual(['DENY', 'nosniff', 'max-age=15552000']);
});

test('over plain http no response demands https', async () => {
  const app = new Hono().use(securityHeaders({ publicUrl: 'http://localhost' })).get('/', (c) => c.text('page'));
  expect((await app.request('/')).headers.get('strict-transport-security')).toBeNull();
});

test('a page may ask for the camera, and for no microphone', async () => {
  const app = new Hono().use(pagePolicy(readConfig({ PUBLIC_URL: OWN }, '/srv'))).get('/', (c) => c.text('page'));
  const permissions = (await app.request('/')).headers.get('permissions-policy');
  expect(permissions).toContain('camera=(self)');
  expect(permissions).toContain('microphone=()');
});
