import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createSpace, reserve } from '../../supabase/tests/as.ts';
import { generateKeys } from '../keys/generate-keys.ts';
import { type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';
import { createTicketTokens } from './ticket-token.ts';

const VENDOR = { url: 'http://127.0.0.1:1', appId: 'app', secret: 'secret-of-the-vendor' };
const MINUTE = 1 / 60;

let server: LocksUnderTest;
let ana: string;
let attendant: string;

const readSubject = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).sub as string;

beforeAll(async () => {
  server = await startLocks(VENDOR);
  ana = await server.signIn('ana');
  attendant = await server.signIn('attendant', true);
});
afterAll(() => server.close());

const scan = (token: string | undefined, ticket: unknown) => server.invoke({ ticket }, token, 'ticket-arrival');

/** A reservation of Ana's and the address of its ticket; from and to in hours from now. */
async function createTicket({ from = -1, to = 1 } = {}) {
  const { sql } = server.database;
  const { spaceId } = await createSpace(sql);
  const actor: Actor = { role: 'authenticated', id: readSubject(ana), email: 'ana@parqueo.test' };
  const { id } = await reserve(sql, actor, { spaceId, from, to });
  const { address } = await server.invoke({ reservation: id }, ana, 'ticket');
  return { id, address: String(address) };
}

async function change(id: string, column: 'status' | 'end_time', value: unknown) {
  const { sql } = server.database;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.reservations set ${tx({ [column]: value })} where id = ${id}`;
  });
}

async function readArrival(id: string) {
  const [row] = await server.database.sql`select arrived_at from public.reservations where id = ${id}`;
  return row?.arrived_at ?? null;
}

test.each([
  ['during the stay', { from: -1 }, 'valid'],
  ['shortly before its start', { from: 20 * MINUTE }, 'not-yet'],
])('an attendant scans a ticket %s and marks the arrival once', async (_, reservation, verdict) => {
  const { id, address } = await createTicket(reservation);
  const first = await scan(attendant, address);
  expect(first).toMatchObject({ status: 200, verdict, reservation: id, arrival: { is_new: true } });
  expect(first.shown).toMatchObject({ space: 'A-01', zone: 'Naco' });
  const second = await scan(attendant, address);
  const { arrived_at } = first.arrival as { arrived_at: string };
  expect(second).toMatchObject({ verdict, arrival: { arrived_at, is_new: false } });
  expect(await readArrival(id)).toEqual(new Date(arrived_at));
});

test.each([
  ['long before its start', { from: 2, to: 3 }, null, 'not-yet'],
  ['after its driver ended it', {}, 'completed', 'over'],
  ['after it was cancelled', { from: 20 * MINUTE }, 'cancelled', 'cancelled'],
])('a ticket scanned %s marks nothing', async (_, reservation, status, verdict) => {
  const { id, address } = await createTicket(reservation);
  if (status !== null) await change(id, 'status', status);
  expect(await scan(attendant, address)).toMatchObject({ status: 200, verdict, arrival: null });
  expect(await readArrival(id)).toBeNull();
});

test('a ticket from before a change marks nothing and says what holds now', async () => {
  const { id, address } = await createTicket();
  const end = new Date(Date.now() + 5 * 3_600_000);
  await change(id, 'end_time', end);
  expect(await scan(attendant, address)).toMatchObject({
    verdict: 'changed',
    shown: { to: end.getTime() },
    arrival: null,
  });
  expect(await readArrival(id)).toBeNull();
});

test('the ticket of a reservation that is gone is cancelled', async () => {
  const { id, address } = await createTicket();
  await server.database.sql`delete from public.reservations where id = ${id}`;
  expect(await scan(attendant, address)).toMatchObject({ verdict: 'cancelled', arrival: null });
});

test('other codes are no tickets', async () => {
  const { address } = await createTicket();
  const { authSigningKeys } = await generateKeys();
  const foreign = await createTicketTokens({ signingKeys: JSON.parse(authSigningKeys).keys }).sign({
    reservation: readSubject(ana),
    zone: 'Naco',
    space: 'A-01',
    plate: '',
    from: Date.now() - 1000,
    to: Date.now() + 60_000,
  });
  for (const text of [
    '',
    'https://example.com',
    `${address.slice(0, -4)}AAAA`,
    `/ticket/${foreign}`,
    ana,
    '/ticket/',
  ]) {
    expect(await scan(attendant, text)).toMatchObject({ status: 200, verdict: 'forged', shown: null, arrival: null });
  }
});

test('nobody but an administrator scans tickets', async () => {
  const { id, address } = await createTicket();
  expect((await scan(undefined, address)).status).toBe(401);
  expect((await scan(ana, address)).status).toBe(403);
  expect(await readArrival(id)).toBeNull();
});

test('an administrator with a second factor scans tickets in a session that has shown it', async () => {
  const { id, address } = await createTicket();
  const { sql } = server.database;
  const [factor] = await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${readSubject(attendant)}, 'totp', 'verified', now(), now()) returning id`;
  const { status } = await scan(attendant, address);
  await sql`delete from auth.mfa_factors where id = ${factor?.id}`;
  expect([status, await readArrival(id)]).toEqual([403, null]);
});

test.each([[{}], [{ ticket: 1 }], [null], [{ ticket: 'x'.repeat(3000) }], [{ ticket: 'x', scan: '1' }]])(
  'a scan with the body %j is told what is wrong',
  async (body) => {
    const response = await fetch(`${server.url}/functions/v1/ticket-arrival`, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${attendant}` },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, msg: 'The body takes {"ticket": "<the scanned text>", "scan": "<a UUID>"}' },
    ]);
  },
);

test('an attendant beyond the limit is told so', async () => {
  const limited = await startLocks(VENDOR, server, { rateLimit: true });
  const { id, address } = await createTicket();
  await limited.invoke({ ticket: 'x' }, attendant, 'ticket-arrival');
  await server.database.sql`update parqueo_server.rate_limits set hits = 600 where key like 'ticket-scan:%'`;
  expect((await limited.invoke({ ticket: address }, attendant, 'ticket-arrival')).status).toBe(429);
  expect(await readArrival(id)).toBeNull();
  await limited.close();
});
