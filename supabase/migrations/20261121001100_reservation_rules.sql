-- What a reservation costs, and what may change about it afterwards.

-- The space's rate, else its zone's price, else 5 dollars an hour; times the hours of the stay, to the cent.
create function private.price_of_stay(space uuid, starts timestamptz, ends timestamptz)
returns numeric
language sql
stable
set search_path = ''
as $$
  select round(coalesce(s.hourly_rate, z.price_per_hour, 5) * extract(epoch from ends - starts) / 3600, 2)
  from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
  where s.id = space;
$$;

create function private.complete_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- One at a time for each space: two inserts that meet inside the exclusion constraint would wait for each other
  -- until the deadlock detector ends one, where the loser should simply hear that the space is taken.
  perform pg_advisory_xact_lock(hashtextextended(new.parking_space_id::text, 0));
  if exists (select from public.parking_spaces where id = new.parking_space_id and status = 'maintenance') then
    raise exception 'Parking space is under maintenance' using errcode = 'check_violation';
  end if;
  -- Without a space there is no price; the null space itself is refused below.
  new.total_amount := coalesce(private.price_of_stay(new.parking_space_id, new.start_time, new.end_time), 0);
  if new.parking_space_id is null then
    raise exception 'A reservation needs a parking space' using errcode = 'not_null_violation';
  end if;
  return new;
end;
$$;

create function private.protect_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting an account or a space empties the reference and keeps the record; nothing else may move it.
  if (new.user_id is distinct from old.user_id and new.user_id is not null)
    or (new.parking_space_id is distinct from old.parking_space_id and new.parking_space_id is not null)
    or (new.id, new.start_time, new.end_time, new.total_amount, new.created_at)
      is distinct from (old.id, old.start_time, old.end_time, old.total_amount, old.created_at)
  then
    raise exception 'Person, space, times and amount of a reservation never change' using errcode = 'check_violation';
  end if;
  if new.status is distinct from old.status and old.status <> 'active' then
    raise exception 'A % reservation cannot become %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

revoke all on function private.price_of_stay(uuid, timestamptz, timestamptz) from public;
grant execute on function private.price_of_stay(uuid, timestamptz, timestamptz) to authenticated, service_role;
revoke all on function private.complete_reservation() from public;
revoke all on function private.protect_reservation() from public;

create trigger reservations_complete
  before insert on public.reservations
  for each row execute function private.complete_reservation();
create trigger reservations_protect
  before update on public.reservations
  for each row execute function private.protect_reservation();

-- definer: the driver who books may not write activity.
create function private.record_reservation_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.user_id is not null then
    perform private.record_activity(
      new.user_id,
      case when tg_op = 'INSERT' then 'reservation_created' else 'reservation_' || new.status end,
      jsonb_build_object('reservation_id', new.id, 'parking_space_id', new.parking_space_id)
    );
  end if;
  return new;
end;
$$;

revoke all on function private.record_reservation_activity() from public;

create trigger reservations_record_creation
  after insert on public.reservations
  for each row execute function private.record_reservation_activity();
create trigger reservations_record_ending
  after update of status on public.reservations
  for each row when (old.status is distinct from new.status)
  execute function private.record_reservation_activity();

-- A space that drivers still count on cannot be deleted from under them.
-- definer: it must see every driver's reservations.
create function private.keep_booked_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.reservations
    where parking_space_id = old.id and status = 'active' and end_time > now()
  ) then
    raise exception 'Parking space has reservations that are not over' using errcode = 'foreign_key_violation';
  end if;
  return old;
end;
$$;

revoke all on function private.keep_booked_space() from public;

create trigger parking_spaces_keep_booked
  before delete on public.parking_spaces
  for each row execute function private.keep_booked_space();
