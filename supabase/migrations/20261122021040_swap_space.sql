-- "My space is taken": the driver gets the nearest other space, and never pays more for it.

-- The free spaces that a stay can move to, the best first: of its zone the fewest spaces away in the order of their names,
-- then of the zones within 1 km, the nearest first. What is left of the stay costs no more there.
create function private.find_other_spaces(stay public.reservations)
returns table (id uuid)
language sql
stable
set search_path = ''
as $$
  with own as (
    select s.id, s.zone_id, z.latitude, z.longitude
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
    where s.id = stay.parking_space_id
  ), neighbours as (
    select s.id, row_number() over (order by s.sort_name, s.id) as place
    from public.parking_spaces s join own on own.zone_id = s.zone_id
  ), candidates as (
    select n.id, -1 as distance_km, abs(n.place - o.place) as steps, n.place
    from neighbours n, neighbours o where o.id = stay.parking_space_id
    union all
    select s.id, z.distance_km, 0, row_number() over (order by s.sort_name, s.id)
    from own, lateral public.find_zones(null, null, own.latitude, own.longitude) z
    join public.parking_spaces s on s.zone_id = z.id
    where z.distance_km <= 1 and z.id is distinct from own.zone_id
  )
  select c.id
  from candidates c join public.parking_spaces s on s.id = c.id,
    (select greatest(now(), stay.start_time) as starts) rest
  where s.id <> stay.parking_space_id and s.status = 'available'
    and private.price_of_stay(s.id, rest.starts, stay.end_time)
      <= private.price_of_stay(stay.parking_space_id, rest.starts, stay.end_time)
    and not exists (
      select from public.reservations r
      where r.parking_space_id = c.id and r.status = 'active'
        and tstzrange(r.start_time, r.end_time) && tstzrange(stay.start_time, stay.end_time)
    )
  order by
    -- Last where somebody has not ended a stay that is over, and may be parked still.
    exists (
      select from public.reservations late
      where late.parking_space_id = c.id and late.status = 'active' and late.end_time <= now()
    ),
    c.distance_km, c.steps, c.place
  limit 50;
$$;

-- Moves a stay to a space and says whether it could. Whatever goes wrong, the locks that it took are given back, so that
-- no two drivers wait for each other with several spaces in their hands.
create function private.move_to_space(stay public.reservations, space uuid, waits boolean)
returns boolean
language plpgsql
set search_path = ''
set lock_timeout = '1s'
as $$
begin
  if waits then
    perform pg_advisory_xact_lock(hashtextextended(space::text, 0));
  elsif not pg_try_advisory_xact_lock(hashtextextended(space::text, 0)) then
    return false;
  end if;
  -- In the order in which due work takes them.
  perform from public.parking_spaces where id in (stay.parking_space_id, space) order by id for no key update;
  if not exists (select from public.parking_spaces where id = space and status = 'available') then
    raise exclusion_violation;
  end if;
  stay.parking_space_id := space;
  perform private.save_changed_reservation(stay, 'space_swapped');
  return true;
exception
  when exclusion_violation or lock_not_available or deadlock_detected then
    return false;
end;
$$;

-- `seen_space` is the space that the driver saw, `key` the id of the report.
-- definer: a driver may not write reservations and reports, nor see who is on other spaces.
create function public.swap_space(reservation uuid, seen_space uuid, key uuid)
returns public.reservations
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations := private.lock_reservation(reservation);
  limits private.limits;
  candidate uuid;
  new_space uuid;
begin
  select * into limits from private.limits;
  -- The response to an earlier try was lost.
  if exists (select from public.space_reports r where r.id = key and r.reservation_id = stay.id) then
    return stay;
  elsif key is null or stay.parking_space_id is distinct from seen_space then
    perform private.raise_problem('reservation-changed');
  elsif not now() between stay.start_time - interval '15 minutes' and stay.end_time then
    perform private.raise_problem('swap-outside-stay');
  elsif not private.is_admin() and (
    select count(*) from public.space_reports r
    where r.reservation_id = stay.id and r.new_parking_space_id is not null
  ) >= limits.swaps_per_reservation then
    perform private.raise_problem('too-many-swaps');
  end if;
  perform private.check_change_rate(
    array['space_swapped', 'space_reported'], limits.swaps_per_hour, 'too-many-swaps-in-an-hour');

  -- Nobody books the space while this driver is moved away from it.
  perform pg_advisory_xact_lock(hashtextextended(stay.parking_space_id::text, 0));
  foreach candidate in array array(select private.find_other_spaces(stay)) loop
    exit when new_space is not null;
    new_space := case when private.move_to_space(stay, candidate, false) then candidate end;
  end loop;
  -- Somebody else was looking at these at the same moment, and may have left one.
  foreach candidate in array array(select private.find_other_spaces(stay) where new_space is null limit 5) loop
    exit when new_space is not null;
    new_space := case when private.move_to_space(stay, candidate, true) then candidate end;
  end loop;

  insert into public.space_reports (
    id, reservation_id, parking_space_id, user_id, new_parking_space_id, occupied_until)
  values (
    key, stay.id, stay.parking_space_id, stay.user_id, new_space,
    -- Before the start the stay may still be cancelled, and the space would be taken from everybody for nothing.
    least(stay.end_time, now() + case when stay.start_time > now() then interval '1 hour' else interval '24 hours' end));
  update public.parking_spaces set status = 'occupied'
  where id = stay.parking_space_id and status in ('available', 'reserved');
  -- The move is recorded where it is made.
  if new_space is null and stay.user_id is not null then
    perform private.record_activity(stay.user_id, 'space_reported', jsonb_build_object(
      'reservation_id', stay.id, 'parking_space_id', stay.parking_space_id));
  end if;
  select * into stay from public.reservations where id = stay.id;
  return stay;
end;
$$;

revoke all on function private.find_other_spaces(public.reservations) from public;
revoke all on function private.move_to_space(public.reservations, uuid, boolean) from public;
revoke all on function public.swap_space(uuid, uuid, uuid) from public, anon;
grant execute on function public.swap_space(uuid, uuid, uuid) to authenticated;

comment on function public.swap_space(uuid, uuid, uuid) is
  'Reports the space of a stay as taken and moves the stay to the nearest free one that costs no more. When there is none, '
  'the space stays the same. A repeat with the same key changes nothing.';
