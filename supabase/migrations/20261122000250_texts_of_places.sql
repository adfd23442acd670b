-- Texts about zones and spaces have a longest length, the one of domain/text-limits.ts. What is longer is cut off;
-- amenities that are too many are forgotten. Zones come first, as spaces take their names.

update public.parking_zones set
  name = left(name, 120), description = left(description, 2000), location = left(location, 300),
  amenities = case when octet_length(amenities::text) <= 4096 then amenities else '{}' end
where length(name) > 120 or length(description) > 2000 or length(location) > 300
  or octet_length(amenities::text) > 4096;
update public.parking_spaces set
  name = left(name, 120), location = left(location, 300), kavass_device_id = left(kavass_device_id, 64)
where length(name) > 120 or length(location) > 300 or length(kavass_device_id) > 64 or length(zone_name) > 120;

alter table public.parking_zones
  add constraint parking_zones_name_length check (length(name) <= 120),
  add constraint parking_zones_description_length check (length(description) <= 2000),
  add constraint parking_zones_location_length check (length(location) <= 300),
  add constraint parking_zones_amenities_length check (octet_length(amenities::text) <= 4096);
alter table public.parking_spaces
  add constraint parking_spaces_name_length check (length(name) <= 120),
  add constraint parking_spaces_zone_name_length check (length(zone_name) <= 120),
  add constraint parking_spaces_location_length check (length(location) <= 300),
  add constraint parking_spaces_kavass_device_id_length check (length(kavass_device_id) <= 64);
