-- When the next stay on a driver's space begins, so that they know how long they cannot stay. Nothing is said of its driver.

-- definer: row level security hides the reservations of others.
create function public.next_stay_begins(reservation uuid)
returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select min(other.start_time)
  from public.reservations own
  join public.reservations other on other.parking_space_id = own.parking_space_id
    and other.id <> own.id and other.status = 'active' and other.start_time >= own.end_time
    -- As far as a driver plans a day.
    and other.start_time < own.end_time + interval '24 hours'
  where own.id = reservation and own.user_id = (select auth.uid()) and own.status = 'active'
    and (select private.has_shown_second_factor());
$$;

revoke all on function public.next_stay_begins(uuid) from public, anon;
grant execute on function public.next_stay_begins(uuid) to authenticated, service_role;

comment on function public.next_stay_begins(uuid) is
  'The start of the next stay on the space of an own active reservation, within a day of its end; null without one.';
