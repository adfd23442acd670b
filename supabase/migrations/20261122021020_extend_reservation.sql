-- A stay that is under way can be extended, also when it is over and not ended yet.

-- The latest end that a reservation can have: the start of the next one, the most hours that the operator allows drivers,
-- or 31 days after its own start.
create function private.find_latest_end(stay public.reservations)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select case
    -- A space out of service takes nobody for longer than was booked.
    when exists (select from public.parking_spaces where id = stay.parking_space_id and status = 'maintenance')
      then stay.end_time
    else least(
      (
        select min(start_time) from public.space_occupancy
        where parking_space_id = stay.parking_space_id and start_time >= stay.end_time
      ),
      (
        -- A stay may be longer from before the operator decided.
        select greatest(stay.end_time, stay.start_time + make_interval(hours => max_reservation_hours))
        from private.settings() where not private.is_admin()
      ),
      stay.start_time + interval '744 hours'
    )
  end;
$$;

-- With the rights of the caller: drivers ask about their own reservations, administrators about all.
create function public.latest_end(reservation uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select nullif(private.find_latest_end(r), r.start_time + interval '744 hours')
  from public.reservations r
  where r.id = reservation and r.status = 'active' and r.parking_space_id is not null;
$$;

-- definer: a driver may not write times and amounts, nor see the reservations of others that limit theirs.
create function public.extend_reservation(reservation uuid, hours numeric, seen_end timestamptz)
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
  latest_end timestamptz;
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
  return private.save_changed_reservation(stay, 'reservation_extended');
end;
$$;

revoke all on function private.find_latest_end(public.reservations) from public;
grant execute on function private.find_latest_end(public.reservations) to authenticated;
revoke all on function public.latest_end(uuid) from public, anon;
grant execute on function public.latest_end(uuid) to authenticated;
revoke all on function public.extend_reservation(uuid, numeric, timestamptz) from public, anon;
grant execute on function public.extend_reservation(uuid, numeric, timestamptz) to authenticated;

comment on function public.latest_end(uuid) is
  'Until when an active reservation can be extended; null when nothing but the longest stay limits it.';
comment on function public.extend_reservation(uuid, numeric, timestamptz) is
  'Extends a stay that ends at seen_end by hours, in whole minutes. A repeat changes nothing.';
