-- What anybody may reuse of the zones: where they are, what they cost and how many spaces are free now. The server
-- hands it out, unless its operator keeps it from that; so the API does not.

create view public.open_zones with (security_invoker = true) as
  select
    z.id,
    z.name,
    z.location as address,
    z.latitude,
    z.longitude,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as spaces,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id and s.status = 'available') as free,
    z.lowest_rate as price_from,
    z.highest_rate as price_to,
    (select p.currency from public.public_settings p) as currency,
    now() as updated_at
  from public.parking_zones z;

revoke all on public.open_zones from anon, authenticated, service_role;
grant select on public.open_zones to service_role;

comment on view public.open_zones is
  'The open data of zones: place, spaces, how many of them are free at updated_at, lowest and highest price of an hour.';
