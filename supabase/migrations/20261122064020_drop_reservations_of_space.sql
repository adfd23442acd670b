-- reservations_of_space_by_start serves what this one did. Alone in its transaction, so that its lock is a moment's.

drop index public.reservations_of_space;
