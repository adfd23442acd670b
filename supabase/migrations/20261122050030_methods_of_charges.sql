-- With what the parts of a stay were really paid. A stay that was booked by card can be changed from the wallet, and one that was
-- booked from the wallet extended by card.

-- A payment is captured and charged in one transaction of the database; whatever else is charged, the wallet pays.
create view private.paid_charges as
  select charge.id as transaction_id, charge.reservation_id, paid.payment_id
  from public.ledger_transactions charge
  join public.ledger_transactions paid
    on paid.reservation_id = charge.reservation_id and paid.posted_in = charge.posted_in and paid.kind = 'payment'
  where charge.kind in ('stay', 'extension');

revoke all on private.paid_charges from public, anon, authenticated, service_role;

-- What was charged for a stay and given back of it, in the order of time, by payment; null is the wallet. What is given back
-- is taken off the latest payment first, as it returns to where it came from, and off the wallet last.
create function private.split_stay(stay uuid)
returns table (transaction_id uuid, payment_id uuid, amount numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
  moved record;
  sources uuid[] := array[null::uuid];
  remains numeric[] := array[0::numeric];
  rest numeric;
begin
  for moved in
    select c.id, c.amount, p.payment_id as payment
    from public.reservation_charges c left join private.paid_charges p on p.transaction_id = c.id
    where c.reservation_id = stay order by c.created_at, c.id
  loop
    transaction_id := moved.id;
    if moved.amount > 0 then
      if moved.payment is null then
        remains[cardinality(remains)] := remains[cardinality(remains)] + moved.amount;
      else
        sources := moved.payment || sources;
        remains := moved.amount || remains;
      end if;
      payment_id := moved.payment;
      amount := moved.amount;
      return next;
    end if;
    rest := -moved.amount;
    for place in 1..cardinality(sources) loop
      continue when least(rest, remains[place]) <= 0;
      payment_id := sources[place];
      amount := -least(rest, remains[place]);
      remains[place] := remains[place] + amount;
      rest := rest + amount;
      return next;
    end loop;
  end loop;
end;
$$;

create or replace function public.revenue_by_day(first_day date, last_day date)
returns table (
  day date, charged numeric, given_back numeric, net numeric, tax numeric,
  by_wallet numeric, by_card numeric, by_paypal numeric,
  azul_in numeric, azul_out numeric, paypal_in numeric, paypal_out numeric
)
language plpgsql
stable
security definer -- definer: without the policies of each row; only for administrators.
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception 'Only an administrator reads the revenue' using errcode = 'insufficient_privilege';
  elsif first_day is null or last_day is null or not isfinite(first_day) or not isfinite(last_day)
    or last_day - first_day not between 0 and 366
  then
    perform private.raise_problem('days-out-of-range');
  end if;
  return query
    with moved as (
      select
        t.id, t.reservation_id,
        (t.created_at at time zone 'America/Santo_Domingo')::date as day,
        coalesce(sum(e.amount) filter (where a.kind in ('revenue', 'tax')), 0) as price,
        coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
        -coalesce(sum(e.amount) filter (where a.kind = 'clearing_azul'), 0) as azul,
        -coalesce(sum(e.amount) filter (where a.kind = 'clearing_paypal'), 0) as paypal
      from public.ledger_transactions t
      join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id
      where t.created_at >= first_day::timestamp at time zone 'America/Santo_Domingo'
        and t.created_at < (last_day + 1)::timestamp at time zone 'America/Santo_Domingo'
      group by t.id
    ), parts as (
      select m.day, c.payment_id, m.price as amount
      from moved m left join private.paid_charges c on c.transaction_id = m.id
      where m.price > 0
      union all
      select m.day, part.payment_id, part.amount
      from moved m cross join lateral private.split_stay(m.reservation_id) part
      where m.price < 0 and part.transaction_id = m.id
    ), methods as (
      select
        parts.day,
        sum(parts.amount) filter (where p.method is null) as wallet,
        sum(parts.amount) filter (where p.method = 'card') as card,
        sum(parts.amount) filter (where p.method = 'paypal') as paypal
      from parts left join public.payments p on p.id = parts.payment_id
      group by parts.day
    )
    select
      d.day,
      coalesce(sum(greatest(m.price, 0)), 0),
      coalesce(sum(greatest(-m.price, 0)), 0),
      coalesce(sum(m.price), 0),
      coalesce(sum(m.tax), 0),
      coalesce(by.wallet, 0),
      coalesce(by.card, 0),
      coalesce(by.paypal, 0),
      coalesce(sum(greatest(m.azul, 0)), 0),
      coalesce(sum(greatest(-m.azul, 0)), 0),
      coalesce(sum(greatest(m.paypal, 0)), 0),
      coalesce(sum(greatest(-m.paypal, 0)), 0)
    from (
      select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day
    ) d
    left join moved m on m.day = d.day
    left join methods by on by.day = d.day
    group by d.day, by.wallet, by.card, by.paypal order by d.day;
end;
$$;

revoke all on function private.split_stay(uuid) from public;

comment on view private.paid_charges is 'The charges of stays that a payment by card or PayPal was made for.';
