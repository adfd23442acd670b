-- What drivers are told about: their reservations, replies of the operator and spaces that go out of service.

-- `sequence` grows with each change, as calendars ask for: seconds since the reservation was made.
create function private.describe_stay(stay public.reservations)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'parking_space_id', stay.parking_space_id,
    'space_name', left(s.name, 200),
    'zone_name', left(s.zone_name, 200),
    'address', left(coalesce(nullif(btrim(s.location), ''), z.location), 200),
    'start_time', stay.start_time,
    'end_time', stay.end_time,
    'sequence', greatest(0, floor(extract(epoch from now() - stay.created_at)))::bigint
  )
  from (select) as one
  left join public.parking_spaces s on s.id = stay.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id;
$$;

-- definer: the driver writes no notifications.
create function private.notify_of_reservation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant text := to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24MISSUS');
  stay jsonb;
begin
  if new.user_id is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'active' and new.end_time > now() then
      perform private.add_notification(
        new.user_id, 'confirmed', 'confirmed ' || new.id, private.describe_stay(new), new.id);
    end if;
    return null;
  end if;
  if old.status <> 'active' then
    return null;
  end if;
  if new.status = 'cancelled' then
    -- What was not sent yet would be out of date.
    delete from public.notifications
    where reservation_id = new.id and state = 'pending' and attempts = 0 and kind <> 'operator_reply';
    perform private.add_notification(new.user_id, 'cancelled', 'cancelled ' || new.id,
      private.describe_stay(new) || jsonb_build_object('by_driver', new.user_id is not distinct from auth.uid()), new.id);
  elsif new.status = 'active'
    and (new.start_time, new.end_time, new.parking_space_id) is distinct from (old.start_time, old.end_time, old.parking_space_id)
    and new.parking_space_id is not null
  then
    stay := private.describe_stay(new);
    delete from public.notifications
    where reservation_id = new.id and state = 'pending' and attempts = 0
      and kind in ('changed', 'starts_soon', 'ends_soon');
    -- A confirmation that nobody has tried to send says what holds now.
    update public.notifications set content = stay
    where reservation_id = new.id and state = 'pending' and attempts = 0 and kind = 'confirmed';
    if not found or exists (
      select from public.notifications
      where reservation_id = new.id and kind = 'confirmed' and (state <> 'pending' or attempts > 0)
    ) then
      perform private.add_notification(new.user_id, 'changed', 'changed ' || new.id || ' ' || moment, stay, new.id);
    end if;
  end if;
  return null;
end;
$$;

create trigger reservations_notify_of_new
  after insert on public.reservations
  for each row execute function private.notify_of_reservation();
create trigger reservations_notify_of_change
  after update on public.reservations
  for each row when (
    (old.status, old.start_time, old.end_time, old.parking_space_id)
      is distinct from (new.status, new.start_time, new.end_time, new.parking_space_id)
  )
  execute function private.notify_of_reservation();

-- A minute later, and not at all if the driver has read it in the app by then. Several messages in a row are told once.
-- definer: administrators write no notifications.
create function private.notify_of_reply()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.notifications
    where user_id = new.user_id and kind = 'operator_reply' and state = 'pending' and attempts = 0
  ) then
    perform private.add_notification(new.user_id, 'operator_reply', 'operator_reply ' || new.id,
      jsonb_build_object('message_id', new.id), null, now() + interval '1 minute');
  end if;
  return null;
end;
$$;

create trigger user_messages_notify_of_reply
  after insert on public.user_messages
  for each row when (new.sender_type = 'other' and not new.read_status)
  execute function private.notify_of_reply();

-- definer: administrators write no notifications.
create function private.notify_of_space_out_of_service()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  stay public.reservations;
begin
  for stay in
    select * from public.reservations
    where parking_space_id = new.id and status = 'active' and end_time > now() and user_id is not null
  loop
    -- Once an hour, however often the status is changed back and forth.
    perform private.add_notification(stay.user_id, 'space_out_of_service',
      'space_out_of_service ' || stay.id || to_char(now() at time zone 'UTC', ' YYYYMMDDHH24'),
      private.describe_stay(stay), stay.id);
  end loop;
  return null;
end;
$$;

create trigger parking_spaces_notify_of_maintenance
  after update of status on public.parking_spaces
  for each row when (new.status = 'maintenance' and old.status is distinct from new.status)
  execute function private.notify_of_space_out_of_service();

revoke all on function private.describe_stay(public.reservations) from public;
revoke all on function private.notify_of_reservation() from public;
revoke all on function private.notify_of_reply() from public;
revoke all on function private.notify_of_space_out_of_service() from public;
