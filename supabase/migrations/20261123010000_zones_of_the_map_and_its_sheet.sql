-- The map and its sheet in one request: the zones within some bounds, and the five that the sheet lists, wherever they are.

-- The zones of the sheet in their order, at most five, of those with all wanted amenities: first those with a space that
-- is free for the stay, then the cheapest. When there is a place, they are all near it, unless no zone is.
create function private.find_sheet_zones(
  starts timestamptz,
  ends timestamptz,
  near_latitude double precision,
  near_longitude double precision,
  near_km double precision,
  wanted_amenities jsonb
)
returns uuid[]
language sql
stable
set search_path = ''
as $$
  with nearby as materialized (
    select z.id
    from public.find_zones(null, null, near_latitude, near_longitude) z
    -- A degree of latitude has more than 111 km.
    where z.latitude between near_latitude - near_km / 111 and near_latitude + near_km / 111
      and z.distance_km <= near_km
      and coalesce(z.amenities @> wanted_amenities, true)
  ), candidates as not materialized (
    select z.id, z.lowest_rate, z.sort_name
    from public.parking_zones z
    -- Without coalesce PostgreSQL expects few zones to match, and sorts all in place of reading the cheapest first.
    where coalesce(z.amenities @> wanted_amenities, true)
      and (not exists (select from nearby) or z.id in (select id from nearby))
  ), with_free_spaces as materialized (
    select c.*, 1 as part
    from candidates c
    where exists (
      select from public.find_spaces(starts, ends) s where s.zone_id = c.id and s.status = 'available'
      -- Zone by zone, until there are five: without this PostgreSQL looks at the spaces of all zones first.
      offset 0
    )
    order by c.lowest_rate, c.sort_name
    limit 5
  ), others as (
    select c.*, 2 as part
    from candidates c
    where (select count(*) < 5 from with_free_spaces) and c.id not in (select id from with_free_spaces)
    order by c.lowest_rate, c.sort_name
    limit 5
  )
  select array(
    select id from (table with_free_spaces union all table others) chosen
    order by part, lowest_rate, sort_name, id
    limit 5
  );
$$;

revoke all on function private.find_sheet_zones(
  timestamptz, timestamptz, double precision, double precision, double precision, jsonb
) from public;
grant execute on function private.find_sheet_zones(
  timestamptz, timestamptz, double precision, double precision, double precision, jsonb
) to anon, authenticated, service_role;

-- Without a search_path for the reason that public.find_zones has none.
create function public.find_map_zones(
  west double precision default null,
  south double precision default null,
  east double precision default null,
  north double precision default null,
  starts timestamptz default null,
  ends timestamptz default null,
  near_latitude double precision default null,
  near_longitude double precision default null,
  near_km double precision default null,
  wanted_amenities jsonb default null
)
returns table (
  id uuid,
  name text,
  description text,
  location text,
  latitude double precision,
  longitude double precision,
  rating numeric(2, 1),
  price_per_hour numeric(10, 2),
  lowest_rate numeric(10, 2),
  highest_rate numeric(10, 2),
  amenities jsonb,
  space_count bigint,
  available_count bigint,
  rating_count integer,
  sheet_place integer
)
language sql
stable
as $$
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.lowest_rate,
    z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    -- As in public.find_zones_in.
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
          and (s.status <> 'occupied' or starts > pg_catalog.now() + interval '5 minutes')
          and s.id not in (select private.find_taken_spaces(starts, ends))
      )
    end,
    z.rating_count,
    pg_catalog.array_position(sheet.ids, z.id)
  from
    -- The offset keeps PostgreSQL from looking for the zones of the sheet twice.
    (
      select private.find_sheet_zones(
        starts, ends, near_latitude, near_longitude, near_km, wanted_amenities
      ) as ids
      offset 0
    ) sheet,
    public.parking_zones z
  where (z.latitude between south and north and z.longitude between west and east) or z.id = any (sheet.ids);
$$;

revoke all on function public.find_map_zones(
  double precision, double precision, double precision, double precision, timestamptz, timestamptz, double precision,
  double precision, double precision, jsonb
) from public;
grant execute on function public.find_map_zones(
  double precision, double precision, double precision, double precision, timestamptz, timestamptz, double precision,
  double precision, double precision, jsonb
) to anon, authenticated, service_role;

comment on function public.find_map_zones(
  double precision, double precision, double precision, double precision, timestamptz, timestamptz, double precision,
  double precision, double precision, jsonb
) is
  'The zones within these bounds and those of the sheet, with their place in it and what is available for a stay.';
