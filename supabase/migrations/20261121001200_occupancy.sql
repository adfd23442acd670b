-- When each space is taken, for everybody, without saying by whom or for how much.

-- owner's rights on purpose: row level security hides other drivers' reservations from the availability check,
-- which would then call every taken space free.
create view public.space_occupancy with (security_barrier = true) as
  select parking_space_id, start_time, end_time, status
  from public.reservations
  where status = 'active' and parking_space_id is not null;

revoke all on public.space_occupancy from anon, authenticated;
grant select on public.space_occupancy to anon, authenticated, service_role;

comment on view public.space_occupancy is 'Taken times of every space: no person, no amount.';

-- definer: drivers' bookings move the status of spaces they may not write.
create function private.refresh_status_of(space uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.parking_spaces s
  set status = case when s.status = 'available' then 'reserved' else 'available' end
  where s.id = space
    and s.status in ('available', 'reserved')
    and (s.status = 'reserved') <> exists (
      select from public.reservations r
      where r.parking_space_id = s.id and r.status = 'active' and tstzrange(r.start_time, r.end_time) @> now()
    );
$$;

-- definer: as above; run by the scheduler.
create function public.refresh_space_status()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.refresh_status_of(s.id)
  from public.parking_spaces s
  where s.status in ('available', 'reserved')
    and (s.status = 'reserved') <> exists (
      select from public.reservations r
      where r.parking_space_id = s.id and r.status = 'active' and tstzrange(r.start_time, r.end_time) @> now()
    )
  order by s.id;
$$;

-- definer: reservations that nobody ended become 'expired' a day after their end; run by the scheduler.
create function public.expire_reservations()
returns void
language sql
security definer
set search_path = ''
as $$
  update public.reservations set status = 'expired'
  where status = 'active' and end_time < now() - interval '24 hours';
$$;

-- The one function every scheduler calls, every 30 seconds.
create function public.run_due_work()
returns void
language sql
security definer
set search_path = ''
as $$
  select public.expire_reservations();
  select public.refresh_space_status();
$$;

revoke all on function private.refresh_status_of(uuid) from public;
revoke all on function public.refresh_space_status() from public, anon, authenticated;
revoke all on function public.expire_reservations() from public, anon, authenticated;
revoke all on function public.run_due_work() from public, anon, authenticated;
grant execute on function public.run_due_work() to service_role;
grant execute on function public.refresh_space_status() to service_role;
grant execute on function public.expire_reservations() to service_role;

create function private.refresh_status_after_change()
returns trigger
language plpgsql
security definer -- definer: runs as the driver who books, who may not call the function below.
set search_path = ''
as $$
begin
  perform private.refresh_status_of(coalesce(new.parking_space_id, old.parking_space_id));
  return null;
end;
$$;

revoke all on function private.refresh_status_after_change() from public;

create trigger reservations_refresh_space
  after insert or update or delete on public.reservations
  for each row execute function private.refresh_status_after_change();
