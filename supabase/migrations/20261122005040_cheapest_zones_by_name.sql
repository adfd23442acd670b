-- The sheet of the map has the cheapest zones; those with the same rate come in the order of their names. The index by
-- lowest_rate and name stays for servers of the version before.
create index parking_zones_by_lowest_rate_and_sort_name on public.parking_zones (lowest_rate, sort_name);
