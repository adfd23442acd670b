-- A reservation that is paid by card or PayPal is held until the money is there: it takes its space from everybody for ten
-- minutes, and is no reservation yet. Then it is active, or it has lapsed.

alter table public.reservations
  -- How it is paid; null where nothing is charged: an operator's booking, or as long as drivers pay nothing here.
  add column payment_method text
    constraint reservations_payment_method_is_known check (payment_method in ('wallet', 'card', 'paypal')),
  add column held_until timestamptz
    constraint reservations_held_until_is_finite check (isfinite(held_until)),
  drop constraint reservations_status_is_known,
  add constraint reservations_status_is_known
    check (status in ('held', 'lapsed', 'active', 'completed', 'cancelled', 'expired')) not valid,
  add constraint reservations_held_has_an_end
    check (status not in ('held', 'lapsed') or held_until is not null) not valid,
  drop constraint reservations_never_overlap,
  add constraint reservations_never_overlap exclude using gist (
    parking_space_id with =,
    tstzrange(start_time, end_time) with &&
  ) where (status in ('active', 'held'));

alter table public.reservations validate constraint reservations_status_is_known;
alter table public.reservations validate constraint reservations_held_has_an_end;

drop index public.reservations_active_by_start;
create index reservations_active_by_start on public.reservations (start_time, end_time, parking_space_id)
  where status in ('active', 'held');
drop index public.reservations_active_of_space;
create index reservations_active_of_space on public.reservations (parking_space_id, end_time)
  where status in ('active', 'held');
create index reservations_held on public.reservations (held_until) where status = 'held';

alter table private.limits
  add column unpaid_holds_per_hour integer not null default 5
    constraint limits_unpaid_holds_per_hour_from_1_to_10000 check (unpaid_holds_per_hour between 1 and 10000),
  add column unpaid_holds_per_day integer not null default 12
    constraint limits_unpaid_holds_per_day_from_1_to_10000 check (unpaid_holds_per_day between 1 and 10000);

grant insert (payment_method) on public.reservations to authenticated;

-- The trigger below decides whether a new reservation is held.
drop policy drivers_insert_own_reservations on public.reservations;
create policy drivers_insert_own_reservations on public.reservations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and status in ('active', 'held') and not (select private.is_suspended()));

create function private.hold_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.held_until := null;
  if new.status = 'held' then
    new.status := 'active';
  end if;
  -- Only drivers pay, and only for themselves.
  if not private.charges_drivers() or new.status <> 'active' or new.user_id is distinct from (select auth.uid()) then
    new.payment_method := null;
    return new;
  end if;
  new.payment_method := coalesce(new.payment_method, 'wallet');
  if new.payment_method = 'wallet' or new.total_amount = 0 then
    return new;
  end if;
  new.status := 'held';
  new.held_until := now() + interval '10 minutes';
  if not private.is_admin() and private.has_too_many_unpaid_holds(new.user_id) then
    perform private.raise_problem('too-many-unpaid-holds');
  end if;
  return new;
end;
$$;

-- definer: nobody who comes through an API reads the limits.
create function private.has_too_many_unpaid_holds(person uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select count(*) >= coalesce((select unpaid_holds_per_day from private.limits), 12)
    or count(*) filter (where created_at > now() - interval '1 hour')
      >= coalesce((select unpaid_holds_per_hour from private.limits), 5)
  from public.reservations
  where user_id = person and status in ('held', 'lapsed') and created_at > now() - interval '1 day';
$$;

revoke all on function private.hold_reservation() from public;
revoke all on function private.has_too_many_unpaid_holds(uuid) from public;
grant execute on function private.has_too_many_unpaid_holds(uuid) to authenticated, service_role;

-- By its name after reservations_complete, which sets the price.
create trigger reservations_hold
  before insert on public.reservations
  for each row execute function private.hold_reservation();

-- Frees what nobody paid in time, of one space or of all. One that is being paid at this moment is left alone.
-- definer: a driver who books frees the space from the holds of others.
create function private.lapse_holds(space uuid default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.reservations set status = 'lapsed'
  where id = any (array(
    select id from public.reservations
    where status = 'held' and held_until <= now() and (space is null or parking_space_id = space)
    for update skip locked
  ));
$$;

-- A driver who does not pay after all.
-- definer: drivers may not write the status of what is held.
create function public.release_hold(reservation uuid)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
begin
  if not private.has_shown_second_factor() then
    raise exception 'Show your second factor to change a reservation' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || (select auth.uid()), 0));
  update public.reservations set status = 'lapsed'
  where id = reservation and user_id = (select auth.uid()) and status = 'held';
  -- Nothing is taken any more for what was given up.
  perform public.close_payment(p.id, 'abandoned', null, 'return')
  from public.payments p
  where p.reservation_id = reservation and p.user_id = (select auth.uid()) and p.state in ('created', 'pending');
