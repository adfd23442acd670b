-- A space that a driver reported as taken is free again when the stay would have ended, unless an operator was faster.

-- definer: run by the scheduler, as the rest of the due work.
create function private.free_reported_spaces()
returns void
language sql
security definer
set search_path = ''
as $$
  -- A trigger resolves the reports of these spaces.
  update public.parking_spaces s set status = 'available'
  from (
    select id from public.parking_spaces
    where status = 'occupied'
      and id in (
        select parking_space_id from public.space_reports where resolved_at is null
        group by parking_space_id having max(occupied_until) <= now()
      )
    order by id for no key update
  ) due
  where s.id = due.id;
  update public.space_reports set resolved_at = now() where resolved_at is null and occupied_until <= now();
$$;

revoke all on function private.free_reported_spaces() from public;

create or replace function public.run_due_work()
returns void
language sql
security definer
set search_path = ''
as $$
  select public.expire_reservations();
  select private.free_reported_spaces();
  select public.refresh_space_status();
$$;
