-- How the services are that this product depends on, by what came of the last calls: nobody is called to find out.

create index payments_declined on public.payments (provider, created_at) where state = 'declined';
create index payment_refunds_failed on public.payment_refunds (finished_at) where state = 'failed';
create index notifications_by_outcome on public.notifications (channel, state, finished_at)
  where state in ('sent', 'failed');
create index audit_log_of_lock_responses on public.audit_log (created_at desc)
  where subject_table = 'locks' and after ->> 'state' = 'answered';

-- When it was tried last: each attempt puts the next one twice as far away, as in public.claim_notifications.
create function private.find_last_attempt(next_attempt_at timestamptz, attempts integer)
returns timestamptz
language sql
immutable
as $$
  select next_attempt_at - least(interval '1 minute' * power(2, least(greatest(attempts, 1) - 1, 10)), interval '1 hour');
$$;

-- `waiting` is what will be tried again.
create type private.service_state as (
  succeeded_at timestamptz, failed_at timestamptz, error text, waiting bigint
);

create function private.read_payment_state(asked text)
returns private.service_state
language sql
stable
set search_path = ''
as $$
  with failures as (
    (
      select created_at as failed_at, failure as error from public.payments
      where state = 'declined' and provider = asked and failure = 'payment-provider-down'
        and created_at > now() - interval '7 days'
      order by created_at desc limit 1
    )
    union all
    (
      select r.finished_at, r.error from public.payment_refunds r join public.payments p on p.id = r.payment_id
      where r.state = 'failed' and p.provider = asked and r.finished_at > now() - interval '7 days'
      order by r.finished_at desc limit 1
    )
    union all
    (
      select created_at, kind from public.payment_differences
      where provider = asked and kind = 'not-confirmed' and resolved_at is null
      order by created_at desc limit 1
    )
  ), last_failure as (
    select failed_at, error from failures order by failed_at desc limit 1
  )
  select
    (select max(captured_at) from public.payments where provider = asked and captured_at is not null),
    (select failed_at from last_failure),
    (select error from last_failure),
    (
      select count(*) from public.payment_refunds r join public.payments p on p.id = r.payment_id
      where r.next_attempt_at is not null and r.error is not null and p.provider = asked
    ) + (
      select count(*) from public.payments
      where next_check_at < now() - interval '10 minutes' and provider = asked
    );
$$;

-- A code of the vendor's own is a response; the proxy's own codes say that there was none.
create function private.read_lock_state()
returns private.service_state
language sql
stable
set search_path = ''
as $$
  with calls as (
    select created_at, after ->> 'code' as code, coalesce(after ->> 'code', '') in ('502', '503', '504') as has_failed
    from public.audit_log
    where subject_table = 'locks' and after ->> 'state' = 'answered'
    order by created_at desc limit 1000
  )
  select
    (select max(created_at) from calls where not has_failed),
    (select max(created_at) from calls where has_failed),
    (select code from calls where has_failed order by created_at desc limit 1),
    0;
$$;

create function private.read_notification_state(asked text)
returns private.service_state
language sql
stable
set search_path = ''
as $$
  with failures as (
    (
      select finished_at as failed_at, last_error as error from public.notifications
      where channel = asked and state = 'failed' and finished_at > now() - interval '7 days'
      order by finished_at desc limit 1
    )
    union all
    (
      select private.find_last_attempt(next_attempt_at, attempts), last_error from public.notifications
      where channel = asked and state = 'pending' and last_error is not null
      order by 1 desc limit 1
    )
  ), last_failure as (
    select failed_at, error from failures order by failed_at desc limit 1
  )
  select
    (select max(finished_at) from public.notifications where channel = asked and state = 'sent'),
    (select failed_at from last_failure),
    (select error from last_failure),
    (select count(*) from public.notifications where channel = asked and state = 'pending' and last_error is not null);
$$;

-- The mail of accounts, which only this product's own server sends.
create function private.read_outbox_state()
returns private.service_state
language plpgsql
stable
set search_path = ''
as $$
declare
  found private.service_state;
begin
  if to_regclass('parqueo_server.mail_outbox') is null then
    return found;
  end if;
  select
    max(coalesce(o.failed_at, private.find_last_attempt(o.next_attempt_at, o.attempts))),
    (array_agg(o.last_error order by coalesce(o.failed_at, private.find_last_attempt(o.next_attempt_at, o.attempts)) desc))[1],
    count(*) filter (where o.failed_at is null)
  into found.failed_at, found.error, found.waiting
  from parqueo_server.mail_outbox o
  where o.last_error is not null and (o.failed_at is null or o.failed_at > now() - interval '7 days');
  if to_regclass('parqueo_server.mail_sent') is not null then
    select s.sent_at into found.succeeded_at from parqueo_server.mail_sent s;
  end if;
  return found;
end;
$$;

create function public.overview_services()
returns table (
  service text, succeeded_at timestamptz, failed_at timestamptz, error text, waiting bigint
)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  notices private.service_state;
  outbox private.service_state;
begin
  perform private.require_overview_reader();
  return query select 'azul', s.* from private.read_payment_state('azul') s;
  return query select 'paypal', s.* from private.read_payment_state('paypal') s;
  return query select 'locks', s.* from private.read_lock_state() s;
  notices := private.read_notification_state('mail');
  outbox := private.read_outbox_state();
  return query select 'mail', greatest(notices.succeeded_at, outbox.succeeded_at),
    greatest(notices.failed_at, outbox.failed_at),
    case when outbox.failed_at >= notices.failed_at or notices.failed_at is null then outbox.error else notices.error end,
    coalesce(notices.waiting, 0) + coalesce(outbox.waiting, 0);
  return query select 'push', s.* from private.read_notification_state('push') s;
end;
$$;

revoke all on function private.find_last_attempt(timestamptz, integer) from public;
revoke all on function private.read_payment_state(text) from public;
revoke all on function private.read_lock_state() from public;
revoke all on function private.read_notification_state(text) from public;
revoke all on function private.read_outbox_state() from public;
revoke all on function public.overview_services() from public, anon;
grant execute on function public.overview_services() to authenticated;

comment on function public.overview_services() is
  'When each service last did what it was asked and last failed, and what is tried again, for administrators.';
