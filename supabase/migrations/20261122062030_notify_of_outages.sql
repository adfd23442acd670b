-- Drivers whose stay an operator moved or cancelled to take the space out of service are told why, and what they get.

-- What is added to the notification of a change or cancellation.
create function private.describe_outage(stay public.reservations)
returns jsonb
language sql
stable
security definer -- definer: it looks into the ledger.
set search_path = ''
as $$
  select case when cause.outage ->> 'reservation' = stay.id::text then
    '{"reason": "space_out_of_service"}'::jsonb || case
      when stay.status = 'cancelled'
        and exists (select from public.ledger_transactions t where t.key = 'cancellation ' || stay.id)
      then jsonb_build_object('refund_to', case when (cause.outage ->> 'to_source')::boolean then 'source' else 'wallet' end)
      else '{}'
    end
  else '{}' end
  from (select nullif(current_setting('parqueo.out_of_service', true), '')::jsonb as outage) cause;
$$;

revoke all on function private.describe_outage(public.reservations) from public;

create or replace function private.notify_of_reservation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant text := to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24MISSUS');
  stay jsonb;
  outage jsonb;
begin
  if new.user_id is null then
    return null;
  end if;
  if tg_op = 'INSERT' or old.status in ('held', 'lapsed') then
    if new.status = 'active' and new.end_time > now() then
      perform private.add_notification(
        new.user_id, 'confirmed', 'confirmed ' || new.id, private.describe_stay(new), new.id);
    end if;
    return null;
  end if;
  if old.status <> 'active' then
    return null;
  end if;
  outage := private.describe_outage(new);
  if new.status = 'cancelled' then
    -- What was not sent yet would be out of date.
    delete from public.notifications
    where reservation_id = new.id and state = 'pending' and attempts = 0 and kind <> 'operator_reply';
    perform private.add_notification(new.user_id, 'cancelled', 'cancelled ' || new.id,
      private.describe_stay(new) || outage
        || jsonb_build_object('by_driver', new.user_id is not distinct from auth.uid()), new.id);
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
    if not found or outage <> '{}' or exists (
      select from public.notifications
      where reservation_id = new.id and kind = 'confirmed' and (state <> 'pending' or attempts > 0)
    ) then
      perform private.add_notification(new.user_id, 'changed', 'changed ' || new.id || ' ' || moment, stay || outage, new.id);
    end if;
  end if;
  return null;
end;
$$;

-- definer: administrators write no notifications.
create or replace function private.notify_of_space_out_of_service()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  stay public.reservations;
begin
  -- Whoever went through set_space_status() has resolved each stay, and what stays there until its end is not concerned.
  if exists (select from public.space_status_overrides o where o.id = new.id) then
    return null;
  end if;
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
