-- The vehicles that a driver parks: at most 10, one of them the default.

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint vehicles_user_id_fkey references auth.users (id) on delete cascade,
  name text not null
    constraint vehicles_name_not_blank check (btrim(name) <> '')
    constraint vehicles_name_length check (length(name) <= 60),
  plate text not null
    constraint vehicles_plate_is_normalised check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  type text not null
    constraint vehicles_type_is_known
      check (type in ('hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other')),
  is_default boolean not null default false,
  created_at timestamptz not null default now()
    constraint vehicles_created_at_is_finite check (isfinite(created_at)),
  constraint vehicles_plate_once_per_driver unique (user_id, plate)
);

create unique index vehicles_one_default_per_driver on public.vehicles (user_id) where is_default;

alter table public.vehicles enable row level security;
revoke all on public.vehicles from anon, authenticated;
grant select, delete on public.vehicles to authenticated;
grant insert (id, user_id, name, plate, type) on public.vehicles to authenticated;
grant update (name, is_default) on public.vehicles to authenticated;
grant all on public.vehicles to service_role;

-- A policy hides the row of a delete instead of refusing it; who is suspended gets an error.
create function private.require_unsuspended()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  if private.is_suspended() then
    raise exception 'Your account is suspended' using errcode = 'insufficient_privilege';
  end if;
  return true;
end;
$$;

revoke all on function private.require_unsuspended() from public;
grant execute on function private.require_unsuspended() to authenticated, service_role;

create policy drivers_read_own_vehicles on public.vehicles
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_vehicles on public.vehicles
  for select to authenticated using ((select private.is_admin()));
create policy drivers_insert_own_vehicles on public.vehicles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy drivers_update_own_vehicles on public.vehicles
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy drivers_delete_own_vehicles on public.vehicles
  for delete to authenticated using (user_id = (select auth.uid()));
create policy suspended_drivers_insert_no_vehicle on public.vehicles
  as restrictive for insert to authenticated with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_vehicle on public.vehicles
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));
create policy suspended_drivers_delete_no_vehicle on public.vehicles
  as restrictive for delete to authenticated using ((select private.require_unsuspended()));
create policy people_show_second_factor on public.vehicles
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create trigger vehicles_audit after insert or update or delete on public.vehicles
  for each row execute function private.audit_admin_write();

comment on table public.vehicles is
  'Vehicles of drivers. Plates are upper case letters and digits, without blanks and hyphens.';
