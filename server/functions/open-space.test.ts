import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildVendorResponse } from '../../simulators/locks/fleet.ts';
import { createReservation, forgeToken, type LocksUnderTest, startLocks, startVendor } from '../testing/lock-proxy.ts';
import { startSupabaseFunction } from '../testing/start-supabase-function.ts';

const CREDENTIALS = { appId: 'app-4711', secret: 'a+secret/of%the=vendor' };
const VENDOR_TOKEN = 'the-access-token-of-the-vendor';

let first: LocksUnderTest;
let second: LocksUnderTest;
let driver: string;
let did: string;
let reservation: string;

/** A vendor whose locks move at once. A test may hold its commands, or respond to them in its own way. */
let vendor: Awaited<ReturnType<typeof startVendor>>;
let commands: { did: string; type: 1 | 2 }[];
let isDown: boolean;
let respondToCommand: () => Promise<unknown>;

async function readBody(request: IncomingMessage): Promise<{ did: string; type: 1 | 2 }> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (isDown) {
    response.writeHead(503).end('out of order');
  } else if (request.url?.startsWith('/researchapi/getAccessToken')) {
    send(buildVendorResponse('success', { accessToken: VENDOR_TOKEN }));
  } else if (request.url === '/researchapi/carlock/list') {
    const moved = commands.at(-1);
    send(buildVendorResponse('success', { content: [{ did, online: '1', locationState: String(moved?.type ?? 2) }] }));
  } else {
    commands.push(await readBody(request));
    send(await respondToCommand());
  }
}

beforeAll(async () => {
  vendor = await startVendor((request, response) => void respond(request, response));
  first = await startLocks({ url: vendor.url, ...CREDENTIALS });
  second = await startLocks({ url: vendor.url, ...CREDENTIALS }, first);
});
afterAll(async () => {
  await second.close();
  await first.close();
  await vendor.close();
});
beforeEach(async () => {
  commands = [];
  isDown = false;
  respondToCommand = () => Promise.resolve(buildVendorResponse('success'));
  did = `KV-${randomUUID().slice(0, 8)}`;
  driver = await first.signIn(`driver-${randomUUID().slice(0, 8)}`);
  reservation = await createReservation(first.database.sql, { userId: readClaims(driver).sub, did });
});
afterEach(() => {
  const written = [...first.written, ...second.written].join('\n');
  expect(written).not.toMatch(new RegExp(`app-4711|a\\+secret|a%2Bsecret|${VENDOR_TOKEN}`));
});

