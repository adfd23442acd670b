-- How much one caller may book: 20 reservations in one statement, and 20 stays of a driver that are not over. Each
-- row of an insert holds a lock on its space until the transaction ends, so that thousands of them would stall all
-- other bookings.

create table private.limits (
  only_row boolean primary key default true
    constraint limits_has_one_row check (only_row),
  upcoming_reservations integer not null default 20
    constraint limits_upcoming_reservations_from_1_to_10000 check (upcoming_reservations between 1 and 10000)
);

alter table private.limits enable row level security;
revoke all on private.limits from public, anon, authenticated, service_role;
-- no policy: the operator changes it as owner of the database.
insert into private.limits default values;

comment on table private.limits is
  'One row; the operator may change it: update private.limits set upcoming_reservations = 50;';

-- definer: nobody who comes through an API reads the table.
create function private.most_upcoming_reservations()
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((select upcoming_reservations from private.limits), 20);
$$;

create function private.start_counting_reservations()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('parqueo.reservations_in_statement', '0', true);
  return null;
end;
$$;

-- A count after the statement would come too late: by then every row has taken its lock.
create function private.check_booking_limits()
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
  return new;
end;
$$;

revoke all on function private.most_upcoming_reservations() from public;
grant execute on function private.most_upcoming_reservations() to authenticated, service_role;
revoke all on function private.start_counting_reservations() from public;
revoke all on function private.check_booking_limits() from public;

create trigger reservations_start_counting
  before insert on public.reservations
  for each statement execute function private.start_counting_reservations();
-- By its name after reservations_check_stay and before reservations_complete, which takes the lock of the space.
create trigger reservations_check_stay_limits
  before insert on public.reservations
  for each row execute function private.check_booking_limits();
