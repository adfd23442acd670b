-- Drivers see whether a space has a lock, and need not see which one.

alter table public.parking_spaces
  add column has_lock boolean generated always as (btrim(coalesce(kavass_device_id, '')) <> '') stored;

-- A trigger before the update does not see generated columns yet, so that this one would look like an edit each time.
drop trigger parking_spaces_touch_updated_at on public.parking_spaces;
create trigger parking_spaces_touch_updated_at
  before update on public.parking_spaces
  for each row execute function private.touch_updated_at('zone_name', 'status', 'last_activity', 'sort_name', 'has_lock');

comment on column public.parking_spaces.has_lock is 'Whether the space has a lock, for screens that need not know which.';
