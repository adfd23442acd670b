-- A single parking space, in a zone or not yet, with or without a lock.

create table public.parking_spaces (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  zone_id uuid
    constraint parking_spaces_zone_id_fkey references public.parking_zones (id) on delete set null,
  zone_name text,
  location text,
  kavass_device_id text,
  hourly_rate numeric(10, 2) default 5
    constraint parking_spaces_hourly_rate_not_negative check (hourly_rate >= 0),
  status text not null default 'available'
    constraint parking_spaces_status_is_known check (status in ('available', 'occupied', 'reserved', 'maintenance')),
  last_activity timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index parking_spaces_of_zone on public.parking_spaces (zone_id, name);
create index parking_spaces_by_name on public.parking_spaces (name);

alter table public.parking_spaces enable row level security;
revoke all on public.parking_spaces from anon, authenticated;
grant select on public.parking_spaces to anon, authenticated;
grant insert (id, name, zone_id, zone_name, location, kavass_device_id, hourly_rate, status)
  on public.parking_spaces to authenticated;
grant update (name, zone_id, zone_name, location, kavass_device_id, hourly_rate, status)
  on public.parking_spaces to authenticated;
grant delete on public.parking_spaces to authenticated;
grant all on public.parking_spaces to service_role;

create policy everybody_reads_spaces on public.parking_spaces
  for select to anon, authenticated using (true);
create policy admins_insert_spaces on public.parking_spaces
  for insert to authenticated with check ((select private.is_admin()));
create policy admins_update_spaces on public.parking_spaces
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy admins_delete_spaces on public.parking_spaces
  for delete to authenticated using ((select private.is_admin()));

-- zone_name is a copy: taken from the zone whenever the space is saved, so that it cannot be made up.
create function private.complete_space()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.zone_name := (select name from public.parking_zones where id = new.zone_id);
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    if new.status is distinct from old.status then
      new.last_activity := now();
    end if;
  end if;
  return new;
end;
$$;

-- definer: the spaces follow their zone's name whoever renames it.
create function private.rename_zone_in_spaces()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.parking_spaces set zone_name = new.name where zone_id = new.id;
  return new;
end;
$$;

revoke all on function private.complete_space() from public;
revoke all on function private.rename_zone_in_spaces() from public;

create trigger parking_spaces_complete
  before insert or update on public.parking_spaces
  for each row execute function private.complete_space();
create trigger parking_zones_rename_in_spaces
  after update of name on public.parking_zones
  for each row when (old.name is distinct from new.name)
  execute function private.rename_zone_in_spaces();

comment on table public.parking_spaces is 'Single parking spaces; hourly_rate in dollars, kavass_device_id names the lock.';
