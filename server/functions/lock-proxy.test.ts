import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MOVE_MS } from '../../simulators/locks/fleet.ts';
import { type LockSimulator, startLockSimulator } from '../../simulators/locks/start-lock-simulator.ts';
import { forgeToken, type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';
import { startSupabaseFunction } from '../testing/start-supabase-function.ts';

const TOKEN = { endpoint: '/researchapi/getAccessToken', method: 'GET' };

let locks: LocksUnderTest;
let simulator: LockSimulator;
let now: Date;
let admin: string;
let driver: string;

beforeAll(async () => {
  locks = await startLocks({ url: 'http://127.0.0.1:1', appId: 'nobody', secret: 'not-used-yet' });
  admin = await locks.signIn('ada', true);
  driver = await locks.signIn('ana');
});
afterAll(() => locks.close());

beforeEach(async () => {
  // The vendor tells times by the minute: what is looked at twice must not fall on both sides of a full one.
  now = new Date();
  now.setSeconds(0, 0);
  simulator = await startLockSimulator({ appId: 'app-4711', secret: 'a+secret/of%the=vendor', now: () => now });
  locks.use(simulator);
});
afterEach(async () => {
  await simulator.stop();
  expect(locks.written.join('\n')).not.toMatch(/app-4711|a\+secret|a%2Bsecret|of%the/);
});

async function vendorToken(): Promise<string> {
  const { data } = await locks.invoke(TOKEN, admin);
  return (data as { accessToken: string }).accessToken;
}

const control = (did: string, type: number, AccessToken: string) => ({
  endpoint: '/researchapi/carlock/control',
  method: 'POST',
  headers: { AccessToken },
  body: { did, type },
});
const list = (index: number, size: number, AccessToken: string) => ({
  endpoint: '/researchapi/carlock/list',
  method: 'POST',
  headers: { AccessToken, 'Content-Type': 'application/json' },
  body: { index, size },
});

async function findLock(did: string, token: string) {
  const { data } = await locks.invoke(list(1, 50, token), admin);
  return (data as { content: { did: string; locationState: number }[] }).content.find((lock) => lock.did === did);
}

type Record = { isAda: boolean; action: string; subject_table: string; after: { state?: string }; ofCommand: number };
const records = (did: string) => locks.database.sql<Record[]>`
  select actor_id = (select id from auth.users where email = 'ada@parqueo.test') as "isAda", action, subject_table,
    after - 'command' as after, count(*) over (partition by after ->> 'command')::int as "ofCommand"
  from public.audit_log where subject_id = ${did} order by id`;

test('an administrator lowers a lock, and both the command and its answer are on record', async () => {
  const token = await vendorToken();
  expect(await locks.invoke(control('KV-0001', 1, token), admin)).toMatchObject({ status: 200, code: 200 });
  now = new Date(now.getTime() + MOVE_MS);
  expect((await findLock('KV-0001', token))?.locationState).toBe(1);
  const entry = { isAda: true, action: 'lower', subject_table: 'locks', ofCommand: 2 };
  expect(await records('KV-0001')).toEqual([
    { ...entry, after: { type: 1, state: 'sent' } },
    { ...entry, after: { type: 1, state: 'answered', code: 200, msg: 'success' } },
  ]);
});

test('a refusal of the vendor passes with its code and words, and is on record', async () => {
  const answer = await locks.invoke(control('KV-0006', 2, await vendorToken()), admin);
  expect(answer).toEqual({ status: 200, code: 40030, data: null, msg: 'The device is offline' });
  expect((await records('KV-0006')).at(-1)).toMatchObject({
    action: 'raise',
    after: { state: 'answered', code: 40030, msg: 'The device is offline' },
  });
});

test('who is not signed in, a driver, and a suspended driver or administrator command nothing', async () => {
  const suspendedDriver = await locks.signIn('beto');
  const suspendedAdmin = await locks.signIn('eva', true);
  await locks.database.sql`
    update public.profiles set status = 'suspended' where email in ('beto@parqueo.test', 'eva@parqueo.test')`;
  const token = await vendorToken();
  const before = await findLock('KV-0002', token);
  const attempt = (caller?: string) => locks.invoke(control('KV-0002', 1, token), caller);
  expect(await attempt()).toEqual({ status: 401, code: 401, msg: 'Sign in to operate parking locks' });
  for (const caller of [driver, suspendedDriver, suspendedAdmin, locks.keys.secretKey]) {
    expect(await attempt(caller)).toEqual({
      status: 403,
      code: 403,
      msg: 'Only administrators operate parking locks',
    });
  }
  now = new Date(now.getTime() + MOVE_MS);
  expect(await findLock('KV-0002', token)).toEqual(before);
  expect(await records('KV-0002')).toEqual([]);
});

test('an administrator who logged out or lost the role commands nothing with an old token', async () => {
  const loggedOut = await locks.signIn('olga', true);
  await fetch(`${locks.url}/auth/v1/logout`, {
    method: 'POST',
    headers: { apikey: locks.keys.publishableKey, authorization: `Bearer ${loggedOut}` },
  });
  const demoted = await locks.signIn('dora', true);
  await locks.database.sql`
    delete from public.user_roles where user_id = (select id from auth.users where email = 'dora@parqueo.test')`;
  expect((await locks.invoke(TOKEN, loggedOut)).status).toBe(401);
  expect((await locks.invoke(TOKEN, demoted)).status).toBe(403);
});

test('a call that is none of the contract’s is rejected before the vendor hears of it', async () => {
  const foreign = { endpoint: '//evil.example/researchapi/getAccessToken', method: 'GET' };
  const answer = await locks.invoke(foreign, admin);
  expect(answer).toEqual({ status: 400, code: 400, msg: expect.not.stringContaining('evil') });
  const post = (body: string, name = 'lock-proxy') =>
    fetch(`${locks.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: locks.keys.publishableKey, authorization: `Bearer ${admin}` },
      body,
    });
  expect(await (await post('{"endpoint')).json()).toEqual({ code: 400, msg: 'The body is not JSON' });
  expect(await (await post('x'.repeat(20_000))).json()).toEqual({ code: 413, msg: 'The body is too long' });
  expect((await post('{}', 'lock-proxy-2')).status).toBe(404);
  expect((await fetch(`${locks.url}/functions/v1/lock-proxy`, { method: 'POST' })).status).toBe(401);
});

test('an administrator with a second factor is rejected until they have entered a code', async () => {
  const alone = await locks.signIn('iris', true);
  const { sub, session_id } = JSON.parse(Buffer.from(alone.split('.')[1] ?? '', 'base64url').toString());
  await locks.database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${sub}, 'totp', 'verified')`;
  const claims = { sub, session_id, role: 'authenticated', aal: 'aal2' };
  const sure = await forgeToken(locks.keys, claims, Math.floor(Date.now() / 1000) + 60);
  expect(await locks.invoke(TOKEN, alone)).toMatchObject({ status: 403 });
  expect(await locks.invoke(TOKEN, sure)).toMatchObject({ status: 200 });
});

// This server stands in Supabase's place: both speak the same protocols.
test('as Supabase runs it the function obeys administrators alone', async () => {
  const ask = await startSupabaseFunction('lock-proxy', {
    SUPABASE_URL: locks.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: locks.keys.secretKey }),
    LOCK_VENDOR_URL: simulator.url,
    LOCK_VENDOR_APP_ID: simulator.appId,
    LOCK_VENDOR_SECRET: simulator.secret,
  });
  const { body } = await ask({ body: TOKEN, token: admin });
  const lower = control('KV-0003', 1, body.data.accessToken);
  expect(await ask({ body: lower, token: admin })).toMatchObject({ status: 200 });
  expect((await records('KV-0003')).map(({ after }) => after.state)).toEqual(['sent', 'answered']);
  expect((await ask({ body: TOKEN, token: driver })).status).toBe(403);
  for (const token of ['nonsense', locks.keys.publishableKey, undefined]) {
    expect((await ask({ body: TOKEN, token })).status).toBe(401);
  }
});
