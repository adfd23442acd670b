-- A reservation may be extended, changed and swapped, by the functions of the next migrations only. Here is what they
-- share. Each of them takes its locks in the order of a booking: the driver, then the reservation, then the space.

alter table private.limits
  add column changes_per_hour integer not null default 30
    constraint limits_changes_per_hour_from_1_to_100000 check (changes_per_hour between 1 and 100000),
  add column swaps_per_hour integer not null default 5
    constraint limits_swaps_per_hour_from_1_to_100000 check (swaps_per_hour between 1 and 100000),
  add column swaps_per_reservation integer not null default 3
    constraint limits_swaps_per_reservation_from_1_to_1000 check (swaps_per_reservation between 1 and 1000);

create or replace function private.protect_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting an account, a space or a vehicle empties the reference and keeps the record. Times, space, amount and vehicle
  -- are moved by private.save_changed_reservation, which names the reservation; nothing else may.
  if (new.user_id is distinct from old.user_id and new.user_id is not null)
    or (new.id, new.created_at) is distinct from (old.id, old.created_at)
    or current_setting('parqueo.changes_reservation', true) is distinct from old.id::text and (
      (new.parking_space_id is distinct from old.parking_space_id and new.parking_space_id is not null)
      or (new.vehicle_id is distinct from old.vehicle_id and new.vehicle_id is not null)
      or (new.start_time, new.end_time, new.total_amount, new.vehicle_name, new.vehicle_plate, new.vehicle_type)
        is distinct from
        (old.start_time, old.end_time, old.total_amount, old.vehicle_name, old.vehicle_plate, old.vehicle_type)
    )
  then
    raise exception 'Person, space, times, amount and vehicle of a reservation never change'
      using errcode = 'check_violation';
  end if;
  if new.status is distinct from old.status and old.status <> 'active' then
    raise exception 'A % reservation cannot become %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- A plate leads to its driver, so it goes with the account.
  if new.user_id is null and old.user_id is not null then
    new.vehicle_name := null;
    new.vehicle_plate := null;
  end if;
  return new;
end;
$$;

-- A reservation that moves to another space changes the status of both, in the order in which due work takes spaces.
create or replace function private.refresh_status_after_change()
returns trigger
language plpgsql
security definer -- definer: runs as the driver who books, who may not call the function below.
set search_path = ''
as $$
begin
  perform private.refresh_status_of(space)
  from (
    select distinct space from unnest(array[old.parking_space_id, new.parking_space_id]) space
    where space is not null order by space
  ) spaces;
  return null;
end;
$$;

-- The caller's active reservation, or anybody's for an administrator, locked until the end of the transaction.
create function private.lock_reservation(reservation uuid)
returns public.reservations
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  found public.reservations;
  is_admin constant boolean := private.is_admin();
begin
  if not private.has_shown_second_factor() then
    raise exception 'Show your second factor to change a reservation' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_unsuspended();
  select * into found from public.reservations
  where id = reservation and (user_id = (select auth.uid()) or is_admin);
  if found.id is null then
    perform private.raise_problem('no-such-reservation');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || found.user_id, 0))
  where found.user_id is not null;
  -- As deleting the account does, before the reservation: what was done is recorded for the driver later.
  perform from public.profiles where user_id = found.user_id for key share;
  select * into found from public.reservations where id = reservation for no key update;
  if found.status <> 'active' or found.parking_space_id is null then
    perform private.raise_problem('reservation-changed');
  end if;
  return found;
end;
$$;

-- A driver's changes are counted by what is recorded of them. Operators are not limited.
create function private.check_change_rate(activities text[], most integer, problem text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.is_admin() and (
    select count(*) from public.user_activity
    where user_id = (select auth.uid()) and activity_type = any (activities)
      and created_at > now() - interval '1 hour'
  ) >= most then
    perform private.raise_problem(problem);
  end if;
end;
$$;

-- The one place where times, space, vehicle and amount of a reservation change after it was made: money that is to be
-- paid or given back for the difference moves here, in the same transaction.
create function private.save_changed_reservation(changed public.reservations, activity text)
returns public.reservations
language plpgsql
set search_path = ''
as $$
declare
  saved public.reservations;
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
    perform private.record_activity(saved.user_id, activity, jsonb_build_object(
      'reservation_id', saved.id, 'parking_space_id', saved.parking_space_id));
  end if;
  return saved;
end;
$$;

revoke all on function private.lock_reservation(uuid) from public;
revoke all on function private.check_change_rate(text[], integer, text) from public;
revoke all on function private.save_changed_reservation(public.reservations, text) from public;

comment on table private.limits is
  'One row; the operator may change it: update private.limits set upcoming_reservations = 50, changes_per_hour = 60;';
