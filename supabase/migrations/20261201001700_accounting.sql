-- The accountant's month: what the operator hands over once a month, as files and on paper.
--
--   accounting_accounts   each account of the ledger: its balance at the start, debit, credit, its balance at the end
--   accounting_totals     how many rows each of the files below has, and their sums
--   accounting_journal    each entry of the ledger, with the operator's code of its account
--   accounting_receipts   receipts with net, tax and total
--   accounting_payments   what providers captured, also twice, or took back in disputes, with their order and reference
--   accounting_refunds    what was asked to go back, or arrived
--   accounting_wallets    what each driver had in the wallet when the month was over: the operator's liability
--   accounting_cash       what was taken at the desk, and by whom
--
-- Rules
--   A month is one of Santo Domingo. Any day names the month that it is in; a month that runs ends with its last posting.
--   An entry above zero is a credit and one below zero a debit: money in a wallet is owed, and so is what was earned.
--   The journal sums to zero in each transaction and in all. The months together are the ledger.
--   Only administrators read it. A response has at most 1,000 rows, in an order that does not change; the caller asks for
--   those after the last one that it has.

create function private.check_month(month date) returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.raise_problem('days-out-of-range')
    where month is null or not month between '2000-01-01' and '2199-12-31';
end;
$$;

-- Without a search path PostgreSQL puts these into the queries that call them, which read by index then.
create function private.start_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_day(date_trunc('month', month::timestamp)::date);
create function private.end_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_month((month + interval '1 month')::date);
create function private.is_in_month(moment timestamptz, month date) returns boolean language sql stable parallel safe
  return moment >= private.start_of_month(month) and moment < private.end_of_month(month);

