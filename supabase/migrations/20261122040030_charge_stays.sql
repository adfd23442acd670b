-- What a stay costs is taken from its driver's wallet in the transaction that books, extends or changes it, and what is given
-- back returns there.

-- Prices include the tax.
create function private.tax_of(amount numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce((select round(amount * tax_rate / (100 + tax_rate), 2) from private.settings()), 0);
$$;

-- What was paid for a reservation and not given back, with the part of it that is tax.
create function private.paid_for(reservation uuid, out paid numeric, out tax numeric)
language sql
stable
security definer -- definer: a driver reads no account but their own.
set search_path = ''
as $$
  select coalesce(sum(e.amount), 0), coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0)
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where t.reservation_id = reservation and a.kind in ('revenue', 'tax');
$$;

create function private.charge_stay(stay public.reservations, amount numeric, kind text)
returns void
language plpgsql
security definer -- definer: as all that posts.
set search_path = ''
as $$
declare
  wallet uuid;
  tax constant numeric := private.tax_of(amount);
  balance numeric;
begin
  if amount <= 0 then
    return;
  end if;
  wallet := private.find_wallet(stay.user_id);
  select wallet_balance into balance from public.profiles where user_id = stay.user_id;
  if balance < amount then
    -- The detail is a parameter of the sentence.
    raise exception 'wallet-too-low' using
      errcode = 'check_violation', hint = 'wallet-too-low', detail = (amount - balance)::text;
  end if;
  -- A stay is charged once; what is added to it, as often as it is added.
  if not private.post(
    concat_ws(' ', kind, stay.id, case when kind <> 'stay' then gen_random_uuid() end), kind,
    array[wallet, private.find_account('revenue'), private.find_account('tax')],
    array[-amount, amount - tax, tax], stay.id)
  then
    raise exception 'This stay was charged before' using errcode = 'check_violation';
  end if;
end;
$$;

-- Gives back at most what was paid, and says how much it was. What belonged to a deleted account waits for the operator.
create function private.credit_stay(
  stay public.reservations, amount numeric, kind text, reason text default null, key uuid default null
)
returns numeric
language plpgsql
security definer -- definer: as all that posts.
set search_path = ''
as $$
declare
  wallet constant uuid := case
    when stay.user_id is null then private.find_account('adjustments') else private.find_wallet(stay.user_id)
  end;
  paid numeric;
  paid_tax numeric;
  credit numeric;
  tax numeric;
begin
  select p.paid, p.tax into paid, paid_tax from private.paid_for(stay.id) p;
  credit := least(amount, paid);
  if credit <= 0 then
    return 0;
  end if;
  tax := round(paid_tax * credit / paid, 2);
  perform private.post(
    concat_ws(' ', kind, coalesce(key, stay.id), case when kind = 'change' then gen_random_uuid() end), kind,
    array[wallet, private.find_account('revenue'), private.find_account('tax')],
    array[credit, tax - credit, -tax], stay.id, null, reason);
  return credit;
end;
$$;

create function private.charge_new_stay()
returns trigger
language plpgsql
security definer -- definer: as all that posts.
set search_path = ''
as $$
begin
  perform private.charge_stay(new, new.total_amount, 'stay');
  return null;
end;
$$;

-- A driver gets everything back until the operator's deadline before the start, and an operator gives everything back.
create function private.credit_cancelled_stay()
returns trigger
language plpgsql
security definer -- definer: as all that posts.
set search_path = ''
as $$
declare
  deadline constant integer := coalesce((select cancellation_deadline_minutes from private.settings()), 0);
begin
  if new.user_id is distinct from (select auth.uid()) or now() <= new.start_time - make_interval(mins => deadline) then
    perform private.credit_stay(new, new.total_amount, 'cancellation');
  end if;
  return null;
end;
$$;

revoke all on function private.tax_of(numeric) from public;
revoke all on function private.paid_for(uuid) from public;
revoke all on function private.charge_stay(public.reservations, numeric, text) from public;
revoke all on function private.credit_stay(public.reservations, numeric, text, text, uuid) from public;
revoke all on function private.charge_new_stay() from public;
revoke all on function private.credit_cancelled_stay() from public;

create trigger reservations_charge_new
  after insert on public.reservations
  for each row when (new.payment_method is not null and new.status = 'active')
  execute function private.charge_new_stay();
create trigger reservations_charge_paid
  after update of status on public.reservations
  for each row when (old.status in ('held', 'lapsed') and new.status = 'active')
  execute function private.charge_new_stay();
create trigger reservations_credit_cancelled
  after update of status on public.reservations
  for each row when (old.status = 'active' and new.status = 'cancelled')
  execute function private.credit_cancelled_stay();

