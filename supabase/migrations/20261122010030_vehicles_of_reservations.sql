-- A reservation keeps a copy of the vehicle that it was made for, so that it says the same after the driver renames or
-- removes the vehicle. Only the database writes the copy.

alter table public.reservations
  add column vehicle_id uuid
    constraint reservations_vehicle_id_fkey references public.vehicles (id) on delete set null,
  add column vehicle_name text
    constraint reservations_vehicle_name_length check (length(vehicle_name) <= 60),
  add column vehicle_plate text
    constraint reservations_vehicle_plate_length check (length(vehicle_plate) <= 10),
  add column vehicle_type text
    constraint reservations_vehicle_type_length check (length(vehicle_type) <= 16);

create index reservations_of_vehicle on public.reservations (vehicle_id) where vehicle_id is not null;
create index reservations_by_plate on public.reservations (vehicle_plate) where vehicle_plate is not null;

grant insert (vehicle_id) on public.reservations to authenticated;

create function private.copy_vehicle()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  chosen public.vehicles;
begin
  -- With the rights of the caller, who sees their own vehicles.
  select * into chosen from public.vehicles where id = new.vehicle_id and user_id = new.user_id;
  if new.vehicle_id is not null and chosen.id is null then
    perform private.raise_problem('vehicle-not-found');
  -- Operators may book without: administrators, and who comes without a driver's session.
  elsif chosen.id is null and new.user_id = auth.uid()
    and not private.has_samples() and not private.is_admin()
  then
    perform private.raise_problem('vehicle-required');
  end if;
  new.vehicle_name := chosen.name;
  new.vehicle_plate := chosen.plate;
  new.vehicle_type := chosen.type;
  return new;
end;
$$;

revoke all on function private.copy_vehicle() from public;

-- By its name after reservations_check_stay and before reservations_complete, which takes the lock of the space.
create trigger reservations_check_vehicle
  before insert on public.reservations
  for each row execute function private.copy_vehicle();

create or replace function private.protect_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting an account, a space or a vehicle empties the reference and keeps the record; nothing else may move it.
  if (new.user_id is distinct from old.user_id and new.user_id is not null)
    or (new.parking_space_id is distinct from old.parking_space_id and new.parking_space_id is not null)
    or (new.vehicle_id is distinct from old.vehicle_id and new.vehicle_id is not null)
    or (new.id, new.start_time, new.end_time, new.total_amount, new.created_at,
        new.vehicle_name, new.vehicle_plate, new.vehicle_type)
      is distinct from (old.id, old.start_time, old.end_time, old.total_amount, old.created_at,
        old.vehicle_name, old.vehicle_plate, old.vehicle_type)
  then
    raise exception 'Person, space, times, amount and vehicle of a reservation never change'
      using errcode = 'check_violation';
  end if;
  if new.status is distinct from old.status and old.status <> 'active' then
    raise exception 'A % reservation cannot become %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- A plate leads to its driver, so it goes with the account.
  if new.user_id is null and old.user_id is not null then
    new.vehicle_name := null;
    new.vehicle_plate := null;
  end if;
  return new;
end;
$$;

-- What the log copied of vehicles is forgotten with the account too.
create or replace function private.forget_in_audit_log(person uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  personal constant text[] := array['email', 'full_name', 'phone', 'bio', 'wallet_settings'];
  of_vehicle constant text[] := array['name', 'plate', 'vehicle_name', 'vehicle_plate'];
begin
  perform set_config('parqueo.forgets_person', 'yes', true);
  update public.audit_log set before = before - personal, after = after - personal
  where subject_table = 'profiles'
    and subject_id = (select id::text from public.profiles where user_id = person);
  update public.audit_log set before = before - of_vehicle, after = after - of_vehicle
  where subject_table = 'reservations'
      and subject_id = any (array(select id::text from public.reservations where user_id = person))
    or subject_table = 'vehicles' and coalesce(after, before) ->> 'user_id' = person::text;
  perform set_config('parqueo.forgets_person', '', true);
end;
$$;

comment on column public.reservations.vehicle_plate is
  'Copied from the vehicle when the reservation was made, as are its name and type; emptied with the account.';
