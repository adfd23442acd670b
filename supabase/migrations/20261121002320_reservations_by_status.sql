-- The newest reservations of one status, as the back office filters them: without it, cancelled ones are looked for
-- among all others.
create index reservations_by_status on public.reservations (status, start_time desc);
