-- The spaces of a zone with what takes them in a period, for administrators who plan a day.

-- Takes the place of the one of the space alone, which a later migration drops: here it would lock out all readers meanwhile.
create index reservations_of_space_by_start on public.reservations (parking_space_id, start_time);

-- definer: without the policies of each row; only for administrators.
create function public.zone_timeline(zone uuid, starts timestamptz, ends timestamptz)
returns table (id uuid, name text, location text, zone_id uuid, zone_name text, status text, stays jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception 'Only an administrator reads the timeline of a zone' using errcode = 'insufficient_privilege';
  elsif starts is null or ends is null or not isfinite(starts) or not isfinite(ends)
    or ends - starts not between interval '0' and interval '7 days'
  then
    perform private.raise_problem('period-out-of-range');
  end if;
  return query
    select s.id, s.name, s.location, s.zone_id, s.zone_name, s.status, coalesce(taken.stays, '[]')
    from public.parking_spaces s
    left join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'id', r.id, 'user_name', p.full_name, 'user_email', p.email,
          'start_time', r.start_time, 'end_time', r.end_time, 'ended_at', r.ended_at,
          'duration_hours', extract(epoch from r.end_time - r.start_time)::double precision / 3600,
          'total_amount', r.total_amount, 'status', r.status,
          'vehicle_name', r.vehicle_name, 'vehicle_plate', r.vehicle_plate)
        order by r.start_time, r.id) as stays
      from public.reservations r
      left join public.profiles p on p.user_id = r.user_id
      where r.parking_space_id = s.id and r.start_time < ends
        -- It follows from the length of a stay, and lets the index skip older ones.
        and r.start_time > starts - interval '744 hours'
        and r.status in ('active', 'held', 'completed', 'expired')
        -- Whoever has not left takes the space until now.
        and (case when r.status = 'active' then greatest(r.end_time, now()) else coalesce(r.ended_at, r.end_time) end) > starts
    ) taken on true
    where s.zone_id = zone
    order by s.sort_name, s.id
    -- One more than a page shows, to see that there are more.
    limit 501;
end;
$$;

revoke all on function public.zone_timeline(uuid, timestamptz, timestamptz) from public, anon;
grant execute on function public.zone_timeline(uuid, timestamptz, timestamptz) to authenticated;

comment on function public.zone_timeline(uuid, timestamptz, timestamptz) is
  'The first 501 spaces of a zone by name, with the stays of a period of up to 7 days that take or took them.';
