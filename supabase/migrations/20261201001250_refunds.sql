-- Refunds: money on its way from a wallet back to the card or PayPal account that it came from.
--
-- payment_refunds.state   requested ──claimed──▶ sent ──▶ succeeded | failed
--                                                 └──▶ manual ──▶ succeeded | failed
--
-- Money is given back to the wallet first (cancel_reservation, refund_reservation), and sent on where the caller asks
-- for it. A worker claims refunds that are due, tells the provider, and records the outcome. A refund that no program
-- can tell the provider of, or that is open after ten days, is manual: an administrator makes it in the provider's
-- portal. One that fails goes back into the wallet.
--
-- A payment is `refunding` as long as a refund of it is open, so it has one at a time. The second capture of an order
-- goes back by itself and leaves the state of the payment as it is.
--
-- Hooks: [notifications] tells the driver what became of a refund.

-- ## Refunds

create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  amount numeric(12, 2) not null constraint payment_refunds_amount_in_range check (amount between 0.01 and 99999999.99),
  reason text constraint payment_refunds_reason_length check (length(reason) <= 300),
  -- The capture it gives back: the payment's, or a second one of the same order.
  capture_reference text not null
    constraint payment_refunds_capture_reference_length check (length(capture_reference) between 1 and 64),
  is_second_capture boolean not null default false,
  state text not null default 'requested'
    constraint payment_refunds_state_is_known check (state in ('requested', 'sent', 'succeeded', 'failed', 'manual')),
  provider_reference text constraint payment_refunds_provider_reference_length check (length(provider_reference) <= 64),
  error text constraint payment_refunds_error_length check (length(error) <= 300),
  attempts integer not null default 0 constraint payment_refunds_attempts_in_range check (attempts between 0 and 1000),
  next_attempt_at timestamptz constraint payment_refunds_next_attempt_at_is_finite check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now()
    constraint payment_refunds_created_at_is_finite check (isfinite(created_at)),
  finished_at timestamptz constraint payment_refunds_finished_at_is_finite check (isfinite(finished_at)),
  constraint payment_refunds_finished_when_over check ((finished_at is not null) = (state in ('succeeded', 'failed'))));

comment on table public.payment_refunds is 'Money on its way back to the card or PayPal account that it came from.';

create index payment_refunds_of_payment on public.payment_refunds (payment_id);
create index payment_refunds_due on public.payment_refunds (next_attempt_at) where next_attempt_at is not null;
-- The lists of the back office.
create index payment_refunds_manual on public.payment_refunds (created_at) where state = 'manual';
create index payment_refunds_failed on public.payment_refunds (finished_at) where state = 'failed';

alter table public.payment_refunds enable row level security;
revoke all on public.payment_refunds from public, anon, authenticated, service_role;
grant select on public.payment_refunds to authenticated, service_role;

create policy drivers_read_own_refunds on public.payment_refunds for select to authenticated using (exists (
    select from public.payments p where p.id = payment_id and p.user_id = (select auth.uid())
  ));
create policy admins_read_refunds on public.payment_refunds
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.payment_refunds
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

-- A refund that an administrator made in the provider's portal.
create trigger payment_refunds_audit after update of state on public.payment_refunds
  for each row when (old.state = 'manual' and new.state is distinct from old.state)
  execute function private.audit_admin_write();

-- ## Asking for a refund

-- Moves money from the wallet to where it came from. The worker tells the provider later.
-- definer: as all that posts.
create function private.request_refund(payment public.payments, amount numeric, reason text)
returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  refund uuid;
begin
  if payment.captured_at is null or payment.state not in ('captured', 'partly_refunded')
    or amount <= 0 or amount > payment.amount - payment.refunded
  then
    perform private.raise_problem('refund-not-possible');
  end if;
  insert into public.payment_refunds (payment_id, amount, reason, capture_reference, next_attempt_at)
  values (payment.id, $2, $3, payment.provider_reference, now())
  returning id into refund;
  update public.payments set state = 'refunding' where id = payment.id;
  perform private.post(
    'refund_requested ' || refund, 'refund_requested',
    array[private.find_wallet(payment.user_id), private.find_account('refunds')], array[-$2, $2],
    payment.reservation_id, payment.id, $3);
  return refund;
end;
$$;

-- The captured payments of a reservation that can be given back, the latest first.
create function private.find_refundable_payments(reservation uuid)
returns setof public.payments language sql stable set search_path = ''
as $$
  select * from public.payments
  where reservation_id = reservation and state in ('captured', 'partly_refunded') and refunded < amount
  order by captured_at desc;
$$;

