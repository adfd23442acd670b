-- Walk-ins: a car comes in by its plate alone, and pays when it leaves.
--
-- An open stay is a reservation (is_open) of the guest of its plate:
--
--   enter_plate ──▶ active ──leave: paid, free, or gone without paying──▶ completed
--
-- Rules
--   A plate is inside a zone once; whoever enters it again is shown that stay, or the reservation that waits for the car.
--   The stay keeps its space like any reservation: until the next one on the space, at most for 24 hours. Later the job
--   holds the space a little longer each time, as long as nobody has reserved it. Where somebody has, the stay goes on
--   without the space, and the next driver meets a car that is late.
--   Only `leave` ends a stay; every other change is rejected [reservations]. Nothing is charged before.
--   The price is that of the time until the exit by the rates posted at entry, at least of the shortest reservation. Who was
--   shown it pays no more for five minutes.
--   Whoever knows the plate may pay its exit on a phone, by a payment [payments] of a price that was shown within ten minutes.
--   The car then has 15 minutes to leave; later it owes the difference. Staff let it out, as they do every car.
--   Free exits and cars that left without paying are gifts of a manager, with a reason, within the limit of the settings. A car
--   whose paid time is over and that nobody let out is a gift of whoever takes cash.

-- Until when a car could keep the space from this moment on: the next reservation or planned outage, at most `most`.
create function private.find_free_end(space uuid, starts timestamptz, most timestamptz)
returns timestamptz language sql stable set search_path = ''
  return least(most, (
    select min(o.start_time) from public.space_occupancy o where o.parking_space_id = space and o.end_time > starts));

create function private.describe_stay(stay public.reservations) returns jsonb language sql stable set search_path = ''
  return (
    select jsonb_build_object('id', stay.id, 'plate', stay.vehicle_plate, 'space_name', s.name, 'zone_name', s.zone_name,
      'start_time', stay.start_time, 'end_time', stay.end_time, 'amount', stay.total_amount, 'paid_until', stay.paid_until,
      'is_open', stay.is_open and stay.status = 'active')
    from (select) as one left join public.parking_spaces s on s.id = stay.parking_space_id);

