import { CompactSign, importJWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createSpace, reserve } from '../../supabase/tests/as.ts';
import { forgeToken, type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';
import { createTicketTokens } from './ticket.ts';

const VENDOR = { url: 'http://127.0.0.1:1', appId: 'app', secret: 'secret-of-the-vendor' };

const MINUTE = 1 / 60;

let server: LocksUnderTest;
let ana: string;
let beto: string;
let attendant: string;
let anaId: string;

const actor = (): Actor => ({ role: 'authenticated', id: anaId, email: 'ana@parqueo.test' });
const readSubject = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).sub as string;

beforeAll(async () => {
  server = await startLocks(VENDOR);
  ana = await server.signIn('ana');
  beto = await server.signIn('beto');
  attendant = await server.signIn('attendant', true);
  anaId = readSubject(ana);
});
afterAll(() => server.close());

const requestTicket = (token: string | null, body: unknown) =>
  fetch(`${server.url}/functions/v1/ticket`, {
    method: 'POST',
    headers: {
      apikey: server.keys.publishableKey,
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

/** A reservation of Ana's with a plate, and the path of its ticket. */
async function createTicket({ from = -1, to = 1 } = {}) {
  const { sql } = server.database;
  const { spaceId } = await createSpace(sql);
  const { id } = await reserve(sql, actor(), { spaceId, from, to });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.reservations set vehicle_plate = 'A123456', vehicle_name = 'Ana’s car' where id = ${id}`;
  });
  const response = await requestTicket(ana, { reservation: id });
  expect(response.status).toBe(200);
  const { address } = (await response.json()) as { address: string };
  return { id, address, path: new URL(address).pathname };
}

async function open(path: string, { language = 'en', of = server } = {}) {
  const response = await fetch(`${of.url}${path}`, { headers: { 'accept-language': language } });
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const titleOf = (page: string) => /<title>(.*?)</.exec(page)?.[1];

async function change(id: string, column: 'status' | 'end_time' | 'is_open', value: unknown) {
  const { sql } = server.database;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.reservations set ${tx({ [column]: value })} where id = ${id}`;
  });
}

test('an attendant reads zone, space, plate and times of a ticket, and no name', async () => {
  const { path } = await createTicket();
  const { status, page, headers } = await open(path);
  expect([status, titleOf(page)]).toEqual([200, 'Valid ticket']);
  for (const text of ['A123456', 'A-01', 'Naco', 'This vehicle may park here now.']) expect(page).toContain(text);
  expect(page).not.toMatch(/ana|could not check/i);
  expect(page).not.toContain('<script');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('a suspended driver shows the ticket of what was paid, until an administrator cancels it', async () => {
  const { id } = await createTicket();
  const setStatus = (status: string) => server.database.sql`
    update public.profiles set status = ${status} where user_id = ${anaId}`;
  await setStatus('suspended');
  expect((await requestTicket(ana, { reservation: id })).status).toBe(200);
  await change(id, 'status', 'cancelled');
  expect((await requestTicket(ana, { reservation: id })).status).not.toBe(200);
  await setStatus('active');
});

test('a ticket of an open stay has no end, however its time moves on, until the car has left', async () => {
  const { id } = await createTicket();
  await change(id, 'is_open', true);
  const { address } = (await (await requestTicket(ana, { reservation: id })).json()) as { address: string };
  const { pathname } = new URL(address);
  for (const hours of [20, 40]) {
    await change(id, 'end_time', new Date(Date.now() + hours * 3_600_000));
    const { page } = await open(pathname, { language: 'es' });
    expect(page).toContain('Abierta: se paga a la salida');
    expect(titleOf(page)).toBe('Ticket válido');
  }
  await change(id, 'status', 'completed');
  expect(titleOf((await open(pathname)).page)).toBe('Over');
});

test.each([
  ['before its start', { from: 1, to: 2 }, null, 'Not valid yet'],
  ['after its driver ended it', {}, 'completed', 'Over'],
  ['after it expired', {}, 'expired', 'Over'],
  ['after it was cancelled', { from: 1, to: 2 }, 'cancelled', 'Cancelled'],
])('a ticket %s says so', async (_, reservation, status, title) => {
  const { id, path } = await createTicket(reservation);
  if (status !== null) await change(id, 'status', status);
  expect(titleOf((await open(path)).page)).toBe(title);
});

test('a ticket of a reservation that was changed says what holds now', async () => {
  const { id, path } = await createTicket();
  await change(id, 'end_time', new Date(Date.now() + 5 * 3_600_000));
  expect(titleOf((await open(path)).page)).toBe('Changed');
});

test('a ticket says what its signature proves while the database does not respond', async () => {
  const { path } = await createTicket();
  const { sql } = server.database;
  await sql`alter function public.state_of_ticket(uuid) rename to state_elsewhere`;
  const { page } = await open(path);
  await sql`alter function public.state_elsewhere(uuid) rename to state_of_ticket`;
  expect(titleOf(page)).toBe('Valid ticket');
  expect(page).toContain('The server could not check the present state.');
  expect(page).toContain('A123456');
});

test('a cancelled ticket beyond the limit of a network is not checked, and never reads as valid', async () => {
  const limited = await startLocks(VENDOR, server, { rateLimit: true });
  const { id, path } = await createTicket();
  expect(titleOf((await open(path, { of: limited })).page)).toBe('Valid ticket');
  await change(id, 'status', 'cancelled');
  const { sql } = server.database;
  await sql`update parqueo_server.rate_limits set hits = 600 where key like 'ticket-check:%'`;
  const { status, page, headers } = await open(path, { language: 'es', of: limited });
  expect([status, titleOf(page)]).toEqual([429, 'Intenta de nuevo']);
  expect(page).not.toMatch(/válido|A123456|Naco|firma/);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(titleOf((await open('/ticket/x', { of: limited })).page)).toBe('Not a ticket');
  await sql`update parqueo_server.rate_limits set window_ends_at = now() where key like 'ticket-check:%'`;
  expect(titleOf((await open(path, { of: limited })).page)).toBe('Cancelled');
  await limited.close();
});

test('an administrator hands out tickets; no driver gets that of another, and nobody one of a reservation that is over', async () => {
  const { id } = await createTicket();
  expect((await requestTicket(beto, { reservation: id })).status).toBe(404);
  expect((await requestTicket(null, { reservation: id })).status).toBe(401);
  const handedOut = await requestTicket(attendant, { reservation: id });
  const { address } = (await handedOut.json()) as { address: string };
  expect((await open(new URL(address).pathname)).page).toMatch(/<svg.*A123456|A123456.*<svg/s);
  await change(id, 'status', 'completed');
  expect((await requestTicket(attendant, { reservation: id })).status).toBe(404);
  expect((await requestTicket(ana, { reservation: id })).status).toBe(404);
});

test('a ticket is no session, and a session is no ticket', async () => {
  const { path } = await createTicket();
  const ticket = path.slice('/ticket/'.length);
  expect((await requestTicket(ticket, { reservation: anaId })).status).toBe(401);
  const user = await fetch(`${server.url}/auth/v1/user`, {
    headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${ticket}` },
  });
  expect(user.ok).toBe(false);
  expect(titleOf((await open(`/ticket/${ana}`)).page)).toBe('Not a ticket');
});

test('a forged ticket is told from a real one without a look at the database', async () => {
  const { path } = await createTicket();
  const [header = '', payload = '', signature = ''] = path.slice('/ticket/'.length).split('.');
  const values = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const swapped = btoa(JSON.stringify(values.with(3, 'X1')));
  const [key] = server.keys.signingKeys;
  const other = await new CompactSign(new TextEncoder().encode('[]'))
    .setProtectedHeader({ alg: 'ES256', typ: 'parqueo-ticket', kid: key.kid })
    .sign(await importJWK(key, 'ES256'));
  const none = `${btoa('{"alg":"none","typ":"parqueo-ticket"}')}.${payload}.`;
  const forged = [
    `${header}.${swapped.replaceAll('=', '')}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    await forgeToken(server.keys, { jti: anaId }, Date.now()),
    other,
    none,
    'x',
    'a'.repeat(5000),
    '%00',
  ];
  const { sql } = server.database;
  await sql`alter function public.state_of_ticket(uuid) rename to state_elsewhere`;
  for (const token of forged) {
    const { status, page } = await open(`/ticket/${token}`);
    expect([status, titleOf(page)]).toEqual([404, 'Not a ticket']);
    expect(page).not.toContain('A123456');
  }
  await sql`alter function public.state_elsewhere(uuid) rename to state_of_ticket`;
});

test('a name with markup stays text on the page', async () => {
  const token = await createTicketTokens(server.keys).sign({
    reservation: anaId,
    zone: '<script>alert(1)</script>',
    space: '"><img src=x>',
    plate: '',
    from: Date.now() - 1000,
    to: Date.now() + 60_000,
  });
  const { page } = await open(`/ticket/${token}`);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toMatch(/<script|<img/);
});

// The arrival

const scan = (token: string | undefined, ticket: unknown) => server.invoke({ ticket }, token, 'ticket-arrival');

async function readArrival(id: string) {
  const [row] = await server.database.sql`select arrived_at from public.reservations where id = ${id}`;
  return row?.arrived_at ?? null;
}

test.each([
  ['during the reservation', { from: -1 }, 'valid'],
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

test('other codes are no tickets', async () => {
  const { address } = await createTicket();
  for (const text of ['', 'https://example.com', `${address.slice(0, -4)}AAAA`, ana, '/ticket/']) {
    expect(await scan(attendant, text)).toMatchObject({ status: 200, verdict: 'forged', shown: null, arrival: null });
  }
});

test('nobody but an administrator scans tickets', async () => {
  const { id, address } = await createTicket();
  expect((await scan(undefined, address)).status).toBe(401);
  expect((await scan(ana, address)).status).toBe(403);
  expect(await readArrival(id)).toBeNull();
});

test.each([
  ['ticket', { reservation: ['a'] }, 'The body takes {"reservation": "<its id>"}'],
  ['ticket', null, 'The body takes {"reservation": "<its id>"}'],
  [
    'ticket-arrival',
    { ticket: 'x'.repeat(3000) },
    'The body takes {"ticket": "<the scanned text>", "scan": "<a UUID>"}',
  ],
])('a request to %s with the body %j is told what is wrong', async (name, body, msg) => {
  expect(await server.invoke(body, attendant, name)).toEqual({ status: 400, code: 400, msg });
});
