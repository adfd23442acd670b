-- What drivers pay in a zone: the lowest and the highest hourly rate of its spaces. A space without a rate costs the
-- zone's price, a zone without spaces shows its price. The map reads these of many zones and sorts them, so that they are
-- stored; a trigger calculates them whenever the zone is written, and nobody can store anything else.

alter table public.parking_zones
  add column lowest_rate numeric(10, 2)
    constraint parking_zones_lowest_rate_in_range check (lowest_rate between 0 and 10000),
  add column highest_rate numeric(10, 2)
    constraint parking_zones_highest_rate_in_range check (highest_rate between 0 and 10000);

create function private.set_zone_rates()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  price constant numeric := coalesce(new.price_per_hour, 5);
begin
  select coalesce(min(coalesce(hourly_rate, price)), price), coalesce(max(coalesce(hourly_rate, price)), price)
  into new.lowest_rate, new.highest_rate
  from public.parking_spaces where zone_id = new.id;
  return new;
end;
$$;

-- The trigger above does the work. It runs once the row of the zone is locked, so that it sees every space that was
-- committed before.
-- definer: the columns may not be written through the API.
create function private.refresh_rates_of_zones()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.parking_zones set lowest_rate = lowest_rate where id in (select zone_id from changed_spaces);
  return null;
end;
$$;

-- definer: as above.
create function private.refresh_rates_of_moved_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.parking_zones set lowest_rate = lowest_rate where id in (old.zone_id, new.zone_id);
  return null;
end;
$$;

revoke all on function private.set_zone_rates() from public;
revoke all on function private.refresh_rates_of_zones() from public;
revoke all on function private.refresh_rates_of_moved_space() from public;

create trigger parking_zones_set_rates
  before insert or update on public.parking_zones
  for each row execute function private.set_zone_rates();
create trigger parking_spaces_refresh_rates_on_insert
  after insert on public.parking_spaces
  referencing new table as changed_spaces
  for each statement execute function private.refresh_rates_of_zones();
create trigger parking_spaces_refresh_rates_on_delete
  after delete on public.parking_spaces
  referencing old table as changed_spaces
  for each statement execute function private.refresh_rates_of_zones();
create trigger parking_spaces_refresh_rates_on_update
  after update of zone_id, hourly_rate on public.parking_spaces
  for each row when ((old.zone_id, old.hourly_rate) is distinct from (new.zone_id, new.hourly_rate))
  execute function private.refresh_rates_of_moved_space();

-- What a space changes about its zone is neither a new version of the zone nor an administrator's write of it.
drop trigger parking_zones_touch_updated_at on public.parking_zones;
create trigger parking_zones_touch_updated_at
  before update on public.parking_zones
  for each row execute function private.touch_updated_at('lowest_rate', 'highest_rate');
drop trigger parking_zones_audit on public.parking_zones;
create trigger parking_zones_audit
  after insert or update or delete on public.parking_zones
  for each row when (pg_trigger_depth() = 0) execute function private.audit_admin_write();

-- Fills the columns.
update public.parking_zones set lowest_rate = lowest_rate;
alter table public.parking_zones
  alter column lowest_rate set not null,
  alter column highest_rate set not null;

-- The sheet of the map sorts by it.
create index parking_zones_by_lowest_rate on public.parking_zones (lowest_rate, name);

comment on column public.parking_zones.lowest_rate is 'The lowest hourly rate that is charged in the zone, set by the database.';
comment on column public.parking_zones.highest_rate is 'The highest hourly rate that is charged in the zone, set by the database.';
