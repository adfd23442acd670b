-- What the server calls while somebody pays, with the rights of the service. No transaction is open while it talks to a
-- provider. Each function can be repeated.

alter table private.limits
  add column payments_per_hour integer not null default 20
    constraint limits_payments_per_hour_from_1_to_10000 check (payments_per_hour between 1 and 10000);

create function private.describe_payment(payment public.payments)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(payment) || jsonb_build_object(
    'card_token', (select c.token from public.saved_cards c where c.id = payment.card_id));
$$;

-- What a payment is for and how much it is, before anything is stored.
create function private.price_payment(person uuid, wanted public.payments)
returns public.payments
language plpgsql
set search_path = ''
as $$
declare
  stay public.reservations;
  settings public.installation_settings;
begin
  select * into settings from private.settings();
  wanted.currency := settings.currency;
  wanted.expires_at := now() + interval '10 minutes';
  wanted.tax := 0;
  if wanted.purpose = 'top_up' then
    if wanted.amount not between settings.top_up_min and settings.top_up_max then
      perform private.raise_problem('top-up-out-of-range');
    end if;
    return wanted;
  end if;
  select * into stay from public.reservations r where r.id = wanted.reservation_id and r.user_id = person;
  if stay.id is null then
    perform private.raise_problem('no-such-reservation');
  elsif wanted.purpose = 'reservation' then
    if stay.status <> 'held' or stay.held_until <= now() then
      perform private.raise_problem('hold-is-over');
    end if;
    if wanted.method is distinct from stay.payment_method then
      perform private.raise_problem('reservation-changed');
    end if;
    wanted.amount := stay.total_amount;
    wanted.expires_at := stay.held_until;
  else
    if stay.status <> 'active' or stay.parking_space_id is null or stay.start_time > now() then
      perform private.raise_problem('reservation-changed');
    elsif settings.maintenance_mode then
      perform private.raise_problem('under-maintenance');
    elsif wanted.new_end is null or not isfinite(wanted.new_end)
      or wanted.new_end <= greatest(stay.end_time, now()) or wanted.new_end <> date_trunc('minute', wanted.new_end)
        and mod(extract(epoch from wanted.new_end - stay.end_time), 60) <> 0
    then
      perform private.raise_problem('end-before-start');
    elsif wanted.new_end > private.find_latest_end(stay) then
      raise exception 'extension-too-long' using errcode = 'check_violation', hint = 'extension-too-long',
        detail = to_char(private.find_latest_end(stay) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    end if;
    wanted.seen_end := stay.end_time;
    if wanted.amount < private.price_of_stay(stay.parking_space_id, stay.end_time, wanted.new_end) then
      perform private.raise_problem('price-changed');
    end if;
    wanted.amount := private.price_of_stay(stay.parking_space_id, stay.end_time, wanted.new_end);
  end if;
  if wanted.amount <= 0 then
    perform private.raise_problem('nothing-to-pay');
  end if;
  wanted.tax := private.tax_of(wanted.amount);
  return wanted;
end;
$$;

create function public.begin_payment(
  person uuid, assurance text, payment uuid, purpose text, method text, reservation uuid, amount numeric,
  new_end timestamptz, save_card boolean, card uuid, language text
)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  wanted public.payments;
  earlier public.payments;
begin
  if person is null or payment is null or not private.charges_drivers() then
    raise exception 'This is no payment' using errcode = 'check_violation';
  elsif coalesce(assurance, '') <> 'aal2'
    and exists (select from auth.mfa_factors f where f.user_id = person and f.status::text = 'verified')
  then
    raise exception 'Show your second factor to pay' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payments of ' || person, 0));
  select * into earlier from public.payments p where p.id = payment;
  if found then
    if (earlier.user_id, earlier.purpose, earlier.method, earlier.reservation_id, earlier.new_end)
        is distinct from (person, $4, $5, $6, $8)
      or earlier.purpose = 'top_up' and earlier.amount <> $7
    then
      raise exception 'This id belongs to another payment' using errcode = 'check_violation';
    end if;
    return private.describe_payment(earlier);
  end if;
  if exists (select from public.profiles p where p.user_id = person and p.status = 'suspended')
    or exists (select from auth.users u where u.id = person and (u.banned_until > now() or u.deleted_at is not null))
  then
    perform private.raise_problem('account-shut-out');
  elsif (
    select count(*) from public.payments p where p.user_id = person and p.created_at > now() - interval '1 hour'
  ) >= coalesce((select payments_per_hour from private.limits), 20) then
    perform private.raise_problem('too-many-payments');
  elsif $10 is not null and not exists (
    select from public.saved_cards c where c.id = $10 and c.user_id = person and $5 = 'card'
  ) then
    perform private.raise_problem('card-not-found');
  -- Before the column rounds it.
  elsif $4 = 'top_up' and ($7 is null or $7 <> round($7, 2) or $7 not between 0 and 99999999.99) then
    perform private.raise_problem('top-up-out-of-range');
  end if;
  wanted.id := payment;
  wanted.user_id := person;
  wanted.purpose := $4;
  wanted.method := $5;
  wanted.reservation_id := $6;
  wanted.amount := $7;
  wanted.new_end := $8;
  wanted := private.price_payment(person, wanted);
  if wanted.method = 'paypal' and wanted.currency <> 'USD' then
    perform private.raise_problem('paypal-takes-dollars');
  end if;
  insert into public.payments (
    id, user_id, purpose, method, reservation_id, new_end, seen_end, amount, tax, currency, card_id, save_card, language,
    expires_at)
  values (
    payment, person, $4, $5, $6, $8, wanted.seen_end, wanted.amount, wanted.tax, wanted.currency, $10,
    coalesce($9, false) and $5 = 'card', $11, wanted.expires_at)
  returning * into wanted;
  return private.describe_payment(wanted);
end;
$$;

-- Before the driver is sent to the provider: whatever happens there, the order is known here.
create function public.start_payment(payment uuid, provider_order text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.payments p set
    state = 'pending', provider_order = $2, next_check_at = now() + interval '2 minutes'
  where p.id = payment and p.state = 'created';
  if not found and exists (select from public.payments p where p.id = payment and p.state = 'abandoned' and p.provider_order is null) then
    -- The driver gave it up meanwhile.
    perform private.raise_problem('hold-is-over');
  elsif not found and not exists (select from public.payments p where p.id = payment and p.provider_order = $2) then
    raise exception 'This payment has another order' using errcode = 'check_violation';
  end if;
end;
$$;

create function public.read_payment(payment uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p where p.id = payment;
$$;

create function public.find_payment(provider text, provider_order text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p where p.provider = $1 and p.provider_order = $2;
$$;

-- False for what came before.
create function public.add_payment_event(provider text, event_id text, payment uuid, kind text, body text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.payment_events (provider, event_id, payment_id, kind, body)
  values ($1, $2, (select p.id from public.payments p where p.id = $3), left($4, 80), left($5, 16000))
  on conflict do nothing;
  return found;
end;
$$;

create function public.record_difference(
  provider text, kind text, payment uuid, provider_order text, detail text
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.payment_differences (provider, kind, payment_id, provider_order, detail)
  values ($1, $2, (select p.id from public.payments p where p.id = $3), left(coalesce($4, ''), 64), left(coalesce($5, ''), 300))
  on conflict do nothing;
$$;

-- Makes a held reservation active and charges it. False where that is not possible any more.
create function private.confirm_reservation(reservation uuid)
returns boolean
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
begin
  select * into stay from public.reservations where id = reservation for no key update;
  if stay.end_time <= now()
    or exists (select from public.parking_spaces s where s.id = stay.parking_space_id and s.status = 'maintenance')
  then
    return false;
  elsif stay.status = 'lapsed' and stay.parking_space_id is not null and stay.user_id is not null
    -- Nobody pays for a stay that went by, or for a second one in the place of which another space was booked.
    and stay.start_time > now() - interval '15 minutes' and not exists (
      select from public.reservations other
      where other.user_id = stay.user_id and other.id <> stay.id and other.status in ('active', 'held')
        and tstzrange(other.start_time, other.end_time) && tstzrange(stay.start_time, stay.end_time)
    )
  then
    perform private.lock_available_space(stay.parking_space_id, stay.user_id, stay.start_time);
  elsif stay.status is distinct from 'held' then
    return false;
  end if;
  perform set_config('parqueo.changes_reservation', reservation::text, true);
  update public.reservations set status = 'active' where id = reservation;
  perform set_config('parqueo.changes_reservation', '', true);
  return true;
exception
  when exclusion_violation or check_violation then
    return false;
end;
$$;

-- What a payment was made for, once its money is in the wallet. False where that is not possible any more.
create function private.serve_payment(payment public.payments)
returns boolean
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
begin
  if payment.purpose = 'top_up' then
    return true;
  elsif payment.purpose = 'reservation' then
    return private.confirm_reservation(payment.reservation_id);
  end if;
  select * into stay from public.reservations where id = payment.reservation_id for no key update;
  if stay.status <> 'active' or stay.parking_space_id is null or stay.user_id is null
    or stay.end_time <> payment.seen_end or payment.new_end <= now()
    -- The operator has raised the price since: nothing is taken that the driver did not see.
    or private.price_of_stay(stay.parking_space_id, stay.end_time, payment.new_end) > payment.amount
  then
    return false;
  end if;
  perform private.lengthen_stay(stay, payment.new_end);
  return true;
exception
  when exclusion_violation or check_violation then
    return false;
end;
$$;

-- Moves money from the wallet to where it came from. The worker tells the provider later.
create function private.request_refund(payment public.payments, amount numeric, reason text)
returns uuid
language plpgsql
security definer -- definer: as all that posts.
set search_path = ''
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

-- The one way in which money comes in: the provider says that it has it. `card` is {token, brand, last4, expires}.
create function public.capture_payment(
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
  if paid.user_id is null then
    -- The account was deleted meanwhile.
    insert into public.payment_refunds (payment_id, amount, reason, capture_reference, next_attempt_at)
    values (paid.id, paid.amount, 'account_closed', $4, now());
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

-- The provider or the driver says no. A payment that was captured stays what it is.
create function public.close_payment(payment uuid, state text, failure text, cause text)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  closed public.payments;
begin
  if $2 is null or $2 not in ('declined', 'abandoned') then
    raise exception 'A payment is closed as declined or abandoned' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || p.user_id, 0))
  from public.payments p where p.id = payment and p.user_id is not null;
  update public.payments p set
    state = $2, failure = $3,
    -- Whoever came back without paying may pay in another tab: only the provider ends the checks.
    next_check_at = case when cause = 'return' then p.next_check_at end
  where p.id = payment
    and (p.state = 'pending' or p.state = 'created' and $2 = 'abandoned' or p.state = 'abandoned' and $2 = 'declined')
  returning p.* into closed;
  if closed.purpose = 'reservation' then
    update public.reservations set status = 'lapsed' where id = closed.reservation_id and status = 'held'
      and not exists (
        select from public.payments other
        where other.reservation_id = closed.reservation_id and other.id <> closed.id and other.state in ('created', 'pending')
      );
  end if;
end;
$$;

-- Payments that nobody came back from, to ask the provider about: after 2, 5, 15, 30 and 60 minutes, then each hour for a day.
create function public.claim_payment_checks(most integer)
returns setof jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  due public.payments;
  was_pending boolean;
begin
  -- Whose server ended before anybody was sent to the provider.
  update public.payments set state = 'abandoned'
  where id = any (array(
    select id from public.payments where state = 'created' and expires_at < now() - interval '1 minute'
    order by expires_at limit 100 for update skip locked
  ));
  for due in
    select * from public.payments
    where next_check_at <= now() order by next_check_at limit least(most, 100) for update skip locked
  loop
    was_pending := due.state = 'pending';
    update public.payments p set
      checks = p.checks + 1,
      state = case when p.created_at < now() - interval '1 day' and p.state = 'pending' then 'abandoned' else p.state end,
      next_check_at = case
        when p.created_at < now() - interval '1 day' then null
        else greatest(now() + interval '1 minute', p.created_at + case p.checks
          when 0 then interval '5 minutes' when 1 then interval '15 minutes' when 2 then interval '30 minutes'
          else make_interval(hours => p.checks - 2) end)
      end
    where p.id = due.id returning * into due;
    -- Nobody could ask: an operator looks into the provider's portal.
    if was_pending and due.state = 'abandoned' then
      perform public.record_difference(due.provider, 'not-confirmed', due.id, due.provider_order, null);
    end if;
    return next private.describe_payment(due);
  end loop;
end;
$$;

-- The provider has not decided: it is asked each day, for a month.
create function public.keep_checking(payment uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.payments p set next_check_at = greatest(p.next_check_at, now() + interval '1 day')
  where p.id = payment and p.captured_at is null and p.created_at between now() - interval '30 days' and now() - interval '1 day';
$$;

-- An operator has read in the provider's portal that it was paid. A repeat changes nothing.
create function public.confirm_payment(payment uuid, provider_reference text, reason text)
returns text
language plpgsql
security definer -- definer: only the service captures; only for administrators.
set search_path = ''
as $$
declare
  paid public.payments;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator confirms a payment' using errcode = 'insufficient_privilege';
  elsif btrim(coalesce(reason, '')) = '' or length(reason) > 300 then
    perform private.raise_problem('reason-required');
  end if;
  select * into paid from public.payments p where p.id = payment;
  if paid.state is null or paid.state not in ('pending', 'declined', 'abandoned')
    or btrim(coalesce($2, '')) !~ '^[0-9A-Za-z-]{4,64}$'
  then
    perform private.raise_problem('payment-not-confirmable');
  end if;
  perform public.add_payment_event(paid.provider, 'operator ' || paid.id, paid.id, 'confirmed by an operator', btrim(reason));
  return public.capture_payment(paid.id, paid.amount, paid.currency, btrim($2), 'operator');
end;
$$;

revoke all on function private.describe_payment(public.payments) from public;
revoke all on function private.price_payment(uuid, public.payments) from public;
revoke all on function private.confirm_reservation(uuid) from public;
revoke all on function private.serve_payment(public.payments) from public;
revoke all on function private.request_refund(public.payments, numeric, text) from public;
revoke all on function public.begin_payment(
  uuid, text, uuid, text, text, uuid, numeric, timestamptz, boolean, uuid, text) from public, anon, authenticated;
revoke all on function public.start_payment(uuid, text) from public, anon, authenticated;
revoke all on function public.read_payment(uuid) from public, anon, authenticated;
revoke all on function public.find_payment(text, text) from public, anon, authenticated;
revoke all on function public.add_payment_event(text, text, uuid, text, text) from public, anon, authenticated;
revoke all on function public.record_difference(text, text, uuid, text, text) from public, anon, authenticated;
revoke all on function public.capture_payment(uuid, numeric, text, text, text, jsonb) from public, anon, authenticated;
revoke all on function public.close_payment(uuid, text, text, text) from public, anon, authenticated;
revoke all on function public.claim_payment_checks(integer) from public, anon, authenticated;
revoke all on function public.keep_checking(uuid) from public, anon, authenticated;
revoke all on function public.confirm_payment(uuid, text, text) from public, anon;
grant execute on function public.begin_payment(
  uuid, text, uuid, text, text, uuid, numeric, timestamptz, boolean, uuid, text) to service_role;
grant execute on function public.start_payment(uuid, text) to service_role;
grant execute on function public.read_payment(uuid) to service_role;
grant execute on function public.find_payment(text, text) to service_role;
grant execute on function public.add_payment_event(text, text, uuid, text, text) to service_role;
grant execute on function public.record_difference(text, text, uuid, text, text) to service_role;
grant execute on function public.capture_payment(uuid, numeric, text, text, text, jsonb) to service_role;
grant execute on function public.close_payment(uuid, text, text, text) to service_role;
grant execute on function public.claim_payment_checks(integer) to service_role;
grant execute on function public.keep_checking(uuid) to service_role;
grant execute on function public.confirm_payment(uuid, text, text) to authenticated;

comment on function public.capture_payment(uuid, numeric, text, text, text, jsonb) is
  'captured, already-captured, captured-twice (the second goes back) or mismatch (of the amount; nothing happens).';
