import { afterAll, beforeAll, expect, test } from 'vitest';
import { introspect, type Schema } from '../../supabase-server/postgrest/plan/schema.ts';
import { type Actor, ANONYMOUS, hoursFromNow } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// What each person may do with each table, view and function, through the server and with their own token. Every write
// that changes a row is undone, as it may change none, so each is tried on the same rows.

let world: HttpWorld;
let schema: Schema;
beforeAll(async () => {
  world = await openHttpWorld();
  schema = await introspect(world.database.sql, 'public');
});
afterAll(() => world.close());

/**
 * One letter for each of a visitor, Ana, Beto, a suspended driver and an administrator:
 * `y` does it, `-` sees or changes no row, `x` is refused, `v` asks a view that nobody can write to, `c` clashes with
 * a row that is there, `b` breaks a rule.
 */
type Outcomes = string;

type Expected = {
  /** What finds the one row that is tried: Ana's, where rows belong to somebody. */
  row: (world: HttpWorld) => string;
  read: Outcomes;
  /** A new row of the person's own, and one in Ana's name. */
  insert: Outcomes;
  insertForAna?: Outcomes;
  body: (world: HttpWorld, owner: string | null) => object;
  update: Outcomes;
  change: object;
  delete: Outcomes;
};

/** The columns that are read of a table; of these two not all. */
const readable = (table: string) =>
  ({
    ledger_transactions: 'id,kind,reason,reservation_id,payment_id,created_at',
    saved_cards: 'id,user_id,provider,brand,last4,expires,created_at',
  })[table] ?? '*';

const ofAna = ({ ana }: HttpWorld) => `user_id=eq.${ana.id}`;
const NOBODY = 'xxxxx';

