-- Overstays: what a driver pays who stays longer than reserved, in zones whose operator has turned that on.
--
-- overstays.state   owed ──from the wallet, or at the desk──▶ paid ──▶ waived   by a manager, who gives back what was paid
--                     └─────────────────────────────────────────────▶ waived
--
-- Rules
--   A zone has terms in `overstay`: minutes of grace, the rate, and the most that a day costs. Whoever booked before they were
--   set or changed pays nothing, since nobody posted them.
--   Once the grace has passed, the time counts from the end of the reservation, for 24 hours at most.
--   A person says when the car left: its driver, at the moment of the tap, or staff. What time alone ends costs nothing.
--   Nothing is charged where the barrier did not move, or the product was down, between the end and the end of the grace.
--   The wallet pays if it has enough. Else the driver owes it, may book once more, and then pays first; at once above the limit.
--   It is charged after the reservation is over, so it is income of the day on which it is paid.
--   A driver objects once, within seven days, in a message to the operator.
--
-- Hooks: [notifications] reminds more often where the terms hold. [jobs] says when the product was down.

create table public.overstays (
  reservation_id uuid primary key references public.reservations (id),
  user_id uuid references public.profiles (user_id) on delete set null,
  amount numeric(10, 2) not null check (amount between 0.01 and 99999999.99),
  state text not null default 'owed' check (state in ('owed', 'paid', 'waived')),
  objected_at timestamptz check (isfinite(objected_at)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);
create index overstays_of_person on public.overstays (user_id, created_at) where user_id is not null;

call private.secure('public.overstays');

-- ## What it costs

-- The terms that hold for a reservation; null where it costs nothing to stay.
create function private.overstay_terms(reservation public.reservations) returns jsonb language sql stable set search_path = ''
as $$
  select z.overstay from public.parking_spaces s join public.parking_zones z on z.id = s.zone_id
  where s.id = reservation.parking_space_id and reservation.created_at >= z.overstay_since
    and reservation.user_id is not null and not reservation.is_open and private.charges_drivers();
$$;

create function private.end_of_grace(reservation public.reservations, terms jsonb)
returns timestamptz language sql stable set search_path = ''
  return reservation.end_time + (terms ->> 'grace')::integer * interval '1 minute';

-- What the driver pays whose car leaves then. A cap of the rates that is reached costs nothing more.
create function private.price_of_overstay(reservation public.reservations, leaves timestamptz)
returns numeric language plpgsql stable set search_path = ''
as $$
declare
  terms constant jsonb := private.overstay_terms(reservation);
  grace_ends constant timestamptz := private.end_of_grace(reservation, terms);
  counted constant timestamptz := least(leaves, reservation.end_time + interval '24 hours');
begin
  if (leaves > grace_ends) is not true or private.was_down(reservation.end_time, grace_ends) or exists (
    select from private.barrier_commands c
    where c.reservation_id = reservation.id and c.outcome <> 'moved' and c.created_at between reservation.end_time and grace_ends)
  then
    return 0;
  end if;
  return round(least((terms ->> 'cap')::numeric, (terms ->> 'value')::numeric * case terms ->> 'rate'
    when 'fixed' then ceil(extract(epoch from counted - reservation.end_time) / 3600)
    else private.price_of_extension(reservation, counted) end), 2);
end;
$$;

-- What a reservation costs more that ends now. Its driver asks before the end, and so does the desk.
-- definer, here and below: nobody reads commands and accounts, or writes what is owed.
create function public.quote_overstay(reservation uuid)
returns numeric language plpgsql stable security definer set search_path = ''
as $$
declare
  reserved public.reservations;
begin
  select * into reserved from public.reservations r where r.id = reservation;
  if reserved.user_id is distinct from (select auth.uid()) or not private.has_shown_second_factor() then
    perform private.require_duty('see_today', private.zone_of_reservation(reservation));
  end if;
  return case when reserved.status = 'active' then private.price_of_overstay(reserved, now()) else 0 end;
end;
$$;

-- ## Charging it

create function private.charge_overstay(reservation public.reservations, amount numeric)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.charge_reservation(reservation, amount, 'overstay');
  perform private.post(
    concat_ws(' ', 'earned', reservation.id, 'overstay'), 'earned',
    array[private.find_account('deferred'), private.find_account('revenue')], array[-rest, rest], reservation.id)
  from private.deferred_of(reservation.id) rest where rest > 0;
  update public.overstays o set state = 'paid' where o.reservation_id = reservation.id;
end;
$$;

-- Fires after reservations_charge_or_credit, which has earned what was booked.
create function private.settle_overstay() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  due constant numeric := private.price_of_overstay(new, new.ended_at);
begin
  if due > 0 then
    insert into public.overstays (reservation_id, user_id, amount) values (new.id, new.user_id, due);
    perform private.charge_overstay(new, due)
    from (select wallet_balance from public.profiles where user_id = new.user_id for no key update) p where p.wallet_balance >= due;
  end if;
  return null;
end;
$$;
create trigger reservations_charge_overstay after update of status on public.reservations
  for each row when (old.status = 'active' and new.status = 'completed') execute function private.settle_overstay();

-- Staff says that the car has left a reservation that is over. A repeat changes nothing.
create function public.mark_left(reservation uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
begin
  perform private.require_duty('mark_arrival', private.zone_of_reservation(reservation));
  if exists (select from public.reservations r where r.id = reservation and r.status = 'completed') then
    return;
  end if;
  reserved := private.lock_reservation(reservation);
  perform private.raise_problem('reservation-not-over') where reserved.end_time > now();
  update public.reservations set status = 'completed' where id = reserved.id;
end;
$$;

-- ## What a driver owes

-- The driver pays from the wallet, or a cashier takes it [ledger]. A repeat changes nothing.
create function public.pay_overstay(
  reservation uuid, seen_amount numeric, paid_at_desk numeric default null, reason text default null,
  desk_method text default 'cash', desk_reference text default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  reserved public.reservations;
  owed public.overstays;
begin
  select * into reserved from public.reservations r where r.id = reservation;
  if paid_at_desk is not null or reserved.user_id is distinct from (select auth.uid()) or not private.has_shown_second_factor() then
    perform private.is_paid_at_desk('wallet', paid, reserved.user_id, private.zone_of_reservation(reservation));
  end if;
  perform private.give_reason(reason);
  perform private.lock_driver(reserved.user_id);
  select * into reserved from public.reservations r where r.id = reservation for no key update;
  select * into owed from public.overstays o where o.reservation_id = reservation and o.state = 'owed';
  if owed.amount is null then
    return;
  end if;
  perform private.raise_problem('price-changed') where (round(seen_amount, 2) >= owed.amount) is not true;
  perform private.take_at_desk(reserved.user_id, paid, owed.amount, concat_ws(' ', reserved.id, 'overstay'), reserved.id);
  perform private.charge_overstay(reserved, owed.amount);
end;
$$;

-- A manager lets a driver off, and says why. What was paid goes back as any refund of the reservation does.
create function public.waive_overstay(reservation uuid, reason text, key uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  waived public.overstays;
begin
  perform private.require_duty('give_back', private.zone_of_reservation(reservation));
  perform private.require_reason(reason, key);
  perform private.lock_driver((select r.user_id from public.reservations r where r.id = reservation));
  select * into reserved from public.reservations r where r.id = reservation for no key update;
  select * into waived from public.overstays o where o.reservation_id = reservation;
  if waived.state = 'owed' then
    perform private.record_gift('unpaid', reserved.user_id, waived.amount, reason, reserved.id);
  elsif waived.state = 'paid' then
    perform private.credit_reservation(reserved, waived.amount, 'reservation_refund', btrim(reason), key);
  end if;
  update public.overstays o set state = 'waived' where o.reservation_id = reservation;
end;
$$;

-- The driver says why it is wrong. The operator reads it among the messages of the driver.
create function public.object_to_overstay(reservation uuid, words text)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reject('Show your second factor to object', 'insufficient_privilege') where not private.has_shown_second_factor();
  update public.overstays o set objected_at = now()
  where o.reservation_id = reservation and o.user_id = (select auth.uid()) and o.objected_at is null and o.state <> 'waived'
    and o.created_at > now() - interval '7 days';
  perform private.raise_problem('objection-not-possible') where not found;
  insert into public.user_messages (user_id, sender_type, message, reservation_id)
  values ((select auth.uid()), 'user', object_to_overstay.words, object_to_overstay.reservation);
end;
$$;

-- Fires after reservations_check_new, which has locked the driver.
create function private.check_owed() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('overstay-owed', owed.amount::text) from (
    select sum(o.amount) as amount, min(o.created_at) as since
    from public.overstays o where o.user_id = new.user_id and o.state = 'owed'
  ) owed
  where new.user_id = auth.uid() and not private.acts_for_operator() and (owed.amount > (private.get_limits()).owed_by_driver
    or exists (select from public.reservations r
      where r.user_id = new.user_id and r.created_at > owed.since and r.status <> 'lapsed'));
  return new;
end;
$$;
create trigger reservations_check_new_owed before insert on public.reservations
  for each row execute function private.check_owed();

grant execute on function
  public.quote_overstay, public.mark_left, public.pay_overstay, public.waive_overstay, public.object_to_overstay to authenticated;
