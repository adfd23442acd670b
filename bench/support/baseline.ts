import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { verify } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { openAsCaller } from './as-caller.ts';

// The baseline: a bare Node handler that sends the same responses from SQL written by hand. It checks no token and knows no
// protocol. It is a process of its own, as the product is: DATABASE_URL names its database, and it prints its port. With
// BASELINE_ROLE=caller it also sets the caller, so that the policies apply; otherwise it queries as the owner, without them.

const databaseUrl = process.env.DATABASE_URL ?? '';
const sql = openOwnerPool(databaseUrl, null, { max: 20 });
const asCaller = process.env.BASELINE_ROLE === 'caller' ? openAsCaller(databaseUrl) : null;

const ZONES = `select coalesce(json_agg(z), '[]')::text as body from (
  select id, name, description, location, latitude, longitude, rating, price_per_hour, amenities, lowest_rate, highest_rate,
    json_build_array(json_build_object('count',
      (select count(*) from public.parking_spaces s where s.zone_id = zones.id))) as spaces,
    json_build_array(json_build_object('count',
      (select count(*) from public.parking_spaces s where s.zone_id = zones.id and s.status = 'available'))) as available
  from public.parking_zones zones
  where latitude >= $1::text::float8 and latitude <= $2::text::float8
    and longitude >= $3::text::float8 and longitude <= $4::text::float8 order by id limit 1000) z`;
const AVAILABILITY = `select coalesce(json_agg(o), '[]')::text as body from (
  select start_time from public.space_occupancy
  where parking_space_id = $1::text::uuid and start_time < $2::text::timestamptz and end_time > $3::text::timestamptz
  limit 1) o`;
const PAST = `select coalesce(json_agg(r), '[]')::text as body from (
  select id, parking_space_id, start_time, end_time, total_amount, created_at, status, (
    select row_to_json(s) from (select name, location, zone_name, hourly_rate, (
      select row_to_json(z) from (select location, price_per_hour, latitude, longitude
        from public.parking_zones where id = spaces.zone_id) z) as parking_zones
      from public.parking_spaces spaces where id = reservations.parking_space_id) s) as parking_spaces
  from public.reservations reservations
  where user_id = $1::text::uuid and (end_time < now() or status in ('completed', 'cancelled'))
  order by start_time desc, id desc limit 20) r`;
const BOOK = `insert into public.reservations (id, user_id, parking_space_id, start_time, end_time, total_amount, status)
  select id, user_id, parking_space_id, start_time, end_time, total_amount, status
  from json_to_record($1::text::json) as b (id uuid, user_id uuid, parking_space_id uuid, start_time timestamptz,
    end_time timestamptz, total_amount numeric, status text)
  returning json_build_object('id', id, 'parking_space_id', parking_space_id, 'start_time', start_time,
    'end_time', end_time, 'total_amount', total_amount, 'created_at', created_at)::text as body`;

/** The product hashes few passwords at once on purpose; the baseline must not win by hashing more. */
const limit = pLimit(Math.max(1, Math.min(3, availableParallelism() - 1)));

/** The value of a filter in the address, without its operator. */
const readFilter = (search: URLSearchParams, name: string, nth = 0) =>
  search.getAll(name)[nth]?.replace(/^\w+\./, '') ?? '';

async function run(request: IncomingMessage, query: string, values: string[]): Promise<string> {
  if (asCaller) return asCaller(request, query, values);
  const [row] = await sql.unsafe<{ body: string }[]>(query, values);
  return row?.body ?? '';
}

async function signIn(body: string): Promise<string> {
  const { email, password } = JSON.parse(body) as { email: string; password: string };
  const [user] = await sql<{ id: string; encrypted_password: string }[]>`
    select id, encrypted_password from auth.users where lower(email) = ${email} and not is_sso_user`;
  if (!user || !(await limit(() => verify(password, user.encrypted_password)))) throw new Error('Not signed in');
  const session = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(secret).digest('hex');
  await sql.begin(async (tx) => {
    await tx`insert into auth.sessions (id, user_id) values (${session}, ${user.id})`;
    await tx`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, 'password')`;
    await tx`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}`;
    await tx`insert into auth.refresh_tokens (token, user_id, session_id) values (${digest}, ${user.id}, ${session})`;
  });
  return JSON.stringify({ session, refresh_token: secret, user: user.id });
}

async function createBody(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams: search } = new URL(request.url ?? '/', 'http://baseline');
  if (pathname === '/rest/v1/parking_zones') {
    const south = readFilter(search, 'latitude');
    const north = readFilter(search, 'latitude', 1);
    return run(request, ZONES, [south, north, readFilter(search, 'longitude'), readFilter(search, 'longitude', 1)]);
  }
  if (pathname === '/rest/v1/space_occupancy') {
    return run(
      request,
      AVAILABILITY,
      ['parking_space_id', 'start_time', 'end_time'].map((name) => readFilter(search, name)),
    );
  }
  if (pathname === '/auth/v1/token') return signIn(await text(request));
  if (request.method === 'POST') return run(request, BOOK, [await text(request)]);
  return run(request, PAST, [readFilter(search, 'user_id')]);
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await createBody(request);
  response
    .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json; charset=utf-8' })
    .end(body);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The baseline has no port');
process.stdout.write(`${address.port}\n`);
process.once('SIGTERM', () => process.exit(0));
