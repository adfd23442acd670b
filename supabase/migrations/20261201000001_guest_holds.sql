-- Locks: vehicles for as long as their index is written, 0.2 s for 100,000; limits, which each booking reads, for a moment

-- ## By hand: columns, constraints, indexes, types, rows

-- A transaction cannot write an index concurrently, so drivers wait who add a vehicle meanwhile. Bookings wait for what
-- follows alone.
create index vehicles_by_plate on public.vehicles (plate);

alter table private.limits
  add column guest_holds_percent integer not null default 20 check (guest_holds_percent between 0 and 100);

-- ## Generated from supabase/schemas; the command writes this part anew


CREATE OR REPLACE FUNCTION private.is_in_days(moment timestamp with time zone, first_day date, last_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((moment >= private.start_of_day(first_day)) AND (moment < private.start_of_day((last_day + 1))));

CREATE OR REPLACE FUNCTION private.keep_former_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.former_staff (person, name, role)
  select old.id, coalesce(nullif(btrim(p.full_name), ''), p.email), worked.role
  from public.profiles p cross join lateral (select coalesce(
    (select r.role from public.user_roles r where r.user_id = old.id),
    (select max(s.duty) from public.zone_staff s where s.user_id = old.id),
    (select l.actor_role from public.audit_log l where l.actor_id = old.id and l.actor_role is not null
     order by l.id desc limit 1)) as role) worked
  where p.user_id = old.id and worked.role is not null
  on conflict do nothing;
  return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_rates(rate_table uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty('price', z) from private.zones_of_rates(rate_table) z;
  perform private.require_duty_somewhere('price', null) where not exists (select from private.zones_of_rates(rate_table));
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_reservation_times(start_time timestamp with time zone, end_time timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  shortest constant interval := private.shortest_stay();
begin
  perform private.raise_problem('reservation-times-not-finite')
    where (isfinite(start_time) and isfinite(end_time)) is not true;
  perform private.raise_problem('reservation-is-over') where end_time <= now();
  perform private.raise_problem('start-too-early') where start_time < now() - interval '24 hours';
  perform private.raise_problem('start-too-late') where start_time > now() + interval '366 days';
  perform private.raise_problem('end-before-start') where end_time <= start_time;
  perform private.raise_problem('reservation-too-short', (extract(epoch from shortest) / 60)::integer::text)
    where end_time < start_time + shortest;
  perform private.raise_problem('reservation-too-long') where end_time > start_time + private.longest_reservation();
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_until(reservation public.reservations, ends timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN COALESCE(private.price_of_reservation((reservation).parking_space_id, (reservation).start_time, ends, (reservation).rate_version_id, (reservation).posted_rate, (reservation).priced_at), (0)::numeric);

CREATE OR REPLACE FUNCTION private.take_space(reservation public.reservations)
 RETURNS public.reservations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  seen_amount constant numeric := reservation.total_amount;
begin
  perform private.reject('A reservation needs a parking space', 'not_null_violation')
    where reservation.parking_space_id is null;
  perform private.lock_available_space(reservation.parking_space_id, reservation.user_id, reservation.start_time);
  reservation.rate_version_id := private.find_rate_version(
    reservation.parking_space_id, reservation.start_time, reservation.vehicle_type);
  reservation.total_amount := private.price_until(reservation, reservation.end_time);
  perform private.raise_problem('price-changed')
    where seen_amount > 0 and seen_amount < reservation.total_amount
      and reservation.user_id = (select auth.uid()) and private.charges_drivers();
  return reservation;
end;
$function$;

CREATE OR REPLACE FUNCTION private.find_latest_end(reservation public.reservations)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    -- A space out of service takes nobody for longer than was booked.
    when exists (select from public.parking_spaces where id = reservation.parking_space_id and status = 'maintenance')
      then reservation.end_time
    -- A driver whose grace has passed pays for an overstay, which may cost more than an extension.
    when now() > private.end_of_grace(reservation) and not private.acts_for_operator() then reservation.end_time
    else least(
      (
        select min(start_time) from public.space_occupancy
        where parking_space_id = reservation.parking_space_id and start_time >= reservation.end_time
      ),
      (
        -- A reservation may be longer already than the operator allows now.
        select greatest(reservation.end_time, reservation.start_time + make_interval(hours => max_reservation_hours))
        from private.settings() where not private.acts_for_operator()
      ),
      (
        -- The vehicle has another reservation then.
        select min(other.start_time) from public.reservations other
        where other.user_id = reservation.user_id and other.vehicle_plate = reservation.vehicle_plate
          and other.status in ('active', 'held') and other.start_time >= reservation.end_time and not private.acts_for_operator()
      ),
      reservation.start_time + private.longest_reservation()
    )
  end;
$function$;

CREATE OR REPLACE FUNCTION private.price_of_extension(reservation public.reservations, new_end timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(case when reservation.rate_version_id is null and not exists (
      select from private.list_special_days(
        reservation.parking_space_id, reservation.start_time, new_end, reservation.priced_at) d where d.kind = 'event')
    then private.price_of_reservation(reservation.parking_space_id, reservation.end_time, new_end, null, known_at => null)
    else greatest(0, private.price_until(reservation, new_end)
      - greatest(reservation.total_amount, private.price_until(reservation, reservation.end_time)))
  end, 0);
$function$;

CREATE OR REPLACE FUNCTION private.plan_change(reserved public.reservations, start_time timestamp with time zone, new_end timestamp with time zone, parking_space_id uuid, vehicle_id uuid, is_by_driver boolean)
 RETURNS public.reservations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant public.reservations := reserved;
  keeps_table boolean;
begin
  perform private.raise_problem('change-after-start')
    where reserved.start_time <= now() or is_by_driver and private.has_begun(reserved);
  perform private.raise_problem('reservation-too-long') where new_end is null;
  perform private.raise_problem('guest-parks-now') where is_by_driver and private.is_anonymous(reserved.user_id);
  perform private.raise_problem('space-of-other-zone')
    where parking_space_id is distinct from reserved.parking_space_id and not exists (
      select from public.parking_spaces a join public.parking_spaces b on b.zone_id = a.zone_id
      where a.id = reserved.parking_space_id and b.id = parking_space_id
    );
  if vehicle_id is not null then
    reserved.vehicle_id := vehicle_id;
    reserved := private.copy_vehicle(reserved);
  end if;
  keeps_table := (select private.find_rate_table(parking_space_id, reserved.vehicle_type))
    is not distinct from (select private.find_rate_table(before.parking_space_id, before.vehicle_type));
  -- Rules do not depend on the vehicle, and its type only on a space with rates for it.
  if (reserved.start_time, reserved.end_time, reserved.parking_space_id) <> (start_time, new_end, parking_space_id)
    or not keeps_table
  then
    perform private.check_reservation_times(start_time, new_end);
    perform private.check_settings_for_reservation(start_time, new_end, is_by_driver);
    perform private.lock_spaces(array[reserved.parking_space_id, parking_space_id]);
    perform private.lock_available_space(parking_space_id, reserved.user_id, start_time);
    reserved.start_time := start_time;
    reserved.end_time := new_end;
    reserved.parking_space_id := parking_space_id;
    if not keeps_table or private.country_day(start_time) <> private.country_day(before.start_time) then
      reserved.rate_version_id := private.find_rate_version(parking_space_id, start_time, reserved.vehicle_type);
      reserved.priced_at := now();
    end if;
    reserved.total_amount := private.price_until(reserved, reserved.end_time);
    -- A shorter time on the same space costs no more than before, whatever the rate is now.
    if reserved.parking_space_id = before.parking_space_id
      and reserved.end_time - reserved.start_time < before.end_time - before.start_time
    then
      reserved.total_amount := least(reserved.total_amount, before.total_amount);
    end if;
    if private.charges_drivers() and (is_by_driver or before.user_id = auth.uid())
      and now() > private.find_deadline(before)
    then
      reserved.total_amount := greatest(reserved.total_amount, before.total_amount);
    end if;
  end if;
  perform private.check_vehicle(reserved, is_by_driver);
  return reserved;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_ledger_sum()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posted constant uuid := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
begin
  perform private.reject('The entries of a transaction sum to zero')
    where (select count(*) < 2 or sum(amount) <> 0 from public.ledger_entries where transaction_id = posted);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION public.my_shift()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty_somewhere('take_cash', null);
  return jsonb_build_object(
    'shift', (
      select private.describe_shift(s) from public.shifts s
      where s.cashier_id = auth.uid() order by s.opened_at desc, s.id limit 1),
    'waiting', (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('is_own', s.cashier_id = auth.uid()) order by m.created_at), '[]')
      from public.shift_movements m join public.shifts s on s.id = m.shift_id
      where m.state = 'waiting' and private.may('take_cash', s.zone_id)),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.sort_name, z.id), '[]')
      from public.parking_zones z where z.id in (select private.zones_with('take_cash'))),
    'denominations', to_jsonb(private.denominations()));
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_shifts(first_day date, last_day date)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.require_duty_somewhere('read_books', null), private.require_days(first_day, last_day);
  select private.describe_shift(s) from public.shifts s
  where private.is_in_days(s.opened_at, first_day, last_day)
    and (private.may('read_books') or s.zone_id = any (array(select private.zones_with('read_books'))))
  order by s.opened_at desc, s.id limit 1000;
