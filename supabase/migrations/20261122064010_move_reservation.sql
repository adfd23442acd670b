-- An administrator moves a stay that has not begun to another space or another start. It keeps its length and its price:
-- the driver did not ask for it.

-- The seen values are what the administrator saw.
-- definer: nobody writes times and spaces.
create function public.move_reservation(
  reservation uuid,
  parking_space_id uuid,
  start_time timestamptz,
  seen_space uuid,
  seen_start timestamptz,
  seen_end timestamptz
)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
  new_end timestamptz;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator moves a reservation' using errcode = 'insufficient_privilege';
  end if;
  stay := private.lock_reservation(reservation);
  -- The response to an earlier try was lost.
  if (stay.parking_space_id, stay.start_time, stay.end_time - stay.start_time)
    = (move_reservation.parking_space_id, move_reservation.start_time, seen_end - seen_start)
  then
    return stay;
  elsif (stay.parking_space_id, stay.start_time, stay.end_time) is distinct from (seen_space, seen_start, seen_end) then
    perform private.raise_problem('reservation-changed');
  elsif stay.start_time <= now() then
    perform private.raise_problem('move-after-start');
  elsif move_reservation.start_time is null or not isfinite(move_reservation.start_time) then
    perform private.raise_problem('stay-times-not-finite');
  end if;
  new_end := move_reservation.start_time + (stay.end_time - stay.start_time);
  perform private.check_stay_times(move_reservation.start_time, new_end);
  -- Both spaces, always in the same order: two who exchange stays would wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(locked.space::text, 0))
  from (
    select unnest(array[stay.parking_space_id, move_reservation.parking_space_id]) as space order by 1
  ) as locked;
  if not exists (select from public.parking_spaces s where s.id = move_reservation.parking_space_id) then
    perform private.raise_problem('space-gone');
  elsif exists (
    select from public.parking_spaces s where s.id = move_reservation.parking_space_id and s.status = 'maintenance'
  ) then
    perform private.raise_problem('space-out-of-service');
  end if;
  perform private.lock_available_space(
    move_reservation.parking_space_id, stay.user_id, move_reservation.start_time);
  stay.parking_space_id := move_reservation.parking_space_id;
  stay.start_time := move_reservation.start_time;
  stay.end_time := new_end;
  return private.save_changed_reservation(stay, 'reservation_changed');
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
    return null;
end;
$$;

revoke all on function public.move_reservation(uuid, uuid, timestamptz, uuid, timestamptz, timestamptz) from public, anon;
grant execute on function public.move_reservation(uuid, uuid, timestamptz, uuid, timestamptz, timestamptz)
  to authenticated;

comment on function public.move_reservation(uuid, uuid, timestamptz, uuid, timestamptz, timestamptz) is
  'Moves a stay that has not begun to a space and a start, with the same length and price. A repeat changes nothing.';
