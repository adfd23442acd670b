-- Overstays: what a driver pays who stays longer than reserved, in zones whose operator has turned that on.
--
-- overstays.state   owed ──from the wallet, or at the desk──▶ paid ──▶ waived   by a manager, who gives back what was paid
--                     ├─────────────────────────────────────────────▶ waived
--                   unproven ──staff takes it, or lets the driver owe it──▶ owed
--
-- Rules
--   A zone has terms in `overstay` [zones]. Whoever booked before they were set or changed pays nothing: nobody posted them.
--   Once the grace has passed, the time counts from the end of the reservation, for 24 hours at most.
--   A person says when the car left: its driver, at the moment of the tap, or staff. What time alone ends costs nothing.
--   A tap that a device sends more than 30 minutes later proves nothing. Then the last move of the barrier counts; without one
--   nobody pays until staff has looked at it.
--   Nothing is charged where the barrier did not move, or the product was down [jobs], between the end and the end of the grace.
--   The wallet pays if it has enough, also later when the driver tops it up or books. Else the driver may book once more, up to a limit.
--   It is income of the day on which it is paid. A driver objects by a message about the reservation [messages]. Staff read what
--   was written in the seven days after the charge.

create table public.overstays (
  reservation_id uuid primary key references public.reservations (id),
  user_id uuid references public.profiles (user_id) on delete set null,
  amount numeric(10, 2) not null check (amount between 0.01 and 99999999.99),
  state text not null default 'owed' check (state in ('unproven', 'owed', 'paid', 'waived')),
  created_at timestamptz not null default now() check (isfinite(created_at)));
create index overstays_of_person on public.overstays (user_id, created_at) where user_id is not null;

call private.secure('public.overstays');

-- What the driver pays whose car leaves then. A cap of the rates that is reached costs nothing more.
create function private.price_of_overstay(reservation public.reservations, leaves timestamptz)
returns numeric language plpgsql stable set search_path = ''
as $$
declare
  terms constant jsonb := private.overstay_terms(reservation);
  grace_ends constant timestamptz := private.end_of_grace(reservation);
  counted constant timestamptz := least(leaves, reservation.end_time + interval '24 hours');
begin
  return case when leaves > grace_ends and not private.was_down(reservation.end_time, grace_ends) and not exists (
    select from private.barrier_commands c
    where c.reservation_id = reservation.id and c.joins is null and c.outcome is distinct from 'moved'
      and c.created_at between reservation.end_time and grace_ends)
  then round(least((terms ->> 'cap')::numeric, (terms ->> 'value')::numeric * case terms ->> 'rate'
    when 'fixed' then ceil(extract(epoch from counted - reservation.end_time) / 3600)
    else private.price_of_extension(reservation, counted) end), 2) else 0 end;
end;
$$;

-- What a reservation costs more that ends now, for its driver before the end, and for the desk.
-- definer, here and below: nobody reads commands and accounts, or writes what is owed.
create function public.quote_overstay(reservation uuid) returns numeric language sql stable security definer set search_path = ''
as $$
  select private.require_duty('see_today', private.zone_of_reservation(reservation)) where not exists (
    select from public.reservations r
    where r.id = reservation and r.user_id = (select auth.uid()) and private.has_shown_second_factor());
  select case r.status when 'active' then private.price_of_overstay(r, now()) else 0 end
  from public.reservations r where r.id = reservation;
$$;

-- Charges the wallet of a driver for what it can pay, the oldest first; for a reservation at the desk it has to.
create function private.charge_owed(driver uuid, at_desk uuid default null)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  owed record;
begin
  for owed in
    select r as reservation, r.id, o.amount from public.overstays o join public.reservations r on r.id = o.reservation_id
    where o.user_id = driver and o.state = 'owed' and (at_desk is null or r.id = at_desk) order by o.created_at
  loop
    continue when at_desk is null
      and (select p.wallet_balance from public.profiles p where p.user_id = driver for no key update) < owed.amount;
    perform private.charge_reservation(owed.reservation, owed.amount, 'overstay');
    perform private.post(concat_ws(' ', 'earned', owed.id, 'overstay'), 'earned',
      array[private.find_account('deferred'), private.find_account('revenue')], array[-rest, rest], owed.id)
    from private.deferred_of(owed.id) rest;
    update public.overstays o set state = 'paid' where o.reservation_id = owed.id;
  end loop;
