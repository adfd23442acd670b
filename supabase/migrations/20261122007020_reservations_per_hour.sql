-- A driver makes 30 reservations an hour. The limit of upcoming ones alone let somebody book and cancel without end, to keep
-- others out and to fill the records.

alter table private.limits
  add column reservations_per_hour integer not null default 30
    constraint limits_reservations_per_hour_from_1_to_100000 check (reservations_per_hour between 1 and 100000);

-- Cancelled ones count, so that a driver may have many after the start of today.
create index reservations_of_person_by_creation on public.reservations (user_id, created_at);

-- definer: nobody who comes through an API reads the table.
create function private.most_reservations_per_hour()
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((select reservations_per_hour from private.limits), 30);
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
  if new.user_id is null or new.status <> 'active' then
    return new;
  end if;
  -- Bookings of one driver come one after the other, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || new.user_id, 0));
  -- With the rights of the caller: nobody learns how many reservations somebody else has.
  if (
    select count(*) from public.reservations
    -- The second condition follows from the length of a stay, and lets the index skip the driver's history.
    where user_id = new.user_id and status = 'active'
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

revoke all on function private.most_reservations_per_hour() from public;
grant execute on function private.most_reservations_per_hour() to authenticated, service_role;

comment on table private.limits is
  'One row; the operator may change it: update private.limits set upcoming_reservations = 50, reservations_per_hour = 60;';
