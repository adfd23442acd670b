-- `updated_at` as the version of a row that several people edit: who saves names the version they saw, and finds no row
-- when somebody else was faster. So it moves whenever what people edit does, and never for what the product notes by
-- itself, which would turn down edits for no reason.

create or replace function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- The arguments of the trigger are the columns that nobody edits.
  aside text[] := tg_argv || array['updated_at'];
begin
  new.updated_at := case
    when to_jsonb(new) - aside = to_jsonb(old) - aside then old.updated_at
    -- Never the same twice, even where the clock was set back.
    else greatest(now(), old.updated_at + interval '1 microsecond')
  end;
  return new;
end;
$$;

drop trigger profiles_touch_updated_at on public.profiles;
create trigger profiles_touch_updated_at
  before update on public.profiles
  for each row execute function private.touch_updated_at('last_activity');

drop trigger user_settings_touch_updated_at on public.user_settings;
create trigger user_settings_touch_updated_at
  before update on public.user_settings
  for each row execute function private.touch_updated_at('two_factor_enabled');

-- The zone's name is a copy, and the status follows the reservations.
create or replace function private.complete_space()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.zone_name := (select name from public.parking_zones where id = new.zone_id);
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    new.last_activity := now();
  end if;
  return new;
end;
$$;

create trigger parking_spaces_touch_updated_at
  before update on public.parking_spaces
  for each row execute function private.touch_updated_at('zone_name', 'status', 'last_activity');

-- The list of zones tells the version too.
create or replace view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour, z.amenities,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count,
    z.updated_at
  from public.parking_zones z;

comment on column public.profiles.updated_at is 'The version of what people edit; so it is in settings, zones and spaces.';
