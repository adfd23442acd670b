-- "My space is taken": what drivers report when they find somebody else on the space that they reserved. Only
-- swap_space() writes reports; operators resolve them.

create table public.space_reports (
  -- Given by the driver's device, so that a repeat after a lost response is the same report.
  id uuid primary key,
  reservation_id uuid not null
    constraint space_reports_reservation_id_fkey references public.reservations (id) on delete cascade,
  parking_space_id uuid not null
    constraint space_reports_parking_space_id_fkey references public.parking_spaces (id) on delete cascade,
  user_id uuid
    constraint space_reports_user_id_fkey references public.profiles (user_id) on delete set null,
  -- Null when there was no other space to give.
  new_parking_space_id uuid
    constraint space_reports_new_parking_space_id_fkey references public.parking_spaces (id) on delete set null,
  -- From then on the space counts as free again, unless an operator was faster.
  occupied_until timestamptz not null
    constraint space_reports_occupied_until_is_finite check (isfinite(occupied_until)),
  created_at timestamptz not null default now()
    constraint space_reports_created_at_is_finite check (isfinite(created_at)),
  resolved_at timestamptz
    constraint space_reports_resolved_at_is_finite check (isfinite(resolved_at)),
  -- Null also when nobody but the time resolved it.
  resolved_by uuid
    constraint space_reports_resolved_by_fkey references public.profiles (user_id) on delete set null
);

create index space_reports_of_reservation on public.space_reports (reservation_id);
create index space_reports_of_space on public.space_reports (parking_space_id);
create index space_reports_of_new_space on public.space_reports (new_parking_space_id);
create index space_reports_of_driver on public.space_reports (user_id, created_at desc);
create index space_reports_of_resolver on public.space_reports (resolved_by) where resolved_by is not null;
create index space_reports_open on public.space_reports (created_at desc) where resolved_at is null;

alter table public.space_reports enable row level security;
revoke all on public.space_reports from anon, authenticated;
grant select on public.space_reports to authenticated;
grant update (resolved_at) on public.space_reports to authenticated;
grant all on public.space_reports to service_role;

create policy drivers_read_own_space_reports on public.space_reports
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_space_reports on public.space_reports
  for select to authenticated using ((select private.is_admin()));
create policy admins_resolve_space_reports on public.space_reports
  for update to authenticated
  using ((select private.is_admin()) and resolved_at is null)
  with check ((select private.is_admin()) and resolved_at is not null);
create policy people_show_second_factor on public.space_reports
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, no delete: what was reported stays on record.

create function private.complete_space_report()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.resolved_at is not null then
    new.resolved_at := now();
    new.resolved_by := (select user_id from public.profiles where user_id = (select auth.uid()));
  end if;
  return new;
end;
$$;

revoke all on function private.complete_space_report() from public;

create trigger space_reports_complete
  before update of resolved_at on public.space_reports
  for each row when (old.resolved_at is null)
  execute function private.complete_space_report();
create trigger space_reports_audit after insert or update or delete on public.space_reports
  for each row execute function private.audit_admin_write();

-- Whoever gives a reported space another status has looked after it.
-- definer: the status of a space also follows the time and the bookings of drivers.
create function private.resolve_reports_of_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.space_reports set resolved_at = now() where parking_space_id = new.id and resolved_at is null;
  return null;
end;
$$;

revoke all on function private.resolve_reports_of_space() from public;

create trigger parking_spaces_resolve_reports
  after update of status on public.parking_spaces
  for each row when (old.status = 'occupied' and new.status <> 'occupied')
  execute function private.resolve_reports_of_space();

comment on table public.space_reports is 'Spaces that drivers found taken, and the space that each got instead.';