-- Lets a car in, on the chosen space of the zone or on the one that is free for longest; `is_new` is false where the car
-- has a stay or a reservation there already, to which it arrives. A repeat with the same key finds the same stay.
-- definer, here and below: staff write no reservations, accounts and vehicles.
create function public.enter_plate(key uuid, zone uuid, plate text, space uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  typed constant text := private.normalise_plate(left(plate, 40));
  starts constant timestamptz := date_trunc('milliseconds', now());
  shortest constant interval := private.shortest_stay();
  stay public.reservations;
  guest uuid;
  ends timestamptz;
  candidate record;
begin
  perform private.require_duty('let_in', zone);
  perform private.raise_problem('plate-malformed') where (typed ~ '^[A-Z0-9]{2,10}$') is not true;
  perform pg_advisory_xact_lock(hashtextextended('plate ' || typed, 0));
  select r.* into stay from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
  where r.vehicle_plate = typed and s.zone_id is not distinct from zone
    and (r.id = key or r.status = 'active' and r.start_time <= now() + interval '30 minutes' and (r.is_open or r.end_time > now()))
  order by r.id = key desc, r.is_open desc, r.start_time limit 1;
  if stay.id is not null then
    -- The car is in: its driver can cancel no more.
    perform public.mark_arrival(stay.id, stay.start_time, stay.end_time) where stay.status = 'active' and stay.arrived_at is null;
    return private.describe_stay(stay) || jsonb_build_object('is_new', stay.id = key);
  end if;
  -- The guest of the plate, whom nobody but walk-ins uses.
  select v.user_id into guest from public.vehicles v join public.profiles p on p.user_id = v.user_id
  where v.plate = typed and p.phone is null and private.is_guest(v.user_id) order by v.created_at limit 1;
  if guest is null then
    guest := private.add_guest(typed, null);
    insert into public.vehicles (user_id, name, plate, type) values (guest, typed, typed, 'other');
  end if;
  perform private.lock_driver(guest);
  -- First the spaces that nobody else has locked, then those for which it has to wait.
  for candidate in
    select s.id, pass.waits from (values (false), (true)) as pass (waits), public.parking_spaces s
    where s.zone_id is not distinct from zone and (space is null or s.id = space) and s.status in ('available', 'reserved')
      and private.find_free_end(s.id, starts, starts + interval '24 hours') >= starts + shortest
    order by pass.waits, private.find_free_end(s.id, starts, starts + interval '24 hours') desc, s.sort_name, s.id
  loop
    continue when not candidate.waits and not private.try_lock_space(candidate.id);
    perform private.lock_space(candidate.id);
    perform private.lapse_holds(candidate.id);
    ends := private.find_free_end(candidate.id, starts, starts + interval '24 hours');
    continue when ends < starts + shortest or private.is_used_by_other(candidate.id, guest, starts);
    insert into public.reservations
      (id, user_id, parking_space_id, start_time, end_time, vehicle_id, arrived_at, is_open, posted_rate)
    select key, guest, candidate.id, starts, ends, v.id, starts, true,
      private.price_of_reservation(candidate.id, starts, starts + interval '1 hour', null, known_at => null)
    from public.vehicles v where v.user_id = guest and v.plate = typed
    returning * into stay;
    return private.describe_stay(stay) || jsonb_build_object('is_new', true);
  end loop;
  perform private.raise_problem(case when space is null then 'zone-full' else 'space-taken' end);
end;
$$;

-- ## While the car is inside

-- Keeps the spaces of open stays for as long as they are free. Reservations that somebody changes now wait for the next run.
create function private.hold_open_stays() returns void language plpgsql set search_path = ''
as $$
declare
  stay public.reservations;
  ends timestamptz;
begin
  for stay in
    select * from public.reservations
    where is_open and status = 'active' and end_time < greatest(start_time + interval '24 hours', now() + interval '1 hour')
    order by parking_space_id limit 500 for update skip locked
  loop
    continue when not private.try_lock_driver(stay.user_id) or not private.try_lock_space(stay.parking_space_id);
    ends := private.find_free_end(stay.parking_space_id, stay.end_time, least(stay.start_time + private.longest_reservation(),
      greatest(stay.start_time + interval '24 hours', now() + interval '2 hours')));
    continue when ends <= stay.end_time;
    perform set_config('parqueo.changes_reservation', 'open ' || stay.id, true);
    update public.reservations set end_time = ends where id = stay.id;
  end loop;
  perform set_config('parqueo.changes_reservation', '', true);
end;
$$;

create function private.price_of_open_stay(stay public.reservations, until timestamptz)
returns numeric language sql stable set search_path = ''
  return case when private.charges_drivers()
    then private.price_until(stay, greatest(until, stay.start_time + private.shortest_stay())) else 0 end;

-- What a stay costs now beyond what was paid on a phone.
create function private.due_of_stay(stay public.reservations) returns numeric language sql stable set search_path = ''
  return case when stay.paid_until > now() then 0
    else greatest(private.price_of_open_stay(stay, now()) - stay.total_amount, 0) end;

-- What a driver pays who saw this price: at most what is due now, and not less than was due that long `before`.
create function private.agree_on_exit(stay public.reservations, seen_amount numeric, before interval)
returns numeric language sql stable set search_path = ''
as $$
  select private.raise_problem('price-changed') where private.due_of_stay(stay) > 0 and (
    seen_amount >= least(private.due_of_stay(stay), private.price_of_open_stay(stay, now() - before) - stay.total_amount)) is not true;
  select round(greatest(least(seen_amount, private.due_of_stay(stay)), 0), 2);
$$;

-- What a car pays that leaves now.
create function public.quote_exit(reservation uuid)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty('take_cash', private.zone_of_reservation(reservation));
  select private.raise_problem('stay-has-ended') where not exists (
    select from public.reservations r where r.id = reservation and r.is_open and r.status = 'active');
  select private.describe_stay(r) || jsonb_build_object('amount', private.due_of_stay(r)) from public.reservations r where r.id = reservation;
$$;

-- Lets a car out. `method` is cash, terminal or transfer, which have the price that the cashier saw; or free, or unpaid for a
-- car that is gone, which is said with a reason. A repeat with the same key changes nothing.
create function public.leave(
  key uuid, reservation uuid, method text, reference text default null, seen_amount numeric default null, reason text default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  is_given constant boolean := method in ('free', 'unpaid');
  stay public.reservations;
  amount numeric := 0;
  ends timestamptz;
begin
  perform private.require_duty(case when is_given and not (method = 'unpaid' and exists (
    select from public.reservations r where r.id = reservation and r.paid_until <= now())) then 'give_back' else 'take_cash' end, private.zone_of_reservation(reservation));
  perform private.lock_driver((select r.user_id from public.reservations r where r.id = reservation and r.is_open));
  select * into stay from public.reservations r where r.id = reservation and r.is_open for no key update;
  if stay.end_key = key then
    return private.describe_stay(stay);
  end if;
  perform private.raise_problem('stay-has-ended') where stay.status is distinct from 'active';
  perform private.lock_space(stay.parking_space_id);
  ends := greatest(date_trunc('milliseconds', now()), stay.start_time + interval '1 millisecond');
  if is_given then
    perform private.record_gift(method, stay.user_id, private.due_of_stay(stay), reason, stay.id);
  else
    amount := private.agree_on_exit(stay, seen_amount, interval '5 minutes');
    perform private.give_reason(reason);
    perform private.take_at_desk(stay.user_id, stay.parking_space_id, (amount, method, reference), amount, stay.id::text, stay.id) where amount > 0;
    perform private.charge_reservation(stay, amount, case when stay.total_amount > 0 then 'extension' else 'reservation' end);
  end if;
  perform set_config('parqueo.changes_reservation', 'open ' || stay.id, true);
  update public.reservations r set
    status = 'completed', ended_at = ends, end_time = ends, end_key = key, total_amount = r.total_amount + amount,
    payment_method = case when r.total_amount + amount > 0 then 'wallet' end
  where r.id = stay.id returning * into stay;
  perform set_config('parqueo.changes_reservation', '', true);
  return private.describe_stay(stay);
end;
$$;

-- Takes what a held reservation waits for, as an exit is paid, and makes it active. A repeat changes nothing.
create function public.pay_at_desk(
  reservation uuid, method text, reference text default null, seen_amount numeric default null, reason text default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.reservations;
begin
  perform private.require_duty('take_cash', private.zone_of_reservation(reservation));
  perform private.lock_driver((select r.user_id from public.reservations r where r.id = reservation));
  select * into held from public.reservations r where r.id = reservation for no key update;
  if held.status is distinct from 'active' then
    perform private.raise_problem('hold-is-over') where held.status is distinct from 'held' or held.held_until <= now();
    perform private.raise_problem('price-changed') where (round(seen_amount, 2) >= held.total_amount) is not true;
    perform private.lock_space(held.parking_space_id), private.give_reason(reason);
    perform private.take_at_desk(held.user_id, held.parking_space_id, (held.total_amount, method, reference), held.total_amount, held.id::text, held.id);
    perform set_config('parqueo.changes_reservation', held.id::text, true);
    update public.reservations r set status = 'active' where r.id = held.id;
    perform set_config('parqueo.changes_reservation', '', true);
  end if;
  return private.describe_stay(held);
end;
$$;

grant execute on function public.enter_plate, public.quote_exit, public.leave, public.pay_at_desk to authenticated;
