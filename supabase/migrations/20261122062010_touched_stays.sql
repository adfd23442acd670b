-- The reservations that stand in the way when a space goes out of service, each with the spaces that it can move to.

-- `excluded` are spaces that go out of service with the one of the stay.
drop function private.find_other_spaces(public.reservations);
create function private.find_other_spaces(stay public.reservations, excluded uuid[] default '{}')
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
  where s.id <> stay.parking_space_id and s.id <> all (excluded)
    -- What is reserved at this moment may be free when the stay begins.
    and (s.status = 'available' or s.status = 'reserved' and stay.start_time > now() + interval '15 minutes')
    and private.price_of_stay(s.id, rest.starts, stay.end_time)
      <= private.price_of_stay(stay.parking_space_id, rest.starts, stay.end_time)
    and not exists (
      select from public.reservations r
      where r.parking_space_id = c.id and r.status in ('active', 'held')
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

-- Stays that go on after `ends_at` count where they begin before it; null is without an end.
create function private.find_touched_stays(spaces uuid[], ends_at timestamptz)
returns setof public.reservations
language sql
stable
set search_path = ''
as $$
  select r.* from public.reservations r
  where r.parking_space_id = any (spaces) and r.status in ('active', 'held') and r.end_time > now()
    and (r.status = 'active' or r.held_until > now())
    and ($2 is null or r.start_time < $2);
$$;

-- held: somebody is paying for it at this moment.
create function private.get_stay_phase(stay public.reservations)
returns text
language sql
stable
set search_path = ''
as $$
  select case when stay.status = 'held' then 'held' when stay.start_time <= now() then 'under_way' else 'future' end;
$$;

-- definer: it looks into payments and into the spaces of zones nearby; only for administrators.
create function public.list_touched_stays(spaces uuid[], ends_at timestamptz default null)
returns table (
  id uuid, parking_space_id uuid, space_name text, zone_name text, driver text, plate text,
  start_time timestamptz, end_time timestamptz, phase text, paid numeric, paid_with text, targets jsonb
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception 'Only an administrator takes spaces out of service' using errcode = 'insufficient_privilege';
  elsif coalesce(cardinality(list_touched_stays.spaces), 0) not between 1 and 500 then
    perform private.raise_problem('too-many-spaces-at-once');
  elsif (
    select count(*) > 200 from private.find_touched_stays(list_touched_stays.spaces, list_touched_stays.ends_at)
  ) then
    perform private.raise_problem('too-many-touched-stays');
  end if;
  return query
    select r.id, r.parking_space_id, s.name, s.zone_name,
      coalesce(nullif(p.full_name, ''), p.email), r.vehicle_plate,
      r.start_time, r.end_time, phases.phase, (select f.paid from private.paid_for(r.id) f),
      (select f.method from private.find_refundable_payments(r.id) f limit 1),
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'zone_name', t.zone_name) order by o.place)
        from private.find_other_spaces(r, list_touched_stays.spaces) with ordinality as o (id, place)
        join public.parking_spaces t on t.id = o.id
        where phases.phase <> 'held' and o.place <= 10
      ), '[]')
    from private.find_touched_stays(list_touched_stays.spaces, list_touched_stays.ends_at) r
    cross join lateral (select private.get_stay_phase(r) as phase) phases
    join public.parking_spaces s on s.id = r.parking_space_id
    left join public.profiles p on p.user_id = r.user_id
    order by r.start_time, r.id;
end;
$$;

revoke all on function private.find_other_spaces(public.reservations, uuid[]) from public;
revoke all on function private.find_touched_stays(uuid[], timestamptz) from public;
revoke all on function private.get_stay_phase(public.reservations) from public;
revoke all on function public.list_touched_stays(uuid[], timestamptz) from public, anon;
grant execute on function public.list_touched_stays(uuid[], timestamptz) to authenticated;

comment on function public.list_touched_stays(uuid[], timestamptz) is
  'The reservations of spaces that are to be resolved before set_space_status() takes them out of service.';
