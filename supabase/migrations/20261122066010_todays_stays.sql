-- Who arrives and who leaves next, for administrators who attend a car park.

-- definer: without the policies of each row; only for administrators.
create function public.todays_stays(zone uuid default null)
returns table (
  movement text, id uuid, user_name text, user_email text, space_name text, space_location text, zone_id uuid,
  zone_name text, start_time timestamptz, end_time timestamptz, duration_hours double precision, total_amount numeric,
  status text, vehicle_name text, vehicle_plate text, arrived_at timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception 'Only an administrator reads the stays of today' using errcode = 'insufficient_privilege';
  end if;
  return query
    with arriving as (
      select 'arrival' as movement, r.start_time as due, r.id
      from public.reservations r
      left join public.parking_spaces s on s.id = r.parking_space_id
      where r.status = 'active' and r.start_time <= now() + interval '2 hours' and r.end_time > now()
        -- An arrival that was marked stays a little, so that a slip can be undone.
        and (r.start_time > now() or r.arrived_at is null or r.arrived_at > now() - interval '10 minutes')
        and (zone is null or s.zone_id = zone)
      order by r.start_time, r.id
      limit 251
    ), leaving as (
      select 'departure', r.end_time, r.id
      from public.reservations r
      left join public.parking_spaces s on s.id = r.parking_space_id
      where r.status = 'active' and r.end_time <= now() + interval '2 hours' and r.start_time <= now()
        and (zone is null or s.zone_id = zone)
      order by r.end_time, r.id
      limit 251
    )
    select moving.movement, r.id, p.full_name, p.email, s.name, s.location, s.zone_id, s.zone_name, r.start_time,
      r.end_time, extract(epoch from r.end_time - r.start_time)::double precision / 3600, r.total_amount, r.status,
      r.vehicle_name, r.vehicle_plate, r.arrived_at
    from (select * from arriving union all select * from leaving) moving
    join public.reservations r on r.id = moving.id
    left join public.parking_spaces s on s.id = r.parking_space_id
    left join public.profiles p on p.user_id = r.user_id
    order by moving.movement, moving.due, r.id;
end;
$$;

revoke all on function public.todays_stays(uuid) from public, anon;
grant execute on function public.todays_stays(uuid) to authenticated;

comment on function public.todays_stays(uuid) is
  'The first 251 active stays of a zone, or of all, that begin within two hours or have begun and nobody has arrived for, '
  'and the first 251 that end within two hours or should have ended.';
