-- Opening hours and closed days: when a stay may begin, end and last.
--
-- Rules
--   A stay begins and ends within the opening_hours of its zone, whoever books it, and may last through the time between.
--   A window may pass midnight, and belongs to the day on which it begins. No part of a stay is on a closed day.
--   An open stay begins within the hours, and ends when the car leaves.
--   What is booked stays as it is. A change is checked where it is new: another start, another end, or another zone.
--
-- Hooks: [search] offers no closed time; [outages] closes days and resolves the reservations on them.

create function private.is_open_at(hours jsonb, moment timestamptz) returns boolean language sql stable
as $$
  select hours is null or exists (
    select from jsonb_to_recordset(hours) as h (days text, "from" integer, "to" integer), (
      select extract(isodow from l.clock)::integer as day, extract(hour from l.clock) * 60 + extract(minute from l.clock) as minute
      from (select moment at time zone private.country_zone() as clock) l
    ) local
    where case
      when local.minute >= h."from" then strpos(h.days, local.day::text) > 0 and (local.minute < h."to" or h."to" <= h."from")
      else h."to" <= h."from" and local.minute < h."to" and strpos(h.days, ((local.day + 5) % 7 + 1)::text) > 0
    end
  );
$$;

-- The zones in which no stay can be from `starts` to `ends`.
create function private.closed_zones(starts timestamptz, ends timestamptz) returns uuid[] language sql stable set search_path = ''
as $$
  select array(
    select z.id from public.parking_zones z
    where z.opening_hours is not null and not (
      private.is_open_at(z.opening_hours, starts) and private.is_open_at(z.opening_hours, ends - interval '1 millisecond'))
    union all
    select z.id from public.special_days d join public.parking_zones z on z.id = coalesce(d.zone_id, z.id)
    where d.kind = 'closed' and d.ended_at is null
      and d.last_day >= private.country_day(starts) and d.first_day <= private.country_day(ends - interval '1 millisecond')
  );
$$;
grant execute on function private.is_open_at, private.closed_zones to anon, authenticated, service_role;

-- definer: drivers do not read what others reserve, and staff no tables of drivers.
create function private.keep_within_hours() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  zone constant public.parking_zones := (
    select z from public.parking_zones z join public.parking_spaces s on s.zone_id = z.id where s.id = new.parking_space_id);
  before public.reservations;
  ends constant timestamptz := case when new.is_open then new.start_time else new.end_time - interval '1 millisecond' end;
begin
  if tg_op = 'UPDATE' then
    if new.is_open then
      return new;
    end if;
    select old.* into before where exists (
      select from public.parking_spaces s where s.id = old.parking_space_id and s.zone_id = zone.id);
  end if;
  -- It names the hours of that day, or the day where it has none.
  perform private.raise_problem(case when open_then is null then 'zone-closed' else 'zone-outside-hours' end,
    coalesce(open_then, to_char(clock, 'DD/MM/YYYY')))
  from (values (new.start_time, before.start_time), (ends, before.end_time - interval '1 millisecond')) edge (moment, was),
    lateral (select edge.moment at time zone private.country_zone() as clock) local,
    lateral (
      select string_agg(to_char(h."from" * interval '1 minute', 'HH24:MI') || '–' || to_char(h."to" * interval '1 minute', 'HH24:MI'), ', ')
        as open_then
      from jsonb_to_recordset(zone.opening_hours) as h (days text, "from" integer, "to" integer)
      where strpos(h.days, extract(isodow from clock)::text) > 0) hours
  where edge.moment is distinct from edge.was and not private.is_open_at(zone.opening_hours, edge.moment);
  perform private.raise_problem('zone-closed', d.name)
  from private.list_special_days(new.parking_space_id, new.start_time, ends + interval '1 millisecond', now()) d
  where d.kind = 'closed' and (before.id is null
    or not (private.start_of_day(d.first_day) < before.end_time and private.start_of_day(d.last_day + 1) > before.start_time));
  return new;
end;
$$;

create trigger reservations_keep_within_hours
  before insert or update of parking_space_id, start_time, end_time on public.reservations
  for each row when (new.status in ('active', 'held')) execute function private.keep_within_hours();
