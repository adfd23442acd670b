-- Names of zones and spaces sort as people count: A-2 before A-10, without regard to case and accents. Lists are sorted
-- page by page, so that the database stores what it sorts by.

-- A name of 120 characters has at most 60 numbers.
alter table public.parking_zones
  add column sort_name text collate "C" not null default ''
    constraint parking_zones_sort_name_length check (length(sort_name) <= 780);
alter table public.parking_spaces
  add column sort_name text collate "C" not null default ''
    constraint parking_spaces_sort_name_length check (length(sort_name) <= 780);

create function private.set_sort_name()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Every number gets twelve digits: zeros are put before it, and all but its last twelve digits taken away.
  new.sort_name := regexp_replace(
    regexp_replace(
      translate(lower(new.name), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun'), '([0-9]+)', '000000000000\1', 'g'
    ),
    '[0-9]+([0-9]{12})', '\1', 'g'
  );
  return new;
end;
$$;

revoke all on function private.set_sort_name() from public;

create trigger parking_zones_set_sort_name
  before insert or update of name, sort_name on public.parking_zones
  for each row execute function private.set_sort_name();
create trigger parking_spaces_set_sort_name
  before insert or update of name, sort_name on public.parking_spaces
  for each row execute function private.set_sort_name();

-- It is no edit of the row.
drop trigger parking_zones_touch_updated_at on public.parking_zones;
create trigger parking_zones_touch_updated_at
  before update on public.parking_zones
  for each row execute function private.touch_updated_at('lowest_rate', 'highest_rate', 'sort_name');
drop trigger parking_spaces_touch_updated_at on public.parking_spaces;
create trigger parking_spaces_touch_updated_at
  before update on public.parking_spaces
  for each row execute function private.touch_updated_at('zone_name', 'status', 'last_activity', 'sort_name');

-- Fills the columns.
update public.parking_zones set sort_name = '';
update public.parking_spaces set sort_name = '';

create index parking_zones_by_sort_name on public.parking_zones (sort_name, id);

-- The list of zones sorts by it too.
create or replace view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.amenities,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count,
    z.updated_at, z.sort_name
  from public.parking_zones z;

comment on column public.parking_zones.sort_name is 'The name in the order in which lists show it, set by the database.';
comment on column public.parking_spaces.sort_name is 'The name in the order in which lists show it, set by the database.';
