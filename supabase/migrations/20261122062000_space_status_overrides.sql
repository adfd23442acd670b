-- A status that an operator gave a space, until they give it another one or its time is over. Why it is out of service is
-- for operators: what everybody reads of a space is its status.

create table public.space_status_overrides (
  -- The space's.
  id uuid primary key
    constraint space_status_overrides_id_fkey references public.parking_spaces (id) on delete cascade,
  status text not null
    constraint space_status_overrides_status_is_known check (status in ('occupied', 'maintenance')),
  reason text
    constraint space_status_overrides_reason_length check (length(reason) <= 300)
    constraint space_status_overrides_reason_not_blank check (btrim(reason) <> ''),
  -- From then on the space is available again.
  ends_at timestamptz
    constraint space_status_overrides_ends_at_is_finite check (isfinite(ends_at)),
  -- The space's when it was set, for the audit log.
  name text
    constraint space_status_overrides_name_length check (length(name) <= 120),
  zone_name text
    constraint space_status_overrides_zone_name_length check (length(zone_name) <= 120),
  updated_at timestamptz not null default now()
    constraint space_status_overrides_updated_at_is_finite check (isfinite(updated_at)),
  constraint space_status_overrides_maintenance_has_reason check (status <> 'maintenance' or reason is not null)
);

create index space_status_overrides_by_end on public.space_status_overrides (ends_at) where ends_at is not null;

alter table public.space_status_overrides enable row level security;
revoke all on public.space_status_overrides from anon, authenticated;
grant select on public.space_status_overrides to authenticated;
grant all on public.space_status_overrides to service_role;

create policy admins_read_space_status_overrides on public.space_status_overrides
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.space_status_overrides
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, update, delete: set_space_status() writes.

create trigger space_status_overrides_touch_updated_at
  before update on public.space_status_overrides
  for each row execute function private.touch_updated_at();
create trigger space_status_overrides_audit
  after insert or update or delete on public.space_status_overrides
  for each row execute function private.audit_admin_write();

-- definer: the status of a space also follows the time and the bookings of drivers.
create function private.forget_status_override()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.space_status_overrides o where o.id = new.id and o.status <> new.status;
  return null;
end;
$$;

revoke all on function private.forget_status_override() from public;

create trigger parking_spaces_forget_status_override
  after update of status on public.parking_spaces
  for each row when (new.status is distinct from old.status)
  execute function private.forget_status_override();

comment on table public.space_status_overrides is
  'The statuses that operators gave spaces, with reason and end. updated_at is the version of what an operator saw.';

-- A status that an operator gave ends at its time, not when a driver's report or stay does.

-- definer: run by the scheduler, as the rest of the due work.
create function private.end_status_overrides()
returns void
language sql
security definer
set search_path = ''
as $$
  -- A trigger deletes the overrides of these spaces.
  update public.parking_spaces s set status = 'available'
  from (
    select p.id from public.parking_spaces p join public.space_status_overrides o on o.id = p.id
    where o.ends_at <= now()
    order by p.id for no key update of p
  ) due
  where s.id = due.id;
$$;

revoke all on function private.end_status_overrides() from public;

create or replace function private.free_reported_spaces()
returns void
language sql
security definer
set search_path = ''
as $$
  -- A trigger resolves the reports of these spaces.
  update public.parking_spaces s set status = 'available'
  from (
    select id from public.parking_spaces p
    where status = 'occupied'
      and id in (
        select parking_space_id from public.space_reports where resolved_at is null
        group by parking_space_id having max(occupied_until) <= now()
      )
      and not exists (select from public.space_status_overrides o where o.id = p.id)
    order by id for no key update
  ) due
  where s.id = due.id;
  update public.space_reports set resolved_at = now() where resolved_at is null and occupied_until <= now();
$$;

create or replace function private.free_left_space()
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
    )
    and not exists (select from public.space_status_overrides o where o.id = s.id);
  if found then
    perform private.refresh_status_of(new.parking_space_id);
  end if;
  return null;
end;
$$;

create or replace function public.run_due_work()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.lapse_holds();
  select public.expire_reservations();
  select private.end_status_overrides();
  select private.free_reported_spaces();
  select public.refresh_space_status();
  select private.issue_receipts();
$$;