-- definer, here and below: policies would be asked for each row. Each function asks for an administrator first.
create function public.accounting_accounts(month date)
returns table (account text, code text, opening numeric, debit numeric, credit numeric, closing numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with moved as (
    select
      e.account_id,
      sum(e.amount) filter (where t.created_at < (select private.start_of_month(month))) as before,
      sum(-e.amount) filter (where t.created_at >= (select private.start_of_month(month)) and e.amount < 0) as debit,
      sum(e.amount) filter (where t.created_at >= (select private.start_of_month(month)) and e.amount > 0) as credit,
      sum(e.amount) as after
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    where t.created_at < (select private.end_of_month(month)) group by e.account_id
  )
  select
    a.kind, s.account_codes ->> a.kind, coalesce(sum(m.before), 0), coalesce(sum(m.debit), 0),
    coalesce(sum(m.credit), 0), coalesce(sum(m.after), 0)
  from public.installation_settings s, public.ledger_accounts a left join moved m on m.account_id = a.id
  group by a.kind, s.account_codes order by a.kind;
$$;

-- `total` is what the rows of a file sum to; of the journal, its debit, which equals its credit.
create function public.accounting_totals(month date)
returns table (file text, entries bigint, tax numeric, total numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with moved as materialized (
    select t.account, t.kind, t.amount from private.postings t where private.is_in_month(t.created_at, month)
  ), owed as (
    select sum(t.amount) as balance from private.postings t
    where t.account = 'wallet' and t.created_at < (select private.end_of_month(month))
    group by t.account_id having sum(t.amount) <> 0
  )
  select 'journal', count(*), 0.0, coalesce(sum(greatest(-m.amount, 0)), 0) from moved m
  union all
  select 'cash', count(*), 0.0, coalesce(sum(-m.amount), 0) from moved m where m.account = 'cash'
  union all
  select 'wallets', count(*), 0.0, coalesce(sum(o.balance), 0) from owed o
  union all
  select 'receipts', count(*), coalesce(sum(r.tax), 0), coalesce(sum(r.amount), 0) from public.receipts r
  where private.is_in_month(r.issued_at, month)
  union all
  select 'payments', count(*), 0.0, coalesce(-sum(m.amount), 0) from moved m
  where m.account like 'clearing%' and m.kind in ('payment', 'second_capture', 'disputed')
  union all
  -- Only what arrived in the month has left.
  select 'refunds', count(*), 0.0, coalesce(sum(r.amount) filter (where r.state = 'succeeded'
      and private.is_in_month(r.finished_at, month)), 0)
  from public.payment_refunds r
  where private.is_in_month(r.created_at, month) or private.is_in_month(r.finished_at, month);
$$;

-- `document` is what the provider calls the payment, else the reservation.
create function public.accounting_journal(
  month date, after_time timestamptz default null, after_transaction uuid default null, after_account uuid default null
) returns table (
  transaction_id uuid, account_id uuid, created_at timestamptz, day date, account text, code text, debit numeric,
  credit numeric, document text, kind text, reason text, driver text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    t.id, t.account_id, t.created_at, private.country_day(t.created_at), t.account, s.account_codes ->> t.account,
    greatest(-t.amount, 0), greatest(t.amount, 0), coalesce(p.provider_reference, t.reservation_id::text), t.kind,
    t.reason, person.email
  from public.installation_settings s
  cross join private.postings t
  left join public.profiles person on person.user_id = t.user_id
  left join public.payments p on p.id = t.payment_id
  where private.is_in_month(t.created_at, month) and t.created_at >= coalesce(after_time, '-infinity')
    and (after_time is null or (t.created_at, t.id, t.account_id) > (after_time, after_transaction, after_account))
  order by t.created_at, t.id, t.account_id limit 1000;
$$;

create function public.accounting_receipts(month date, after_number bigint default 0)
returns table (
  number bigint, issued_at timestamptz, driver text, net numeric, tax numeric, total numeric, tax_rate numeric,
  currency text, method text, paid_with text, corrects bigint
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    r.number, r.issued_at, person.email, r.amount - r.tax, r.tax, r.amount, r.tax_rate, r.currency, r.method,
    r.paid_with, first.number
  from public.receipts r
  left join public.receipts first on first.id = r.corrects
  left join public.profiles person on person.user_id = r.user_id
  where private.is_in_month(r.issued_at, month) and r.number > coalesce(after_number, 0)
  order by r.number limit 1000;
$$;

-- What moved the clearing accounts besides refunds and statements: what a provider took back is below zero.
create function public.accounting_payments(
  month date, after_time timestamptz default null, after_transaction uuid default null
) returns table (
  transaction_id uuid, captured_at timestamptz, kind text, driver text, purpose text, provider text, provider_order text,
  provider_reference text, paid_with text, amount numeric, refunded numeric, currency text, state text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    t.id, t.created_at, t.kind, person.email, p.purpose, p.provider, p.provider_order,
    case t.kind when 'payment' then p.provider_reference else regexp_replace(t.key, '^\S+ \S+ ', '') end, p.paid_with,
    -t.amount, case t.kind when 'payment' then p.refunded else 0 end, p.currency, p.state
  from private.postings t
  join public.payments p on p.id = t.payment_id
  left join public.profiles person on person.user_id = p.user_id
  where private.is_in_month(t.created_at, month) and t.account like 'clearing%'
    and t.kind in ('payment', 'second_capture', 'disputed')
    and (after_time is null or (t.created_at, t.id) > (after_time, after_transaction))
  order by t.created_at, t.id limit 1000;
$$;

-- Each refund has the state that it has now. One that is asked for in a month and arrives in another one is in both.
create function public.accounting_refunds(
  month date, after_time timestamptz default null, after_refund uuid default null
) returns table (
  refund_id uuid, requested_at timestamptz, finished_at timestamptz, driver text, provider text, provider_order text,
  provider_reference text, refund_reference text, amount numeric, currency text, state text, reason text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    r.id, r.created_at, r.finished_at, person.email, p.provider, p.provider_order, r.capture_reference,
    r.provider_reference, r.amount, p.currency, r.state, r.reason
  from public.payment_refunds r
  join public.payments p on p.id = r.payment_id
  left join public.profiles person on person.user_id = p.user_id
  where (private.is_in_month(r.created_at, month) or private.is_in_month(r.finished_at, month))
    and (after_time is null or (r.created_at, r.id) > (after_time, after_refund))
  order by r.created_at, r.id limit 1000;
$$;

-- Without those that were empty. A driver who has deleted the account since then has no name.
create function public.accounting_wallets(month date, after_wallet uuid default null)
returns table (wallet_id uuid, driver text, name text, balance numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select a.id, person.email, person.full_name, held.balance
  from public.ledger_accounts a
  -- For each wallet by itself: a page has few of all entries.
  cross join lateral (
    select sum(e.amount) as balance
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
    where e.account_id = a.id and t.created_at < (select private.end_of_month(month))
  ) held
  left join public.profiles person on person.user_id = a.user_id
  where a.kind = 'wallet' and held.balance <> 0 and (after_wallet is null or a.id > after_wallet)
  order by a.id limit 1000;
$$;

create function public.accounting_cash(
  month date, after_time timestamptz default null, after_transaction uuid default null
) returns table (
  transaction_id uuid, created_at timestamptz, driver text, taken_by text, amount numeric, kind text, reason text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select t.id, t.created_at, person.email, taker.email, -t.amount, t.kind, t.reason
  from private.postings t
  left join public.profiles taker on taker.user_id = t.actor_id
  left join lateral (
    select paid.email from private.postings other join public.profiles paid on paid.user_id = other.user_id
    where other.id = t.id limit 1
  ) person on true
  where t.account = 'cash' and private.is_in_month(t.created_at, month)
    and (after_time is null or (t.created_at, t.id) > (after_time, after_transaction))
  order by t.created_at, t.id limit 1000;
$$;

grant execute on function
  public.accounting_accounts, public.accounting_totals, public.accounting_journal, public.accounting_receipts,
  public.accounting_payments, public.accounting_refunds, public.accounting_wallets, public.accounting_cash
  to authenticated;
