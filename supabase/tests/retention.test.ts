import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { removeOldData } from '../../server/start/jobs.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { as, createCast, refusalOf, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

afterEach(async () => {
  await sql`truncate private.due_work, public.user_activity, parqueo_server.mailbox, parqueo_server.rate_limits, auth.sessions cascade`;
});

const countOf = async (table: string) => {
  const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int from ${table}`);
  return row?.count;
};

const actLongAgo = (person: string | null, times: number, ago: string) => sql`
  insert into public.user_activity (user_id, activity_type, created_at)
  select ${person}, 'signed_in', now() - ${ago}::interval - make_interval(hours => n) from generate_series(1, ${times}) n`;

test('of activity older than a year each person keeps the newest ten, which the back office shows', async () => {
  await actLongAgo(cast.ana.id, 14, '13 months');
  await actLongAgo(cast.beto.id, 12, '11 months');
  await actLongAgo(cast.beto.id, 5, '2 years');
  expect(await removeOldData(sql)).toBe(4 + 5);
  const left = await sql`
    select user_id, count(*)::int, min(created_at) > now() - interval '13 months 11 hours' as "isNewest"
    from public.user_activity group by user_id`;
  expect(left).toEqual(
    expect.arrayContaining([
      { user_id: cast.ana.id, count: 10, isNewest: true },
      { user_id: cast.beto.id, count: 12, isNewest: true },
    ]),
  );
});

test('sessions nobody used for half a year end, and used refresh tokens go after a month', async () => {
  const open = async (lastUsed: string) => {
    const id = randomUUID();
    await sql`
      insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at)
      values (${id}, ${cast.ana.id}, now() - interval '2 years', now() - interval '2 years', now() - ${lastUsed}::interval)`;
    return id;
  };
  const keep = (session: string, token: string, revoked: boolean, age: string) => sql`
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at)
    values (${token}, ${cast.ana.id}, ${session}, ${revoked}, now() - ${age}::interval)`;
  const used = await open('170 days');
  await keep(await open('190 days'), 'of the forgotten session', false, '190 days');
  await keep(used, 'still good', false, '170 days');
  await keep(used, 'used long ago', true, '31 days');
  await keep(used, 'used lately', true, '29 days');
  await removeOldData(sql);
  expect(await sql`select id from auth.sessions`).toEqual([{ id: used }]);
  const tokens = await sql`select token from auth.refresh_tokens order by token`;
  expect(tokens.map(({ token }) => token)).toEqual(['still good', 'used lately']);
});

test('an account that nobody confirms goes a week after its last mail; others stay', async () => {
  const before = new Date(Date.now() - 8 * 86_400_000);
  const add = async (account: Record<string, unknown> = {}) => {
    const id = randomUUID();
    await sql`insert into auth.users ${sql({ id, email: `${id}@parqueo.test`, confirmation_sent_at: before, ...account })}`;
    return id;
  };
  const gone = [await add(), await add({ recovery_sent_at: before })];
  const kept = [
    await add({ email_confirmed_at: before, raw_app_meta_data: { email_unproven: true } }),
    await add({ invited_at: before }),
    // Created by the operator without a mail.
    await add({ confirmation_sent_at: null }),
    await add({ recovery_sent_at: new Date() }),
    await add({ banned_until: new Date('2100-01-01') }),
    await add(),
  ];
  await sql`update public.profiles set wallet_balance = 10 where user_id = ${kept.at(-1) ?? ''}`;
  expect(await removeOldData(sql)).toBe(gone.length);
  for (const owners of [sql`select id from auth.users`, sql`select user_id as id from public.profiles`]) {
    const left = (await owners).map(({ id }) => String(id));
    expect([...gone, ...kept].filter((id) => left.includes(id))).toEqual(kept);
  }
});

test('links, flows, challenges, counters and mails that no longer work are removed, fresh ones are not', async () => {
  for (const age of ['8 days', '1 minute']) {
    const person = age === '8 days' ? cast.ana.id : cast.beto.id;
    const at = sql`now() - ${age}::interval`;
    await sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at)
      values (${person}, 'recovery_token', ${age}, 'a', ${at})`;
    await sql`insert into auth.flow_state (auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at)
      values (${age}, 's256', 'c', 'email', 'magiclink', ${at})`;
    await sql`insert into parqueo_server.provider_visits (state_hash, browser_hash, provider, nonce, code_verifier, redirect_to, created_at)
      values (${age}, 'b', 'google', 'n', 'v', '/', ${at})`;
    await sql`
      with factor as (insert into auth.mfa_factors (user_id, factor_type) values (${person}, 'totp') returning id)
      insert into auth.mfa_challenges (factor_id, ip_address, created_at) select id, '192.0.2.1', ${at} from factor`;
    await sql`insert into parqueo_server.rate_limits (key, hits, window_ends_at) values (${age}, 1, ${at})`;
    await sql`insert into parqueo_server.mailbox (recipient, subject, text_body, html_body, sent_at) values (${age}, '', '', '', ${at})`;
  }
  expect(await removeOldData(sql)).toBe(6);
  for (const table of ['auth.one_time_tokens', 'auth.flow_state', 'auth.mfa_challenges']) {
    expect(await countOf(table)).toBe(1);
  }
  expect(await sql`select recipient from parqueo_server.mailbox`).toEqual([{ recipient: '1 minute' }]);
  expect(await sql`select key from parqueo_server.rate_limits`).toEqual([{ key: '1 minute' }]);
});

test('the audit log is kept for good unless the operator sets a time, and stays append-only for everybody', async () => {
  await sql`
    insert into public.audit_log (action, subject_table, created_at) values ('old', 'x', now() - interval '5 years'), ('new', 'x', now())`;
  const entries = () => sql`select action from public.audit_log where subject_table = 'x' order by id`;
  await removeOldData(sql);
  expect(await entries()).toHaveLength(2);
  await sql`update private.retention set keep = '24 months' where what = 'audit log'`;
  expect(await removeOldData(sql)).toBe(1);
  expect(await entries()).toEqual([{ action: 'new' }]);
  for (const change of [
    'delete from public.audit_log',
    'truncate public.audit_log',
    `update public.audit_log set action = 'x'`,
  ]) {
    expect(await refusalOf(sql.unsafe(change)), change).toBe('42501');
  }
  for (const actor of [cast.ana, cast.admin, SERVICE]) {
    const attempt = as(sql, actor, async (tx) => {
      await tx`select set_config('parqueo.removes_old', 'yes', true)`;
      await tx`delete from public.audit_log`;
    });
    expect(await refusalOf(attempt)).toBe('42501');
  }
  expect(await entries()).toHaveLength(1);
});

// Several servers on one database: the pool gives each statement, and each transaction, a session of its own.

const runInTurn = async (on: Pick<Sql, 'unsafe'>) => {
  const [row] = await on.unsafe<{ ran: boolean }[]>('select private.run_scheduled_jobs_once() as ran');
  return row?.ran;
};

test('a server that comes while another is at it leaves it alone instead of waiting', async () => {
  await sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    expect(await runInTurn(sql)).toBe(false);
  });
});

test('half a minute later the work is due again', async () => {
  expect(await runInTurn(sql)).toBe(true);
  await sql`update private.due_work set started_at = started_at - interval '29 seconds'`;
  expect(await runInTurn(sql)).toBe(true);
});