const TABLES: Record<string, Expected> = {
  admin_audit_log: {
    row: () => 'subject_table=eq.profiles',
    read: 'x---y',
    insert: 'vvvvv',
    body: () => ({ action: 'delete', subject_table: 'profiles' }),
    update: 'vvvvv',
    change: { action: 'nothing' },
    delete: 'vvvvv',
  },
  admin_reservations: {
    row: ({ reservationId }) => `id=eq.${reservationId}`,
    read: 'xy--y',
    insert: 'vvvvv',
    body: (_, owner) => ({ user_id: owner }),
    update: 'vvvvv',
    change: { status: 'cancelled' },
    delete: 'vvvvv',
  },
  admin_zones: {
    row: ({ zoneId }) => `id=eq.${zoneId}`,
    read: 'xyyyy',
    insert: NOBODY,
    body: () => ({ name: 'Piantini' }),
    update: NOBODY,
    change: { price_per_hour: 0 },
    delete: NOBODY,
  },
  audit_log: {
    row: () => 'subject_table=eq.profiles',
    read: 'x---y',
    insert: NOBODY,
    body: (_, owner) => ({ actor_id: owner, action: 'delete', subject_table: 'profiles' }),
    update: NOBODY,
    change: { action: 'nothing' },
    delete: NOBODY,
  },
  installation_settings: {
    row: () => 'id=eq.installation',
    read: 'x---y',
    insert: NOBODY,
    body: () => ({ app_name: 'Another' }),
    update: 'x---y',
    change: { app_name: 'Another' },
    delete: NOBODY,
  },
  ledger_accounts: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ kind: 'wallet', user_id: owner }),
    update: NOBODY,
    change: { user_id: null },
    delete: NOBODY,
  },
  // The only entry of 25 is in Ana's wallet.
  ledger_entries: {
    row: () => 'amount=eq.25',
    read: 'xy--y',
    insert: NOBODY,
    body: () => ({ transaction_id: crypto.randomUUID(), account_id: crypto.randomUUID(), amount: 1 }),
    update: NOBODY,
    change: { amount: 1000 },
    delete: NOBODY,
  },
  ledger_transactions: {
    row: () => `kind=eq.adjustment&select=${readable('ledger_transactions')}`,
    read: 'xy--y',
    insert: NOBODY,
    body: () => ({ key: 'mine', kind: 'adjustment' }),
    update: NOBODY,
    change: { reason: 'Another' },
    delete: NOBODY,
  },
  notifications: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ user_id: owner, kind: 'confirmed', channel: 'mail', cause: 'mine', content: {} }),
    update: NOBODY,
    change: { state: 'sent' },
    delete: NOBODY,
  },
  parking_spaces: {
    row: ({ spaceId }) => `id=eq.${spaceId}`,
    read: 'yyyyy',
    insert: 'xxxxy',
    body: ({ zoneId }) => ({ name: 'B-01', zone_id: zoneId }),
    update: 'x---y',
    change: { hourly_rate: 1 },
    delete: 'x---y',
  },
  parking_zones: {
    row: ({ zoneId }) => `id=eq.${zoneId}`,
    read: 'yyyyy',
    insert: 'xxxxy',
    body: () => ({ name: 'Piantini', latitude: 18.47, longitude: -69.93 }),
    update: 'x---y',
    change: { price_per_hour: 0 },
    delete: 'x---y',
  },
  payment_differences: {
    row: () => 'kind=eq.amount',
    read: 'x---y',
    insert: NOBODY,
    body: () => ({ provider: 'azul', kind: 'amount' }),
    update: 'x---y',
    change: { resolved_at: hoursFromNow(0), resolution: 'Looked into' },
    delete: NOBODY,
  },
  // The only one is for Ana's payment.
  payment_refunds: {
    row: () => 'amount=eq.10',
    read: 'xy--y',
    insert: NOBODY,
    body: () => ({ payment_id: crypto.randomUUID(), amount: 1, capture_reference: 'mine' }),
    update: NOBODY,
    change: { state: 'failed' },
    delete: NOBODY,
  },
  payments: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ id: crypto.randomUUID(), user_id: owner, purpose: 'top_up', method: 'card', amount: 1 }),
    update: NOBODY,
    change: { state: 'captured' },
    delete: NOBODY,
  },
  profiles: {
    row: ofAna,
    read: 'xy--y',
    // Everybody has one; who may insert is told that it is there.
    insert: 'xccxc',
    insertForAna: 'xcxxx',
    body: ({ ana, beto, suspended, admin }, owner) => ({
      user_id: owner,
      email: [ana, beto, suspended, admin].find(({ id }) => id === owner)?.email,
    }),
    update: 'xy--y',
    change: { bio: 'Written by somebody' },
    delete: NOBODY,
  },
  open_zones: {
    row: ({ zoneId }) => `id=eq.${zoneId}`,
    // The server hands it out, unless its operator turns that off.
    read: NOBODY,
    insert: NOBODY,
    body: () => ({ name: 'Piantini' }),
    update: NOBODY,
    change: { name: 'Piantini' },
    delete: NOBODY,
  },
  public_settings: {
    row: () => 'app_name=eq.Parqueo',
    read: 'yyyyy',
    insert: NOBODY,
    body: () => ({ app_name: 'Another' }),
    update: NOBODY,
    change: { app_name: 'Another' },
    delete: NOBODY,
  },
  ratings: {
    row: ofAna,
    read: 'xy--y',
    // Only drivers rate, and only stays of their own. While samples are on no rating is kept.
    insert: 'xbbxb',
    insertForAna: 'xbbxb',
    body: ({ reservationId }, owner) => ({
      user_id: owner,
      reservation_id: reservationId,
      overall: 1,
      cleanness: 1,
      communication: 1,
      accessibility: 1,
    }),
    update: 'xb--x',
    change: { overall: 1 },
    delete: NOBODY,
  },
  push_subscriptions: {
    row: ofAna,
    // Administrators neither: what reaches a device is nobody else's business.
    read: 'xy---',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ user_id: owner, endpoint: 'https://fcm.googleapis.com/fcm/send/x' }),
    update: NOBODY,
    change: { language: 'es' },
    delete: NOBODY,
  },
  receipts: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: ({ reservationId }, owner) => ({ user_id: owner, reservation_id: reservationId, number: 7, amount: 1 }),
    update: NOBODY,
    change: { amount: 1 },
    delete: NOBODY,
  },
  reservation_charges: {
    row: ({ reservationId }) => `reservation_id=eq.${reservationId}`,
    read: 'x---y',
    insert: 'vvvvv',
    body: ({ reservationId }) => ({ reservation_id: reservationId, amount: 1 }),
    update: 'vvvvv',
    change: { amount: 1 },
    delete: 'vvvvv',
  },
  reservations: {
    row: ({ reservationId }) => `id=eq.${reservationId}`,
    read: 'xy--y',
    insert: 'xyyxy',
    insertForAna: 'xyxxx',
    body: ({ spaceId }, owner) => ({
      user_id: owner,
      parking_space_id: spaceId,
      start_time: hoursFromNow(5),
      end_time: hoursFromNow(6),
    }),
    update: 'xy--y',
    change: { status: 'cancelled' },
    delete: NOBODY,
  },
  saved_cards: {
    row: (world) => `${ofAna(world)}&select=${readable('saved_cards')}`,
    // Administrators neither: what a driver pays with is nobody else's business.
    read: 'xy---',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ user_id: owner, token: 'mine', brand: 'Visa', last4: '0000', expires: '203001' }),
    update: NOBODY,
    change: { last4: '0000' },
    delete: 'xy---',
  },
  space_occupancy: {
    row: () => 'status=eq.active',
    read: 'yyyyy',
    insert: NOBODY,
    body: ({ spaceId }) => ({ parking_space_id: spaceId, start_time: hoursFromNow(5), end_time: hoursFromNow(6) }),
    update: NOBODY,
    change: { status: 'cancelled' },
    delete: NOBODY,
  },
  space_reports: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: ({ reservationId, spaceId }, owner) => ({
      id: crypto.randomUUID(),
      user_id: owner,
      reservation_id: reservationId,
      parking_space_id: spaceId,
      occupied_until: hoursFromNow(1),
    }),
    update: 'x---y',
    change: { resolved_at: hoursFromNow(0) },
    delete: NOBODY,
  },
  space_locks: {
    row: () => 'device_id=eq.KV-7',
    read: 'x---y',
    insert: NOBODY,
    body: ({ spaceId }) => ({ id: spaceId, device_id: 'KV-8' }),
    update: NOBODY,
    change: { device_id: 'KV-8' },
    delete: NOBODY,
  },
  space_status_overrides: {
    row: () => 'status=eq.occupied',
    read: 'x---y',
    insert: NOBODY,
    body: ({ spaceId }) => ({ id: spaceId, status: 'occupied' }),
    update: NOBODY,
    change: { reason: 'Another' },
    delete: NOBODY,
  },
  user_activity: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ user_id: owner, activity_type: 'sign_in' }),
    update: NOBODY,
    change: { activity_type: 'nothing' },
    delete: NOBODY,
  },
  user_messages: {
    row: ({ messageId }) => `id=eq.${messageId}`,
    read: 'xy--y',
    // Messages are samples on this installation.
    insert: 'xbbxb',
    insertForAna: 'xbxxx',
    body: (_, owner) => ({ user_id: owner, sender_type: 'user', message: 'Hello' }),
    update: 'xy---',
    change: { read_status: true },
    delete: NOBODY,
  },
  user_roles: {
    // The administrator's: Ana has none. Nobody can take the last one away, the administrator neither.
    row: ({ admin }) => `user_id=eq.${admin.id}`,
    read: 'x---y',
    insert: 'xxxxc',
    insertForAna: 'xxxxy',
    body: (_, owner) => ({ user_id: owner, role: 'admin' }),
    update: NOBODY,
    change: { role: 'admin' },
    delete: 'x---b',
  },
  user_settings: {
    row: ofAna,
    read: 'xy--y',
    insert: NOBODY,
    insertForAna: NOBODY,
    body: (_, owner) => ({ user_id: owner }),
    update: 'xy--y',
    change: { marketing_emails: true },
    delete: NOBODY,
  },
  vehicles: {
    row: ofAna,
    read: 'xy--y',
    // Ana has a vehicle with this plate.
    insert: 'xcyxy',
    insertForAna: 'xcxxx',
    body: (_, owner) => ({ user_id: owner, name: 'Yaris', plate: 'A123456', type: 'hatchback' }),
    update: 'xy---',
    change: { name: 'Renamed by somebody' },
    delete: 'xy---',
  },
  // None is there; wallet-corrections.test.ts says who reads one.
  proposed_corrections: {
    row: ofAna,
    read: 'x----',
    insert: 'vvvvv',
    body: () => ({ amount: 1000 }),
    update: 'vvvvv',
    change: { amount: 1000 },
    delete: 'vvvvv',
  },
  wallet_corrections: {
    row: ofAna,
    read: 'x----',
    insert: NOBODY,
    body: (_, owner) => ({ user_id: owner, amount: 1000, reason: 'Checked', proposed_by: owner }),
    update: NOBODY,
    change: { state: 'approved' },
    delete: NOBODY,
  },
  wallet_entries: {
    row: ofAna,
    read: 'xy--y',
    insert: 'vvvvv',
    insertForAna: 'vvvvv',
    body: (_, owner) => ({ user_id: owner, amount: 1000 }),
    update: 'vvvvv',
    change: { amount: 1000 },
    delete: 'vvvvv',
  },
};

