-- Zones and spaces as drivers look for them: what is free for a whole stay, and how far away it is. Without a stay the
-- free spaces are those that are available now; without a place there is no distance.

-- Neither function has a search_path: PostgreSQL then plans it as a part of the query around it, which reads the spaces of
-- one zone, and counts only those of the zones that it returns. Every name in them is qualified instead.

create function public.find_spaces(starts timestamptz default null, ends timestamptz default null)
returns table (
  id uuid,
  name text,
  zone_id uuid,
  zone_name text,
  location text,
  hourly_rate numeric,
  status text
)
language sql
stable
as $$
  select
    s.id, s.name, s.zone_id, s.zone_name, s.location, s.hourly_rate,
    case
      when starts is null or ends is null or s.status = 'maintenance' then s.status
      -- A stay that begins now needs a space that nobody is on, as in private.is_used_by_other.
      when s.status = 'occupied' and starts <= pg_catalog.now() + interval '5 minutes' then s.status
      when exists (
        select from public.space_occupancy o
        where o.parking_space_id = s.id
          and o.start_time < ends
          and o.end_time > case
            when starts <= pg_catalog.now() + interval '5 minutes' then least(starts, pg_catalog.now())
            else starts
          end
      ) then 'reserved'
      else 'available'
    end
  from public.parking_spaces s;
$$;

-- Columns of exactly the types of the table keep their indexes.
create type public.found_zone as (
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
  distance_km double precision
);

create function public.find_zones(
  starts timestamptz default null,
  ends timestamptz default null,
  near_latitude double precision default null,
  near_longitude double precision default null
)
returns setof public.found_zone
language sql
stable
as $$
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.lowest_rate,
    z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    (
      select pg_catalog.count(*) from public.find_spaces(starts, ends) s
      where s.zone_id = z.id and s.status = 'available'
    ),
    -- The haversine formula, on the earth of the product's specification. Rounding can raise its root above 1.
    case when z.latitude is not null and near_latitude is not null and near_longitude is not null then
      2 * 6371 * pg_catalog.asin(least(1, pg_catalog.sqrt(
        pg_catalog.power(pg_catalog.sind((z.latitude - near_latitude) / 2), 2)
        + pg_catalog.cosd(near_latitude) * pg_catalog.cosd(z.latitude)
          * pg_catalog.power(pg_catalog.sind((z.longitude - near_longitude) / 2), 2)
      )))
    end
  from public.parking_zones z;
$$;

revoke all on function public.find_spaces(timestamptz, timestamptz) from public;
revoke all on function public.find_zones(timestamptz, timestamptz, double precision, double precision) from public;
grant execute on function public.find_spaces(timestamptz, timestamptz) to anon, authenticated, service_role;
grant execute on function public.find_zones(timestamptz, timestamptz, double precision, double precision)
  to anon, authenticated, service_role;

comment on function public.find_spaces(timestamptz, timestamptz) is
  'All spaces with the status that they have for a stay from starts to ends, and without one with their own.';
comment on function public.find_zones(timestamptz, timestamptz, double precision, double precision) is
  'All zones with the number of spaces that are available for a stay, and the distance to a place in km.';
