-- The list of locks shows the spaces that each of them is on.
create index parking_spaces_of_lock on public.parking_spaces (kavass_device_id) where kavass_device_id is not null;
