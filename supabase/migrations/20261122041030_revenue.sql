-- What operators read of the money: of a reservation, and of days.

-- invoker's rights: only administrators read the accounts that these entries belong to.
create view public.reservation_charges with (security_invoker = true) as
  select
    t.id, t.reservation_id, t.kind, t.reason, t.created_at,
    sum(e.amount) as amount,
    coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where t.reservation_id is not null and a.kind in ('revenue', 'tax')
  group by t.id;

revoke all on public.reservation_charges from anon, authenticated, service_role;
grant select on public.reservation_charges to authenticated, service_role;

-- Days of Santo Domingo, each with a row. What is charged and given back has the tax in it, and belongs to the method by
-- which its reservation was paid. What comes in and goes out is between the operator and a provider, top-ups included.
create function public.revenue_by_day(first_day date, last_day date)
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
        (t.created_at at time zone 'America/Santo_Domingo')::date as day,
        coalesce(r.payment_method, 'wallet') as method,
        coalesce(sum(e.amount) filter (where a.kind in ('revenue', 'tax')), 0) as price,
        coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
        -coalesce(sum(e.amount) filter (where a.kind = 'clearing_azul'), 0) as azul,
        -coalesce(sum(e.amount) filter (where a.kind = 'clearing_paypal'), 0) as paypal
      from public.ledger_transactions t
      join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id
      left join public.reservations r on r.id = t.reservation_id
      where t.created_at >= first_day::timestamp at time zone 'America/Santo_Domingo'
        and t.created_at < (last_day + 1)::timestamp at time zone 'America/Santo_Domingo'
      group by t.id, r.payment_method
    )
    select
      d.day,
      coalesce(sum(greatest(m.price, 0)), 0),
      coalesce(sum(greatest(-m.price, 0)), 0),
      coalesce(sum(m.price), 0),
      coalesce(sum(m.tax), 0),
      coalesce(sum(m.price) filter (where m.method = 'wallet'), 0),
      coalesce(sum(m.price) filter (where m.method = 'card'), 0),
      coalesce(sum(m.price) filter (where m.method = 'paypal'), 0),
      coalesce(sum(greatest(m.azul, 0)), 0),
      coalesce(sum(greatest(-m.azul, 0)), 0),
      coalesce(sum(greatest(m.paypal, 0)), 0),
      coalesce(sum(greatest(-m.paypal, 0)), 0)
    from (
      select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day
    ) d
    left join moved m on m.day = d.day
    group by d.day order by d.day;
end;
$$;

revoke all on function public.revenue_by_day(date, date) from public, anon;
grant execute on function public.revenue_by_day(date, date) to authenticated;

comment on view public.reservation_charges is
  'What was charged for a reservation and given back of it, tax included, as administrators see it.';
comment on function public.revenue_by_day(date, date) is
  'Charged, given back and tax of each day, by method, and what came in and went out by provider.';
