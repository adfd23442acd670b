-- The database writes plates in one way, limits vehicles to 10 for each driver and keeps exactly one of them the default.

create function private.normalise_plate(plate text)
returns text
language sql
immutable
set search_path = ''
as $$
  select upper(regexp_replace(plate, '[\s-]', '', 'g'));
$$;

-- Before any row is locked, so that two devices of a driver wait for each other instead of in a circle.
create function private.lock_own_vehicles()
returns trigger
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('vehicles of ' || auth.uid(), 0)) where auth.uid() is not null;
  return null;
end;
$$;

create function private.complete_vehicle()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  new.plate := private.normalise_plate(new.plate);
  if tg_op = 'INSERT' then
    if (select count(*) from public.vehicles where user_id = new.user_id) >= 10 then
      perform private.raise_problem('too-many-vehicles');
    end if;
    new.is_default := not exists (select from public.vehicles where user_id = new.user_id);
  end if;
  return new;
end;
$$;

create function private.keep_one_default_vehicle()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_default then
    update public.vehicles set is_default = false
    where user_id = new.user_id and is_default and id <> new.id;
  -- The update above comes here too, one level deeper.
  elsif pg_trigger_depth() = 1 then
    raise exception 'Make another vehicle the default instead' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create function private.replace_default_vehicle()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.vehicles set is_default = true
  where id = (
    select id from public.vehicles where user_id = old.user_id order by created_at desc, id limit 1
  );
  return null;
end;
$$;

revoke all on function private.normalise_plate(text) from public;
grant execute on function private.normalise_plate(text) to authenticated, service_role;
revoke all on function private.lock_own_vehicles() from public;
revoke all on function private.complete_vehicle() from public;
revoke all on function private.keep_one_default_vehicle() from public;
revoke all on function private.replace_default_vehicle() from public;

create trigger vehicles_lock
  before insert or update or delete on public.vehicles
  for each statement execute function private.lock_own_vehicles();
create trigger vehicles_complete
  before insert or update on public.vehicles
  for each row execute function private.complete_vehicle();
create trigger vehicles_keep_one_default
  before update of is_default on public.vehicles
  for each row when (new.is_default is distinct from old.is_default)
  execute function private.keep_one_default_vehicle();
create trigger vehicles_replace_default
  after delete on public.vehicles
  for each row when (old.is_default)
  execute function private.replace_default_vehicle();