end;
$$;

revoke all on function private.lapse_holds(uuid) from public;
grant execute on function private.lapse_holds(uuid) to authenticated, service_role;
revoke all on function public.release_hold(uuid) from public, anon;
grant execute on function public.release_hold(uuid) to authenticated;

-- What is held counts wherever spaces are taken.

create or replace view public.space_occupancy with (security_barrier = true) as
  select parking_space_id, start_time, end_time, status
  from public.reservations
  where status in ('active', 'held') and parking_space_id is not null;

create or replace function private.find_taken_spaces(starts timestamptz, ends timestamptz)
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select parking_space_id
  from public.reservations
  where status in ('active', 'held')
    and parking_space_id is not null
    and start_time < ends
    -- It follows from the length of a stay, and lets the index skip older ones.
    and start_time > least(starts, now()) - interval '744 hours'
    and end_time > case when starts <= now() + interval '5 minutes' then least(starts, now()) else starts end;
$$;

create or replace function private.refresh_status_of(space uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.parking_spaces s
  set status = case when s.status = 'available' then 'reserved' else 'available' end
  where s.id = space
    and s.status in ('available', 'reserved')
    and (s.status = 'reserved') <> exists (
      select from public.reservations r
      where r.parking_space_id = s.id and r.status in ('active', 'held') and tstzrange(r.start_time, r.end_time) @> now()
    );
$$;

create or replace function public.refresh_space_status()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.refresh_status_of(s.id)
  from public.parking_spaces s
  where s.status in ('available', 'reserved')
    and (s.status = 'reserved') <> exists (
      select from public.reservations r
      where r.parking_space_id = s.id and r.status in ('active', 'held') and tstzrange(r.start_time, r.end_time) @> now()
    )
  order by s.id;
$$;

create or replace function private.keep_booked_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.reservations
    where parking_space_id = old.id and status in ('active', 'held') and end_time > now()
  ) then
    raise exception 'Parking space has reservations that are not over' using errcode = 'foreign_key_violation';
  end if;
  return old;
end;
$$;

create or replace function private.find_other_spaces(stay public.reservations)
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
  where s.id <> stay.parking_space_id and s.status = 'available'
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

create or replace function private.check_booking_limits()
returns trigger
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  nth constant integer := current_setting('parqueo.reservations_in_statement')::integer + 1;
begin
  if nth > 20 then
    perform private.raise_problem(
      'too-many-reservations-at-once', 'At most 20 reservations can be made at once.');
  end if;
  perform set_config('parqueo.reservations_in_statement', nth::text, true);
  if new.user_id is null or new.status not in ('active', 'held') then
    return new;
  end if;
  -- Bookings of one driver come one after the other, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || new.user_id, 0));
  -- With the rights of the caller: nobody learns how many reservations somebody else has.
  if (
    select count(*) from public.reservations
    -- The second condition follows from the length of a stay, and lets the index skip the driver's history.
    where user_id = new.user_id and status in ('active', 'held')
      and end_time > now() and start_time > now() - interval '744 hours'
  ) >= private.most_upcoming_reservations() then
    perform private.raise_problem('too-many-upcoming-reservations',
      'You have as many upcoming reservations as a driver can have. Cancel one, or wait until one is over.');
  end if;
  -- Operators are not limited: neither administrators nor who comes without a driver's session.
  if new.user_id = auth.uid() and not private.is_admin() and (
    select count(*) from public.reservations
    where user_id = new.user_id and created_at > now() - interval '1 hour'
  ) >= private.most_reservations_per_hour() then
    perform private.raise_problem('too-many-reservations-in-an-hour',
      'You have made as many reservations as a driver can make in an hour. Try again later.');
  end if;
  return new;
end;
$$;

