-- The rates of a zone are refreshed once for each statement that changes its spaces, however many it changes. Until now an
-- update refreshed them for each space, so that one of 2,000 spaces read them 2,000 times.

-- definer: the columns may not be written through the API.
create function private.refresh_rates_of_updated_spaces()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  zones uuid[];
begin
  -- Most updates change the status of a space and no rate.
  select array_agg(distinct zone_id) into zones
  from (
    (select id, zone_id, hourly_rate from old_spaces except select id, zone_id, hourly_rate from new_spaces)
    union all
    (select id, zone_id, hourly_rate from new_spaces except select id, zone_id, hourly_rate from old_spaces)
  ) changed;
  if zones is not null then
    update public.parking_zones set lowest_rate = lowest_rate where id = any (zones);
  end if;
  return null;
end;
$$;

revoke all on function private.refresh_rates_of_updated_spaces() from public;

drop trigger parking_spaces_refresh_rates_on_update on public.parking_spaces;
drop function private.refresh_rates_of_moved_space();
-- A trigger with transition tables cannot name columns.
create trigger parking_spaces_refresh_rates_on_update
  after update on public.parking_spaces
  referencing old table as old_spaces new table as new_spaces
  for each statement execute function private.refresh_rates_of_updated_spaces();
