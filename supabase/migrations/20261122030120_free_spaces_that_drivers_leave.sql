-- A space that was reported as taken is free again as soon as another driver ends a stay on it: whoever stayed too long
-- has left, or somebody has parked there since.

-- definer: the driver who ends a stay may not write spaces and reports.
create function private.free_left_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A trigger resolves the reports of the space.
  update public.parking_spaces s set status = 'available'
  where s.id = new.parking_space_id and s.status = 'occupied'
    and exists (select from public.space_reports r where r.parking_space_id = s.id and r.resolved_at is null)
    -- Who reported it and got no other space did not park there.
    and not exists (
      select from public.space_reports r
      where r.parking_space_id = s.id and r.resolved_at is null and r.reservation_id = new.id
    );
  if found then
    perform private.refresh_status_of(new.parking_space_id);
  end if;
  return null;
end;
$$;

revoke all on function private.free_left_space() from public;

create trigger reservations_free_left_space
  after update of status on public.reservations
  for each row when (
    old.status = 'active' and new.status = 'completed' and new.parking_space_id is not null and new.user_id = auth.uid()
  )
  execute function private.free_left_space();

-- Who resolved a report is an operator: the driver who reported it reads the row, and not who else parked there.
create or replace function private.complete_space_report()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.resolved_at is not null then
    new.resolved_at := now();
    new.resolved_by := (
      select user_id from public.profiles where user_id = (select auth.uid()) and (select private.is_admin())
    );
  end if;
  return new;
end;
$$;
