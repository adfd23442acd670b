-- Zones that are found for a stay or near a place have the order of their names too.

alter type public.found_zone add attribute sort_name text collate "C";

create or replace function public.find_zones(
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
    end,
    z.sort_name
  from public.parking_zones z;
$$;
