-- Searches and orders of names leave out accents and case: "maximo gomez" finds "Máximo Gómez", and Álvaro comes before Zoe.

-- As foldText in domain/language/fold-text.ts. The extension unaccent would do the same for more letters, but it is in
-- another schema on Supabase, and its result may not be stored. Most texts have no accents, which is faster to find out than
-- to look for them. Without a search_path it becomes a part of the query around it.
create function private.fold_text(words text)
returns text
language sql
immutable
parallel safe
return case
  when octet_length(words) = length(words) then lower(words)
  else lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'))
end;

revoke all on function private.fold_text(text) from public;
grant execute on function private.fold_text(text) to anon, authenticated, service_role;

-- What was typed never has a line break, so it is found in the name or in the location. A letter without its accents is three
-- characters at most.
alter table public.parking_zones
  add column search_text text not null
    generated always as (private.fold_text(name || e'\n' || coalesce(location, ''))) stored
    constraint parking_zones_search_text_length check (length(search_text) <= 1263);
alter table public.profiles
  add column sort_name text collate "C" generated always as (private.fold_text(full_name)) stored
    constraint profiles_sort_name_length check (length(sort_name) <= 240);

-- They are no edit of the row.
drop trigger parking_zones_touch_updated_at on public.parking_zones;
create trigger parking_zones_touch_updated_at
  before update on public.parking_zones
  for each row execute function private.touch_updated_at('lowest_rate', 'highest_rate', 'sort_name', 'search_text');
drop trigger profiles_touch_updated_at on public.profiles;
create trigger profiles_touch_updated_at
  before update on public.profiles
  for each row execute function private.touch_updated_at('last_activity', 'sort_name');

-- The order of zones and spaces leaves out every accent, no longer those of Spanish only.
create or replace function private.set_sort_name()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Every number gets twelve digits: zeros are put before it, and all but its last twelve digits taken away.
  new.sort_name := regexp_replace(
    regexp_replace(private.fold_text(new.name), '([0-9]+)', '000000000000\1', 'g'),
    '[0-9]+([0-9]{12})', '\1', 'g'
  );
  return new;
end;
$$;

alter table public.parking_zones
  drop constraint parking_zones_sort_name_length,
  add constraint parking_zones_sort_name_length check (length(sort_name) <= 900);
alter table public.parking_spaces
  drop constraint parking_spaces_sort_name_length,
  add constraint parking_spaces_sort_name_length check (length(sort_name) <= 900);
update public.parking_zones set sort_name = '' where octet_length(name) > length(name);
update public.parking_spaces set sort_name = '' where octet_length(name) > length(name);

alter type public.found_zone add attribute search_text text;

create or replace function public.find_zones(
  starts timestamptz default null,
  ends timestamptz default null,
  near_latitude double precision default null,
  near_longitude double precision default null
)
returns setof public.found_zone
language sql
stable
as $$
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.lowest_rate,
    z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    (
      select pg_catalog.count(*) from public.find_spaces(starts, ends) s
      where s.zone_id = z.id and s.status = 'available'
    ),
    -- The haversine formula, on the earth of the product's specification. Rounding can raise its root above 1.
    case when z.latitude is not null and near_latitude is not null and near_longitude is not null then
      2 * 6371 * pg_catalog.asin(least(1, pg_catalog.sqrt(
        pg_catalog.power(pg_catalog.sind((z.latitude - near_latitude) / 2), 2)
        + pg_catalog.cosd(near_latitude) * pg_catalog.cosd(z.latitude)
          * pg_catalog.power(pg_catalog.sind((z.longitude - near_longitude) / 2), 2)
      )))
    end,
    z.sort_name, z.search_text
  from public.parking_zones z;
$$;

create or replace function public.find_zones_in(
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  starts timestamptz,
  ends timestamptz
)
returns setof public.found_zone
language sql
stable
as $$
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.lowest_rate,
    z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    case
      when starts is null or ends is null or (
        select pg_catalog.count(*) <= 100 from public.parking_zones n
        where n.latitude between south and north and n.longitude between west and east
      ) then (
        select pg_catalog.count(*) from public.find_spaces(starts, ends) s
        where s.zone_id = z.id and s.status = 'available'
      )
      else (
        select pg_catalog.count(*) from public.parking_spaces s
        where s.zone_id = z.id
          and s.status <> 'maintenance'
          -- As in public.find_spaces.
          and (s.status <> 'occupied' or starts > pg_catalog.now() + interval '5 minutes')
          and s.id not in (select private.find_taken_spaces(starts, ends))
      )
    end,
    null::double precision,
    z.sort_name, z.search_text
  from public.parking_zones z
  where z.latitude between south and north and z.longitude between west and east;
$$;

create or replace view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.amenities,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count,
    z.updated_at, z.sort_name, private.fold_text(z.location) collate "C" as location_sort_name
  from public.parking_zones z;

-- The words are folded once, not for each row.
create or replace function public.search_admin_users(words text)
returns setof public.profiles
language sql
stable
set search_path = ''
as $$
  select p.* from public.profiles p
  where strpos(p.sort_name, (select private.fold_text(words))) > 0
    or strpos(private.fold_text(p.email), (select private.fold_text(words))) > 0;
$$;

create or replace view public.admin_reservations with (security_invoker = true) as
  select
    r.id, r.user_id, p.full_name as user_name, p.email as user_email,
    r.parking_space_id, s.name as space_name, s.location as space_location, s.zone_name,
    r.start_time, r.end_time,
    extract(epoch from r.end_time - r.start_time)::double precision / 3600 as duration_hours,
    r.total_amount, r.status,
    -- The rule of getTimeState in domain/reservations/time-state.ts, at the database's own time.
    case
      when r.status in ('completed', 'cancelled') or r.end_time < now() then 'past'
      when r.start_time > now() then 'future'
      else 'current'
    end as time_state,
    s.zone_id, s.sort_name as space_sort_name, p.sort_name as user_sort_name
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

create or replace function public.search_admin_reservations(words text)
returns setof public.admin_reservations
language sql
stable
set search_path = ''
as $$
  select r.* from public.admin_reservations r
  where r.user_id = any (array(
      select p.user_id from public.profiles p
      where strpos(p.sort_name, (select private.fold_text(words))) > 0
        or strpos(private.fold_text(p.email), (select private.fold_text(words))) > 0
        -- A number of four digits or more is found in a phone, however both are written.
        or strpos(translate(p.phone, ' +()./-', ''), (
          select translate(words, ' +()./-', '') where words ~ '^([ +()./-]*[0-9]){4,}[ +()./-]*$'
        )) > 0
    ))
    or r.parking_space_id = any (array(
      select s.id from public.parking_spaces s
      where strpos(private.fold_text(s.name), (select private.fold_text(words))) > 0
        or strpos(private.fold_text(s.location), (select private.fold_text(words))) > 0
        or strpos(private.fold_text(s.zone_name), (select private.fold_text(words))) > 0
    ))
    or r.id = case when words ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then words::uuid end;
$$;

comment on column public.parking_zones.search_text is 'Name and location without accents and case, set by the database.';
comment on column public.profiles.sort_name is 'The name without accents and case, set by the database.';
