-- What the map, its sheet and the list of zones look zones up by.

create index parking_zones_by_place on public.parking_zones (latitude, longitude);
create index parking_zones_by_price on public.parking_zones (price_per_hour, name);
create index parking_zones_by_amenity on public.parking_zones using gin (amenities jsonb_path_ops);
-- "With a free space first" asks each zone whether it has one.
create index parking_spaces_free_of_zone on public.parking_spaces (zone_id) where status = 'available';
