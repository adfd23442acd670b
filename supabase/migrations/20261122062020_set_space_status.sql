-- An operator sets the status of spaces. Out of service is saved only with what becomes of each reservation that it touches.

-- What `set_space_status` was given: what the operator saw of each space, and what becomes of each stay.
create type private.seen_space as (id uuid, status text, version timestamptz);
create type private.stay_resolution as (
  reservation uuid, space uuid, start_time timestamptz, end_time timestamptz, action text, target uuid
);

-- In the order of a booking, each kind in the order of its ids: drivers, reservations, spaces.
create function private.lock_for_status(spaces uuid[], resolutions private.stay_resolution[])
returns void
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stays constant uuid[] := array(select r.reservation from unnest(resolutions) r);
  touched_spaces constant uuid[] := spaces || array(
    select r.target from unnest(resolutions) r where r.target is not null);
begin
  perform pg_advisory_xact_lock(hashtextextended('reservations of ' || driver.user_id, 0))
  from (
    select distinct user_id from public.reservations where id = any (stays) and user_id is not null order by 1
  ) driver;
  -- As deleting an account does, before the reservations.
  perform from public.profiles
  where user_id in (select r.user_id from public.reservations r where r.id = any (stays))
  order by user_id for key share;
  perform from public.reservations where id = any (stays) order by id for no key update;
  perform pg_advisory_xact_lock(hashtextextended(locked.space::text, 0))
  from (select distinct space from unnest(touched_spaces) space order by 1) locked;
  perform from public.parking_spaces where id = any (touched_spaces) order by id for no key update;
end;
$$;

-- Whether these are the stays that are touched now, each with something that can become of it.
create function private.resolves_all(spaces uuid[], ends_at timestamptz, resolutions private.stay_resolution[])
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (
    select from private.find_touched_stays(spaces, $2) t
    full join unnest(resolutions) r
      on (r.reservation, r.space, r.start_time, r.end_time) = (t.id, t.parking_space_id, t.start_time, t.end_time)
    where t.id is null or r.reservation is null or r.action is null or not case private.get_stay_phase(t)
      when 'held' then r.action = 'release'
      -- There may be a car on it.
      when 'under_way' then r.action in ('keep', 'move')
      else r.action in ('move', 'cancel', 'cancel_to_source')
    end
  );
$$;

