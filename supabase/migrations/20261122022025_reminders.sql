-- Reminders before a stay begins and ends, and two notifications about a stay that nobody has ended 5 minutes after its end:
-- one for its driver, one for the driver who parks on the space next.

-- Whether another driver's stay, the last one on the space before this one, is over and was not ended.
create function private.is_space_still_used(stay public.reservations)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.reservations late
    where late.parking_space_id = stay.parking_space_id and late.status = 'active'
      and late.user_id is distinct from stay.user_id
      and late.end_time <= least(stay.start_time, now() - interval '5 minutes')
      -- Who parked there since then found it empty.
      and not exists (
        select from public.reservations since
        where since.parking_space_id = late.parking_space_id and since.status in ('active', 'completed')
          and since.start_time >= late.end_time and since.start_time < stay.start_time
      )
  );
$$;

-- When another driver's stay on the space of a stay that is over begins, or has begun; null where none does within the hour.
create function private.find_next_start(stay public.reservations)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select min(next.start_time)
  from public.reservations next
  where next.parking_space_id = stay.parking_space_id and next.status = 'active'
    and next.user_id is distinct from stay.user_id
    and next.start_time >= stay.end_time and next.start_time <= now() + interval '1 hour';
$$;

-- Reads the stays as they are now, so that a changed stay is told its new time and a cancelled one nothing. Who booked
-- within the half hour before the start has just been told.
create function private.add_reminders()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reminder record;
begin
  -- One worker at a time; what another one adds at this moment is not needed twice.
  if not pg_try_advisory_xact_lock(hashtext('private.add_reminders')) then
    return;
  end if;
  for reminder in
    select due.*
    from (
      select r as stay, r.user_id, r.id, 'starts_soon' as kind, r.start_time as expires_at,
        'starts_soon ' || r.id || to_char(r.start_time at time zone 'UTC', ' YYYYMMDDHH24MISS') as cause
      from public.reservations r
      where r.status = 'active' and r.start_time > now() and r.start_time <= now() + interval '30 minutes'
        and r.created_at < r.start_time - interval '30 minutes'
      union all
      select r, r.user_id, r.id, 'ends_soon', r.end_time,
        'ends_soon ' || r.id || to_char(r.end_time at time zone 'UTC', ' YYYYMMDDHH24MISS')
      from public.reservations r
      where r.status = 'active' and r.end_time > now() and r.end_time <= now() + interval '15 minutes'
        and r.start_time <= now() and r.created_at < r.end_time - interval '15 minutes'
      union all
      -- Once for each end, as a stay that is over can be extended.
      select r, r.user_id, r.id, 'stay_over', r.end_time + interval '1 hour',
        'stay_over ' || r.id || to_char(r.end_time at time zone 'UTC', ' YYYYMMDDHH24MISS')
      from public.reservations r
      where r.status = 'active' and r.parking_space_id is not null
        and r.end_time <= now() - interval '5 minutes' and r.end_time > now() - interval '1 hour'
      union all
      -- As long as a driver may still be on the way. Where one stay begins when the other ends, that is after the start.
      select r, r.user_id, r.id, 'space_still_used', least(r.end_time, r.start_time + interval '15 minutes'),
        'space_still_used ' || r.id || ' ' || r.parking_space_id
      from public.reservations r
      where r.status = 'active' and r.end_time > now()
        and r.start_time > now() - interval '15 minutes' and r.start_time <= now() + interval '15 minutes'
        and private.is_space_still_used(r)
    ) as due
    join public.user_settings s on s.user_id = due.user_id and (s.email_notifications or s.push_notifications)
    where not exists (select from public.notifications n where n.cause = due.cause)
    limit 1000
  loop
    perform private.add_notification(
      reminder.user_id, reminder.kind, reminder.cause,
      private.describe_stay(reminder.stay) || case reminder.kind
        when 'stay_over' then jsonb_build_object('next_start', private.find_next_start(reminder.stay)) else '{}' end,
      reminder.id, now(), reminder.expires_at);
  end loop;
end;
$$;

revoke all on function private.is_space_still_used(public.reservations) from public;
revoke all on function private.find_next_start(public.reservations) from public;
revoke all on function private.add_reminders() from public;
