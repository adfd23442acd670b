-- Until its start a reservation can be given another time, another space of its zone and another vehicle. The rules of a
-- new reservation hold, so what the triggers of an insert check is in functions now.

create function private.check_stay_times(start_time timestamptz, end_time timestamptz)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not (isfinite(start_time) and isfinite(end_time)) then
    perform private.raise_problem('stay-times-not-finite');
  elsif end_time <= now() then
    perform private.raise_problem('stay-is-over');
  elsif start_time < now() - interval '24 hours' then
    perform private.raise_problem('start-too-early');
  elsif start_time > now() + interval '366 days' then
    perform private.raise_problem('start-too-late');
  elsif end_time <= start_time then
    perform private.raise_problem('end-before-start');
  elsif end_time > start_time + interval '744 hours' then
    perform private.raise_problem('stay-too-long');
  end if;
end;
$$;

create or replace function private.check_stay()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.check_stay_times(new.start_time, new.end_time);
  return new;
end;
$$;

-- Until the end of the transaction nobody else books this space.
create function private.lock_available_space(space uuid, driver uuid, starts timestamptz)
returns void
language plpgsql
set search_path = ''
-- A booking that waits for the same space gives up, whatever the connection allows.
set lock_timeout = '3s'
as $$
begin
  -- One at a time for each space: two inserts that meet inside the exclusion constraint would wait for each other
  -- until the deadlock detector ends one, where the loser should simply hear that the space is taken.
  perform pg_advisory_xact_lock(hashtextextended(space::text, 0));
  if exists (select from public.parking_spaces where id = space and status = 'maintenance')
    or starts <= now() + interval '5 minutes' and private.is_used_by_other(space, driver, starts)
  then
    perform private.raise_problem('space-taken');
  end if;
end;
$$;

create or replace function private.complete_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_available_space(new.parking_space_id, new.user_id, new.start_time);
  -- Without a space there is no price; the null space itself is refused below.
  new.total_amount := coalesce(private.price_of_stay(new.parking_space_id, new.start_time, new.end_time), 0);
  if new.parking_space_id is null then
    raise exception 'A reservation needs a parking space' using errcode = 'not_null_violation';
  end if;
  return new;
end;
$$;

alter function private.complete_reservation() reset lock_timeout;

revoke all on function private.check_stay_times(timestamptz, timestamptz) from public;
grant execute on function private.check_stay_times(timestamptz, timestamptz) to authenticated, service_role;
revoke all on function private.lock_available_space(uuid, uuid, timestamptz) from public;
grant execute on function private.lock_available_space(uuid, uuid, timestamptz) to authenticated, service_role;

-- The seen values are what the driver saw; without a vehicle it stays as it is.
-- definer: a driver may not write times, spaces and amounts.
create function public.change_reservation(
  reservation uuid,
  start_time timestamptz,
  hours numeric,
  parking_space_id uuid,
  seen_start timestamptz,
  seen_end timestamptz,
  seen_space uuid,
  vehicle_id uuid default null
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
  -- NaN is greater than every number.
  minutes constant integer := case when hours between 0 and 744 then round(hours * 60) end;
  new_end constant timestamptz := change_reservation.start_time + make_interval(mins => minutes);
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
    stay.total_amount := coalesce(private.price_of_stay(stay.parking_space_id, stay.start_time, stay.end_time), 0);
  end if;
  return private.save_changed_reservation(stay, 'reservation_changed');
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
    return null;
end;
$$;

revoke all on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid) from public, anon;
grant execute on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid) to authenticated;

comment on function public.change_reservation(
  uuid, timestamptz, numeric, uuid, timestamptz, timestamptz, uuid, uuid) is
  'Gives a reservation that has not begun another time, space of its zone and vehicle. A repeat changes nothing.';