const readClaims = (token: string): { sub: string; session_id: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const open = (token: string | undefined, changes: object = {}, server = first) =>
  server.invoke({ reservation, action: 'open', key: randomUUID(), ...changes }, token, 'open-space');

const countRows = async () => {
  const [row] = await first.database.sql`select count(*)::int as rows from private.barrier_commands where did = ${did}`;
  return row?.rows;
};

test('a driver lowers the barrier of their space, ends the reservation and raises it again', async () => {
  expect(await open(driver)).toEqual({ status: 200, outcome: 'opened' });
  await first.client(driver).from('reservations').update({ status: 'completed' }).eq('id', reservation).throwOnError();
  expect(await open(driver, { action: 'close' })).toEqual({ status: 200, outcome: 'closed' });
  expect(commands).toEqual([
    { did, type: 1 },
    { did, type: 2 },
  ]);
});

test('a driver whose barrier was down already does not raise it', async () => {
  commands.push({ did, type: 1 });
  expect(await open(driver)).toEqual({ status: 200, outcome: 'opened' });
  await first.client(driver).from('reservations').update({ status: 'completed' }).eq('id', reservation).throwOnError();
  const rejected = { status: 409, outcome: 'rejected', problem: 'barrier-not-opened' };
  expect(await open(driver, { action: 'close' })).toEqual(rejected);
  expect(commands).toHaveLength(2);
});

test('two phones at two servers at the same time give one command, and both read its outcome', async () => {
  const held = Promise.withResolvers<void>();
  respondToCommand = async () => {
    await held.promise;
    return buildVendorResponse('success');
  };
  const both = Promise.all([open(driver, {}, first), open(driver, {}, second)]);
  await expect.poll(countRows).toBe(2);
  held.resolve();
  expect(await both).toEqual([
    { status: 200, outcome: 'opened' },
    { status: 200, outcome: 'opened' },
  ]);
  expect(commands).toHaveLength(1);
});

test('the vendor’s own words are in the audit log and never reach the driver', async () => {
  respondToCommand = async () => ({ code: 40030, msg: `Gateway GW-7 is offline\0 for ${CREDENTIALS.secret}` });
  const outcome = await open(driver);
  expect(outcome).toEqual({ status: 200, outcome: 'rejected', problem: 'barrier-rejected' });
  const rows = await first.database.sql`
    select after -> 'code' as code, after ->> 'msg' as msg, after ->> 'outcome' as outcome from public.audit_log
    where subject_id = ${did} order by id`;
  expect(rows.at(-1)).toEqual({
    code: 40030,
    msg: 'Gateway GW-7 is offline for [hidden]',
    outcome: 'barrier-rejected',
  });
});

test('a vendor who is down is said so, and the driver opens once it is back', async () => {
  isDown = true;
  first.use({ url: `${vendor.url}/`, ...CREDENTIALS });
  expect(await open(driver)).toEqual({ status: 200, outcome: 'rejected', problem: 'barrier-unreachable' });
  isDown = false;
  expect(await open(driver)).toEqual({ status: 200, outcome: 'opened' });
});

test('another driver, an administrator, a visitor and who has logged out move nothing', async () => {
  const rejected = { status: 409, outcome: 'rejected', problem: 'barrier-without-reservation' };
  expect(await open(await first.signIn('beto'))).toEqual(rejected);
  expect(await open(await first.signIn('ada', true))).toEqual(rejected);
  const { sub, session_id } = readClaims(driver);
  const expired = await forgeToken(first.keys, { sub, session_id, role: 'authenticated' }, 1_700_000_000);
  await first.database.sql`delete from auth.sessions where id = ${session_id}`;
  for (const token of [undefined, first.keys.publishableKey, driver, expired]) {
    expect(await open(token)).toMatchObject({ status: 401 });
  }
  expect([commands, await countRows()]).toEqual([[], 0]);
});

test.each<[what: string, body: unknown]>([
  ['another field', { reservation: randomUUID(), action: 'open', key: randomUUID(), did: 'KV-0001' }],
  ['an action that does not exist', { reservation: randomUUID(), action: 'raise', key: randomUUID() }],
  ['no key', { reservation: randomUUID(), action: 'open' }],
  ['nothing', null],
])('a request with %s is 400, and says why', async (_what, body) => {
  expect(await first.invoke(body, driver, 'open-space')).toMatchObject({ status: 400, code: 400 });
  expect(commands).toEqual([]);
});

test('a body that is too long is 413', async () => {
  const body = { reservation: 'x'.repeat(2048), action: 'open', key: randomUUID() };
  expect(await first.invoke(body, driver, 'open-space')).toMatchObject({ status: 413, code: 413 });
});

test('a driver opens the barrier as Supabase runs it, and a repeat at our own server is the same command', async () => {
  await expect(startSupabaseFunction('open-space', {})).rejects.toThrow('LOCK_VENDOR_URL must be set');
  const ask = await startSupabaseFunction('open-space', {
    SUPABASE_URL: first.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: first.keys.secretKey }),
    LOCK_VENDOR_URL: vendor.url,
    LOCK_VENDOR_APP_ID: CREDENTIALS.appId,
    LOCK_VENDOR_SECRET: CREDENTIALS.secret,
  });
  const body = { reservation, action: 'open', key: randomUUID() };
  expect(await ask({ body, token: driver })).toMatchObject({ status: 200, body: { outcome: 'opened' } });
  expect(await open(driver, body)).toEqual({ status: 200, outcome: 'opened' });
  expect(commands).toHaveLength(1);
  expect(await first.database.sql`select was_up from private.barrier_commands where did = ${did}`).toMatchObject([
    { was_up: true },
  ]);
});
