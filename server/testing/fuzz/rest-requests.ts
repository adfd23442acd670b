import fc, { type Arbitrary } from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildObject, wildPart, wildText, wildValue } from './wild.ts';

const date = fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString());
const amount = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1, 1e300, 0.001));
/** The columns of what can be asked for, with values that fit. */
const TABLES: Record<string, Record<string, Arbitrary<unknown>>> = {
  parking_zones: {
    ...{ id: fc.uuid(), name: wildText, location: wildText, price_per_hour: amount },
    ...{ latitude: amount, longitude: amount },
    amenities: fc.array(wildText, { maxLength: 3 }),
  },
  parking_spaces: {
    ...{ id: fc.uuid(), name: wildText, zone_id: fc.uuid(), hourly_rate: amount, kavass_device_id: wildText },
    status: fc.constantFrom('available', 'maintenance', 'x'),
  },
  reservations: {
    ...{ id: fc.uuid(), user_id: fc.uuid(), parking_space_id: fc.uuid(), start_time: date, end_time: date },
    ...{ total_amount: amount, status: fc.constantFrom('active', 'cancelled', 'completed') },
  },
  profiles: { user_id: fc.uuid(), full_name: wildText, phone: wildText, rating: fc.integer(), status: wildText },
  user_roles: { user_id: fc.uuid(), role: fc.constantFrom('admin', 'user', 'x') },
  user_messages: {
    id: fc.uuid(),
    user_id: fc.uuid(),
    message: wildText,
    sender_type: wildText,
    read_status: fc.boolean(),
    needs_reply: fc.boolean(),
    reservation_id: fc.uuid(),
    seen_until: date,
  },
  user_activity: { id: fc.uuid(), user_id: fc.uuid(), activity_type: wildText, activity_data: wildValue },
  audit_log: { id: fc.integer(), actor_id: fc.uuid(), action: wildText, after: wildValue },
  space_occupancy: { parking_space_id: fc.uuid(), start_time: date, end_time: date },
  admin_reservations: { id: fc.uuid(), driver_name: wildText },
  'rpc/search_admin_reservations': { words: wildText },
  'rpc/search_admin_users': { words: wildText },
  'rpc/admin_user_summary': {},
  'rpc/admin_message_inbox': {},
  'rpc/count_unread_messages': {},
  'rpc/record_lock_command': { actor: fc.uuid(), command: fc.uuid(), did: wildText, type: fc.integer() },
  'rpc/run_due_work': {},
  'rpc/may_operate_locks': { person: fc.uuid() },
  'rpc/no_such_function': { a: wildValue },
  no_such_table: { id: fc.integer() },
};
const OPERATORS = 'eq neq gt lt like ilike match in is cs cd ov fts not.eq any'.split(' ');
const SELECTS = [
  ...['*', 'id', 'id,name', 'parking_spaces(*)', 'parking_zones(id,parking_spaces(id))', 'id::text', 'count()', 'a:id'],
  ...['...parking_zones(name)', 'amenities->0', 'amenities->>x', 'id,id,id', '*,*', 'reservations!inner(id)', '('],
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
export const rest = requests(
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
