-- Money that goes back. A stay's price returns to the wallet at once. From there it can go on to the card or PayPal account
-- that it came from, which a worker tells the provider and which takes days.

-- The captured payments of a reservation that can be given back, the latest first.
create function private.find_refundable_payments(reservation uuid)
returns setof public.payments
language sql
stable
set search_path = ''
as $$
  select * from public.payments
  where reservation_id = reservation and state in ('captured', 'partly_refunded') and refunded < amount
  order by captured_at desc;
$$;

-- Sends up to `amount` on from the wallet to where the payments of a reservation came from; says how much.
create function private.refund_to_source(reservation uuid, amount numeric, reason text)
returns numeric
language plpgsql
set search_path = ''
as $$
declare
  payment public.payments;
  left_over numeric := amount;
begin
  for payment in select * from private.find_refundable_payments(reservation) loop
    exit when left_over <= 0;
    select * into payment from public.payments where id = payment.id for update;
    perform private.request_refund(payment, least(left_over, payment.amount - payment.refunded), reason);
    left_over := left_over - least(left_over, payment.amount - payment.refunded);
  end loop;
  return amount - left_over;
end;
$$;

-- Cancels a reservation as an update of its status does. `to_source` sends what is given back on to the card or PayPal
-- account, as far as it came from there.
-- definer: as all that posts.
create function public.cancel_reservation(reservation uuid, to_source boolean default false)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
  balance_before numeric;
  credited numeric;
begin
  -- The response to an earlier try was lost.
  select * into stay from public.reservations r
  where r.id = reservation and r.user_id = (select auth.uid()) and r.status = 'cancelled'
    and private.has_shown_second_factor();
  if found then
    return stay;
  end if;
  stay := private.lock_reservation(reservation);
  select wallet_balance into balance_before from public.profiles where user_id = stay.user_id for no key update;
  update public.reservations set status = 'cancelled' where id = stay.id returning * into stay;
  select wallet_balance - balance_before into credited from public.profiles where user_id = stay.user_id;
  if to_source and credited > 0 then
    perform private.refund_to_source(stay.id, credited, null);
  end if;
  return stay;
end;
$$;

-- An operator gives back all or a part of what was paid for a reservation. A repeat with the same key changes nothing.
create function public.refund_reservation(
  reservation uuid, amount numeric, to_source boolean, reason text, key uuid
)
returns numeric
language plpgsql
security definer -- definer: as all that posts; only for administrators.
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
  credited numeric;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator gives money back' using errcode = 'insufficient_privilege';
  elsif key is null or btrim(coalesce(reason, '')) = '' or length(reason) > 300 then
    perform private.raise_problem('reason-required');
  end if;
  select * into stay from public.reservations where id = reservation;
  if stay.id is null then
    perform private.raise_problem('no-such-reservation');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || coalesce(stay.user_id, stay.id), 0));
  if exists (select from public.ledger_transactions t where t.key = 'stay_refund ' || $5) then
    return 0;
  elsif amount is null or amount <> round(amount, 2) or amount <= 0
    or amount > (select paid from private.paid_for(stay.id))
  then
    raise exception 'refund-over-paid' using errcode = 'check_violation', hint = 'refund-over-paid',
      detail = (select paid from private.paid_for(stay.id))::text;
  end if;
  credited := private.credit_stay(stay, amount, 'stay_refund', btrim(reason), key);
  if to_source and stay.user_id is not null then
    perform private.refund_to_source(stay.id, credited, btrim(reason));
  end if;
  return credited;
end;
$$;

