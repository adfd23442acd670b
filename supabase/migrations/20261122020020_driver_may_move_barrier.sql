-- Who may move the barrier of a space, and when. The function open-space asks with its own rights about a driver whom it has
-- verified.

-- Whether somebody may lower the barrier of this stay now. It stays allowed after the end until the stay expires, since a car
-- that is late must get out.
create function private.check_opening(stay public.reservations)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if stay.status <> 'active' or stay.end_time <= now() - interval '24 hours' then
    perform private.raise_problem('barrier-without-stay');
  elsif stay.start_time > now() + interval '10 minutes' then
    perform private.raise_problem('barrier-too-early');
  -- Before the start the space still belongs to a stay that is not over: its driver may be out for a moment.
  elsif stay.start_time > now() and exists (
    select from public.reservations
    where parking_space_id = stay.parking_space_id and status = 'active' and id <> stay.id
      and start_time <= now() and end_time > now()
  ) then
    perform private.raise_problem('barrier-still-of-other');
  -- After the end only until the next driver has opened it: by then the late car was out of the way.
  elsif stay.end_time <= now() and exists (
    select from public.reservations next
    join private.barrier_commands command on command.reservation_id = next.id
    where next.parking_space_id = stay.parking_space_id and next.id <> stay.id and next.status = 'active'
      and next.start_time >= stay.end_time and command.type = 1 and command.outcome = 'moved'
  ) then
    perform private.raise_problem('barrier-of-next-stay');
  end if;
end;
$$;

-- Whether somebody may raise the barrier behind this stay now. Neither the vendor nor we know whether a car stands above it,
-- so only the driver who has just left may say so, and only while nobody else may be on the space.
create function private.check_closing(stay public.reservations, device text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if stay.status = 'active' then
    perform private.raise_problem('barrier-stay-not-ended');
  elsif stay.status <> 'completed'
    or not exists (
      select from public.user_activity
      where user_id = stay.user_id and created_at > now() - interval '30 minutes'
        and activity_type = 'reservation_completed' and activity_data ->> 'reservation_id' = stay.id::text
    )
    -- A device without a connection tells of the end later.
    or stay.ended_at <= now() - interval '30 minutes'
    -- An administrator who ended it may have done so while the car was there.
    or exists (
      select from public.audit_log
      where subject_table = 'reservations' and subject_id = stay.id::text
        and before ->> 'status' = 'active' and after ->> 'status' = 'completed'
        and actor_id is distinct from stay.user_id
    )
  then
    perform private.raise_problem('barrier-close-too-late');
  -- One lock may be on several spaces. A driver may come 10 minutes early, and one who is late may still be there.
  elsif exists (
    select from public.reservations r
    join public.parking_spaces s on s.id = r.parking_space_id
    where s.kavass_device_id = device and r.status = 'active'
      and r.start_time <= now() + interval '10 minutes' and r.end_time > now() - interval '24 hours'
  -- Somebody reported another car there, or works on it.
  ) or exists (
    select from public.parking_spaces where kavass_device_id = device and status in ('occupied', 'maintenance')
  ) then
    perform private.raise_problem('barrier-space-used');
  end if;
end;
$$;

-- Who is suspended may get their car out of a stay that has begun, as they may end it, and nothing else.
create function private.check_barrier_driver(person uuid, assurance text, stay public.reservations, action text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(assurance, '') <> 'aal2'
    and exists (select from auth.mfa_factors where user_id = person and status::text = 'verified')
  then
    raise exception 'Show your second factor to move a barrier' using errcode = 'insufficient_privilege';
  elsif (action = 'close' or stay.start_time > now()) and (
    exists (select from public.profiles where user_id = person and status = 'suspended')
    or exists (select from auth.users where id = person and (banned_until > now() or deleted_at is not null))
  ) then
    perform private.raise_problem('account-shut-out');
  end if;
end;
$$;

revoke all on function private.check_opening(public.reservations) from public;
revoke all on function private.check_closing(public.reservations, text) from public;
revoke all on function private.check_barrier_driver(uuid, text, public.reservations, text) from public;
