import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LocksUnderTest, startLocks, startVendor } from '../testing/lock-proxy.ts';

const SECRET = 'a+secret/of%the=vendor';
const CREDENTIALS = { appId: 'app-4711', secret: SECRET };
const TOKEN = { endpoint: '/researchapi/getAccessToken', method: 'GET' };
const LIST = {
  endpoint: '/researchapi/carlock/list',
  method: 'POST',
  headers: { accesstoken: 'vendor-token', Authorization: 'Bearer x', Cookie: 'a=b', 'X-Forwarded-For': '203.0.113.5' },
  body: { index: 1, size: 10, appid: 'mine' },
};
const RAISE = {
  endpoint: '/researchapi/carlock/control',
  method: 'POST',
  headers: { AccessToken: 'vendor-token' },
  body: { did: 'KV-0001', type: 2 },
};

let locks: LocksUnderTest;
let admin: string;
let vendor: Awaited<ReturnType<typeof startVendor>>;

beforeAll(async () => {
  locks = await startLocks({ url: 'http://127.0.0.1:1', ...CREDENTIALS });
  admin = await locks.signIn('ada', true);
});
afterAll(() => locks.close());
afterEach(async () => {
  await vendor.close();
  const written = locks.written.join('\n');
  expect(written).not.toMatch(/app-4711(?!0)|a\+secret|a%2Bsecret|YStzZWNyZXQ/i);
  expect(written).toContain('lock-proxy');
});

/** Puts a vendor in place that answers every call like this. */
async function vendorAnswers(answer: (request: IncomingMessage, response: ServerResponse) => void, timeoutMs = 10_000) {
  vendor = await startVendor(answer);
  locks.use({ url: vendor.url, ...CREDENTIALS, timeoutMs });
}

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const lastRecord = async () => {
  const [row] = await locks.database.sql`select after from public.audit_log order by id desc limit 1`;
  return row?.after;
};

test('the vendor gets our credentials, and of the client only the token and the checked body', async () => {
  const bodies: string[] = [];
  await vendorAnswers((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => json({ code: 200 })(request, response));
  });
  await locks.invoke(TOKEN, admin);
  await locks.invoke(LIST, admin);
  const [token, list] = vendor.requests;
  expect(token?.method).toBe('GET');
  expect(new URL(token?.url ?? '', vendor.url).searchParams.get('secret')).toBe(SECRET);
  expect(list).toMatchObject({ method: 'POST', url: '/researchapi/carlock/list' });
  expect(list?.headers).toMatchObject({ accesstoken: 'vendor-token', 'content-type': 'application/json' });
  for (const name of ['authorization', 'cookie', 'x-forwarded-for', 'apikey'])
    expect(list?.headers).not.toHaveProperty(name);
  expect(bodies).toEqual(['{"index":1,"size":10}']);
});

test('a vendor under a path is called under that path', async () => {
  await vendorAnswers(json({ code: 200 }));
  locks.use({ url: `${vendor.url}/gateway/`, ...CREDENTIALS });
  await locks.invoke(LIST, admin);
  expect(vendor.requests.map(({ url }) => url)).toEqual(['/gateway/researchapi/carlock/list']);
});

test('a vendor who does not answer in time is 504, and the command stays on record', async () => {
  await vendorAnswers(() => undefined, 50);
  const answer = await locks.invoke(RAISE, admin);
  expect(answer).toEqual({ status: 504, code: 504, msg: 'The lock vendor did not answer in time' });
  expect(await lastRecord()).toMatchObject({ state: 'answered', code: 504 });
});

test('a vendor who starts to answer and never ends is 504', async () => {
  await vendorAnswers((_request, response) => response.writeHead(200).write('{"code":'), 200);
  expect((await locks.invoke(LIST, admin)).status).toBe(504);
});

test('a vendor who is not there is 502, and the command stays on record', async () => {
  await vendorAnswers(json({}));
  await vendor.close();
  const answer = await locks.invoke(RAISE, admin);
  expect(answer).toEqual({ status: 502, code: 502, msg: 'The lock vendor cannot be reached' });
  expect(await lastRecord()).toMatchObject({ state: 'answered', code: 502 });
  await vendorAnswers(json({}));
});

test('a vendor who points elsewhere is not followed', async () => {
  const elsewhere = await startVendor(json({ code: 200 }));
  await vendorAnswers((_request, response) => response.writeHead(307, { location: `${elsewhere.url}/steal` }).end());
  expect((await locks.invoke(TOKEN, admin)).status).toBe(502);
  expect((await locks.invoke(RAISE, admin)).status).toBe(502);
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});

test('a vendor who repeats our credentials is not repeated, in no form and not on record', async () => {
  await vendorAnswers((request, response) => {
    const echo = [SECRET, encodeURIComponent(SECRET), btoa(SECRET), request.url, 'appid app-4711'];
    json({ code: 40002, msg: `bad ${SECRET}`, data: { echo, [SECRET]: 1, 'app-47110': 'reservations' } }, 403)(
      request,
      response,
    );
  });
  const answer = await locks.invoke(TOKEN, admin);
  expect(answer).toMatchObject({
    status: 200,
    code: 40002,
    msg: 'bad [hidden]',
    data: { 'app-47110': 'reservations' },
  });
  await locks.invoke(RAISE, admin);
  expect(await lastRecord()).toMatchObject({ code: 40002, msg: 'bad [hidden]' });
});

test('what a vendor says with zero bytes in it is on record', async () => {
  await vendorAnswers(json({ code: 4001, msg: 'low\0 battery' }));
  expect((await locks.invoke(RAISE, admin)).code).toBe(4001);
  expect(await lastRecord()).toMatchObject({ state: 'answered', code: 4001, msg: 'low battery' });
});

test('a command that cannot be recorded is not sent', async () => {
  await vendorAnswers(json({ code: 200 }));
  const { sql } = locks.database;
  await sql`alter function public.record_lock_command rename to record_lock_command_elsewhere`;
  const answer = await locks.invoke(RAISE, admin);
  await sql`alter function public.record_lock_command_elsewhere rename to record_lock_command`;
  expect(answer).toEqual({ status: 503, code: 503, msg: 'The command could not be recorded and was not sent' });
  expect(vendor.requests).toEqual([]);
});
