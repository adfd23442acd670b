-- An administrator reserves for a driver: one who calls, or who stands at the desk. The stay is the driver's in every respect.

-- A driver's stay that an administrator books is paid from the driver's wallet. No policy lets an administrator insert one: it
-- comes from public.reserve_for_driver.
create or replace function private.hold_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.held_until := null;
  if new.status = 'held' then
    new.status := 'active';
  end if;
  -- Only drivers pay, for themselves or at the operator's.
  if not private.charges_drivers() or new.status <> 'active' or new.user_id is null
    or (new.user_id is distinct from (select auth.uid()) and not private.is_admin())
  then
    new.payment_method := null;
    return new;
  end if;
  if new.payment_method is null and new.total_amount > 0 then
    perform private.raise_problem('reservations-paid-here');
  end if;
  new.payment_method := coalesce(new.payment_method, 'wallet');
  if new.payment_method = 'wallet' or new.total_amount = 0 then
    return new;
  end if;
  new.status := 'held';
  new.held_until := now() + interval '10 minutes';
  if not private.is_admin() and private.has_too_many_unpaid_holds(new.user_id) then
    perform private.raise_problem('too-many-unpaid-holds');
  end if;
  return new;
end;
$$;

-- Puts what a driver paid in cash into the wallet, from which the stay is then charged.
create function private.take_desk_payment(reservation uuid, driver uuid, amount numeric, reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if btrim(coalesce(reason, '')) = '' or length(reason) > 300 then
    perform private.raise_problem('reason-required');
  elsif amount <> round(amount, 2) or amount <= 0 or amount > 1000000 then
    perform private.raise_problem('amount-out-of-range');
  -- Nothing is paid here any more.
  elsif not private.charges_drivers() then
    perform private.raise_problem('price-changed');
  end if;
  perform private.post(
    'adjustment ' || reservation, 'adjustment', array[private.find_wallet(driver), private.find_account('adjustments')],
    array[amount, -amount], null, null, btrim(reason));
end;
$$;

revoke all on function private.take_desk_payment(uuid, uuid, numeric, text) from public;

-- `id` is an idempotency key, `seen_amount` the price that was seen, and `paid_at_desk` what the driver has just paid in cash,
-- with a reason for the ledger.
-- definer: nobody inserts a reservation for somebody else; only for administrators.
create function public.reserve_for_driver(
  id uuid,
  driver uuid,
  parking_space_id uuid,
  start_time timestamptz,
  hours numeric,
  vehicle_id uuid default null,
  seen_amount numeric default null,
  paid_at_desk numeric default null,
  paid_reason text default null
)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
#variable_conflict use_variable
declare
  stay public.reservations;
  driver_status text;
  space_status text;
  -- To the millisecond, as the page counts the price. NaN is greater than every number.
  milliseconds constant bigint := case when hours between 0 and 744 then round(hours * 3600000) end;
  end_time constant timestamptz := start_time + milliseconds * interval '1 millisecond';
begin
  if not private.is_admin() then
    raise exception 'Only an administrator reserves for a driver' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || driver, 0)) where driver is not null;
  -- The response to an earlier try was lost.
  select * into stay from public.reservations r where r.id = reserve_for_driver.id and r.user_id = driver;
  if stay.id is not null then
    return stay;
  end if;
  select p.status into driver_status from public.profiles p where p.user_id = driver for key share;
  if driver_status is null then
    perform private.raise_problem('driver-gone');
  elsif driver_status = 'suspended' then
    perform private.raise_problem('driver-suspended');
  elsif start_time is null or not isfinite(start_time) then
    perform private.raise_problem('stay-times-not-finite');
  elsif milliseconds is null then
    perform private.raise_problem('stay-too-long');
  end if;
  perform private.check_stay_times(start_time, end_time);
  select s.status into space_status from public.parking_spaces s where s.id = reserve_for_driver.parking_space_id;
  if space_status is null then
    perform private.raise_problem('space-gone');
  elsif space_status = 'maintenance' then
    perform private.raise_problem('space-out-of-service');
  end if;
  -- Before the wallet, as every booking does.
  perform private.lock_available_space(parking_space_id, driver, start_time);
  if paid_at_desk is not null then
    perform private.take_desk_payment(id, driver, paid_at_desk, paid_reason);
  end if;
  insert into public.reservations
    (id, user_id, parking_space_id, start_time, end_time, total_amount, vehicle_id, payment_method)
  values
    (id, driver, parking_space_id, start_time, end_time, 0, vehicle_id, 'wallet')
  returning * into stay;
  if stay.payment_method is not null and (seen_amount is null or round(seen_amount, 2) < stay.total_amount) then
    perform private.raise_problem('price-changed');
  elsif paid_at_desk > stay.total_amount then
    perform private.raise_problem('amount-out-of-range');
  end if;
  update public.notifications n set content = n.content || '{"by_driver": false}'
  where n.reservation_id = stay.id and n.kind = 'confirmed' and driver <> (select auth.uid());
  return stay;
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
    return null;
end;
$$;

revoke all on function public.reserve_for_driver(
  uuid, uuid, uuid, timestamptz, numeric, uuid, numeric, numeric, text) from public, anon;
grant execute on function public.reserve_for_driver(
  uuid, uuid, uuid, timestamptz, numeric, uuid, numeric, numeric, text) to authenticated;

comment on function public.reserve_for_driver(uuid, uuid, uuid, timestamptz, numeric, uuid, numeric, numeric, text) is
  'Reserves for a driver, who pays from the wallet at most seen_amount. A repeat with the same id is the same reservation.';
