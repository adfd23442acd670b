-- Locks: vehicles for as long as their index is written, 0.2 s for 100,000; limits, which each booking reads, for a moment

-- ## By hand: columns, constraints, indexes, types, rows

-- A transaction cannot write an index concurrently, so drivers wait who add a vehicle meanwhile. Bookings wait for what
-- follows alone.
create index vehicles_by_plate on public.vehicles (plate);

alter table private.limits
  add column guest_holds_percent integer not null default 20 check (guest_holds_percent between 0 and 100);

-- ## Generated from supabase/schemas; the command writes this part anew


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
