import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createCast, one, withoutRules } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);
beforeEach(async () => {
  // The audit log is never emptied otherwise.
  await withoutRules(sql)`
    truncate private.job_runs, public.payments, public.notifications, public.audit_log, parqueo_server.mail_outbox,
      parqueo_server.mail_sent cascade`;
});

const read = (query: string) => as(sql, cast.admin, (tx) => tx.unsafe(query));
const readService = (name: string) =>
  one(
    read(`
      select error, waiting::int, succeeded_at is not null as has_worked, failed_at is not null as has_failed,
        failed_at > succeeded_at as failed_last
      from public.overview_services() where service = '${name}'`),
  );

type Notice = { channel?: string; state?: string; error?: string | null; minutesAgo?: number; kind?: string };

const addNotice = ({ channel = 'mail', state = 'sent', error = null, minutesAgo = 1, kind = 'confirmed' }: Notice) =>
  sql`
    insert into public.notifications (user_id, kind, channel, cause, content, state, attempts, last_error, finished_at, next_attempt_at)
    values (${cast.ana.id}, ${kind}, ${channel}, ${randomUUID()}, '{}', ${state}, 1, ${error},
      case ${state} when 'pending' then null else now() - make_interval(mins => ${minutesAgo}) end,
      now() - make_interval(mins => ${minutesAgo}) + interval '1 minute')`;

type OldPayment = { method?: string; failure?: string; hoursAgo?: number; person?: Actor };

const addDeclined = ({ method = 'card', failure = 'payment-no-funds', hoursAgo = 1, person = cast.ana }: OldPayment) =>
  sql`
    insert into public.payments (id, user_id, purpose, method, amount, currency, state, failure, language, expires_at, created_at)
    values (${randomUUID()}, ${person.id}, 'top_up', ${method}, 20, 'USD', 'declined', ${failure}, 'en', now(),
      now() - make_interval(hours => ${hoursAgo}))`;

const addLockResponse = (code: number, minutesAgo: number) => sql`
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after, created_at)
  values (${cast.admin.id}, 'lower', 'locks', 'KV-0001', ${sql.json({ state: 'answered', code })},
    now() - make_interval(mins => ${minutesAgo}))`;

const recordRun = (job: string, startedAgo: string, error: string | null = null) => sql`
  select private.record_job_run(${job}, interval '1 minute', now() - ${startedAgo}::interval, now(), ${error})`;

test('an administrator reads the last run of each job, and which of them are late', async () => {
  await recordRun('mail', '4 minutes');
  await recordRun('retention', '6 minutes');
  const jobs = await read('select job, every_seconds, error, is_late from public.overview_jobs()');
  expect(jobs).toEqual([
    { job: 'mail', every_seconds: 60, error: null, is_late: false },
    { job: 'retention', every_seconds: 60, error: null, is_late: true },
  ]);
});

test('a job that fails keeps the time of its last success, and a later success clears the error', async () => {
  const row = () =>
    one(read('select error, succeeded_at is not null as worked, run_ms >= 60000 as slow from public.overview_jobs()'));
  await recordRun('mail', '1 minute', 'ECONNREFUSED');
  expect(await row()).toMatchObject({ error: 'ECONNREFUSED', worked: false, slow: true });
  await recordRun('mail', '1 second');
  expect(await row()).toMatchObject({ error: null, worked: true, slow: false });
  await recordRun('mail', '1 second', '57014');
  expect(await row()).toMatchObject({ error: '57014', worked: true });
});

test('a job of the database is on record when it succeeds and when it fails', async () => {
  const run = (statement: string) => sql`select private.run_job('retention', interval '1 hour', ${statement})`;
  const read = async () => (await sql`select job, error from private.job_runs`)[0];
  await run('select 1');
  expect(await read()).toEqual({ job: 'retention', error: null });
  await run('select 1 / 0');
  expect(await read()).toEqual({ job: 'retention', error: '22012' });
});

test('a card without funds is no failure of its provider, and a provider that is down is one', async () => {
  await addDeclined({ failure: 'payment-no-funds' });
  expect(await readService('azul')).toMatchObject({ has_failed: false });
  await addDeclined({ failure: 'payment-provider-down' });
  expect(await readService('azul')).toMatchObject({ has_failed: true, error: 'payment-provider-down' });
  expect(await readService('paypal')).toMatchObject({ has_failed: false });
});

test('a lock that is offline is no failure of the vendor, and a vendor without a response is one', async () => {
  await addLockResponse(502, 5);
  expect(await readService('locks')).toMatchObject({ has_worked: false, has_failed: true, error: '502' });
  await addLockResponse(40_030, 1);
  expect(await readService('locks')).toMatchObject({ has_worked: true, failed_last: false });
});

test('mail counts what is sent, given up and tried again, for drivers and for accounts', async () => {
  await addNotice({ state: 'failed', error: '550', minutesAgo: 30 });
  await addNotice({ state: 'sent', minutesAgo: 20 });
  expect(await readService('mail')).toMatchObject({ error: '550', waiting: 0, failed_last: false });
  await addNotice({ state: 'pending', error: 'ETIMEDOUT', minutesAgo: 10 });
  expect(await readService('mail')).toMatchObject({ error: 'ETIMEDOUT', waiting: 1, failed_last: true });
  await sql`
    insert into parqueo_server.mail_outbox (sealed_mail, attempts, last_error, next_attempt_at)
    values ('sealed', 1, 'EAUTH', now())`;
  expect(await readService('mail')).toMatchObject({ error: 'EAUTH', waiting: 2, failed_last: true });
  await sql`insert into parqueo_server.mail_sent (sent_at) values (now())`;
  expect(await readService('mail')).toMatchObject({ failed_last: false });
  expect(await readService('push')).toMatchObject({ has_worked: false, has_failed: false });
});

test('an administrator reads the declined payments of a week, and how many have the same reason', async () => {
  await addDeclined({});
  await addDeclined({ hoursAgo: 2, person: cast.beto });
  await addDeclined({ method: 'paypal', failure: 'payment-declined', hoursAgo: 3 });
  await addDeclined({ hoursAgo: 24 * 8 });
  const { email } = cast.ana;
  const rows = await read(
    'select method, failure, user_email, of_reason::int, amount::float from public.overview_failed_payments()',
  );
  const card = { method: 'card', failure: 'payment-no-funds', of_reason: 2, amount: 20 };
  expect(rows).toEqual([
    { ...card, user_email: email },
    { ...card, user_email: cast.beto.email },
    { ...card, method: 'paypal', failure: 'payment-declined', of_reason: 1, user_email: email },
  ]);
});

test('an administrator reads the notifications that were given up in a week, a hundred at most', async () => {
  await addNotice({ state: 'failed', error: '550', minutesAgo: 60 * 24 * 8 });
  await addNotice({ state: 'pending', error: '451' });
  for (let count = 0; count < 101; count += 1) await addNotice({ state: 'failed', error: '550', minutesAgo: 5 });
  await addNotice({ state: 'failed', error: 'expired', channel: 'push', kind: 'receipt', minutesAgo: 2 });
  const rows = await read(
    'select kind, channel, error, user_email, of_reason::int from public.overview_failed_notices()',
  );
  const { email } = cast.ana;
  expect(rows).toHaveLength(100);
  expect(rows[0]).toEqual({ kind: 'receipt', channel: 'push', error: 'expired', user_email: email, of_reason: 1 });
  expect(rows[1]).toEqual({ kind: 'confirmed', channel: 'mail', error: '550', user_email: email, of_reason: 101 });
});
