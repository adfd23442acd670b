-- The map counts the spaces of each zone, all of them and the available ones: both counts read this index alone.

create index parking_spaces_of_zone_by_status on public.parking_spaces (zone_id, status);
-- A prepared statement does not know the status it will be asked for, and cannot use the index of the available ones.
drop index public.parking_spaces_free_of_zone;
