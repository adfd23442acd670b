-- Whether a space is free looks at what is still to come of its reservations, not at all that it ever had.

create index reservations_active_of_space on public.reservations (parking_space_id, end_time) where status = 'active';
