-- A page from before drivers pay here says nothing of it, so what it books is not charged but rejected.

create or replace function private.hold_reservation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.held_until := null;
  if new.status = 'held' then
    new.status := 'active';
  end if;
  -- Only drivers pay, and only for themselves.
  if not private.charges_drivers() or new.status <> 'active' or new.user_id is distinct from (select auth.uid()) then
    new.payment_method := null;
    return new;
  end if;
  if new.payment_method is null and new.total_amount > 0 then
    perform private.raise_problem('reservations-paid-here');
  end if;
  new.payment_method := coalesce(new.payment_method, 'wallet');
  if new.payment_method = 'wallet' or new.total_amount = 0 then
    return new;
  end if;
  new.status := 'held';
  new.held_until := now() + interval '10 minutes';
  if not private.is_admin() and private.has_too_many_unpaid_holds(new.user_id) then
    perform private.raise_problem('too-many-unpaid-holds');
  end if;
  return new;
end;
$$;
