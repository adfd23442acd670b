import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureAccount, readFirstAccounts } from '../database/built-in-accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type OpenedServer, openServer } from '../testing/server.ts';
import { describeStart } from './describe-start.ts';

const ACCOUNT = { email: 'Owner@Parqueo.test', password: 'correct-horse-battery' };

let database: TestDatabase;
let server: OpenedServer;

/** The link that the start prints. */
let link: URL;

const LIVE = { SAMPLES: 'off', RATE_LIMIT: 'on' };
const describe = async ({ config, keys } = server) => {
  const accounts = await readFirstAccounts(database.sql);
  return describeStart(config, { database: { accounts, isEmbedded: true, dataDir: '/data' }, keys });
};

beforeEach(async () => {
  database = await createTestDatabase();
  server = await openServer(database, { env: LIVE });
  link = new URL(/http\S+first-admin\?key=\S+/.exec(await describe())?.[0] ?? '');
});
afterEach(() => database.close());

const open = ({ pathname, search }: URL, language = 'en') =>
  server.app.request(`${pathname}${search}`, { headers: { 'accept-language': language } });

async function submit(fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ key: link.searchParams.get('key') ?? '', ...ACCOUNT, ...fields });
  return server.app.request('/first-admin', { method: 'POST', body });
}

const administrators = () => database.sql<{ email: string }[]>`
  select email from auth.users u join public.user_roles r on r.user_id = u.id and r.role = 'admin'
  where email_confirmed_at is not null`;

test('whoever has the link of the start makes the first administrator, who then logs in', async () => {
  const page = await open(link);
  expect([page.status, page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
    200,
    'no-referrer',
    'no-store',
  ]);
  expect(await page.text()).toContain('The first administrator');
  expect(await (await open(link, 'es-DO')).text()).toContain('El primer administrador');
  const made = await submit();
  expect([made.status, made.headers.get('location')]).toEqual([303, '/login']);
  expect(await administrators()).toEqual([{ email: 'owner@parqueo.test' }]);
  const signedIn = await server.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  expect(signedIn.status).toBe(200);
});

test('the link is over, and not printed any more, once there is an administrator', async () => {
  await submit();
  expect((await open(link)).status).toBe(410);
  expect((await submit({ email: 'second@parqueo.test' })).status).toBe(410);
  expect(await administrators()).toHaveLength(1);
  expect(await describe()).not.toContain('first-admin');
});

test('of two people who use the link at once one becomes the administrator', async () => {
  const made = await Promise.all([submit(), submit({ email: 'second@parqueo.test' })]);
  expect(made.map(({ status }) => status).toSorted()).toEqual([303, 410]);
  expect(await administrators()).toHaveLength(1);
});

test.each(['', 'guess'])('the key %j makes no administrator, before and after there is one', async (key) => {
  const guessed = new URL(`/first-admin?key=${key}`, link);
  for (let time = 0; time < 2; time += 1) {
    expect([(await open(guessed)).status, (await submit({ key })).status]).toEqual([404, 404]);
    await submit();
  }
  expect(await administrators()).toEqual([{ email: 'owner@parqueo.test' }]);
});

test.each<[what: string, fields: Record<string, string>, status: number, problem: string]>([
  ['a short password', { password: 'a<b"c' }, 422, 'Password should be at least 8 characters.'],
  ['a common password', { password: 'password123' }, 422, 'Too many people use this password'],
  ['a password of 73 bytes', { password: 'é'.repeat(37) }, 422, 'Password cannot be longer than 72 bytes'],
  ['no address', { email: 'owner' }, 422, 'Enter an email address such as'],
  ['an address that has an account', { email: 'ana@parqueo.test' }, 409, 'This address has an account already.'],
])('the first administrator is not made with %s', async (_, fields, status, problem) => {
  const ana = { email: 'ana@parqueo.test', password: 'her-own-password', fullName: 'Ana', isAdmin: false };
  await ensureAccount(database.sql, ana);
  const response = await submit(fields);
  expect(response.status).toBe(status);
  const page = await response.text();
  expect(page).toContain(problem);
  expect(page).not.toContain(fields.password ?? ACCOUNT.password);
  expect(await administrators()).toEqual([]);
});

test('a form that cannot be read makes no administrator', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const response = await server.app.request('/first-admin', { method: 'POST', headers, body: '--x\r\n' });
  expect([response.status, await administrators()]).toEqual([404, []]);
});

test('tries with the key are limited, and those of strangers do not count', async () => {
  for (let tries = 0; tries < 25; tries += 1) await submit({ key: 'guess' });
  const statuses = [];
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await submit({ email: 'owner' })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
});

test('every server of an installation prints the same link, whose key no log has', async () => {
  const other = await openServer(database, { env: LIVE, keys: server.keys });
  expect(await describe(other)).toContain(link.href);
  await open(link);
  await submit();
  expect(server.written.join('')).toContain('"route":"/first-admin"');
  expect(server.written.join('')).not.toContain(link.searchParams.get('key'));
});

test('the start of a live installation prints the link to its mailbox, and no demo account', async () => {
  const text = await describe();
  expect(text).toMatch(/\/mailbox\?key=[\w-]{43} until SMTP_URL is set/);
  expect(text).not.toContain('parqueo-demo');
});
