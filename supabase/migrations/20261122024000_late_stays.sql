-- Two notifications about a stay that nobody has ended 5 minutes after its end: one for its driver, one for the driver who
-- parks on the space next.

alter table public.notifications
  drop constraint notifications_kind_is_known,
  add constraint notifications_kind_is_known check (kind in (
    'confirmed', 'changed', 'cancelled', 'starts_soon', 'ends_soon', 'operator_reply', 'space_out_of_service',
    'stay_over', 'space_still_used'));

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

create or replace function private.add_reminders()
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

create or replace function private.find_skip_reason(n public.notifications)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when n.expires_at <= now() then 'expired'
    when not private.notifications_allowed(n.channel) or not exists (
      select from public.user_settings s where s.user_id = n.user_id
        and case n.channel when 'mail' then s.email_notifications else s.push_notifications end
    ) then 'turned_off'
    when n.kind in (
      'confirmed', 'changed', 'starts_soon', 'ends_soon', 'space_out_of_service', 'stay_over', 'space_still_used'
    ) and not exists (
      select from public.reservations r
      where r.id = n.reservation_id and r.status = 'active' and r.user_id = n.user_id
        and (r.end_time > now() or n.kind = 'stay_over')
        and r.start_time = (n.content ->> 'start_time')::timestamptz
        and r.end_time = (n.content ->> 'end_time')::timestamptz
        and r.parking_space_id is not distinct from (n.content ->> 'parking_space_id')::uuid
        and (n.kind <> 'space_still_used' or private.is_space_still_used(r))
    ) then 'out_of_date'
    when n.kind = 'space_out_of_service' and not exists (
      select from public.parking_spaces s
      where s.id = (n.content ->> 'parking_space_id')::uuid and s.status = 'maintenance'
    ) then 'out_of_date'
    when n.kind = 'operator_reply' and not exists (
      select from public.user_messages u where u.id = (n.content ->> 'message_id')::uuid and not u.read_status
    ) then 'read'
    when n.channel = 'mail' and not exists (
      select from auth.users u where u.id = n.user_id and u.email <> '' and u.email_confirmed_at is not null
    ) then 'no_address'
    when n.channel = 'mail' and exists (
      select from private.rejected_addresses a join auth.users u on u.id = a.user_id and u.email = a.email
      where a.user_id = n.user_id and a.rejected_at > now() - interval '7 days'
    ) then 'rejected_before'
    when n.channel = 'push' and not exists (
      select from public.push_subscriptions d
      where d.id = n.subscription_id and d.user_id = n.user_id and private.is_signed_in(d.session_id)
    ) then 'signed_out'
  end;
$$;

revoke all on function private.is_space_still_used(public.reservations) from public;
revoke all on function private.find_next_start(public.reservations) from public;
