-- A parking zone: a place on the map with a price, amenities and spaces.

-- An amenity is a flag; anything else in there would reach every driver's screen.
create function private.are_flags(amenities jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(amenities) = 'object'
    and not jsonb_path_exists(amenities, '$.* ? (@.type() != "boolean")');
$$;

revoke all on function private.are_flags(jsonb) from public;
grant execute on function private.are_flags(jsonb) to authenticated, service_role;

create table public.parking_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  description text,
  location text,
  latitude double precision
    constraint parking_zones_latitude_in_degrees check (latitude between -90 and 90),
  longitude double precision
    constraint parking_zones_longitude_in_degrees check (longitude between -180 and 180),
  rating numeric(2, 1) not null default 0
    constraint parking_zones_rating_from_0_to_5 check (rating between 0 and 5),
  price_per_hour numeric(10, 2) default 5
    constraint parking_zones_price_not_negative check (price_per_hour >= 0),
  amenities jsonb not null default '{}'
    constraint parking_zones_amenities_are_flags check (private.are_flags(amenities)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint parking_zones_both_coordinates_or_none check ((latitude is null) = (longitude is null))
);

create index parking_zones_by_name on public.parking_zones (name);

alter table public.parking_zones enable row level security;
revoke all on public.parking_zones from anon, authenticated;
grant select on public.parking_zones to anon, authenticated;
grant insert (id, name, description, location, latitude, longitude, rating, price_per_hour, amenities)
  on public.parking_zones to authenticated;
grant update (name, description, location, latitude, longitude, rating, price_per_hour, amenities)
  on public.parking_zones to authenticated;
grant delete on public.parking_zones to authenticated;
grant all on public.parking_zones to service_role;

create policy everybody_reads_zones on public.parking_zones
  for select to anon, authenticated using (true);
create policy admins_insert_zones on public.parking_zones
  for insert to authenticated with check ((select private.is_admin()));
create policy admins_update_zones on public.parking_zones
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_zones on public.parking_zones
  for delete to authenticated using ((select private.is_admin()));

create trigger parking_zones_touch_updated_at
  before update on public.parking_zones
  for each row execute function private.touch_updated_at();

comment on table public.parking_zones is 'Places to park; price in dollars an hour, coordinates in WGS84 degrees.';
