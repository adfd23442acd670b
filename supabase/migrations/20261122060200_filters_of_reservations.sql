-- What the overview counts can be read as rows: which stays ended late, which were there in an hour, and for which of them
-- money moved in some days.

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
    r.payment_method,
    private.ended_late(r.status, r.end_time, r.ended_at) as ended_late,
    -- Until when its space is in use by it; null where it never was.
    case when r.status not in ('cancelled', 'lapsed') then coalesce(r.ended_at, r.end_time) end as left_at
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

-- The reservations that were charged or given back in these days, at most 367 of them, of those with the words.
create function public.charged_reservations(first_day date, last_day date, words text default '')
returns setof public.admin_reservations
language sql
stable
set search_path = ''
as $$
  select r.* from public.admin_reservations r
  where r.id = any (array(
      select distinct t.reservation_id from public.ledger_transactions t
      where t.reservation_id is not null and last_day - first_day between 0 and 366
        and t.created_at >= first_day::timestamp at time zone 'America/Santo_Domingo'
        and t.created_at < (last_day + 1)::timestamp at time zone 'America/Santo_Domingo'
    ))
    and (words = '' or r.id in (select f.id from public.search_admin_reservations(words) f));
$$;

revoke all on function public.charged_reservations(date, date, text) from public, anon, authenticated, service_role;
grant execute on function public.charged_reservations(date, date, text) to authenticated;

comment on function public.charged_reservations(date, date, text) is
  'Rows of admin_reservations for which money moved in these days, and which have these words.';
