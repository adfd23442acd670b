-- A driver who extends or changes a stay is never charged more than the screen said, as who books is not. Without the amount
-- that was seen, as older pages call, the price of the moment is charged.

drop function private.save_changed_reservation(public.reservations, text);
drop function private.lengthen_stay(public.reservations, timestamptz);
drop function public.extend_reservation(uuid, numeric, timestamptz);
drop function public.change_reservation(uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid);

create function private.save_changed_reservation(
  changed public.reservations, activity text, seen_total numeric default null
)
returns public.reservations
language plpgsql
set search_path = ''
as $$
declare
  saved public.reservations;
  -- An operator takes no money from a driver's wallet.
  is_charged constant boolean := changed.user_id is not null and private.charges_drivers()
    and (not private.is_admin() or changed.user_id = (select auth.uid()));
  price_before constant numeric := (select total_amount from public.reservations where id = changed.id);
begin
  if is_charged and round(seen_total, 2) < changed.total_amount then
    perform private.raise_problem('price-changed');
  end if;
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
    elsif is_charged then
      perform private.charge_stay(saved, saved.total_amount - price_before,
        case activity when 'reservation_extended' then 'extension' else 'change' end);
    end if;
    perform private.record_activity(saved.user_id, activity, jsonb_build_object(
      'reservation_id', saved.id, 'parking_space_id', saved.parking_space_id));
  end if;
  return saved;
end;
$$;

-- `seen_amount` is the price of the time that is added.
create function private.lengthen_stay(
  stay public.reservations, new_end timestamptz, seen_amount numeric default null
)
returns public.reservations
language plpgsql
set search_path = ''
as $$
declare
  latest_end timestamptz;
  price_before constant numeric := stay.total_amount;
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
  return private.save_changed_reservation(stay, 'reservation_extended', price_before + seen_amount);
end;
$$;

create function public.extend_reservation(
  reservation uuid, hours numeric, seen_end timestamptz, seen_amount numeric default null
)
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
  return private.lengthen_stay(stay, new_end, seen_amount);
end;
$$;

-- The seen values are what the driver saw, `seen_amount` the new price of the stay; without a vehicle it stays as it is.
-- definer: a driver may not write times, spaces and amounts.
create function public.change_reservation(
  reservation uuid,
  start_time timestamptz,
  hours numeric,
  parking_space_id uuid,
  seen_start timestamptz,
  seen_end timestamptz,
  seen_space uuid,
  vehicle_id uuid default null,
  seen_amount numeric default null
)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations := private.lock_reservation(reservation);
  chosen public.vehicles;
  -- Null while the price stays what it is.
  seen_total numeric;
  -- To the millisecond, as a booking ends. NaN is greater than every number.
  milliseconds constant bigint := case when hours between 0 and 744 then round(hours * 3600000) end;
  new_end constant timestamptz := change_reservation.start_time + milliseconds * interval '1 millisecond';
begin
  -- The response to an earlier try was lost.
  if (stay.start_time, stay.end_time, stay.parking_space_id) = (
      change_reservation.start_time, new_end, change_reservation.parking_space_id)
    and (change_reservation.vehicle_id is null or stay.vehicle_id = change_reservation.vehicle_id)
  then
    return stay;
  elsif (stay.start_time, stay.end_time, stay.parking_space_id) is distinct from (seen_start, seen_end, seen_space) then
    perform private.raise_problem('reservation-changed');
  elsif stay.start_time <= now() then
    perform private.raise_problem('change-after-start');
  elsif new_end is null then
    perform private.raise_problem('stay-too-long');
  elsif change_reservation.parking_space_id is distinct from stay.parking_space_id and not exists (
    select from public.parking_spaces a join public.parking_spaces b on b.zone_id = a.zone_id
    where a.id = stay.parking_space_id and b.id = change_reservation.parking_space_id
  ) then
    perform private.raise_problem('space-of-other-zone');
  end if;
  perform private.check_change_rate(
    array['reservation_extended', 'reservation_changed'],
    coalesce((select changes_per_hour from private.limits), 30), 'too-many-changes-in-an-hour');
  if change_reservation.vehicle_id is not null then
    select * into chosen from public.vehicles v where v.id = change_reservation.vehicle_id and v.user_id = stay.user_id;
    if chosen.id is null then
      perform private.raise_problem('vehicle-not-found');
    end if;
    stay.vehicle_id := chosen.id;
    stay.vehicle_name := chosen.name;
    stay.vehicle_plate := chosen.plate;
    stay.vehicle_type := chosen.type;
  end if;
  -- Another vehicle alone changes neither the price nor what the rules are about.
  if (stay.start_time, stay.end_time, stay.parking_space_id)
    <> (change_reservation.start_time, new_end, change_reservation.parking_space_id)
  then
    perform private.check_stay_times(change_reservation.start_time, new_end);
    perform private.check_settings_for_stay(change_reservation.start_time, new_end);
    -- Both spaces, always in the same order: two drivers who exchange theirs would wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(locked.space::text, 0))
    from (
      select unnest(array[stay.parking_space_id, change_reservation.parking_space_id]) as space order by 1
    ) as locked;
    perform private.lock_available_space(
      change_reservation.parking_space_id, stay.user_id, change_reservation.start_time);
    stay.start_time := change_reservation.start_time;
    stay.end_time := new_end;
    stay.parking_space_id := change_reservation.parking_space_id;
    seen_total := seen_amount;
    stay.total_amount := coalesce(private.price_of_stay(stay.parking_space_id, stay.start_time, stay.end_time), 0);
  end if;
  return private.save_changed_reservation(stay, 'reservation_changed', seen_total);
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
    return null;
end;
$$;

revoke all on function private.save_changed_reservation(public.reservations, text, numeric) from public;
revoke all on function private.lengthen_stay(public.reservations, timestamptz, numeric) from public;
revoke all on function public.extend_reservation(uuid, numeric, timestamptz, numeric) from public, anon;
grant execute on function public.extend_reservation(uuid, numeric, timestamptz, numeric) to authenticated;
revoke all on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid, numeric) from public, anon;
grant execute on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid, numeric) to authenticated;

comment on function public.extend_reservation(uuid, numeric, timestamptz, numeric) is
  'Extends a stay that ends at seen_end by hours, in whole minutes, for at most seen_amount. A repeat changes nothing.';
comment on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid, numeric) is
  'Gives a reservation that has not begun another time, space of its zone and vehicle, for at most seen_amount. A repeat '
  'changes nothing.';