/** Who may call a function; `-` gets no row. Arguments that are not named here are null. */
const FUNCTIONS: Record<string, { arguments?: (world: HttpWorld) => object; call: Outcomes }> = {
  // An administrator says which month.
  accounting_accounts: { call: 'xxxxb' },
  accounting_cash: { call: 'xxxxb' },
  accounting_journal: { call: 'xxxxb' },
  accounting_payments: { call: 'xxxxb' },
  accounting_receipts: { call: 'xxxxb' },
  accounting_refunds: { call: 'xxxxb' },
  accounting_totals: { call: 'xxxxb' },
  accounting_wallets: { call: 'xxxxb' },
  add_push_subscription: {
    arguments: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/new',
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
      language: 'es',
      server_key: 'B'.repeat(87),
    }),
    call: 'xyyxy',
  },
  add_payment_event: { call: NOBODY },
  // An administrator says how much, and why.
  adjust_wallet: { call: 'xxxxb' },
  begin_payment: { call: NOBODY },
  // Finds no reservation without an id.
  cancel_reservation: { call: 'xbbbb' },
  capture_payment: { call: NOBODY },
  // No money moved in these days.
  charged_reservations: {
    arguments: () => ({ first_day: '2026-03-01', last_day: '2026-03-02', words: '' }),
    call: 'x----',
  },
  claim_comparison: { call: NOBODY },
  claim_payment_checks: { call: NOBODY },
  claim_payment_refunds: { call: NOBODY },
  close_payment: { call: NOBODY },
  confirm_payment: { call: 'xxxxb' },
  decide_correction: { call: 'xxxxb' },
  propose_correction: { call: 'xxxxb' },
  find_payment: { call: NOBODY },
  finish_comparison: { call: NOBODY },
  finish_manual_refund: { call: 'xxxxb' },
  finish_payment_refund: { call: NOBODY },
  keep_checking: { call: NOBODY },
  list_captures: { call: NOBODY },
  list_unpaid: { call: NOBODY },
  overview_books: { call: 'xxxx-' },
  overview_failed_notices: { call: 'xxxx-' },
  overview_failed_payments: { call: 'xxxx-' },
  overview_hours: { call: 'xxxxy' },
  overview_jobs: { call: 'xxxx-' },
  overview_months: { call: 'xxxxy' },
  overview_services: { call: 'xxxxy' },
  overview_spaces: { call: 'xxxxy' },
  // An administrator says which days.
  overview_late_ends: { call: 'xxxxb' },
  overview_zones: { call: 'xxxxb' },
  read_payment: { call: NOBODY },
  record_difference: { call: NOBODY },
  record_reversal: { call: NOBODY },
  refund_reservation: { call: 'xxxxb' },
  refund_top_up: { call: 'xxxxb' },
  // An administrator says which days.
  revenue_by_day: { call: 'xxxxb' },
  // Changes nothing that is not held for whoever calls.
  release_hold: { call: 'xyyyy' },
  // An administrator says which spaces, and what they become.
  list_touched_reservations: { call: 'xxxxb' },
  set_space_status: { call: 'xxxxb' },
  win_dispute: { call: 'xxxxb' },
  start_payment: { call: NOBODY },
  // Has nobody for whoever is no administrator.
  admin_message_inbox: { call: 'x----' },
  // Counts whom the caller may see.
  admin_user_summary: { call: 'xyyyy' },
  begin_barrier_command: { call: NOBODY },
  count_unread_messages: { call: 'xyyyy' },
  // These three find no reservation without an id.
  change_reservation: { call: 'xbbxb' },
  extend_reservation: { call: 'xbbxb' },
  swap_space: { call: 'xbbxb' },
  // Nobody is found without words.
  find_drivers: { call: 'xxxx-' },
  reserve_for_driver: { call: 'xxxxb' },
  move_reservation: { call: 'xxxxb' },
  // These two find no reservation without an id.
  mark_arrival: { call: 'xxxxb' },
  unmark_arrival: { call: 'xxxxb' },
  import_spaces: { call: 'xxxxb' },
  claim_notifications: { call: NOBODY },
  // The last administrator stays.
  delete_my_account: { call: 'xyyyb' },
  expire_reservations: { call: NOBODY },
  export_my_data: { call: 'xyyyy' },
  preview_deletion: { call: 'xyyyy' },
  find_map_zones: { arguments: () => ({ west: -180, south: -90, east: 180, north: 90 }), call: 'yyyyy' },
  find_spaces: { call: 'yyyyy' },
  find_zones: { call: 'yyyyy' },
  finish_barrier_command: { call: NOBODY },
  latest_end: { call: 'xyyyy' },
  finish_notification: { call: NOBODY },
  may_operate_locks: { call: NOBODY },
  // Knows nothing of the reservations of others.
  next_reservation_begins: { arguments: ({ reservationId }) => ({ reservation: reservationId }), call: 'xyyyy' },
  read_barrier_command: { call: NOBODY },
  record_lock_command: { call: NOBODY },
  refresh_space_status: { call: NOBODY },
  remove_push_subscription: { call: 'xyyyy' },
  run_due_work: { call: NOBODY },
  search_admin_reservations: { arguments: ({ ana }) => ({ words: ana.email }), call: 'xy--y' },
  search_admin_users: { arguments: ({ ana }) => ({ words: ana.email }), call: 'xy--y' },
  state_of_ticket: { call: NOBODY },
  ticket_of_reservation: { call: NOBODY },
  todays_reservations: { call: 'xxxxy' },
  zone_ratings: { call: '-----' },
  // An administrator says from when, or which period.
  move_targets: { call: 'xxxxb' },
  zone_timeline: { call: 'xxxxb' },
};

