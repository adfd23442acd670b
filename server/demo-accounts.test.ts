import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoAccounts, DEMO_ACCOUNTS, findDemoAccounts } from './database/built-in-accounts.ts';
import { createSharedKeys } from './testing/crowd.ts';
import { createTestDatabase } from './testing/database.ts';
import { serveApp } from './testing/listen.ts';
import { type OpenedServer, openServer } from './testing/server.ts';

type Headers = Record<string, string>;
type Answer = { status: number; body: Record<string, unknown> };
type Session = { access_token: string; refresh_token: string };

const [, ADMIN] = DEMO_ACCOUNTS;

/** How somebody else reaches a server that listens on the loopback address only. */
const FROM_ELSEWHERE: [what: string, headers: Headers][] = [
  ...['parqueo.example', 'abc.ngrok-free.app', 'localhost.evil.test', '127.0.0.1.evil.test', '192.0.2.7'].map(
    (host): [string, Headers] => [`under the name ${host}`, { host }],
  ),
  ...[
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded', 'x-real-ip'],
    ...['x-client-ip', 'x-cluster-client-ip', 'x-original-host', 'x-original-forwarded-for', 'true-client-ip'],
    ...['cf-connecting-ip', 'cf-ray', 'cdn-loop', 'fly-client-ip', 'fastly-client-ip', 'tailscale-user-login'],
  ].map((name): [string, Headers] => [`with the header ${name}`, { [name]: '127.0.0.1' }]),
  ['on a connection for one request', { connection: 'close' }],
  ['from a page of another host', { origin: 'https://parqueo.example' }],
  ['from a page that another host serves', { referer: 'https://parqueo.example/login' }],
  ['from a page of another site that hides its address', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
];

let port: number;
/** The same installation where PUBLIC_URL is a public address. */
let publicPort: number;
let keys: OpenedServer['keys'];
let outbox: OpenedServer['outbox'];
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await database.sql`delete from auth.users`;
  await createDemoAccounts(database.sql);
  const { env } = await createSharedKeys();
  const demoAccounts = new Set((await findDemoAccounts(database.sql)).map(({ id }) => id));
  const own = await openServer(database, { env, demoAccounts });
  ({ keys, outbox } = own);
  const published = await openServer(database, {
    env: { ...env, PUBLIC_URL: 'https://parqueo.example' },
    demoAccounts,
  });
  const servers = [await serveApp(own.app), await serveApp(published.app)];
  [port = 0, publicPort = 0] = servers.map((one) => one.port);
  close = async () => {
    for (const server of servers) await server.close();
    await database.close();
  };
});
afterAll(() => close());

/** Asks over HTTP with a host of one's choice, which fetch does not allow. */
async function ask(
  path: string,
  { headers = {}, body, at = port }: { headers?: Headers; body?: object; at?: number } = {},
): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const all = { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers };
  const sent = request({ host: '127.0.0.1', port: at, path, method, headers: all });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const said = await text(answer);
  return { status: answer.statusCode ?? 0, body: said.startsWith('{') ? JSON.parse(said) : { text: said } };
}

const CREDENTIALS = { email: ADMIN?.email, password: ADMIN?.password };
const signIn = (headers: Headers = {}) => ask('/auth/v1/token?grant_type=password', { body: CREDENTIALS, headers });
const refresh = (refresh_token: string, headers: Headers = {}) =>
  ask('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token }, headers });

async function session(): Promise<Session> {
  const { status, body } = await signIn();
  expect(status).toBe(200);
  return body as Session;
}

test.each(['localhost', '127.0.0.1', '[::1]:8080'])(
  'a demo account signs in, is renewed and works on this machine under the name %s',
  async (host) => {
    const { status, body } = await signIn({ host });
    expect(status).toBe(200);
    const { access_token, refresh_token } = body as Session;
    const headers = { host, authorization: `Bearer ${access_token}` };
    expect((await ask('/rest/v1/profiles?select=email', { headers })).status).toBe(200);
    expect((await ask('/auth/v1/user', { headers })).status).toBe(200);
    expect((await refresh(refresh_token, { host })).status).toBe(200);
  },
);

test.each(FROM_ELSEWHERE)('a demo account and the mailbox open to nobody %s', async (_, headers) => {
  const { access_token, refresh_token } = await session();
  expect(await signIn(headers)).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  expect(await refresh(refresh_token, headers)).toMatchObject({
    status: 400,
    body: { error_code: 'refresh_token_not_found' },
  });
  // It was rejected, not used up.
  expect((await refresh(refresh_token)).status).toBe(200);
  const withToken = { ...headers, authorization: `Bearer ${access_token}` };
  for (const path of ['/rest/v1/profiles?select=email', '/functions/v1/lock-proxy']) {
    expect((await ask(path, { headers: withToken })).status).toBe(401);
  }
  expect(await ask('/auth/v1/user', { headers: withToken })).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt' },
  });
  for (const path of ['/mailbox', '/mailbox.json']) expect((await ask(path, { headers })).status).toBe(404);
});

test.each<[what: string, headers: Headers]>([
  ['of this machine', { origin: 'http://localhost:5173', referer: 'http://localhost:5173/login' }],
  ['that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
])('a demo account signs in from a page %s', async (_, headers) => {
  expect((await signIn(headers)).status).toBe(200);
});

// `proxy_pass http://127.0.0.1:8080;` and nothing else.
test('nginx without any settings opens neither demo account nor mailbox', async () => {
  const forward = (head: string, body = '') => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\napikey: ${keys.publishableKey}\r\n`);
    socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return text(socket);
  };
  expect(await forward('GET /mailbox')).toMatch(/^HTTP\/1\.\d 404 /);
  const body = JSON.stringify(CREDENTIALS);
  expect(await forward('POST /auth/v1/token?grant_type=password', body)).toMatch(/^HTTP\/1\.\d 400 /);
});

// As nginx forwards by default: from this machine, under its own name, and without a header that says so.
test('with a public address a request that looks local opens neither demo account nor mailbox', async () => {
  const { access_token, refresh_token } = await session();
  const at = publicPort;
  const post = (path: string, body: object) => ask(path, { at, body });
  expect(await post('/auth/v1/token?grant_type=password', CREDENTIALS)).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials' },
  });
  expect(await post('/auth/v1/token?grant_type=refresh_token', { refresh_token })).toMatchObject({ status: 400 });
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await ask('/rest/v1/profiles?select=email', { at, headers })).status).toBe(401);
  for (const path of ['/mailbox', '/mailbox.json']) expect((await ask(path, { at })).status).not.toBe(200);
  expect((await refresh(refresh_token)).status).toBe(200);
});

test('an account with a password of its own works from everywhere', async () => {
  const headers = { host: 'parqueo.example', 'x-forwarded-for': '203.0.113.9' };
  const email = 'ana@parqueo.test';
  await ask('/auth/v1/signup', { headers, body: { email, password: 'correct-horse-battery' } });
  await outbox.whenIdle();
  const { body } = await ask('/mailbox.json');
  const link = JSON.stringify(body).match(/verify\?token=[\w-]+&type=signup/)?.[0];
  expect((await ask(`/auth/v1/${link}`, { headers })).status).toBe(303);
  const signedIn = await ask('/auth/v1/token?grant_type=password', {
    headers,
    body: { email, password: 'correct-horse-battery' },
  });
  expect(signedIn.status).toBe(200);
});
