import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LockSimulator, startLockSimulator } from '../../simulators/locks/start-lock-simulator.ts';
import { forgeToken, type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';
import { startSupabaseFunction } from '../testing/start-supabase-function.ts';

// The function as Supabase runs it, with this server in Supabase's place: both speak the same protocols.

let locks: LocksUnderTest;
let simulator: LockSimulator;
let serve: (request: Request) => Promise<Response>;

const environment = () => ({
  SUPABASE_URL: locks.url,
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: locks.keys.secretKey }),
  LOCK_VENDOR_URL: simulator.url,
  LOCK_VENDOR_APP_ID: simulator.appId,
  LOCK_VENDOR_SECRET: simulator.secret,
});

beforeAll(async () => {
  simulator = await startLockSimulator();
  locks = await startLocks(simulator);
  serve = await startSupabaseFunction('lock-proxy', environment());
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await simulator.stop();
  await locks.close();
});

async function ask(call: object, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await serve(
    new Request('http://edge.test/lock-proxy', { method: 'POST', headers, body: JSON.stringify(call) }),
  );
  const body = (await answer.json()) as { code: number; data: { accessToken: string } };
  return { status: answer.status, body };
}

const TOKEN = { endpoint: '/researchapi/getAccessToken', method: 'GET' };

test('an administrator commands a lock, and it is on record', async () => {
  const admin = await locks.signIn('ada', true);
  const { body } = await ask(TOKEN, admin);
  const answer = await ask(
    {
      endpoint: '/researchapi/carlock/control',
      method: 'POST',
      headers: { AccessToken: body.data.accessToken },
      body: { did: 'KV-0001', type: 1 },
    },
    admin,
  );
  expect(answer).toMatchObject({ status: 200, body: { code: 200 } });
  const rows = await locks.database.sql`
    select action, after ->> 'state' as state, after -> 'code' as code from public.audit_log
    where subject_id = 'KV-0001' order by id`;
  expect(rows).toEqual([
    { action: 'lower', state: 'sent', code: null },
    { action: 'lower', state: 'answered', code: 200 },
  ]);
});

test('a driver, an ended session, an expired token and nobody are refused', async () => {
  const admin = await locks.signIn('eva', true);
  const { sub, session_id } = JSON.parse(Buffer.from(admin.split('.')[1] ?? '', 'base64url').toString());
  const claims = { sub, session_id, role: 'authenticated' };
  const expired = await forgeToken(locks.keys, claims, Math.floor(Date.now() / 1000) - 60);
  await locks.database.sql`delete from auth.sessions where id = ${session_id}`;
  expect((await ask(TOKEN, await locks.signIn('ana'))).status).toBe(403);
  for (const token of [admin, expired, 'nonsense', locks.keys.publishableKey, undefined]) {
    expect((await ask(TOKEN, token)).status).toBe(401);
  }
});

test('an administrator with a second factor is rejected until they have entered a code', async () => {
  const alone = await locks.signIn('iris', true);
  const { sub, session_id } = JSON.parse(Buffer.from(alone.split('.')[1] ?? '', 'base64url').toString());
  await locks.database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${sub}, 'totp', 'verified')`;
  const claims = { sub, session_id, role: 'authenticated', aal: 'aal2' };
  const sure = await forgeToken(locks.keys, claims, Math.floor(Date.now() / 1000) + 60);
  expect((await ask(TOKEN, alone)).status).toBe(403);
  expect((await ask(TOKEN, sure)).status).toBe(200);
  // The server of one's own, in the place of the function.
  expect(await locks.invoke(TOKEN, alone)).toMatchObject({ status: 403 });
  expect(await locks.invoke(TOKEN, sure)).toMatchObject({ status: 200 });
});

test('a function without its variables does not start, and says which one is missing', async () => {
  const startWithout = (missing: string) =>
    startSupabaseFunction(
      'lock-proxy',
      Object.fromEntries(Object.entries(environment()).filter(([name]) => name !== missing)),
    );
  await expect(startWithout('LOCK_VENDOR_SECRET')).rejects.toThrow('LOCK_VENDOR_SECRET must be set');
  await expect(startWithout('SUPABASE_SECRET_KEYS')).rejects.toThrow('SUPABASE_SERVICE_ROLE_KEY must be set');
});
