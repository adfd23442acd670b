-- Spaces to move to are found within milliseconds in a zone of hundreds too: each candidate is looked at once.

-- `excluded` are spaces that go out of service with the one of the stay; `target` limits the search to one space.
drop function private.find_other_spaces(public.reservations, uuid[]);
create function private.find_other_spaces(
  stay public.reservations, excluded uuid[] default '{}', target uuid default null
)
returns table (id uuid)
language sql
stable
set search_path = ''
as $$
  with own as (
    select s.id, s.zone_id, z.latitude, z.longitude
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
    where s.id = stay.parking_space_id
  ), neighbours as materialized (
    select s.id, s.status, row_number() over (order by s.sort_name, s.id) as place
    from public.parking_spaces s join own on own.zone_id = s.zone_id
  ), own_place as materialized (
    select place from neighbours where id = stay.parking_space_id
  ), candidates as materialized (
    select n.id, n.status, -1 as distance_km, abs(n.place - o.place) as steps, n.place
    from neighbours n, own_place o
    union all
    select s.id, s.status, z.distance_km, 0, row_number() over (order by s.sort_name, s.id)
    from own, lateral public.find_zones(null, null, own.latitude, own.longitude) z
    join public.parking_spaces s on s.zone_id = z.id
    where z.distance_km <= 1 and z.id is distinct from own.zone_id
  ), free as materialized (
    select c.id, c.distance_km, c.steps, c.place
    from candidates c
    where c.id <> stay.parking_space_id and (target is null or c.id = target)
      and c.id not in (select e from unnest(excluded) e where e is not null)
      -- What is reserved at this moment may be free when the stay begins.
      and (c.status = 'available' or c.status = 'reserved' and stay.start_time > now() + interval '15 minutes')
      and not exists (
        select from public.reservations r
        where r.parking_space_id = c.id and r.status in ('active', 'held')
          and tstzrange(r.start_time, r.end_time) && tstzrange(stay.start_time, stay.end_time)
      )
  ), rest as materialized (
    select starts, private.price_of_stay(stay.parking_space_id, starts, stay.end_time) as price
    from (select greatest(now(), stay.start_time) as starts) moment
  )
  select f.id
  from free f, rest
  where private.price_of_stay(f.id, rest.starts, stay.end_time) <= rest.price
  order by
    -- Last where somebody has not ended a stay that is over, and may be parked still.
    exists (
      select from public.reservations late
      where late.parking_space_id = f.id and late.status = 'active' and late.end_time <= now()
    ),
    f.distance_km, f.steps, f.place
  limit 50;
$$;

revoke all on function private.find_other_spaces(public.reservations, uuid[], uuid) from public;

create or replace function private.resolve_touched_stay(resolution private.stay_resolution, spaces uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  stay public.reservations;
begin
  select * into stay from public.reservations where id = resolution.reservation;
  -- The notifications say why.
  perform set_config('parqueo.out_of_service', jsonb_build_object(
    'reservation', stay.id)::text, true);
  case resolution.action
    when 'move' then
      if resolution.target is null
        or not exists (select from private.find_other_spaces(stay, spaces, resolution.target))
      then
        perform private.raise_problem('move-target-taken');
      end if;
      stay.parking_space_id := resolution.target;
      perform private.save_changed_reservation(stay, 'space_swapped');
    when 'cancel', 'cancel_to_source' then
      perform public.cancel_reservation(stay.id, resolution.action = 'cancel_to_source');
    when 'release' then
      update public.reservations set status = 'lapsed' where id = stay.id;
    else null;
  end case;
  perform set_config('parqueo.out_of_service', '', true);
end;
$$;