-- Sends up to `amount` on from the wallet to where the payments of a reservation came from; says how much.
create function private.refund_to_source(reservation uuid, amount numeric, reason text)
returns numeric language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  left_over numeric := amount;
begin
  for payment in select * from private.find_refundable_payments(reservation) loop
    exit when left_over <= 0;
    select * into payment from public.payments where id = payment.id for no key update;
    perform private.request_refund(payment, least(left_over, payment.amount - payment.refunded), reason);
    left_over := left_over - least(left_over, payment.amount - payment.refunded);
  end loop;
  return amount - left_over;
end;
$$;

-- Cancels as an update of the status does. `to_source` sends what is given back on to where it was paid from.
-- definer: as all that posts.
create function public.cancel_reservation(reservation uuid, to_source boolean default false)
returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
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

-- An administrator gives back what was paid for a reservation, or a part. A repeat with the same key changes nothing.
-- definer: as all that posts.
create function public.refund_reservation(reservation uuid, amount numeric, to_source boolean, reason text, key uuid)
returns numeric language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
  credited numeric;
begin
  perform private.require_admin();
  if key is null or btrim(coalesce(reason, '')) = '' or length(reason) > 300 then
    perform private.raise_problem('reason-required');
  end if;
  select * into stay from public.reservations where id = reservation;
  if stay.id is null then
    perform private.raise_problem('no-such-reservation');
  end if;
  perform private.lock_driver(coalesce(stay.user_id, stay.id));
  if exists (select from public.ledger_transactions t where t.key = 'stay_refund ' || $5) then
    return 0;
  elsif amount is null or amount <> round(amount, 2) or amount <= 0
    or amount > (select paid from private.paid_for(stay.id))
  then
    perform private.raise_problem('refund-over-paid', (select paid from private.paid_for(stay.id))::text);
  end if;
  credited := private.credit_stay(stay, amount, 'stay_refund', btrim(reason), key);
  if to_source and stay.user_id is not null then
    perform private.refund_to_source(stay.id, credited, btrim(reason));
  end if;
  return credited;
end;
$$;

comment on function public.refund_reservation(uuid, numeric, boolean, text, uuid) is
  'Gives back a part of what was paid, to the wallet or on to its source; says how much.';

-- ## Sending it to the provider

-- What the worker sends. A refund is claimed for ten minutes, and tried for ten days.
create function public.claim_payment_refunds(most integer)
returns table (
  id uuid, payment_id uuid, provider text, provider_order text, provider_reference text, amount numeric,
  payment_amount numeric, tax numeric, currency text, captured_at timestamptz, attempts integer, refunded_before boolean
)
language plpgsql security definer set search_path = ''
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

-- `pending` and `retry` are tried again later; `manual` waits for an administrator.
create function public.finish_payment_refund(refund uuid, outcome text, provider_reference text, error text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  back public.payment_refunds;
  paid public.payments;
  state_after text;
begin
  if $2 is null or $2 not in ('succeeded', 'pending', 'failed', 'manual', 'retry') then
    raise exception 'This is no outcome of a refund' using errcode = 'check_violation';
  end if;
  perform private.lock_driver(p.user_id)
  from public.payments p join public.payment_refunds r on r.payment_id = p.id
  where r.id = refund and p.user_id is not null;
  select p.* into paid from public.payments p
  where p.id = (select r.payment_id from public.payment_refunds r where r.id = refund) for no key update;
  select * into back from public.payment_refunds r where r.id = refund for update;
  if back.id is null or back.finished_at is not null
    -- A manual refund is the operator's; the worker cannot change it.
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
    -- Back in the wallet; a second capture, what belonged to a deleted account and what a wallet cannot hold wait for the
    -- operator.
    perform private.post(
      'refund_failed ' || refund, 'refund_failed',
      array[
        private.find_account('refunds'),
        case when not back.is_second_capture and back.amount <= private.lock_wallet_room(paid.user_id)
          then private.find_wallet(paid.user_id) else private.find_account('adjustments') end
      ],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
    if not back.is_second_capture then
      update public.payments p set state = case when p.refunded > 0 then 'partly_refunded' else 'captured' end
      where p.id = paid.id;
    end if;
  end if;
end;
$$;

-- An administrator has done in the provider's portal what no program could, or it cannot be done.
-- definer: only the service finishes the others.
create function public.finish_manual_refund(refund uuid, succeeded boolean)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if succeeded is null or not exists (select from public.payment_refunds r where r.id = refund and r.state = 'manual') then
    perform private.raise_problem('refund-not-possible');
  end if;
  perform public.finish_payment_refund(refund, case when succeeded then 'succeeded' else 'failed' end, null, null);
end;
$$;

-- ## Who calls these functions: drivers and administrators, and the service

revoke all on function public.cancel_reservation, public.refund_reservation, public.finish_manual_refund from public, anon;
grant execute on function public.cancel_reservation, public.refund_reservation, public.finish_manual_refund
  to authenticated;
revoke all on function public.claim_payment_refunds, public.finish_payment_refund from public, anon, authenticated;
grant execute on function public.claim_payment_refunds, public.finish_payment_refund to service_role;
