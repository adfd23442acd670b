-- A wallet holds at most 99,999,999.99. No top-up begins that would not fit, and money that does not fit when it comes goes
-- back by itself: the provider has it, so a capture must never fail.

-- How much more this wallet can hold; null for nobody's. Until the end of the transaction it does not change.
create function private.lock_wallet_room(person uuid)
returns numeric
language sql
set search_path = ''
as $$
  select 99999999.99 - wallet_balance from public.profiles where user_id = person for no key update;
$$;

create function private.check_wallet_room()
returns trigger
language plpgsql
security definer -- definer: as all that reads wallets for payments.
set search_path = ''
as $$
declare
  room constant numeric := private.lock_wallet_room(new.user_id);
begin
  if new.amount > room then
    -- The detail is a parameter of the sentence.
    raise exception 'wallet-full' using errcode = 'check_violation', hint = 'wallet-full', detail = room::text;
  end if;
  return new;
end;
$$;

revoke all on function private.lock_wallet_room(uuid) from public;
revoke all on function private.check_wallet_room() from public;

create trigger payments_check_wallet_room
  before insert on public.payments
  for each row when (new.purpose = 'top_up') execute function private.check_wallet_room();

create or replace function public.capture_payment(
  payment uuid, amount numeric, currency text, provider_reference text, cause text, card jsonb default null
)
returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  clearing uuid;
  has_room boolean;
begin
  -- In the order of a booking: the driver, the reservation, the space, the wallet.
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || p.user_id, 0))
  from public.payments p where p.id = payment and p.user_id is not null;
  select * into paid from public.payments p where p.id = payment for update;
  if paid.id is null or $4 is null or paid.provider_order is null then
    raise exception 'This is no payment that can be captured' using errcode = 'check_violation';
  end if;
  perform from public.reservations r where r.id = paid.reservation_id for no key update;
  clearing := private.find_account('clearing_' || paid.provider);
  if (paid.amount, paid.currency) is distinct from ($2, $3) then
    perform public.record_difference(
      paid.provider, 'amount', paid.id, paid.provider_order, concat_ws(' ', $4, $2, $3, 'by', $5));
    return 'mismatch';
  elsif paid.captured_at is not null then
    if paid.provider_reference = $4
      or exists (select from public.payment_refunds r where r.payment_id = paid.id and r.capture_reference = $4)
    then
      return 'already-captured';
    end if;
    -- Two approvals of one order: the second goes back by itself.
    insert into public.payment_refunds (payment_id, amount, reason, capture_reference, is_second_capture, next_attempt_at)
    values (paid.id, $2, 'second_capture', $4, true, now());
    perform private.post(
      'second_capture ' || paid.provider || ' ' || $4, 'second_capture',
      array[clearing, private.find_account('refunds')], array[-$2, $2], paid.reservation_id, paid.id);
    perform public.record_difference(paid.provider, 'captured-twice', paid.id, paid.provider_order, $4);
    return 'captured-twice';
  end if;
  update public.payments p set
    state = 'captured', captured_at = now(), provider_reference = $4, next_check_at = null, failure = null,
    paid_with = case
      when card ->> 'last4' is not null then left(concat_ws(' ', card ->> 'brand', '····', card ->> 'last4'), 60)
      when paid.method = 'paypal' then 'PayPal'
    end
  where p.id = payment returning * into paid;
  has_room := paid.amount <= private.lock_wallet_room(paid.user_id);
  -- The account was deleted meanwhile, or its wallet is full.
  if has_room is not true then
    insert into public.payment_refunds (payment_id, amount, reason, capture_reference, next_attempt_at)
    values (paid.id, paid.amount, case when paid.user_id is null then 'account_closed' else 'wallet_full' end, $4, now());
    perform private.post(
      'payment ' || paid.id, 'payment',
      array[clearing, private.find_account('refunds')], array[-paid.amount, paid.amount], paid.reservation_id, paid.id);
    update public.payments p set state = 'refunding', served = false where p.id = paid.id;
    return 'captured';
  end if;
  perform private.post(
    'payment ' || paid.id, 'payment',
    array[clearing, private.find_wallet(paid.user_id)], array[-paid.amount, paid.amount], paid.reservation_id, paid.id);
  if paid.save_card and card ->> 'token' is not null then
    insert into public.saved_cards (user_id, token, brand, last4, expires)
    select paid.user_id, card ->> 'token', left(card ->> 'brand', 30), card ->> 'last4', card ->> 'expires'
    where card ->> 'last4' ~ '^[0-9]{4}$' and card ->> 'expires' ~ '^20[0-9]{2}(0[1-9]|1[0-2])$'
      and length(card ->> 'token') between 1 and 100 and card ->> 'brand' is not null
    on conflict on constraint saved_cards_token_is_unique
      do update set brand = excluded.brand, last4 = excluded.last4, expires = excluded.expires;
  end if;
  update public.payments p set served = private.serve_payment(paid) where p.id = paid.id returning * into paid;
  -- For a stay that cannot be had any more it goes back; an extension's stays in the wallet.
  if not paid.served and paid.purpose = 'reservation' then
    perform private.request_refund(paid, paid.amount, 'came_too_late');
  end if;
  return 'captured';
end;
$$;

create or replace function public.finish_payment_refund(refund uuid, outcome text, provider_reference text, error text)
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