create function private.resolve_touched_stay(resolution private.stay_resolution, spaces uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  stay public.reservations;
begin
  select * into stay from public.reservations where id = resolution.reservation;
  -- The notifications say why.
  perform set_config('parqueo.out_of_service', jsonb_build_object(
    'reservation', stay.id, 'to_source', resolution.action = 'cancel_to_source')::text, true);
  case resolution.action
    when 'move' then
      if not exists (select from private.find_other_spaces(stay, spaces) o where o.id = resolution.target) then
        perform private.raise_problem('move-target-taken');
      end if;
      stay.parking_space_id := resolution.target;
      perform private.save_changed_reservation(stay, 'space_swapped');
    when 'cancel', 'cancel_to_source' then
      perform public.cancel_reservation(stay.id, resolution.action = 'cancel_to_source');
    when 'release' then
      update public.reservations set status = 'lapsed' where id = stay.id;
    else null;
  end case;
  perform set_config('parqueo.out_of_service', '', true);
end;
$$;

-- definer: operators write no overrides, and move and cancel what belongs to drivers; only for administrators.
create function public.set_space_status(
  spaces jsonb, new_status text, reason text default null, ends_at timestamptz default null,
  resolutions jsonb default '[]'
)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  seen private.seen_space[];
  ids uuid[];
  resolved private.stay_resolution[];
  resolution private.stay_resolution;
  why constant text := nullif(btrim(set_space_status.reason), '');
  until constant timestamptz := case when new_status <> 'available' then set_space_status.ends_at end;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator sets the status of spaces' using errcode = 'insufficient_privilege';
  elsif new_status is null or new_status not in ('available', 'occupied', 'maintenance') then
    raise exception 'An operator sets available, occupied or maintenance' using errcode = 'check_violation';
  elsif coalesce(jsonb_array_length(spaces), 0) not between 1 and 500 then
    perform private.raise_problem('too-many-spaces-at-once');
  elsif coalesce(jsonb_array_length(resolutions), 0) > 200 then
    perform private.raise_problem('too-many-touched-stays');
  elsif new_status = 'maintenance' and why is null then
    perform private.raise_problem('status-reason-required');
  elsif until <= now() or until > now() + interval '366 days' then
    perform private.raise_problem('status-end-out-of-range');
  end if;
  seen := array(select s from jsonb_populate_recordset(null::private.seen_space, spaces) s);
  ids := array(select s.id from unnest(seen) s);
  resolved := array(
    select r from jsonb_populate_recordset(null::private.stay_resolution, resolutions) r
    where new_status = 'maintenance' order by r.reservation);
  perform private.lock_for_status(ids, resolved);

  -- The response to an earlier try was lost.
  if not exists (
    select from unnest(ids) as s (id)
    left join public.parking_spaces p on p.id = s.id
    left join public.space_status_overrides o on o.id = p.id
    where case new_status
      when 'available' then p.status in ('available', 'reserved')
      else p.status = new_status and o.status = new_status and (o.reason, o.ends_at) is not distinct from (why, until)
    end is not true
  ) then
    return;
  elsif exists (
    select from unnest(seen) s
    left join public.parking_spaces p on p.id = s.id
    left join public.space_status_overrides o on o.id = p.id
    -- Reservations move a space between available and reserved.
    where (replace(p.status, 'reserved', 'available'), o.updated_at)
      is distinct from (replace(s.status, 'reserved', 'available'), s.version)
  ) then
    perform private.raise_problem('space-status-changed');
  end if;

  if new_status = 'maintenance' then
    if not private.resolves_all(ids, until, resolved) then
      perform private.raise_problem('touched-stays-changed');
    end if;
    foreach resolution in array resolved loop
      perform private.resolve_touched_stay(resolution, ids);
    end loop;
  end if;
  if new_status <> 'available' then
    insert into public.space_status_overrides as o (id, status, reason, ends_at, name, zone_name)
    select p.id, new_status, why, until, p.name, p.zone_name from public.parking_spaces p where p.id = any (ids)
    on conflict (id) do update set
      status = excluded.status, reason = excluded.reason, ends_at = excluded.ends_at,
      name = excluded.name, zone_name = excluded.zone_name;
  end if;
  update public.parking_spaces p set status = new_status
  where p.id = any (ids) and p.status <> new_status
    -- What is reserved is available to operators.
    and not (new_status = 'available' and p.status = 'reserved');
  if new_status = 'occupied' then
    -- It stays occupied for as long as the operator says, and not as long as a report does.
    update public.space_reports r set resolved_at = now() where r.parking_space_id = any (ids) and r.resolved_at is null;
  end if;
  perform private.refresh_status_of(s.id) from (select id from unnest(ids) as u (id) order by 1) s;
exception
  when exclusion_violation then
    perform private.raise_problem('move-target-taken');
end;
$$;

revoke all on function private.lock_for_status(uuid[], private.stay_resolution[]) from public;
revoke all on function private.resolves_all(uuid[], timestamptz, private.stay_resolution[]) from public;
revoke all on function private.resolve_touched_stay(private.stay_resolution, uuid[]) from public;
revoke all on function public.set_space_status(jsonb, text, text, timestamptz, jsonb) from public, anon;
grant execute on function public.set_space_status(jsonb, text, text, timestamptz, jsonb) to authenticated;

comment on function public.set_space_status(jsonb, text, text, timestamptz, jsonb) is
  'Sets the status of up to 500 spaces, all or none. spaces: [{id, status, version}] as they were seen; resolutions: '
  '[{reservation, space, start_time, end_time, action, target}] for each of list_touched_stays(). A repeat changes nothing.';
