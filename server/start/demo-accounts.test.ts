import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoAccounts, DEMO_ACCOUNTS } from '../database/built-in-accounts.ts';
import { createTestDatabase } from '../testing/database.ts';
import { serveApp } from '../testing/listen.ts';
import { type OpenedServer, openServer } from '../testing/server.ts';

type Headers = Record<string, string>;
type Answer = { status: number; text: string };

const [, ADMIN] = DEMO_ACCOUNTS;

/** How somebody else reaches a server that listens on the loopback address only. */
const FROM_ELSEWHERE: [what: string, headers: Headers][] = [
  ...['parqueo.example', 'abc.ngrok-free.app', 'localhost.evil.test', '127.0.0.1.evil.test', '192.0.2.7'].map(
    (host): [string, Headers] => [`under the name ${host}`, { host }],
  ),
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-host',
    'x-original-forwarded-for',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fly-client-ip',
    'fastly-client-ip',
    'tailscale-user-login',
  ].map((name): [string, Headers] => [`with the header ${name}`, { [name]: '127.0.0.1' }]),
  ['from a page of another host', { origin: 'https://parqueo.example' }],
  ['from a page that another host serves', { referer: 'https://parqueo.example/login' }],
  ['from a page of another site that hides its address', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
];

let port: number;
let keys: OpenedServer['keys'];
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await createDemoAccounts(database.sql);
  const opened = await openServer(database);
  ({ keys } = opened);
  const served = await serveApp(opened.app);
  port = served.port;
  close = async () => {
    await served.close();
    await database.close();
  };
});
afterAll(() => close());

/** Asks over HTTP with a host of one's choice, which fetch does not allow. */
async function ask(path: string, { headers = {}, body }: { headers?: Headers; body?: object } = {}): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const all = { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers };
  const sent = request({ host: '127.0.0.1', port, path, method, headers: all });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

const CREDENTIALS = { email: ADMIN?.email, password: ADMIN?.password };
const signIn = (headers: Headers = {}) => ask('/auth/v1/token?grant_type=password', { body: CREDENTIALS, headers });

test.each(['localhost', '127.0.0.1', '127.8.8.8', '[::1]:8080', 'parqueo.localhost:8080'])(
  'a demo account signs in on this machine under the name %s',
  async (host) => {
    expect((await signIn({ host })).status).toBe(200);
    expect((await ask('/mailbox.json', { headers: { host } })).status).toBe(200);
  },
);

test.each(FROM_ELSEWHERE)('the demo serves nothing %s', async (_, headers) => {
  const paths = ['/', '/config.json', '/mailbox', '/mailbox.json', '/first-admin', '/rest/v1/parking_zones'];
  for (const sent of [signIn(headers), ...paths.map((path) => ask(path, { headers }))]) {
    expect(await sent).toEqual({
      status: 403,
      text: 'This is a demo for the machine it runs on. To serve others, start it with SAMPLES=off and PUBLIC_URL.',
    });
  }
});

test.each<[what: string, headers: Headers]>([
  ['of this machine', { origin: 'http://localhost:5173', referer: 'http://localhost:5173/login' }],
  ['that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
])('a demo account signs in from a page %s', async (_, headers) => {
  expect((await signIn(headers)).status).toBe(200);
});

test('somebody follows a link of another site to the demo', async () => {
  const headers = { referer: 'https://parqueo.example/try-it', 'sec-fetch-mode': 'navigate' };
  expect((await ask('/mailbox', { headers })).status).toBe(200);
});

// `proxy_pass http://127.0.0.1:8080;` and nothing else.
test('the demo serves nothing through nginx before 1.29.7 without any settings', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /mailbox HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.\d 403 /);
});

test('the data client under Node counts without rows as a demo account', async () => {
  const client = createClient(`http://127.0.0.1:${port}`, keys.publishableKey, { auth: { persistSession: false } });
  const { email = '', password = '' } = ADMIN ?? {};
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  const { count, error } = await client.from('profiles').select('*', { head: true, count: 'exact' });
  expect([count, error]).toEqual([2, null]);
});
