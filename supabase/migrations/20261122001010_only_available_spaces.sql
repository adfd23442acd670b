-- Only available spaces can be reserved. A space in maintenance takes no stay at all. A space that is in use takes none
-- that begins now, unless the driver who is on it stays on.

-- Whether somebody other than the driver is on the space now, and it is not theirs at this start: the stay of somebody
-- else is not over, or the space is occupied without a stay. Stays that overlap are left to the constraint.
-- definer: it must see every driver's reservations.
create function private.is_used_by_other(space uuid, driver uuid, starts timestamptz)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (
      select user_id is distinct from driver and end_time <= starts from public.reservations
      where parking_space_id = space and status = 'active' and start_time <= now() and end_time > now()
    ),
    (select status = 'occupied' from public.parking_spaces where id = space),
    false
  );
$$;

revoke all on function private.is_used_by_other(uuid, uuid, timestamptz) from public;
grant execute on function private.is_used_by_other(uuid, uuid, timestamptz) to authenticated, service_role;

create or replace function private.complete_reservation()
returns trigger
language plpgsql
set search_path = ''
-- A booking that waits for the same space gives up, whatever the connection allows.
set lock_timeout = '3s'
as $$
begin
  -- One at a time for each space: two inserts that meet inside the exclusion constraint would wait for each other
  -- until the deadlock detector ends one, where the loser should simply hear that the space is taken.
  perform pg_advisory_xact_lock(hashtextextended(new.parking_space_id::text, 0));
  if exists (select from public.parking_spaces where id = new.parking_space_id and status = 'maintenance')
    or new.start_time <= now() + interval '5 minutes'
      and private.is_used_by_other(new.parking_space_id, new.user_id, new.start_time)
  then
    perform private.raise_problem('space-taken', 'Parking space is not available during the selected time');
  end if;
  -- Without a space there is no price; the null space itself is refused below.
  new.total_amount := coalesce(private.price_of_stay(new.parking_space_id, new.start_time, new.end_time), 0);
  if new.parking_space_id is null then
    raise exception 'A reservation needs a parking space' using errcode = 'not_null_violation';
  end if;
  return new;
end;
$$;