end;
$$;

-- Fires after reservations_charge_or_credit, which has earned what was booked.
create function private.add_overstay() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  left_at constant timestamptz := case when new.ended_at > now() - interval '30 minutes' then new.ended_at else (
    select max(c.created_at) from private.barrier_commands c
    where c.reservation_id = new.id and c.outcome = 'moved' and c.created_at > new.end_time) end;
begin
  insert into public.overstays (reservation_id, user_id, amount, state)
  select new.id, new.user_id, due, case when left_at is null then 'unproven' else 'owed' end
  from private.price_of_overstay(new, coalesce(left_at, now())) due where due > 0;
  perform private.charge_owed(new.user_id) where found;
  return null;
end;
$$;
create trigger reservations_charge_overstay after update of status on public.reservations
  for each row when (old.status = 'active' and new.status = 'completed') execute function private.add_overstay();

-- Staff says that the car has left a reservation that is over. A repeat changes nothing, and returns nothing.
create function public.mark_left(reservation uuid) returns setof uuid language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('mark_arrival', private.zone_of_reservation(reservation));
  update public.reservations r set status = 'completed' where r.id = reservation and r.status = 'active' and r.end_time <= now() returning r.id;
$$;

-- Takes at the desk what is owed or unproven, or lets the driver off: `payment` is 'wallet'; 'card', by which a manager lets the
-- driver owe it; or 'free' with the reason of a manager, who gives back what was paid as any refund of the reservation. A repeat
-- changes nothing.
create function public.pay_overstay(
  reservation uuid, payment text, seen_amount numeric default null, paid_at_desk numeric default null, reason text default null,
  desk_method text default 'cash', desk_reference text default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  reserved public.reservations;
  owed public.overstays;
begin
  select * into reserved from public.reservations r where r.id = reservation;
  perform private.is_paid_at_desk(coalesce(payment, ''), paid, reserved.user_id, private.zone_of_reservation(reservation));
  perform private.require_reason(reason) where payment = 'free';
  perform private.give_reason(reason);
  perform private.lock_driver(reserved.user_id);
  select * into reserved from public.reservations r where r.id = reservation for no key update;
  select * into owed from public.overstays o where o.reservation_id = reservation;
  if payment = 'free' then
    perform private.record_gift('unpaid', reserved.user_id, owed.amount, reason, reserved.id) where owed.state in ('unproven', 'owed');
    perform private.credit_reservation(reserved, owed.amount, 'reservation_refund', btrim(reason)) where owed.state = 'paid';
    update public.overstays o set state = 'waived' where o.reservation_id = reservation;
  elsif owed.state in ('unproven', 'owed') then
    perform private.raise_problem('price-changed') where (round(seen_amount, 2) >= owed.amount) is not true;
    update public.overstays o set state = 'owed' where o.reservation_id = reservation;
    perform private.take_at_desk(reserved.user_id, reserved.parking_space_id, paid, owed.amount, concat_ws(' ', reserved.id, 'overstay'), reserved.id);
    perform private.charge_owed(reserved.user_id, case when payment <> 'card' then reserved.id end);
  end if;
end;
$$;

-- Fires after reservations_check_new, which has locked the driver.
create function private.check_owed() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.charge_owed(new.user_id);
  perform private.raise_problem('overstay-owed', owed.amount::text)
  from (select sum(o.amount) as amount, min(o.created_at) as since
    from public.overstays o where o.user_id = new.user_id and o.state = 'owed') owed
  where owed.amount > (private.get_limits()).owed_by_driver or exists (select from public.reservations r
    where r.user_id = new.user_id and r.created_at > owed.since and r.status <> 'lapsed');
  return new;
end;
$$;
create trigger reservations_check_new_owed before insert on public.reservations
  for each row when (new.user_id = auth.uid() and not private.acts_for_operator()) execute function private.check_owed();

grant execute on function public.quote_overstay, public.mark_left, public.pay_overstay to authenticated;