const actorsOf = ({ ana, beto, suspended, admin }: HttpWorld): Actor[] => [ANONYMOUS, ana, beto, suspended, admin];

/** How an attempt came out, as a letter; what none stands for is said as it is. */
async function letterOf(answer: Response, actor: Actor): Promise<string> {
  if (answer.ok) return answer.headers.get('content-range')?.endsWith('/0') ? '-' : 'y';
  const { code } = (await answer.json()) as { code: string };
  const isRefusal = code === '42501' && answer.status === (actor.id === null ? 401 : 403);
  if (isRefusal) return 'x';
  return { PGRST124: 'y', '23505': 'c', '23514': 'b', '55000': 'v' }[code] ?? `(${answer.status} ${code})`;
}

async function outcomesOf(path: string, init: (actor: Actor) => RequestInit): Promise<string> {
  const letters: string[] = [];
  for (const actor of actorsOf(world)) {
    const { headers, ...rest } = init(actor);
    const prefer = 'count=exact,handling=strict,max-affected=0';
    letters.push(await letterOf(await world.ask(actor, path, { ...rest, headers: { prefer, ...headers } }), actor));
  }
  return letters.join('');
}

const json = (method: string, body: object) => ({ method, body: JSON.stringify(body) });

test('every table, view and function of the schema has a line here', () => {
  expect([...schema.tables.keys()].toSorted()).toEqual(Object.keys(TABLES).toSorted());
  expect([...schema.functions.keys()].toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
});

test.each(Object.entries(TABLES))('of %s everybody sees and changes what they may', async (name, expected) => {
  const row = `${name}?${expected.row(world)}`;
  const { ana } = world;
  const found = {
    read: await outcomesOf(row, () => ({ method: 'GET' })),
    insert: await outcomesOf(name, (actor) => json('POST', expected.body(world, actor.id))),
    update: await outcomesOf(row, () => json('PATCH', expected.change)),
    delete: await outcomesOf(row, () => ({ method: 'DELETE' })),
    ...(expected.insertForAna
      ? { insertForAna: await outcomesOf(name, () => json('POST', expected.body(world, ana.id))) }
      : {}),
  };
  expect(found).toEqual(
    Object.fromEntries(Object.keys(found).map((verb) => [verb, expected[verb as keyof typeof found]])),
  );
});

test.each(Object.entries(FUNCTIONS))('%s is called by whom it is for', async (name, expected) => {
  const named = schema.functions.get(name)?.flatMap((fn) => fn.arguments.map((one) => [one.name, null])) ?? [];
  const body = { ...Object.fromEntries(named), ...expected.arguments?.(world) };
  expect(await outcomesOf(`rpc/${name}`, () => json('POST', body))).toBe(expected.call);
});

/** Every table with all that can be embedded in it, which is how most of a row could leak. */
function everyRead(): string[] {
  const embedded = schema.foreignKeys.flatMap(({ name, from, to }) => [
    `${from}?select=${readable(from)},${to}!${name}(${readable(to)})`,
    `${to}?select=${readable(to)},${from}!${name}(${readable(from)})`,
  ]);
  const tables = [...schema.tables.keys()];
  return [
    ...tables.map((name) => `${name}?select=${readable(name)}`),
    ...embedded.filter((path) => tables.includes(path.split('?')[0] ?? '')),
  ];
}

test('no read of another driver, a suspended one or a visitor tells anything of Ana', async () => {
  const { ana, beto, suspended, reservationId, messageId } = world;
  const secrets = [ana.id, ana.email, reservationId, messageId, 'For Ana', 'A123456', 'Rated by Ana', '1732'];
  const told = async (actor: Actor) => {
    const answers = await Promise.all(everyRead().map(async (path) => (await world.ask(actor, path)).text()));
    return secrets.filter((secret) => answers.some((text) => text.includes(secret ?? '')));
  };
  expect(await told(beto)).toEqual([]);
  expect(await told(suspended)).toEqual([]);
  expect(await told(ANONYMOUS)).toEqual([]);
  expect(await told(ana)).toEqual(secrets);
});

test('another driver cannot find out about Ana by asking whether a row matches', async () => {
  const { ana, beto, reservationId } = world;
  const guesses = [
    `profiles?email=eq.${ana.email}`,
    `profiles?or=(email.like.Ana*,full_name.eq.Ana)`,
    `reservations?id=eq.${reservationId}`,
    `reservations?select=id,profiles!inner()&profiles.full_name=eq.Ana`,
    `parking_spaces?select=id,reservations!inner()&reservations.user_id=eq.${ana.id}`,
    `admin_reservations?user_name=like.An*`,
  ];
  const found = async (actor: Actor) => {
    const heads = guesses.map((path) => world.ask(actor, path, { method: 'HEAD', headers: { prefer: 'count=exact' } }));
    return (await Promise.all(heads)).map((answer) => answer.headers.get('content-range'));
  };
  expect(await found(beto)).toEqual(guesses.map(() => '*/0'));
  expect(await found(ana)).toEqual(guesses.map(() => '0-0/1'));
});

test('what another driver sends at Ana’s rows changes none of them', async () => {
  const { ana, beto, database } = world;
  const owned = [...schema.tables.values()].filter(({ columns }) => columns.has('user_id'));
  const ofHers = () =>
    Promise.all(
      owned.map(({ name }) => database.sql`select * from public.${database.sql(name)} where user_id = ${ana.id}`),
    );
  const before = JSON.stringify(await ofHers());
  for (const { name } of owned) {
    const row = `${name}?user_id=eq.${ana.id}`;
    await world.ask(beto, row, json('PATCH', TABLES[name]?.change ?? {}));
    await world.ask(beto, row, json('PATCH', { user_id: beto.id }));
    await world.ask(beto, row, { method: 'DELETE' });
    const upsert = { ...json('POST', { user_id: ana.id }), headers: { prefer: 'resolution=merge-duplicates' } };
    await world.ask(beto, `${name}?on_conflict=user_id`, upsert);
  }
  expect(JSON.stringify(await ofHers())).toBe(before);
});
