-- Zones with how many spaces they have, as the back office lists and sorts them.

-- invoker's rights: everybody may read zones and spaces, but the list is for people who are signed in.
create view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.amenities,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count
  from public.parking_zones z;

revoke all on public.admin_zones from anon, authenticated;
grant select on public.admin_zones to authenticated, service_role;

comment on view public.admin_zones is 'Parking zones with their number of spaces.';
