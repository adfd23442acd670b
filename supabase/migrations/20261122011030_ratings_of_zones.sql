-- The number of ratings stands beside each zone, and everybody who reads zones reads what drivers said of them.

alter type public.found_zone add attribute rating_count integer;

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
    z.sort_name, z.search_text, z.rating_count
  from public.parking_zones z;
$$;

create or replace function public.find_zones_in(
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
    z.sort_name, z.search_text, z.rating_count
  from public.parking_zones z
  where z.latitude between south and north and z.longitude between west and east;
$$;

create or replace view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.amenities,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count,
    z.updated_at, z.sort_name, private.fold_text(z.location) collate "C" as location_sort_name, z.rating_count
  from public.parking_zones z;

-- definer: only drivers and operators read ratings. This tells averages, and the latest comments without who wrote them
-- and with the day only. No row for a zone without ratings.
create function public.zone_ratings(zone uuid)
returns table (
  rating_count integer,
  overall numeric,
  cleanness numeric,
  communication numeric,
  accessibility numeric,
  comments jsonb
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    t.ratings,
    round(t.overall::numeric / t.ratings, 1),
    round(t.cleanness::numeric / t.ratings, 1),
    round(t.communication::numeric / t.ratings, 1),
    round(t.accessibility::numeric / t.ratings, 1),
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'stars', latest.overall,
          'comment', latest.comment,
          'day', (latest.created_at at time zone 'America/Santo_Domingo')::date
        ) order by latest.created_at desc, latest.id desc
      )
      from (
        select r.id, r.overall, r.comment, r.created_at from public.ratings r
        where r.zone_id = zone_ratings.zone and r.comment is not null and r.hidden_at is null
        order by r.created_at desc, r.id desc
        limit 10
      ) latest
    ), '[]')
  from private.zone_rating_totals t
  where t.zone_id = zone_ratings.zone and t.ratings > 0;
$$;

revoke all on function public.zone_ratings(uuid) from public;
grant execute on function public.zone_ratings(uuid) to anon, authenticated, service_role;

comment on function public.zone_ratings(uuid) is
  'The averages of a zone for each criterion, the number of its ratings and the ten latest comments that are not hidden.';
