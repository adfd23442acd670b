import fc, { type Arbitrary } from 'fast-check';
import { type FuzzRequest, query, requests, wildObject, wildPart, wildText, wildValue } from './wild.ts';

const VALUES = {
  id: fc.uuid(),
  text: wildText,
  any: wildValue,
  number: fc.integer(),
  flag: fc.boolean(),
  date: fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
  amount: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1, 1e300, 0.001)),
  state: fc.constantFrom('available', 'active', 'cancelled', 'completed', 'admin', 'user', 'x'),
};
type Fields = Record<string, Arbitrary<unknown>>;

/** Fields with values that fit, from the kinds of values and the names of each. */
const fieldsOf = (text: string): Fields =>
  Object.fromEntries(
    [...text.matchAll(/(\w+):(\S+)/g)].flatMap(([, kind = '', names = '']) =>
      names.split(',').map((name) => [name, VALUES[kind as keyof typeof VALUES]]),
    ),
  );

/** What can be asked for, with its columns or arguments. */
const TABLES: Record<string, Fields> = Object.fromEntries(
  `parking_zones id:id text:name,location amount:price_per_hour,latitude,longitude any:amenities
  parking_spaces id:id,zone_id text:name,kavass_device_id amount:hourly_rate state:status
  reservations id:id,user_id,parking_space_id date:start_time,end_time amount:total_amount state:status
  profiles id:user_id text:full_name,phone,status number:rating
  user_roles id:user_id state:role
  user_messages id:id,user_id,reservation_id text:message,sender_type flag:read_status,needs_reply date:seen_until
  user_activity id:id,user_id text:activity_type any:activity_data
  audit_log number:id id:actor_id text:action any:after
  space_occupancy id:parking_space_id date:start_time,end_time
  admin_reservations id:id text:driver_name
  admin_users id:user_id state:role text:email
  rpc/search_admin_reservations text:words
  rpc/search_admin_users text:words
  rpc/admin_user_summary
  rpc/admin_message_inbox
  rpc/count_unread_messages
  rpc/record_lock_command id:actor,command text:did number:type
  rpc/is_acting_admin id:person
  rpc/no_such_function any:a
  no_such_table number:id`
    .split(/\n\s+/)
    .map((line) => [line.split(' ')[0] ?? '', fieldsOf(line)]),
);
const OPERATORS = 'eq neq gt lt like ilike match in is cs cd ov fts not.eq any'.split(' ');
const SELECTS = [
  '*',
  'id',
  'id,name',
  'parking_spaces(*)',
  'parking_zones(id,parking_spaces(id))',
  'id::text',
  'count()',
  'a:id',
  '...parking_zones(name)',
  'amenities->0',
  'amenities->>x',
  'id,id,id',
  '*,*',
  'reservations!inner(id)',
  '(',
  `${'parking_spaces(parking_zones('.repeat(4)}id${'))'.repeat(4)}`,
  Array.from({ length: 9 }, (_, nth) => `a${nth}:parking_spaces(id)`).join(','),
  `${'x'.repeat(14_500)}:id`,
  `parking_spaces(${Array.from({ length: 60 }, (_, nth) => `c${nth}:name`).join(',')})`,
];

const aimed = fc.oneof(
  fc.uuid().map((id) => `eq.${id}`),
  fc.constantFrom('eq.1', 'is.null', 'not.is.null', 'neq.x', 'gte.2026-01-01', 'in.(active,x)', 'ilike.*a*', 'cs.{a}'),
);
const filter = fc
  .tuple(
    fc.constantFrom(...OPERATORS),
    fc.oneof(wildPart, fc.constantFrom('(1,2)', '{1,2}', 'null', '%5B', '*a*', '\\')),
  )
  .map((parts) => parts.join('.'));
/** The data API: every table, view and function, with filters and rows of any kind. */
const rest = requests(
  fc
    .tuple(fc.constantFrom(...Object.keys(TABLES)), fc.constantFrom('GET', 'GET', 'POST', 'PATCH', 'DELETE', 'HEAD'))
    .map(([table, method]) => {
      const columns = TABLES[table] ?? {};
      const row = wildObject(columns);
      const word = fc.constantFrom(...SELECTS, 'name.desc.nullslast', '(id.eq.1,name.is.null)', '-1', '1', '1');
      const names = [...Object.keys(columns), ...'select order limit offset or and on_conflict columns'.split(' ')];
      return {
        method: table.startsWith('rpc/') && method !== 'GET' ? 'POST' : method,
        path: fc.constant(`/rest/v1/${table}`),
        query: query(names, fc.oneof(aimed, filter, word), method === 'GET' ? 2 : 1),
        body: fc.oneof(row, row, fc.array(row, { maxLength: 3 })),
      };
    }),
);