create or replace function private.lock_available_space(space uuid, driver uuid, starts timestamptz)
returns void
language plpgsql
set search_path = ''
-- A booking that waits for the same space gives up, whatever the connection allows.
set lock_timeout = '3s'
as $$
begin
  -- One at a time for each space: two inserts that meet inside the exclusion constraint would wait for each other
  -- until the deadlock detector ends one, where the loser should simply hear that the space is taken.
  perform pg_advisory_xact_lock(hashtextextended(space::text, 0));
  perform private.lapse_holds(space);
  if exists (select from public.parking_spaces where id = space and status = 'maintenance')
    or starts <= now() + interval '5 minutes' and private.is_used_by_other(space, driver, starts)
  then
    perform private.raise_problem('space-taken');
  end if;
end;
$$;

-- What it becomes, and who is told.

create or replace function private.protect_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting an account, a space or a vehicle empties the reference and keeps the record. Times, space, amount and vehicle
  -- are moved by private.save_changed_reservation, which names the reservation; nothing else may.
  if (new.user_id is distinct from old.user_id and new.user_id is not null)
    or (new.id, new.created_at) is distinct from (old.id, old.created_at)
    or current_setting('parqueo.changes_reservation', true) is distinct from old.id::text and (
      (new.parking_space_id is distinct from old.parking_space_id and new.parking_space_id is not null)
      or (new.vehicle_id is distinct from old.vehicle_id and new.vehicle_id is not null)
      or (new.start_time, new.end_time, new.total_amount, new.vehicle_name, new.vehicle_plate, new.vehicle_type)
        is distinct from
        (old.start_time, old.end_time, old.total_amount, old.vehicle_name, old.vehicle_plate, old.vehicle_type)
    )
  then
    raise exception 'Person, space, times, amount and vehicle of a reservation never change'
      using errcode = 'check_violation';
  end if;
  if (new.payment_method, new.held_until) is distinct from (old.payment_method, old.held_until) then
    raise exception 'How a reservation is paid never changes' using errcode = 'check_violation';
  end if;
  if new.status is distinct from old.status
    and not (old.status = 'active' and new.status in ('completed', 'cancelled', 'expired'))
    and not (old.status = 'held' and new.status = 'lapsed')
    -- By private.confirm_reservation, also where the money came late.
    and not (old.status in ('held', 'lapsed') and new.status = 'active'
      and current_setting('parqueo.changes_reservation', true) is not distinct from old.id::text)
  then
    raise exception 'A % reservation cannot become %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- A plate leads to its driver, so it goes with the account.
  if new.user_id is null and old.user_id is not null then
    new.vehicle_name := null;
    new.vehicle_plate := null;
  end if;
  return new;
end;
$$;

create or replace function private.record_reservation_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.user_id is not null and new.status not in ('held', 'lapsed') then
    perform private.record_activity(
      new.user_id,
      case when tg_op = 'INSERT' or new.status = 'active' then 'reservation_created' else 'reservation_' || new.status end,
      jsonb_build_object('reservation_id', new.id, 'parking_space_id', new.parking_space_id)
    );
  end if;
  return new;
end;
$$;

create or replace function private.notify_of_reservation()
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

create or replace function public.run_due_work()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.lapse_holds();
  select public.expire_reservations();
  select private.free_reported_spaces();
  select public.refresh_space_status();
$$;

-- One that has lapsed is over whatever the clock says.
create or replace view public.admin_reservations with (security_invoker = true) as
  select
    r.id, r.user_id, p.full_name as user_name, p.email as user_email,
    r.parking_space_id, s.name as space_name, s.location as space_location, s.zone_name,
    r.start_time, r.end_time,
    extract(epoch from r.end_time - r.start_time)::double precision / 3600 as duration_hours,
    r.total_amount, r.status,
    -- The rule of getTimeState in domain/reservations/time-state.ts, at the database's own time.
    case
      when r.status in ('completed', 'cancelled', 'lapsed') or r.end_time < now() then 'past'
      when r.start_time > now() then 'future'
      else 'current'
    end as time_state,
    s.zone_id, s.sort_name as space_sort_name, p.sort_name as user_sort_name,
    r.vehicle_name, r.vehicle_plate, r.vehicle_type,
    r.payment_method
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

comment on function public.release_hold(uuid) is 'Frees a reservation that its driver does not pay after all.';
