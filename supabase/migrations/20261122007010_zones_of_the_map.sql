-- The zones of a part of the map, with what is free for a stay. When there are many, the spaces that are taken during the
-- stay are found once for all of them; where each space looks for its own stays, a thousand zones take several times as long.

-- Stays that begin before the end of another, with all that the function below reads.
create index reservations_active_by_start on public.reservations (start_time, end_time, parking_space_id)
  where status = 'active';
-- To count the spaces of a zone that are not taken, their ids are read as well.
create index parking_spaces_of_zone_by_status_and_id on public.parking_spaces (zone_id, status, id);
drop index public.parking_spaces_of_zone_by_status;

-- The spaces that public.find_spaces calls reserved.
-- definer: it must see every driver's reservations. PostgreSQL also runs it as a whole, once for a query.
create function private.find_taken_spaces(starts timestamptz, ends timestamptz)
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select parking_space_id
  from public.reservations
  where status = 'active'
    and parking_space_id is not null
    and start_time < ends
    -- It follows from the length of a stay, and lets the index skip older ones.
    and start_time > least(starts, now()) - interval '744 hours'
    and end_time > case when starts <= now() + interval '5 minutes' then least(starts, now()) else starts end;
$$;

revoke all on function private.find_taken_spaces(timestamptz, timestamptz) from public;
grant execute on function private.find_taken_spaces(timestamptz, timestamptz) to anon, authenticated, service_role;

-- Without a search_path for the reason that public.find_zones has none.
create function public.find_zones_in(
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  starts timestamptz,
  ends timestamptz
)
returns setof public.found_zone
language sql
stable
as $$
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.lowest_rate,
    z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    case
      when starts is null or ends is null or (
        select pg_catalog.count(*) <= 100 from public.parking_zones n
        where n.latitude between south and north and n.longitude between west and east
      ) then (
        select pg_catalog.count(*) from public.find_spaces(starts, ends) s
        where s.zone_id = z.id and s.status = 'available'
      )
      else (
        select pg_catalog.count(*) from public.parking_spaces s
        where s.zone_id = z.id
          and s.status <> 'maintenance'
          -- As in public.find_spaces.
          and (s.status <> 'occupied' or starts > pg_catalog.now() + interval '5 minutes')
          and s.id not in (select private.find_taken_spaces(starts, ends))
      )
    end,
    null::double precision,
    z.sort_name
  from public.parking_zones z
  where z.latitude between south and north and z.longitude between west and east;
$$;

revoke all on function
  public.find_zones_in(double precision, double precision, double precision, double precision, timestamptz, timestamptz)
  from public;
grant execute on function
  public.find_zones_in(double precision, double precision, double precision, double precision, timestamptz, timestamptz)
  to anon, authenticated, service_role;

comment on function
  public.find_zones_in(double precision, double precision, double precision, double precision, timestamptz, timestamptz) is
  'The zones within these bounds with the number of spaces that are available for a stay.';
