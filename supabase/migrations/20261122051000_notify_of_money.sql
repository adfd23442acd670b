-- Drivers are told of a payment that came too late, and of money that is given back. These have no reservation_id: what was
-- not sent about a reservation is dropped when it is cancelled, but not what happened to money.

alter table public.notifications
  drop constraint notifications_kind_is_known,
  add constraint notifications_kind_is_known check (kind in (
    'confirmed', 'changed', 'cancelled', 'starts_soon', 'ends_soon', 'operator_reply', 'space_out_of_service',
    'stay_over', 'space_still_used', 'receipt', 'payment_late', 'refund'));

-- Who has just cancelled or changed a stay reads on its screen what comes back: their devices say no more of it.
create or replace function private.add_notification(
  person uuid, kind text, cause text, content jsonb,
  reservation uuid default null, due timestamptz default now(), expires timestamptz default now() + interval '1 day'
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.notifications
    (user_id, kind, channel, subscription_id, reservation_id, cause, content, next_attempt_at, expires_at)
  select $1, $2, target.channel, target.subscription_id, $5, $3, $4, $6, $7
  from (
    select 'mail' as channel, null::uuid as subscription_id
    from public.user_settings s where s.user_id = $1 and s.email_notifications
    union all
    select 'push', d.id
    from public.user_settings s join public.push_subscriptions d on d.user_id = s.user_id
    where s.user_id = $1 and s.push_notifications and $2 <> 'receipt'
      and not ($2 = 'refund' and coalesce(($4 ->> 'by_driver')::boolean, false))
  ) as target
  where private.notifications_allowed(target.channel)
    and (
      select count(*) from public.notifications n
      where n.user_id = $1 and n.created_at > now() - interval '1 hour'
        and n.channel = target.channel and n.subscription_id is not distinct from target.subscription_id
    ) < coalesce((select notifications_per_hour from private.limits), 40)
  on conflict do nothing;
$$;

-- `stay` is null for what is not about one.
create function private.add_money_notification(person uuid, kind text, cause text, content jsonb, reservation uuid)
returns void
language sql
security definer -- definer: nobody who comes through an API writes notifications.
set search_path = ''
as $$
  select private.add_notification(
    person, kind, cause,
    content || jsonb_build_object(
      'stay', (select private.describe_stay(r) from public.reservations r where r.id = reservation)),
    null, now(), now() + interval '7 days');
$$;

create function private.notify_of_late_payment()
returns trigger
language plpgsql
security definer -- definer: nobody who comes through an API writes notifications.
set search_path = ''
as $$
begin
  perform private.add_money_notification(
    new.user_id, 'payment_late', 'payment_late ' || new.id,
    jsonb_build_object(
      'payment_id', new.id, 'amount', new.amount, 'currency', new.currency,
      'goes_back', new.purpose = 'reservation'),
    new.reservation_id);
  return null;
end;
$$;

create trigger payments_notify_of_late_payment
  after update of served on public.payments
  for each row when (new.user_id is not null and not new.served and old.served is distinct from new.served)
  execute function private.notify_of_late_payment();

-- What a stay gives back, when its transaction ends: only then is it clear how much of it goes on to its source.
create function private.notify_of_credit()
returns trigger
language plpgsql
security definer -- definer: nobody who comes through an API writes notifications.
set search_path = ''
as $$
declare
  driver uuid;
  credited numeric;
  sent_on numeric;
begin
  select a.user_id, e.amount into driver, credited
  from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where e.transaction_id = new.id and a.kind = 'wallet';
  if driver is null or credited <= 0 then
    return null;
  end if;
  select coalesce(sum(-e.amount), 0) into sent_on
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where t.reservation_id = new.reservation_id and t.kind = 'refund_requested' and t.posted_in = new.posted_in
    and a.user_id = driver;
  perform private.add_money_notification(
    driver, 'refund', 'refund ' || new.id,
    jsonb_build_object(
      'event', 'given', 'amount', credited, 'sent_on', least(sent_on, credited),
      'currency', (select currency from public.installation_settings),
      'by_driver', driver is not distinct from (select auth.uid())),
    new.reservation_id);
  return null;
end;
$$;

create constraint trigger ledger_transactions_notify_of_credit
  after insert on public.ledger_transactions deferrable initially deferred
  for each row when (new.kind in ('cancellation', 'change', 'stay_refund'))
  execute function private.notify_of_credit();

-- What became of money on its way to a card or PayPal account. A second capture that could not go back waits for the operator.
create function private.notify_of_refund()
returns trigger
language plpgsql
security definer -- definer: nobody who comes through an API writes notifications.
set search_path = ''
as $$
begin
  perform private.add_money_notification(
    p.user_id, 'refund', new.state || ' ' || new.id,
    jsonb_build_object(
      'event', case new.state when 'succeeded' then 'arrived' else 'returned' end,
      'amount', new.amount, 'sent_on', 0, 'currency', p.currency, 'by_driver', false),
    p.reservation_id)
  from public.payments p
  where p.id = new.payment_id and p.user_id is not null and (new.state = 'succeeded' or not new.is_second_capture);
  return null;
end;
$$;

create trigger payment_refunds_notify_of_end
  after update of state on public.payment_refunds
  for each row when (old.finished_at is null and new.finished_at is not null)
  execute function private.notify_of_refund();

revoke all on function private.add_money_notification(uuid, text, text, jsonb, uuid) from public;
revoke all on function private.notify_of_late_payment() from public;
revoke all on function private.notify_of_credit() from public;
revoke all on function private.notify_of_refund() from public;