-- An operator corrects a wallet, up or down. A repeat with the same key changes nothing.
create function public.adjust_wallet(person uuid, amount numeric, reason text, key uuid)
returns numeric
language plpgsql
security definer -- definer: as all that posts; only for administrators.
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  wallet uuid;
  balance numeric;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator changes a wallet' using errcode = 'insufficient_privilege';
  elsif key is null or btrim(coalesce(reason, '')) = '' or length(reason) > 300 then
    perform private.raise_problem('reason-required');
  elsif amount is null or amount <> round(amount, 2) or amount = 0 or abs(amount) > 1000000 then
    perform private.raise_problem('amount-out-of-range');
  end if;
  wallet := private.find_wallet(person);
  select wallet_balance into balance from public.profiles where user_id = person;
  if exists (select from public.ledger_transactions t where t.key = 'adjustment ' || $4) then
    return balance;
  elsif balance + amount < 0 then
    raise exception 'wallet-too-low' using
      errcode = 'check_violation', hint = 'wallet-too-low', detail = (-balance - amount)::text;
  end if;
  perform private.post(
    'adjustment ' || key, 'adjustment', array[wallet, private.find_account('adjustments')], array[amount, -amount],
    null, null, btrim(reason));
  return balance + amount;
end;
$$;

-- What the worker sends. A refund is claimed for ten minutes, and tried for ten days.
create function public.claim_payment_refunds(most integer)
returns table (
  id uuid, payment_id uuid, provider text, provider_order text, provider_reference text, amount numeric,
  payment_amount numeric, tax numeric, currency text, captured_at timestamptz, attempts integer, refunded_before boolean
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  due public.payment_refunds;
begin
  for due in
    select * from public.payment_refunds
    where next_attempt_at <= now() order by next_attempt_at limit least(most, 100) for update skip locked
  loop
    update public.payment_refunds r set
      state = 'sent', attempts = r.attempts + 1,
      next_attempt_at = now() + least(interval '10 minutes' * power(2, least(r.attempts, 8)), interval '1 day')
    where r.id = due.id;
    return query
      select due.id, due.payment_id, p.provider, p.provider_order, due.capture_reference, due.amount, p.amount, p.tax,
        p.currency, p.captured_at, due.attempts + 1,
        exists (
          select from public.payment_refunds other
          where other.payment_id = due.payment_id and other.id <> due.id and other.state = 'succeeded'
        )
      from public.payments p where p.id = due.payment_id;
  end loop;
end;
$$;

-- `pending` and `retry` are tried again later; `manual` waits for an operator.
create function public.finish_payment_refund(refund uuid, outcome text, provider_reference text, error text)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  back public.payment_refunds;
  paid public.payments;
  state_after text;
begin
  if $2 is null or $2 not in ('succeeded', 'pending', 'failed', 'manual', 'retry') then
    raise exception 'This is no outcome of a refund' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || p.user_id, 0))
  from public.payments p join public.payment_refunds r on r.payment_id = p.id
  where r.id = refund and p.user_id is not null;
  select p.* into paid from public.payments p
  where p.id = (select r.payment_id from public.payment_refunds r where r.id = refund) for update;
  select * into back from public.payment_refunds r where r.id = refund for update;
  if back.id is null or back.finished_at is not null
    -- One that waits for the operator is not the worker's any more.
    or back.state = 'manual' and $2 not in ('succeeded', 'failed')
  then
    return;
  elsif $2 in ('pending', 'retry') and back.created_at < now() - interval '10 days' then
    outcome := 'manual';
  end if;
  update public.payment_refunds r set
    state = case $2 when 'succeeded' then 'succeeded' when 'failed' then 'failed' when 'manual' then 'manual' else 'sent' end,
    provider_reference = coalesce(left($3, 64), r.provider_reference),
    error = case when $2 = 'succeeded' then null else left($4, 300) end,
    next_attempt_at = case when $2 in ('pending', 'retry') then r.next_attempt_at end,
    finished_at = case when $2 in ('succeeded', 'failed') then now() end
  where r.id = refund;
  if $2 = 'succeeded' then
    perform private.post(
      'refund_completed ' || refund, 'refund_completed',
      array[private.find_account('refunds'), private.find_account('clearing_' || paid.provider)],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
    if not back.is_second_capture then
      update public.payments p set
        refunded = p.refunded + back.amount,
        state = case when p.refunded + back.amount = p.amount then 'refunded' else 'partly_refunded' end
      where p.id = paid.id;
    end if;
  elsif $2 = 'failed' then
    -- Back in the wallet; a second capture and what belonged to a deleted account wait for the operator.
    perform private.post(
      'refund_failed ' || refund, 'refund_failed',
      array[
        private.find_account('refunds'),
        case when back.is_second_capture or paid.user_id is null then private.find_account('adjustments')
          else private.find_wallet(paid.user_id) end
      ],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
    if not back.is_second_capture then
      update public.payments p set state = case when p.refunded > 0 then 'partly_refunded' else 'captured' end
      where p.id = paid.id;
    end if;
  end if;
end;
$$;

-- An operator has done in the provider's portal what no program could, or it cannot be done.
create function public.finish_manual_refund(refund uuid, succeeded boolean)
returns void
language plpgsql
security definer -- definer: as all that posts; only for administrators.
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'Only an administrator finishes a refund' using errcode = 'insufficient_privilege';
  elsif succeeded is null or not exists (select from public.payment_refunds r where r.id = refund and r.state = 'manual') then
    perform private.raise_problem('refund-not-possible');
  end if;
  perform public.finish_payment_refund(refund, case when succeeded then 'succeeded' else 'failed' end, null, null);
end;
$$;

-- What providers sent is kept as long as somebody may ask about a payment.
insert into private.retention (what, keep) values ('payment events', '180 days');

create index payment_events_by_age on private.payment_events (received_at);

create or replace function private.remove_old_data(batch integer default 2000)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  removed integer := 0;
begin
  perform set_config('parqueo.removes_old', 'yes', true);
  removed := private.remove_older('activity', 'public.user_activity', $condition$
      created_at < $1 and (
        select count(*) from (
          select from public.user_activity newer
          where newer.user_id = old.user_id and (newer.created_at, newer.id) > (old.created_at, old.id) limit 10
        ) shown
      ) = 10 $condition$, batch)
    + private.remove_older('audit log', 'public.audit_log', 'created_at < $1', batch)
    + private.remove_older('payment events', 'private.payment_events', 'received_at < $1', batch);
  perform set_config('parqueo.removes_old', '', true);
  if to_regclass('parqueo_server.mailbox') is not null then
    removed := removed
      + private.remove_older('unused sessions', 'auth.sessions',
          'greatest(created_at, updated_at, refreshed_at) < $1 or not_after < now()', batch)
      -- One that comes back late ends its session; after this time it is only unknown.
      + private.remove_older('used refresh tokens', 'auth.refresh_tokens', 'revoked and updated_at < $1', batch)
      + private.remove_older('links and codes', 'auth.one_time_tokens', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'auth.flow_state', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'parqueo_server.provider_visits', 'created_at < $1', batch)
      + private.remove_older('factor challenges', 'auth.mfa_challenges', 'created_at < $1', batch)
      + private.remove_older('rate limits', 'parqueo_server.rate_limits', 'window_ends_at < $1', batch)
      + private.remove_older('mailbox', 'parqueo_server.mailbox', 'sent_at < $1', batch)
      + private.remove_older('undelivered mail', 'parqueo_server.mail_outbox', 'failed_at < $1', batch);
  end if;
  return removed;
end;
$$;

-- Reconciliation: each finished day of each provider is compared once.
create table private.payment_comparisons (
  provider text not null
    constraint payment_comparisons_provider_is_known check (provider in ('azul', 'paypal')),
  day date not null
    constraint payment_comparisons_day_is_finite check (isfinite(day)),
  started_at timestamptz not null default now()
    constraint payment_comparisons_started_at_is_finite check (isfinite(started_at)),
  finished_at timestamptz
    constraint payment_comparisons_finished_at_is_finite check (isfinite(finished_at)),
  primary key (provider, day)
);

alter table private.payment_comparisons enable row level security;
revoke all on private.payment_comparisons from public, anon, authenticated, service_role;

-- Days of Santo Domingo, up to yesterday, of the last week. Null when there is nothing to compare, or another worker does it.
create function public.claim_comparison(provider text)
returns date
language sql
security definer
set search_path = ''
as $$
  insert into private.payment_comparisons as c (provider, day)
  select $1, d.day
  from (
    select generate_series(
      greatest(
        (select min(p.captured_at at time zone 'America/Santo_Domingo')::date from public.payments p where p.provider = $1),
        (now() at time zone 'America/Santo_Domingo')::date - 7
      ),
      (now() at time zone 'America/Santo_Domingo')::date - 1,
      interval '1 day'
    )::date as day
  ) d
  where exists (select from public.payments p where p.provider = $1 and p.captured_at is not null) and not exists (
    select from private.payment_comparisons known
    where known.provider = $1 and known.day = d.day
      and (known.finished_at is not null or known.started_at > now() - interval '1 hour')
  )
  order by d.day limit 1
  on conflict (provider, day) do update set started_at = now()
    where c.finished_at is null and c.started_at <= now() - interval '1 hour'
  returning day;
$$;

create function public.finish_comparison(provider text, day date)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.payment_comparisons c set finished_at = now() where c.provider = $1 and c.day = $2;
$$;

create function public.list_captures(provider text, day date)
returns table (payment_id uuid, provider_order text, provider_reference text, amount numeric, currency text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.provider_order, p.provider_reference, p.amount, p.currency
  from public.payments p
  where p.provider = $1 and p.captured_at >= $2::timestamp at time zone 'America/Santo_Domingo'
    and p.captured_at < ($2 + 1)::timestamp at time zone 'America/Santo_Domingo';
$$;

create or replace function private.delete_account(person uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- In the order of everything that moves the driver's money: the driver, the reservations, the wallet.
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || person, 0));
  perform from public.reservations where user_id = person and status in ('active', 'held') order by id for no key update;
  -- A booking made at this moment either is seen below or finds nobody to belong to.
  perform from public.profiles where user_id = person for update;

  -- A stay under way keeps its space until its end: there may be a car in it.
  update public.reservations set status = 'cancelled'
  where user_id = person and status = 'active' and start_time > now();
  update public.reservations set status = 'lapsed' where user_id = person and status = 'held';
  update private.payment_events set body = ''
  where payment_id = any (array(select p.id from public.payments p where p.user_id = person));
  perform private.forget_in_audit_log(person);
  -- Deletes the role of an administrator too, which is refused for the last one. Safe to repeat.
  delete from auth.users where id = person;
end;
$$;

revoke all on function private.find_refundable_payments(uuid) from public;
revoke all on function private.refund_to_source(uuid, numeric, text) from public;
revoke all on function public.cancel_reservation(uuid, boolean) from public, anon;
grant execute on function public.cancel_reservation(uuid, boolean) to authenticated;
revoke all on function public.refund_reservation(uuid, numeric, boolean, text, uuid) from public, anon;
grant execute on function public.refund_reservation(uuid, numeric, boolean, text, uuid) to authenticated;
revoke all on function public.adjust_wallet(uuid, numeric, text, uuid) from public, anon;
grant execute on function public.adjust_wallet(uuid, numeric, text, uuid) to authenticated;
revoke all on function public.finish_manual_refund(uuid, boolean) from public, anon;
grant execute on function public.finish_manual_refund(uuid, boolean) to authenticated;
revoke all on function public.claim_payment_refunds(integer) from public, anon, authenticated;
grant execute on function public.claim_payment_refunds(integer) to service_role;
revoke all on function public.finish_payment_refund(uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.finish_payment_refund(uuid, text, text, text) to service_role;
revoke all on function public.claim_comparison(text) from public, anon, authenticated;
grant execute on function public.claim_comparison(text) to service_role;
revoke all on function public.finish_comparison(text, date) from public, anon, authenticated;
grant execute on function public.finish_comparison(text, date) to service_role;
revoke all on function public.list_captures(text, date) from public, anon, authenticated;
grant execute on function public.list_captures(text, date) to service_role;

comment on table private.payment_comparisons is 'The days whose captures were compared with the provider''s record.';
comment on function public.refund_reservation(uuid, numeric, boolean, text, uuid) is
  'Gives back a part of what was paid, to the wallet or on to its source; says how much.';
