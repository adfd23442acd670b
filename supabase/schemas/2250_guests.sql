-- Guests: drivers without an account, who park and pay from the sign of a zone or a space.
--
-- A guest is an anonymous user of the authentication service: a person without an address, whose session their browser keeps. Who
-- confirms an address has an account from then on, with all that was booked.
--
-- Rules
--   Everybody reads what a sign stands for, and which spaces are free there.
--   A guest has one reservation at a time, which begins now and costs something; it may be extended and ended, and not be changed.
--   An unpaid hold of a guest lasts ten minutes, as any [reservations]. A plate has one of guests at a time, and those of all guests
--   take a part of the spaces of a zone [limits], two at least, so that strangers with many guests do not close it.
--   A guest writes no messages and ratings, keeps no favourites and adds no money to a wallet [payments].
--   A guest hears until when a plate is parked in the zone of a sign, for ten plates an hour: most who pay twice have paid already.
--   Of an open stay [walk-ins] they hear since when and what it costs now, and may pay it.
--   Guests who never paid are removed after thirty days [foundation].
--
-- Hooks: the own server limits how many guests come from a network, and in all.

-- ## Who may do what

create policy guests_write_no_messages on public.user_messages as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));
create policy guests_write_no_ratings on public.ratings as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));
create policy guests_keep_no_favourites on public.favourite_zones as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));

-- ## What a sign stands for

-- The zone, the space if the sign is of one, and the spaces to park on now: that space, else another one near it; for the sign
-- of a zone its free spaces. free_until is when the next reservation begins. Null for a code that no sign has.
-- definer: it must see every driver's reservations.
create function public.read_sign(sign text) returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  code constant text := upper(regexp_replace(left(sign, 40), '[^0-9A-Za-z]', '', 'g'));
  soon constant timestamptz := now() + private.shortest_stay();
  own public.parking_spaces;
  zone public.parking_zones;
  wanted public.reservations;
  free uuid[];
begin
  select * into own from public.parking_spaces s where s.sign = code;
  select * into zone from public.parking_zones z where z.id = own.zone_id or z.sign = code;
  if zone.id is null then return null; end if;
  free := array(
    select f.id from public.find_spaces(now(), soon) f
    where f.zone_id = zone.id and f.status = 'available' and (own.id is null or f.id = own.id)
    order by f.sort_name, f.id limit 100);
  if own.id is not null and free = '{}' then
    select own.id, now(), soon into wanted.parking_space_id, wanted.start_time, wanted.end_time;
    free := array(select o.id from private.find_other_spaces(wanted) o join public.parking_spaces s using (id) where s.zone_id = zone.id limit 1);
  end if;
  return jsonb_build_object(
    'zone', jsonb_build_object('id', zone.id, 'name', zone.name, 'location', zone.location, 'overstay', zone.overstay),
    'space', case when own.id is not null then jsonb_build_object('id', own.id, 'name', own.name) end,
    'free', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'lowest_rate', coalesce(s.hourly_rate, zone.price_per_hour, private.fallback_rate()),
        'has_rates', s.has_rates,
        'free_until', (select min(o.start_time) from public.space_occupancy o where o.parking_space_id = s.id and o.start_time > now())
      ) order by s.sort_name, s.id), '[]')
      from public.parking_spaces s where s.id = any (free)));
end;
$$;

-- Until when somebody else's car with this plate is parked in the zone of a sign, or its open stay there; null where none is.
-- definer: as above.
create function public.find_parked_plate(sign text, plate text)
returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  zone constant uuid := public.read_sign(sign) -> 'zone' ->> 'id';
begin
  perform private.reject('Begin a session to ask about a plate', 'insufficient_privilege')
    where auth.uid() is null or not private.has_shown_second_factor();
  perform private.lock_driver(auth.uid());
  perform private.check_change_rate(array['plate_asked'], 10, 'too-many-plates');
  perform private.record_activity(auth.uid(), 'plate_asked', '{}');
  return (
    select jsonb_build_object('until', r.end_time, 'stay', case when r.is_open then jsonb_build_object(
      'id', r.id, 'start_time', r.start_time, 'amount', private.due_of_stay(r), 'paid_until', r.paid_until) end)
    from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
    where r.vehicle_plate = private.normalise_plate(left(plate, 40)) and s.zone_id = zone and r.status = 'active'
      and r.user_id is distinct from auth.uid() and r.start_time <= now() and (r.is_open or r.end_time > now())
    order by r.is_open desc, r.end_time desc limit 1);
end;
$$;

grant execute on function public.read_sign, public.find_parked_plate to anon, authenticated;

-- ## What a guest reserves

-- Fires after reservations_check_new, which has locked the driver and found the plate, and whether the reservation is held.
-- definer: it must see the reservations of other guests.
create function private.check_guest() returns trigger language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  zone constant uuid := (select s.zone_id from public.parking_spaces s where s.id = new.parking_space_id);
begin
  if new.user_id is distinct from auth.uid() or not private.is_anonymous(new.user_id) then
    return new;
  end if;
  perform private.raise_problem('guest-parks-now') where not private.is_about_now(new.start_time);
  perform private.raise_problem('guest-pays-nothing') where new.payment_method is null;
  perform private.raise_problem('guest-has-reservation') where exists (
    select from public.reservations r
    where r.user_id = new.user_id and r.end_time > now() and (r.status = 'active' or r.status = 'held' and r.held_until > now()));
  if new.status = 'held' then
    -- Each hold counts those before it.
    perform pg_advisory_xact_lock(hashtextextended('holds of guests', 0));
    perform private.raise_problem('unpaid-plate') where exists (
      select from public.reservations r
      where r.vehicle_plate = new.vehicle_plate and r.status = 'held' and r.held_until > now() and private.is_anonymous(r.user_id));
    perform private.raise_problem('guests-hold-too-much') where (
      select count(*) from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
      where s.zone_id = zone and r.status = 'held' and r.held_until > now() and private.is_anonymous(r.user_id)
    ) >= greatest(2, (select count(*) from public.parking_spaces s where s.zone_id = zone) * (private.get_limits()).guest_holds_percent / 100);
  end if;
  return new;
end;
$$;

create trigger reservations_check_new_guest before insert on public.reservations
  for each row execute function private.check_guest();