-- A driver is never charged more than the screen said.
create or replace function private.complete_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  seen_amount constant numeric := new.total_amount;
begin
  perform private.lock_available_space(new.parking_space_id, new.user_id, new.start_time);
  -- Without a space there is no price; the null space itself is refused below.
  new.total_amount := coalesce(private.price_of_stay(new.parking_space_id, new.start_time, new.end_time), 0);
  if new.parking_space_id is null then
    raise exception 'A reservation needs a parking space' using errcode = 'not_null_violation';
  elsif seen_amount > 0 and seen_amount < new.total_amount
    and new.user_id = (select auth.uid()) and private.charges_drivers()
  then
    perform private.raise_problem('price-changed');
  end if;
  return new;
end;
$$;

create or replace function private.save_changed_reservation(changed public.reservations, activity text)
returns public.reservations
language plpgsql
set search_path = ''
as $$
declare
  saved public.reservations;
  price_before constant numeric := (select total_amount from public.reservations where id = changed.id);
begin
  perform set_config('parqueo.changes_reservation', changed.id::text, true);
  update public.reservations set
    start_time = changed.start_time, end_time = changed.end_time, parking_space_id = changed.parking_space_id,
    total_amount = changed.total_amount, vehicle_id = changed.vehicle_id, vehicle_name = changed.vehicle_name,
    vehicle_plate = changed.vehicle_plate, vehicle_type = changed.vehicle_type
  where id = changed.id
  returning * into saved;
  perform set_config('parqueo.changes_reservation', '', true);
  if saved.user_id is not null then
    if saved.total_amount < price_before then
      -- Only what is paid over the new price: time that an operator added was not paid.
      perform private.credit_stay(
        saved, least(price_before - saved.total_amount, (select p.paid from private.paid_for(saved.id) p) - saved.total_amount),
        'change');
    -- An operator takes no money from a driver's wallet.
    elsif private.charges_drivers() and (not private.is_admin() or saved.user_id = (select auth.uid())) then
      perform private.charge_stay(saved, saved.total_amount - price_before,
        case activity when 'reservation_extended' then 'extension' else 'change' end);
    end if;
  end if;
  if saved.user_id is not null then
    perform private.record_activity(saved.user_id, activity, jsonb_build_object(
      'reservation_id', saved.id, 'parking_space_id', saved.parking_space_id));
  end if;
  return saved;
end;
$$;

-- The second part of an extension, which a payment that was made for it does too.
create function private.lengthen_stay(stay public.reservations, new_end timestamptz)
returns public.reservations
language plpgsql
set search_path = ''
as $$
declare
  latest_end timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(stay.parking_space_id::text, 0));
  latest_end := private.find_latest_end(stay);
  if new_end > latest_end then
    -- The detail is a parameter of the sentence.
    raise exception 'extension-too-long' using errcode = 'check_violation', hint = 'extension-too-long',
      detail = to_char(latest_end at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  -- What was paid stays; the time that is added costs what it costs now.
  stay.total_amount := stay.total_amount
    + coalesce(private.price_of_stay(stay.parking_space_id, stay.end_time, new_end), 0);
  stay.end_time := new_end;
  return private.save_changed_reservation(stay, 'reservation_extended');
end;
$$;

revoke all on function private.lengthen_stay(public.reservations, timestamptz) from public;

create or replace function public.extend_reservation(reservation uuid, hours numeric, seen_end timestamptz)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations := private.lock_reservation(reservation);
  -- NaN is greater than every number.
  minutes constant integer := case when hours between 0 and 744 then round(hours * 60) end;
  new_end constant timestamptz := seen_end + make_interval(mins => minutes);
begin
  -- The response to an earlier try was lost.
  if minutes > 0 and stay.end_time = new_end then
    return stay;
  elsif stay.end_time is distinct from seen_end then
    perform private.raise_problem('reservation-changed');
  elsif minutes is null then
    perform private.raise_problem('stay-too-long');
  elsif new_end <= stay.end_time then
    perform private.raise_problem('end-before-start');
  elsif stay.start_time > now() then
    perform private.raise_problem('extension-before-start');
  elsif new_end <= now() then
    perform private.raise_problem('stay-is-over');
  elsif not private.is_admin() and (select maintenance_mode from private.settings()) then
    perform private.raise_problem('under-maintenance');
  end if;
  perform private.check_change_rate(
    array['reservation_extended', 'reservation_changed'],
    coalesce((select changes_per_hour from private.limits), 30), 'too-many-changes-in-an-hour');
  return private.lengthen_stay(stay, new_end);
end;
$$;