$function$;

CREATE OR REPLACE FUNCTION private.find_unused_payments(person uuid)
 RETURNS TABLE(payment_id uuid, amount numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id, least(u.amount, private.refundable(p))
  from public.ledger_accounts a
  join private.unused_sources u on u.account_id = a.id
  join public.payments p on p.id = u.payment_id
  where a.user_id = person and least(u.amount, private.refundable(p)) > 0 order by u.first_source desc;
$function$;

CREATE OR REPLACE FUNCTION public.list_captures(provider text, day date)
 RETURNS TABLE(payment_id uuid, provider_order text, provider_reference text, amount numeric, currency text, captured_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.provider_order, p.provider_reference, p.amount, p.currency, p.captured_by
  from public.payments p
  where p.provider = list_captures.provider and private.is_in_days(p.captured_at, day, day);
$function$;

CREATE OR REPLACE FUNCTION public.list_unpaid(provider text, day date)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_payment(p) from public.payments p
  where p.provider = list_unpaid.provider and p.provider_order is not null and p.state in ('declined', 'abandoned')
    and private.is_in_days(p.created_at, day, day);
$function$;

CREATE OR REPLACE FUNCTION public.list_refunds_by_hand(provider text, day date)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.provider_order from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = list_refunds_by_hand.provider and r.finished_by is not null
    and private.is_in_days(r.finished_at, day, day);
$function$;

CREATE OR REPLACE FUNCTION public.finish_comparison(provider text, day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.record_difference(
    p.provider, 'missing-there', p.id, p.provider_order, r.provider_reference, r.amount)
  from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = finish_comparison.provider and r.finished_by is not null
    and private.is_in_days(r.finished_at, day, day)
    and not exists (
      select from private.payment_reversals v where (v.provider, v.reference) = (p.provider, r.provider_reference));
  update private.payment_comparisons c set finished_at = now()
  where (c.provider, c.day) = (finish_comparison.provider, finish_comparison.day);
$function$;

CREATE OR REPLACE FUNCTION private.start_of_month(month date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN private.start_of_day(private.month_of(month));

CREATE OR REPLACE FUNCTION public.papers_purchases(month date)
 RETURNS SETOF public.purchases
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.check_month(month);
  select l.* from (
    select (jsonb_populate_record(null::public.purchases, jsonb_build_object(
      'supplier', r.issuer, 'supplier_name', r.issuer_name, 'ncf', r.encf, 'issued_on', r.issued_on,
      'modifies_ncf', substring(r.xml from '<NCFModificado>([A-Z]\d{10,18})</NCFModificado>'),
      'services', least(greatest(r.amount - t.tax, 0), 999999999), 'tax', t.tax))).*
    from public.fiscal_received r join private.fiscal_installation i using (environment), lateral (
      select coalesce(substring(r.xml from '<TotalITBIS>(\d{1,9}(?:\.\d{1,2})?)</TotalITBIS>')::numeric, 0) as tax) t
    where r.kind = 'document' and r.confirmed_at is not null and private.is_cost_ncf(r.encf)
      and not exists (select from public.purchases p where p.supplier = r.issuer and p.ncf = r.encf)
    union all
    select p.* from public.purchases p
  ) l
  where private.month_of(l.issued_on) = private.month_of(month)
  order by l.id is not null, l.issued_on, l.id, l.ncf limit 1000;
$function$;

CREATE OR REPLACE FUNCTION private.declared_purchases(month date)
 RETURNS TABLE(purchase public.purchases, sign integer, is_again boolean, paid_on date, tax_withheld numeric, income_type smallint, income_withheld numeric, paid_with smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p, case when p.ncf ~ '^(B04|E34)' then -1 else 1 end, p.issued_on < m.first_day,
    case when d.is_paid then p.paid_on end, case when d.is_paid then p.tax_withheld else 0 end,
    case when d.is_paid then p.income_withheld_type end, case when d.is_paid then p.income_withheld else 0 end,
    case when d.is_paid or p.paid_on is null then p.paid_with else 4 end
  from (select private.month_of(month) as first_day) m
  join public.purchases p on private.month_of(p.issued_on) = m.first_day
    or p.issued_on < m.first_day and private.month_of(p.paid_on) = m.first_day and p.tax_withheld + p.income_withheld > 0
  cross join lateral (select p.paid_on < m.first_day + interval '1 month' as is_paid) d;
$function$;

CREATE OR REPLACE FUNCTION public.charged_reservations(first_day date, last_day date, words text DEFAULT ''::text)
 RETURNS SETOF public.admin_reservations
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.require_admin();
  select private.require_days(first_day, last_day);
  select r.* from public.admin_reservations r
  where r.id = any (array(
      select distinct t.reservation_id from public.ledger_transactions t
      where t.reservation_id is not null and t.kind <> 'earned' and private.is_in_days(t.created_at, first_day, last_day)
    ))
    and (words = '' or r.id in (select f.id from public.search_admin_reservations(words) f));
$function$;

CREATE OR REPLACE FUNCTION public.staff_today()
 RETURNS TABLE(id uuid, space_id uuid, space_name text, zone_id uuid, zone_name text, plate text, start_time timestamp with time zone, end_time timestamp with time zone, status text, arrived_at timestamp with time zone, is_open boolean, warning text, paid_until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.require_duty_somewhere('see_today', null);
  select r.id, s.id, s.name, s.zone_id, s.zone_name, r.vehicle_plate, r.start_time, r.end_time, r.status, r.arrived_at,
    r.is_open and r.status = 'active', case when not r.is_open or r.status <> 'active' then null when r.paid_until <= now() then 'paid'
      when r.end_time <= now() + interval '30 minutes' then 'meets' when r.start_time <= now() - interval '24 hours' then 'long' end, r.paid_until
  from (
    -- Each part has an index of its own.
    select * from public.reservations where status = 'active'
    union all
    select * from public.reservations
    where status in ('completed', 'expired')
      and coalesce(ended_at, end_time) >= private.start_of_day(private.country_day(now()))
  ) r join public.parking_spaces s on s.id = r.parking_space_id
  where (s.zone_id = any (array(select private.zones_with('see_today'))) or s.zone_id is null and private.may('see_today'))
    and r.start_time < private.start_of_day(private.country_day(now()) + 2)
  order by 12, r.start_time, s.sort_name, r.id
  limit 1000;
$function$;

CREATE OR REPLACE FUNCTION public.move_reservation(reservation uuid, parking_space_id uuid, start_time timestamp with time zone, seen_space uuid, seen_start timestamp with time zone, seen_end timestamp with time zone, reason text DEFAULT NULL::text)
 RETURNS public.reservations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '3s'
AS $function$
declare
  reserved public.reservations;
  new_end timestamptz;
begin
  perform private.require_duty('cancel', private.zone_of_reservation(reservation));
  perform private.require_duty_for_spaces('cancel', array[parking_space_id]);
  reserved := private.lock_reservation(reservation);
  -- A repeat whose first response was lost.
  if (reserved.parking_space_id, reserved.start_time, reserved.end_time - reserved.start_time)
    = (parking_space_id, start_time, seen_end - seen_start)
  then
    return reserved;
  end if;
  perform private.raise_problem('reservation-changed')
    where (reserved.parking_space_id, reserved.start_time, reserved.end_time) is distinct from (seen_space, seen_start, seen_end);
  perform private.raise_problem('move-after-start')
    where reserved.start_time <= now() and reserved.start_time is distinct from start_time;
  perform private.raise_problem('reservation-is-over') where reserved.end_time <= now();
  new_end := start_time + (reserved.end_time - reserved.start_time);
  -- A reservation of several days may have begun longer ago than a new one could.
  perform private.check_reservation_times(start_time, new_end) where reserved.start_time > now();
  -- Both spaces in the order of their ids, since two moves in opposite directions would wait for each other.
  perform private.lock_spaces(array[reserved.parking_space_id, parking_space_id]);
  perform private.raise_problem('space-gone')
    where not exists (select from public.parking_spaces s where s.id = parking_space_id);
  perform private.raise_problem('space-out-of-service') where exists (
    select from public.parking_spaces s where s.id = parking_space_id and s.status = 'maintenance'
  );
  perform private.lock_available_space(parking_space_id, reserved.user_id, start_time);
  perform private.record_gift('move', reserved.user_id, greatest(0,
    private.price_of_reservation(parking_space_id, start_time, new_end,
      private.find_rate_version(parking_space_id, start_time, reserved.vehicle_type))
    - private.price_until(reserved, reserved.end_time)), reason, reserved.id)
  where private.charges_drivers();
  reserved.parking_space_id := parking_space_id;
  reserved.start_time := start_time;
  reserved.end_time := new_end;
  return private.save_changed_reservation(reserved, 'reservation_changed');
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
end;
$function$;

CREATE OR REPLACE FUNCTION public.read_sign(sign text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.check_guest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '3s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.enter_plate(key uuid, zone uuid, plate text, space uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '3s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.price_of_open_stay(stay public.reservations, until timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN CASE WHEN private.charges_drivers() THEN private.price_until(stay, GREATEST(until, ((stay).start_time + private.shortest_stay()))) ELSE (0)::numeric END;

CREATE OR REPLACE FUNCTION private.count_reservations(counted date)
 RETURNS SETOF private.daily_reservations
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    counted, s.zone_id, count(r.id), sum(date_part('epoch', r.end_time - r.start_time) / 3600),
    count(*) filter (where private.ended_late(r.status, r.end_time, r.ended_at)),
    coalesce(sum(date_part('epoch', r.ended_at - r.end_time)) filter (
      where r.status = 'completed' and private.ended_late(r.status, r.end_time, r.ended_at)
    ), 0)::bigint
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.status in ('active', 'completed', 'expired')
    and private.is_in_days(r.start_time, counted, counted)
  group by s.zone_id;
$function$;

CREATE OR REPLACE FUNCTION private.count_revenue(counted date)
 RETURNS private.daily_revenue
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with moved as (
    select t.id, e.*
    from public.ledger_transactions t,
      -- For each transaction by itself, since a day has few of all entries.
      lateral (
        select
          coalesce(sum(amount) filter (where kind in ('deferred', 'revenue', 'tax', 'tax_expense')), 0) as price,
          coalesce(sum(amount) filter (where kind = 'tax'), 0) as tax,
          coalesce(sum(amount) filter (where kind = 'revenue'), 0) as earned,
          coalesce(sum(-amount) filter (where kind = 'clearing_azul'), 0) as azul,
          coalesce(sum(-amount) filter (where kind = 'clearing_paypal'), 0) as paypal,
          coalesce(sum(-amount) filter (where kind = 'cash'), 0) as cash
        from public.ledger_entries join public.ledger_accounts a on a.id = account_id
        where transaction_id = t.id
      ) e
    where private.is_in_days(t.created_at, counted, counted)
  ), direct as (
    select
      coalesce(sum(part.amount) filter (where p.method = 'card'), 0) as card,
      coalesce(sum(part.amount) filter (where p.method = 'paypal'), 0) as paypal
    from moved m
    join private.reservation_parts part on part.transaction_id = m.id
    join public.payments p on p.id = part.payment_id
  )
  select
    counted,
    coalesce(sum(greatest(price, 0)), 0), coalesce(sum(greatest(-price, 0)), 0), coalesce(sum(tax), 0),
    coalesce(sum(earned), 0),
    coalesce(sum(price), 0) - (select card + paypal from direct), (select card from direct), (select paypal from direct),
    coalesce(sum(greatest(azul, 0)), 0), coalesce(sum(greatest(-azul, 0)), 0),
    coalesce(sum(greatest(paypal, 0)), 0), coalesce(sum(greatest(-paypal, 0)), 0),
    coalesce(sum(cash), 0)
  from moved;
$function$;

CREATE OR REPLACE FUNCTION public.overview_months()
 RETURNS TABLE(first_day date, last_day date, earlier_first_day date, earlier_last_day date, users bigint, new_users bigint, earlier_new_users bigint, reservations numeric, earlier_reservations numeric, revenue numeric, earlier_revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.country_day(now());
  this_month constant date := private.month_of(today);
  month_before constant date := (this_month - interval '1 month')::date;
  same_day constant date := least(month_before + (today - this_month), this_month - 1);
begin
  perform private.require_admin();
  return query
    select
      this_month, today, month_before, same_day,
      (select count(*) from public.profiles),
      (select count(*) from public.profiles where private.is_in_days(created_at, this_month, today)),
      (select count(*) from public.profiles where private.is_in_days(created_at, month_before, same_day)),
      (select coalesce(sum(t.reservations), 0) from private.read_daily_reservations(this_month, today) t),
      (select coalesce(sum(t.reservations), 0) from private.read_daily_reservations(month_before, same_day) t),
      (select coalesce(sum(t.charged - t.given_back), 0) from private.read_daily_revenue(this_month, today) t),
      (select coalesce(sum(t.charged - t.given_back), 0) from private.read_daily_revenue(month_before, same_day) t);
end;
$function$;

CREATE OR REPLACE FUNCTION public.overview_takings(first_day date, last_day date)
 RETURNS TABLE(zone_id uuid, name text, reservations bigint, revenue numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.require_admin(), private.require_days(first_day, last_day);
  select s.zone_id, z.name, sum(part.begun)::bigint, sum(part.amount)
  from (
    select r.parking_space_id, 1 as begun, 0 as amount
    from public.reservations r
    where r.status in ('active', 'completed', 'expired') and private.is_in_days(r.start_time, first_day, last_day)
    union all
    select r.parking_space_id, 0, e.amount
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id and a.kind in ('deferred', 'revenue', 'tax', 'tax_expense')
    join public.reservations r on r.id = t.reservation_id
    where private.is_in_days(t.created_at, first_day, last_day)
  ) part
  left join public.parking_spaces s on s.id = part.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id
  group by s.zone_id, z.name
  order by sum(part.amount) desc, z.name, s.zone_id
  limit 100;
$function$;

grant execute on routine private.is_in_days(timestamp with time zone,date,date) to anon;

grant execute on routine private.is_in_days(timestamp with time zone,date,date) to authenticated;

grant execute on routine private.is_in_days(timestamp with time zone,date,date) to service_role;

grant execute on routine private.shortest_stay() to authenticated;

grant execute on routine private.shortest_stay() to service_role;

grant execute on routine private.price_until(public.reservations,timestamp with time zone) to authenticated;

grant execute on routine private.price_until(public.reservations,timestamp with time zone) to service_role;