const AUTH_ENDPOINTS = `
  POST signup, POST token, POST token, POST token, GET user, PUT user, PUT user, GET verify, POST verify, POST recover,
  POST resend, POST otp, GET reauthenticate, POST factors, GET settings, POST factors/x/verify, DELETE factors/x,
  POST factors/00000000-0000-4000-8000-000000000000/challenge, GET authorize, GET callback, POST callback, POST sso,
  GET health, GET admin/users, PUT admin/users/x, POST admin/users, POST admin/generate_link, POST invite, POST magiclink,
  GET .well-known/jwks.json, GET user/identities/authorize, GET nowhere, DELETE user/identities/x,
  DELETE user/identities/00000000-0000-4000-8000-000000000000`
  .trim()
  .split(/,\s+/);
const authQuery = query(
  ['grant_type', 'grant_type', 'redirect_to', 'token', 'type', 'scope', 'provider', 'code', 'state', 'apikey', 'error'],
  fc.constantFrom('password', 'refresh_token', 'pkce', 'id_token', 'signup', 'recovery', 'global', 'google', 'x'),
);
const authBody = wildObject({
  ...fieldsOf(
    'flag:link_identity,create_user id:challenge_id text:refresh_token,auth_code,code_verifier,code_challenge',
  ),
  ...fieldsOf('text:token_hash,friendly_name,nonce,id_token,access_token,issuer,client_id'),
  email: fc.constantFrom('driver@fuzz.test', 'admin@fuzz.test', 'new@fuzz.test', 'NEW@fuzz.test', 'a@b'),
  password: fc.constantFrom('correct-horse-battery', 'x'.repeat(100), ''),
  phone: fc.constant('+18095550100'),
  data: fc.dictionary(wildText, wildValue, { maxKeys: 2 }),
  code_challenge_method: fc.constantFrom('s256', 'plain', 'x'),
  token: fc.constantFrom('123456', ''),
  type: fc.constantFrom('signup', 'recovery', 'email', 'email_change', 'magiclink'),
  factor_type: fc.constantFrom('totp', 'phone', 'webauthn'),
  code: fc.constantFrom('123456', 'abc'),
  provider: fc.constantFrom('google', 'apple', 'x'),
});
/** Requests to existing and missing endpoints of the authentication service. */
const auth = requests(
  fc.constantFrom(...AUTH_ENDPOINTS).map((endpoint) => {
    const [method = '', path] = endpoint.split(' ');
    return { method, path: fc.constant(`/auth/v1/${path}`), query: authQuery, body: authBody };
  }),
);

const lockProxy = {
  method: 'POST',
  path: fc
    .constantFrom('lock-proxy', 'lock-proxy', 'lock-proxy', 'lock-proxy', 'other')
    .map((path) => `/functions/v1/${path}`),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    endpoint: fc.constantFrom(
      '/researchapi/getAccessToken',
      '/researchapi/carlock/list',
      '/researchapi/carlock/control',
    ),
    method: fc.constantFrom('GET', 'POST'),
    headers: fc.dictionary(fc.constantFrom('AccessToken', 'accesstoken', 'host'), wildText, { maxKeys: 2 }),
    body: fc.oneof(
      wildObject({ index: fc.integer(), size: fc.integer({ min: -1, max: 101 }) }),
      wildObject({ did: wildText, type: fc.integer({ min: 0, max: 3 }) }),
    ),
  }),
};

const openSpace = {
  method: 'POST',
  path: fc.constant('/functions/v1/open-space'),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    reservation: fc.oneof(fc.uuid(), wildText),
    action: fc.constantFrom('open', 'close', 'explode'),
    key: fc.oneof(fc.uuid(), wildText),
  }),
};

/** The lock proxy, and the drivers' commands to barriers. */
const functions = requests(fc.constantFrom(lockProxy, openSpace));

const number = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }).map(String),
  fc.constantFrom('-69.93', '18.48', 'NaN', '1e999', '', '-0', '0x10'),
);
const pair = fc.tuple(number, number).map((parts) => parts.join(','));
const MAP_PATHS =
  'api api/ reverse style.json tiles/1/13/2504/3670.mvt tiles/1/99/-1/3670.mvt still.svg tiles/..%2f'.split(' ');
const OPTIONS =
  'q lat lon lng zoom width height theme limit bbox layer lang radius overview steps radiuses bearings hints';
const pixels = fc.integer({ min: -1, max: 1700 });
/** A picture, most often of a size and place that it takes; what follows is part of an unused parameter. */
const still = fc
  .tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    number,
    fc.double({ min: 4, max: 19, noNaN: true }),
    pixels,
    pixels,
  )
  .map(([lat, lng, ...rest]) => {
    const [zoom, width, height] = rest;
    return `still.svg?lat=${lat.toFixed(4)}&lng=${lng}&zoom=${zoom.toFixed(2)}&width=${width}&height=${height}&x=`;
  });
