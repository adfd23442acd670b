import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const privilegesOf = async (role: string) => {
  const rows = await database.sql<{ name: string; verbs: string }[]>`
    select c.relname as name, string_agg(verb, ' ' order by verb) as verbs
    from pg_class c
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) verb
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and case when verb in ('delete', 'truncate') then has_table_privilege(${role}, c.oid, verb)
        else has_any_column_privilege(${role}, c.oid, verb) end
    group by c.relname order by c.relname`;
  return Object.fromEntries(rows.map(({ name, verbs }) => [name, verbs]));
};

test('every table has row level security and at least one policy', async () => {
  const open = await database.sql`
    select relname from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (not relrowsecurity or not exists (select from pg_policy where polrelid = c.oid))`;
  expect(open).toEqual([]);
});

test('an anonymous visitor reads zones, spaces, taken times and public settings, nothing else', async () => {
  expect(await privilegesOf('anon')).toEqual({
    parking_spaces: 'select',
    parking_zones: 'select',
    public_settings: 'select',
    space_occupancy: 'select',
  });
});

test('a signed-in person has these verbs and no others; policies narrow them further', async () => {
  expect(await privilegesOf('authenticated')).toEqual({
    admin_audit_log: 'select',
    admin_reservations: 'select',
    admin_zones: 'select',
    audit_log: 'select',
    installation_settings: 'select update',
    ledger_accounts: 'select',
    ledger_entries: 'select',
    ledger_transactions: 'select',
    notifications: 'select',
    parking_spaces: 'delete insert select update',
    parking_zones: 'delete insert select update',
    payment_differences: 'select update',
    payment_refunds: 'select',
    payments: 'select',
    profiles: 'insert select update',
    public_settings: 'select',
    push_subscriptions: 'select',
    ratings: 'insert select update',
    proposed_corrections: 'select',
    receipts: 'select',
    reservation_charges: 'select',
    reservations: 'insert select update',
    saved_cards: 'delete select',
    space_locks: 'select',
    space_occupancy: 'select',
    space_reports: 'select update',
    space_status_overrides: 'select',
    user_activity: 'select',
    user_messages: 'insert select update',
    user_roles: 'delete insert select',
    user_settings: 'select update',
    vehicles: 'delete insert select update',
    wallet_corrections: 'select',
    wallet_entries: 'select',
  });
});

test('every function that runs with its owner’s rights fixes its search path', async () => {
  const loose = await database.sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(loose).toEqual([]);
});

test('visitors run only the searches for zones, spaces and ratings, people also what is their own', async () => {
  const runnableBy = async (role: string) => {
    const rows = await database.sql<{ name: string; is_definer: boolean }[]>`
      select proname as name, prosecdef as is_definer from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege(${role}, oid, 'execute')
      order by name`;
    return [...rows];
  };
  const searches = [
    { name: 'find_map_zones', is_definer: false },
    { name: 'find_spaces', is_definer: false },
    { name: 'find_zones', is_definer: false },
  ];
  const ratings = { name: 'zone_ratings', is_definer: true };
  expect(await runnableBy('anon')).toEqual([...searches, ratings]);
  expect(await runnableBy('authenticated')).toEqual([
    { name: 'accounting_accounts', is_definer: true },
    { name: 'accounting_cash', is_definer: true },
    { name: 'accounting_journal', is_definer: true },
    { name: 'accounting_payments', is_definer: true },
    { name: 'accounting_receipts', is_definer: true },
    { name: 'accounting_refunds', is_definer: true },
    { name: 'accounting_totals', is_definer: true },
    { name: 'accounting_wallets', is_definer: true },
    { name: 'add_push_subscription', is_definer: true },
    { name: 'adjust_wallet', is_definer: true },
    { name: 'admin_message_inbox', is_definer: false },
    { name: 'admin_user_summary', is_definer: false },
    { name: 'cancel_reservation', is_definer: true },
    { name: 'change_reservation', is_definer: true },
    { name: 'charged_reservations', is_definer: false },
    { name: 'confirm_payment', is_definer: true },
    { name: 'count_unread_messages', is_definer: false },
    { name: 'decide_correction', is_definer: true },
    { name: 'delete_my_account', is_definer: true },
    { name: 'export_my_data', is_definer: false },
    { name: 'extend_reservation', is_definer: true },
    { name: 'find_drivers', is_definer: true },
    ...searches,
    { name: 'finish_manual_refund', is_definer: true },
    { name: 'import_spaces', is_definer: true },
    { name: 'latest_end', is_definer: false },
    { name: 'list_touched_reservations', is_definer: true },
    { name: 'mark_arrival', is_definer: true },
    { name: 'move_reservation', is_definer: true },
    { name: 'move_targets', is_definer: true },
    { name: 'next_reservation_begins', is_definer: true },
    { name: 'overview_books', is_definer: true },
    { name: 'overview_failed_notices', is_definer: true },
    { name: 'overview_failed_payments', is_definer: true },
    { name: 'overview_hours', is_definer: true },
    { name: 'overview_jobs', is_definer: true },
    { name: 'overview_late_ends', is_definer: true },
    { name: 'overview_months', is_definer: true },
    { name: 'overview_services', is_definer: true },
    { name: 'overview_spaces', is_definer: true },
    { name: 'overview_zones', is_definer: true },
    { name: 'preview_deletion', is_definer: true },
    { name: 'propose_correction', is_definer: true },
    { name: 'refund_reservation', is_definer: true },
    { name: 'refund_top_up', is_definer: true },
    { name: 'release_hold', is_definer: true },
    { name: 'remove_push_subscription', is_definer: true },
    { name: 'reserve_for_driver', is_definer: true },
    { name: 'revenue_by_day', is_definer: true },
    { name: 'search_admin_reservations', is_definer: false },
    { name: 'search_admin_users', is_definer: false },
    { name: 'set_space_status', is_definer: true },
    { name: 'swap_space', is_definer: true },
    { name: 'todays_reservations', is_definer: true },
    { name: 'unmark_arrival', is_definer: true },
    { name: 'win_dispute', is_definer: true },
    ratings,
    { name: 'zone_timeline', is_definer: true },
  ]);
});

test('drivers and administrators read no token of a card, and not which administrator moved money', async () => {
  const columnsOf = async (table: string) => {
    const rows = await database.sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and has_column_privilege('authenticated', attrelid, attnum, 'select')
      order by name`;
    return rows.map(({ name }) => name);
  };
  expect(await columnsOf('saved_cards')).toEqual([
    'brand',
    'created_at',
    'expires',
    'id',
    'last4',
    'provider',
    'user_id',
  ]);
  expect(await columnsOf('ledger_transactions')).toEqual([
    'created_at',
    'id',
    'kind',
    'payment_id',
    'reason',
    'reservation_id',
  ]);
});

test('the service writes money by functions only', async () => {
  const verbs = await privilegesOf('service_role');
  for (const table of [
    'ledger_accounts',
    'ledger_entries',
    'ledger_transactions',
    'payments',
    'payment_refunds',
    'payment_differences',
    'saved_cards',
    'wallet_entries',
    'receipts',
    'reservation_charges',
  ]) {
    expect(verbs[table], table).toBe('select');
  }
});
