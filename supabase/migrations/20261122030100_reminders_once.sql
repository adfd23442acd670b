-- Where the stay before is over and not ended, the driver who parks next is told 10 minutes before the start, and so is
-- the one who stays too long. Reminders are added once in a few seconds, and each stay is looked at once.

-- Whether another driver's stay, the last one on the space before this one, is over and was not ended.
create or replace function private.is_space_still_used(stay public.reservations)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.reservations late
    where late.parking_space_id = stay.parking_space_id and late.status = 'active'
      and late.user_id is distinct from stay.user_id
      and late.end_time <= least(stay.start_time, now())
      -- Who parked there since then found it empty.
      and not exists (
        select from public.reservations since
        where since.parking_space_id = late.parking_space_id and since.status in ('active', 'completed')
          and since.start_time >= late.end_time and since.start_time < stay.start_time
      )
  );
$$;

-- Reads the stays as they are now, so that a changed stay is told its new time and a cancelled one nothing. Who booked
-- within the half hour before the start has just been told.
create or replace function private.add_reminders()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  started constant timestamptz := clock_timestamp();
  reminder record;
begin
  -- Every worker asks with every batch; what another one has added shortly before is enough.
  if not pg_try_advisory_xact_lock(hashtext('private.add_reminders')) or exists (
    select from private.due_work where name = 'add_reminders' and started_at > started - interval '4 seconds'
  ) then
    return;
  end if;
  for reminder in
    select due.*, s.email_notifications
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
      -- Once for each end, as a stay that is over can be extended. At once where somebody else is about to park there.
      select r, r.user_id, r.id, 'stay_over', r.end_time + interval '1 hour',
        'stay_over ' || r.id || to_char(r.end_time at time zone 'UTC', ' YYYYMMDDHH24MISS')
      from public.reservations r
      where r.status = 'active' and r.parking_space_id is not null
        and r.end_time <= now() and r.end_time > now() - interval '1 hour'
        and (
          r.end_time <= now() - interval '5 minutes' or private.find_next_start(r) <= now() + interval '10 minutes'
        )
      union all
      -- As long as a driver may still be on the way. Where one stay begins when the other ends, that is at the start.
      select r, r.user_id, r.id, 'space_still_used', least(r.end_time, r.start_time + interval '15 minutes'),
        'space_still_used ' || r.id || ' ' || r.parking_space_id
      from public.reservations r
      where r.status = 'active' and r.end_time > now()
        and r.start_time > now() - interval '15 minutes' and r.start_time <= now() + interval '10 minutes'
        and private.is_space_still_used(r)
    ) as due
    join public.user_settings s on s.user_id = due.user_id and (s.email_notifications or s.push_notifications)
    where not exists (select from public.notifications n where n.cause = due.cause)
      and (private.notifications_allowed('mail') or private.notifications_allowed('push'))
    -- What is of no use soonest comes first.
    order by due.expires_at
    limit 1000
  loop
    perform private.add_notification(
      reminder.user_id, reminder.kind, reminder.cause,
      private.describe_stay(reminder.stay) || case reminder.kind
        when 'stay_over' then jsonb_build_object('next_start', private.find_next_start(reminder.stay)) else '{}' end,
      reminder.id, now(), reminder.expires_at);
    -- Without a device, or with too many in this hour, there is nothing to send. The row says that it was looked at.
    insert into public.notifications (
      user_id, kind, channel, reservation_id, cause, content, state, last_error, finished_at)
    select reminder.user_id, reminder.kind, case when reminder.email_notifications then 'mail' else 'push' end,
      reminder.id, reminder.cause, private.describe_stay(reminder.stay), 'skipped', 'no_target', now()
    where not exists (select from public.notifications n where n.cause = reminder.cause);
  end loop;
  insert into private.due_work as earlier (name, started_at, finished_at)
  values ('add_reminders', started, clock_timestamp())
  on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at;
end;
$$;

comment on function public.claim_notifications(integer) is
  'Adds the reminders that are due, once in 4 seconds, skips what is out of date and returns what a worker is to send.';