const anyMap = {
  method: 'GET',
  path: fc
    .oneof(
      fc.constantFrom(...MAP_PATHS),
      still,
      fc
        .tuple(
          fc.constantFrom('route', 'nearest', 'table', 'match', 'x'),
          fc.constantFrom('driving', 'foot', 'x'),
          fc.oneof(
            fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join(';')),
            wildPart,
            wildPart.map((part) => `polyline(${part})`),
            fc.constant('-69.93,18.48;'.repeat(200)),
          ),
        )
        .map(([service, profile, coordinates]) => `${service}/v1/${profile}/${coordinates}`),
    )
    .map((path) => `/maps/${path}`),
  query: query(
    OPTIONS.split(' '),
    fc.oneof(number, pair, fc.constantFrom('true', 'full', 'de', 'naco', '1,2,3,4', 'unlimited;0', '0,361;', 'house')),
  ),
  body: wildValue,
};
/** Search, reverse search, routes and map data. */
const maps = requests(fc.constant(anyMap));

const BASE = '/functions/v1/payments';

const id = fc.oneof({ weight: 4, arbitrary: fc.uuid() }, wildText);

const start = {
  method: 'POST',
  path: fc.constant(BASE),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    id,
    purpose: fc.constantFrom('top_up', 'reservation', 'extension', 'change', 'exit', 'gift'),
    method: fc.constantFrom('card', 'paypal', 'wallet'),
    reservation: id,
    amount: fc.oneof(fc.integer(), fc.double(), wildText),
    end: fc.oneof(fc.date({ noInvalidDate: true }).map(String), fc.constant('0000-01-01T00:00:00Z'), wildText),
    saveCard: fc.boolean(),
    card: id,
    language: fc.constantFrom('en', 'es', 'fr'),
  }),
};

const SIGNED = [
  'OrderNumber',
  'Amount',
  'AuthorizationCode',
  'DateTime',
  'ResponseCode',
  'IsoCode',
  'ResponseMessage',
  'ErrorDescription',
  'RRN',
  'AuthHash',
  'DataVaultToken',
  'CardNumber',
  'token',
  'payment',
];

const comeBack = {
  method: 'GET',
  path: fc
    .tuple(fc.constantFrom('azul', 'paypal'), fc.constantFrom('approved', 'declined', 'cancelled', 'webhook', 'x'))
    .map((parts) => `${BASE}/${parts.join('/')}`),
  query: fc
    .tuple(fc.uuid(), query(SIGNED, wildPart, 8))
    .map(([payment, rest]) => `?payment=${payment}&${rest.slice(1)}`),
  body: fc.constant(null),
};

const webhook = {
  method: 'POST',
  path: fc.constant(`${BASE}/paypal/webhook`),
  query: query(['x'], wildPart, 1),
  body: wildObject({ id: wildText, event_type: wildText, resource: wildObject({ id: wildText, custom_id: id }) }),
};

const others = {
  method: 'POST',
  path: fc.oneof(
    fc.constantFrom(`${BASE}/work`, `${BASE}/methods`, `${BASE}/`),
    wildPart.map((part) => `${BASE}/${part}/check`),
  ),
  query: query(['x'], wildPart, 1),
  body: wildObject({}),
};

/** Payments that are started, browsers that come back, webhooks, and the rest of the function. */
const payments = requests(fc.constantFrom(start, start, comeBack, comeBack, webhook, others));

const PATHS =
  `/ /intro /map /admin /assets/x.js /assets/..%2f..%2fpackage.json /..%2f..%2fetc%2fpasswd /config.json /healthz
  /readyz /metrics /mailbox /mailbox.json /first-admin /manifest.en.webmanifest /sw.js /rest/v1 /auth/v1 /functions/v1 /maps /__proto__
  /constructor /%00 // /favicon.ico`.split(/\s+/);
const page = {
  method: 'GET',
  path: fc.constantFrom(...PATHS),
  query: query(['redirect_to', 'code', 'error', 'to', '__proto__', 'toString'], wildPart, 3),
  body: wildValue,
};
/** The web app, its configuration, the mailbox, and what watches the server. */
const pages = requests(fc.constant(page));

/** Requests of all kinds, well-formed and not, to each of the server's interfaces. */
export const REQUESTS = { rest, auth, functions, maps, pages, payments } as const satisfies Record<
  string,
  Arbitrary<FuzzRequest>
>;
export type FuzzApi = keyof typeof REQUESTS;
