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
--   accounting_people     what administrators and staff gave away, gave back, cancelled and changed by hand, person by person
--   accounting_bridge     from the charges of the ledger to the documents that DGII has accepted, to the cent; with
--                         accounting_bridge_lines, what each of its lines is made of
--   accounting_open       what is open in the month, and what keeps it from being closed
--
-- Rules
--   A month is one of Santo Domingo. Any day names the month that it is in; a month that runs ends with its last posting.
--   An entry above zero is a credit and one below zero a debit: money in a wallet is owed, and so is what was earned.
--   The journal sums to zero in each transaction and in all. The months together are the ledger.
--   Months are closed in their order, once they are over and nothing can be posted in them any more. Then their entries have
--   numbers, which go on from the month before. Nothing is posted with a time in a closed month or before it.
--   The bridge of a closed month is the one that was kept when it was closed. Its package is made once, and names no driver.
--   Who may read the books reads it, and the server. A response has at most 1,000 rows, in an order that does not change; the
--   caller asks for those after the last one that it has. The server reads all rows at once.

-- The most rows of a response; null for the server. The data API always says who calls.
create function private.most_rows() returns integer language sql stable
  return case when coalesce(current_setting('request.jwt.claims', true), '') <> '' then 1000 end;

create function private.check_month(month date) returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_duty('read_books') where private.most_rows() is not null;
  perform private.raise_problem('days-out-of-range')
    where month is null or not month between '2000-01-01' and '2199-12-31';
end;
$$;

-- Without a search path PostgreSQL puts these into the queries that call them, which read by index then.
create function private.month_of(day date) returns date language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;
create function private.start_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_day(private.month_of(month));
create function private.end_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_month((month + interval '1 month')::date);
create function private.is_in_month(moment timestamptz, month date) returns boolean language sql stable parallel safe
  return moment >= private.start_of_month(month) and moment < private.end_of_month(month);

-- ## Closed months

create table public.closed_months (
  month date primary key check (month between '2000-01-01' and '2199-12-31' and extract(day from month) = 1),
  closed_at timestamptz not null default now() check (isfinite(closed_at)),
  -- Copied, as accounts do not last.
  closed_by text not null check (length(closed_by) <= 200),
  -- For what was open.
  reason text check (length(reason) <= 300),
  -- The numbers of its entries; the last one is below the first one where it has none.
  first_number bigint not null check (first_number > 0),
  last_number bigint not null check (last_number >= first_number - 1),
  -- {accounts, files, bridge, open, corrections} when it was closed.
  totals jsonb not null check (length(totals::text) <= 50000)
);
call private.secure('public.closed_months', is_of_books => true, own => null, is_audited => true);
create trigger closed_months_keep before update or delete or truncate on public.closed_months
  for each statement execute function private.reject_write('A closed month is never changed');

create table private.month_packages (
  month date primary key references public.closed_months,
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  has_failed boolean not null default false,
  content bytea check (octet_length(content) between 1 and 268435456),
  hash text generated always as (encode(sha256(content), 'hex')) stored check (length(hash) <= 64)
);
create trigger month_packages_keep before update on private.month_packages for each row
  when (old.content is not null) execute function private.reject_write('A package is never changed');

-- definer: drivers post, and read neither closed months nor administrators.
create function private.check_posting() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- A month that is being closed has all that was posted in it.
  perform pg_advisory_xact_lock_shared(hashtext('public.closed_months')) where new.created_at < private.start_of_month(private.country_day(now()));
  perform private.raise_problem('month-closed')
    where new.created_at < (select private.end_of_month(max(month)) from public.closed_months);
  select private.name_actor(p) into new.actor from public.profiles p where p.user_id = new.actor_id;
  return new;
end;
$$;
create trigger ledger_transactions_check before insert on public.ledger_transactions
  for each row execute function private.check_posting();

-- ## The files of a month

-- definer, here and below: policies would be asked for each row. Each function asks for the right to read the books first.
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

-- What each line of the bridge is made of: it leads from the charges of the ledger to the documents that DGII has accepted and
-- that were signed in the month. The lines sum to zero. Amounts include the tax.
-- `corrections` is no part of that sum: it has what happened in this month to the closed month `of_month`. These are returns and
-- disputes of what was charged in it, receipts that correct one of its receipts, and documents that were signed in it and decided
-- now, or that modify one of its documents.
-- Nested loops, which PostgreSQL would choose, take ten times as long.
create function private.list_bridge(month date)
returns table (line text, id uuid, happened_at timestamptz, reference text, of_month date, amount numeric, tax numeric)
language sql stable set search_path = '' set enable_nestloop = off
as $$
  with charges as materialized (
    select t.id, t.reservation_id, t.created_at, t.kind, sum(t.amount) as amount,
      coalesce(sum(t.amount) filter (where t.account = 'tax'), 0) as tax
    from private.postings t
    where t.account in ('deferred', 'revenue', 'tax', 'tax_expense') and t.kind <> 'earned'
      and t.created_at < private.end_of_month(month)
    group by t.id, t.reservation_id, t.created_at, t.kind
  ), unstated as materialized (
    select reservation_id, min(moment) as first_moment, max(moment) as moment, sum(amount) as amount, sum(tax) as tax,
      coalesce(sum(amount) filter (where moment < private.start_of_month(month)), 0) as amount_before,
      coalesce(sum(tax) filter (where moment < private.start_of_month(month)), 0) as tax_before
    from (
      select c.reservation_id, c.created_at, c.amount, c.tax from charges c where c.reservation_id is not null
      union all
      select r.reservation_id, r.issued_at, -r.amount, -r.tax from public.receipts r
    ) as move (reservation_id, moment, amount, tax) where moment < private.end_of_month(month) group by reservation_id
  ), receipts as materialized (
    select r.* from public.receipts r where private.is_in_month(r.issued_at, month)
  ), documents as materialized (
    select d.id, d.receipt_id, d.encf, d.state, d.signed_at, d.finished_at, d.created_at, d.modifies, lines.*, d.state in ('accepted', 'conditional') as is_accepted,
      private.is_in_month(d.signed_at, month) as is_signed, private.is_in_month(r.issued_at, month) as is_stated
    from public.fiscal_documents d
    join private.fiscal_installation i on i.opened_in = d.environment
    join public.receipts r on r.id = d.receipt_id
    -- In the currency of the books.
    cross join lateral (
      select sum(l.receipt_amount) * case d.type when '34' then -1 else 1 end as amount,
        sum(l.receipt_tax) * case d.type when '34' then -1 else 1 end as tax
      from public.fiscal_lines l where l.document_id = d.id
    ) lines
    where d.reissued_at is null and (private.is_in_month(d.signed_at, month) or private.is_in_month(r.issued_at, month)
      or private.is_in_month(d.finished_at, month))
  ), corrections (id, happened_at, reference, amount, tax, moment) as (
    select c.id, c.created_at, c.reservation_id::text, c.amount, c.tax, u.first_moment
    from charges c join unstated u on u.reservation_id = c.reservation_id where private.is_return(c.kind) and c.amount < 0 and private.is_in_month(c.created_at, month)
    union all
    select t.id, t.created_at, p.provider_reference, t.amount, 0, p.captured_at
    from private.postings t join public.payments p on p.id = t.payment_id
    where t.kind = 'disputed' and t.account like 'clearing%' and private.is_in_month(t.created_at, month)
    union all
    select r.id, r.issued_at, r.number::text, r.amount, r.tax, o.issued_at
    from receipts r join public.receipts o on o.id = r.corrects
    union all
    select d.id, case when is_signed then d.signed_at else d.finished_at end, d.encf, d.amount, d.tax,
      case when is_signed then o.signed_at else d.signed_at end
    from documents d left join public.fiscal_documents o on o.id = d.modifies
    where is_signed or private.is_in_month(d.finished_at, month)
  )
  select 'ledger', id, created_at, reservation_id::text, null::date, amount, tax from charges
  where private.is_in_month(created_at, month)
  union all
  select part.* from unstated u cross join lateral (values
    ('earlier', reservation_id, moment, reservation_id::text, null::date, amount_before, tax_before),
    ('later', reservation_id, moment, reservation_id::text, null, -u.amount, -u.tax)
  ) as part (line, id, moment, reference, of_month, amount, tax) where (part.amount, part.tax) <> (0, 0)
  union all
  -- The tax that went back without a note, and of what was given back the part that was paid without a document.
  select part.* from receipts r
  left join (select receipt_id, sum(amount) as amount, sum(tax) as tax from documents group by receipt_id) d on d.receipt_id = r.id
  cross join lateral (
    select coalesce(-sum(l.tax), 0) as late from jsonb_to_recordset(r.tax_lines) as l (is_late boolean, tax numeric) where l.is_late
  ) back cross join lateral (values
    ('late_tax', r.id, r.issued_at, r.number::text, null::date, late, 0),
    ('without_document', r.id, r.issued_at, r.number::text, null, coalesce(d.amount, 0) - r.amount - late,
      coalesce(d.tax, 0) - r.tax)
  ) as part (line, id, moment, reference, of_month, amount, tax)
  where part.amount <> 0 and (line = 'late_tax' or d.receipt_id is null or r.amount < 0)
  union all
  select part.line, d.id, coalesce(d.signed_at, d.created_at), d.encf, null, part.sign * d.amount, part.sign * d.tax
  from documents d cross join lateral (values
    ('rejected', -1, is_stated and d.state = 'rejected'),
    ('waiting', -1, is_stated and not is_accepted and d.state <> 'rejected'),
    ('signed_in_another', -1, is_stated and is_accepted and not is_signed),
    ('stated_in_another', 1, not is_stated and is_accepted and is_signed),
    ('accepted', -1, is_signed and is_accepted)
  ) as part (line, sign, counts) where part.counts
  union all
  select 'corrections', id, happened_at, reference, private.month_of(private.country_day(moment)), amount, tax
  from corrections where moment < private.start_of_month(month)
    and moment < (select private.end_of_month(max(c.month)) from public.closed_months c);
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
  where private.is_in_month(r.created_at, month) or private.is_in_month(r.finished_at, month)
  union all
  -- What the bridge does not explain.
  select file.name, coalesce(file.entries, count(l.line)), coalesce(sum(l.tax), 0), coalesce(sum(l.amount), 0)
  from (values ('bridge', 12), ('bridge_lines', null)) as file (name, entries)
  left join private.list_bridge(month) l on l.line <> 'corrections' group by file.name, file.entries;
$$;

-- `document` is what the provider calls the payment, else the reservation. The entries of a transaction share a number, which
-- they have once the month is closed. The receipt is the one that states what was charged or given back.
create function public.accounting_journal(
  month date, after_time timestamptz default null, after_transaction uuid default null, after_account uuid default null
) returns table (
  number bigint, transaction_id uuid, account_id uuid, created_at timestamptz, day date, account text, code text,
  debit numeric, credit numeric, document text, kind text, reason text, driver text, actor text, receipt bigint, encf text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with page as materialized (
    select t.* from private.postings t
    where private.is_in_month(t.created_at, month) and t.created_at >= coalesce(after_time, '-infinity')
      and (after_time is null or (t.created_at, t.id, t.account_id) > (after_time, after_transaction, after_account))
    order by t.created_at, t.id, t.account_id limit private.most_rows()
  )
  select
    c.first_number - 1 + dense_rank() over (order by t.created_at, t.id) + (
      select count(*) from public.ledger_transactions o
      where private.is_in_month(o.created_at, month)
        and (o.created_at, o.id) < (select p.created_at, p.id from page p order by p.created_at, p.id limit 1)),
    t.id, t.account_id, t.created_at, private.country_day(t.created_at), t.account, s.account_codes ->> t.account,
    greatest(-t.amount, 0), greatest(t.amount, 0), coalesce(p.provider_reference, t.reservation_id::text), t.kind,
    t.reason, person.email, (select o.actor from public.ledger_transactions o where o.id = t.id), stated.number, stated.encf
  from public.installation_settings s
  cross join page t
  left join public.closed_months c on c.month = private.month_of(accounting_journal.month)
  left join public.profiles person on person.user_id = t.user_id
  left join public.payments p on p.id = t.payment_id
  left join lateral (
    select r.number, (
      select string_agg(d.encf, ' ' order by d.created_at, d.id) from public.fiscal_documents d
      where d.receipt_id = r.id and d.state <> 'rejected') as encf
    from public.receipts r where r.reservation_id = t.reservation_id and r.issued_at >= t.created_at
    order by r.number limit 1
  ) stated on private.is_charge(t.kind) or private.is_return(t.kind) or t.kind = 'earned'
  order by t.created_at, t.id, t.account_id;
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
  order by r.number limit private.most_rows();
$$;

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
  order by t.created_at, t.id limit private.most_rows();
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
  order by r.created_at, r.id limit private.most_rows();
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
  order by a.id limit private.most_rows();
$$;

create function public.accounting_cash(
  month date, after_time timestamptz default null, after_transaction uuid default null
) returns table (
  transaction_id uuid, created_at timestamptz, driver text, taken_by text, amount numeric, kind text, reason text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select t.id, t.created_at, person.email, t.actor, -t.amount, t.kind, t.reason
  from private.postings t
  left join lateral (
    select paid.email from private.postings other join public.profiles paid on paid.user_id = other.user_id
    where other.id = t.id limit 1
  ) person on true
  where t.account = 'cash' and private.is_in_month(t.created_at, month)
    and (after_time is null or (t.created_at, t.id) > (after_time, after_transaction))
  order by t.created_at, t.id limit private.most_rows();
$$;

-- What people did by hand: gifts with their worth, and from the log what moves no money by itself.
create view private.acts_of_staff as
  select g.actor_id, g.actor, g.kind, g.amount, g.created_at from private.gifts g
  union all
  select l.actor_id, left(l.actor_name, 170) || format(' (%s)', l.actor_role), act.kind, null, l.created_at
  from public.audit_log l cross join lateral (values
    ('prices', l.subject_table = 'parking_spaces' and l.before ->> 'hourly_rate' <> l.after ->> 'hourly_rate'
      or l.subject_table = 'parking_zones' and l.before ->> 'price_per_hour' <> l.after ->> 'price_per_hour'
      or l.subject_table in ('rate_versions', 'rate_assignments') or l.subject_table = 'special_days' and l.after ->> 'kind' <> 'closed'),
    ('listed', l.subject_table = 'safelist' and l.action = 'insert'),
    ('drawer', l.subject_table = 'shift_movements' and l.action = 'insert' and l.after ->> 'kind' in ('out', 'correction')),
    ('charges_off', l.subject_table = 'installation_settings'
      and l.before ->> 'charges_drivers' = 'true' and l.after ->> 'charges_drivers' = 'false'),
    ('cancelled', l.subject_table = 'reservations' and l.after ->> 'status' = 'cancelled'
      and l.before ->> 'status' <> 'cancelled'),
    ('moved', l.subject_table = 'reservations' and (l.before ->> 'parking_space_id', l.before ->> 'start_time')
      <> (l.after ->> 'parking_space_id', l.after ->> 'start_time'))
  ) as act (kind, counts)
  where act.counts and l.actor_role is not null
    and l.after ->> 'user_id' is distinct from l.actor_id::text;

-- `taken` is what was taken out of wallets.
create function public.accounting_people(month date)
returns table (person uuid, actor text, kind text, entries bigint, given numeric, taken numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select s.actor_id, max(s.actor), s.kind, count(*), coalesce(sum(s.amount) filter (where s.amount > 0), 0),
    coalesce(-sum(s.amount) filter (where s.amount < 0), 0)
  from private.acts_of_staff s where private.is_in_month(s.created_at, month)
  group by s.actor_id, s.kind order by max(s.actor), s.actor_id, s.kind limit 1000;
$$;

-- ## The bridge

-- `unexplained` is the sum of the lines: zero, or an alarm. `corrected_since` is what later months correct of a closed one.
create function public.accounting_bridge(month date)
returns table (line text, entries bigint, amount numeric, tax numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select k.* from public.closed_months c, jsonb_to_recordset(c.totals -> 'bridge') k (line text, entries bigint, amount numeric, tax numeric)
  where c.month = private.month_of(accounting_bridge.month)
  union all
  select 'corrected_since', coalesce(sum(k.entries), 0)::bigint, coalesce(sum(k.amount), 0), coalesce(sum(k.tax), 0)
  from public.closed_months c left join (
    select k.* from public.closed_months o, jsonb_to_recordset(o.totals -> 'corrections') k (of_month date, entries bigint, amount numeric, tax numeric)
    union all
    select l.of_month, 1, l.amount, l.tax from (select max(o.month) as last from public.closed_months o) o,
      generate_series(o.last + interval '1 month', least(o.last + interval '1 year', now()), '1 month') open,
      private.list_bridge(open::date) l where l.line = 'corrections'
  ) k on k.of_month = c.month
  where c.month = private.month_of(accounting_bridge.month) group by c.month
  union all
  (select known.line, count(l.id) filter (where known.line <> 'unexplained'), coalesce(sum(l.amount), 0), coalesce(sum(l.tax), 0)
  from unnest(array['ledger', 'earlier', 'later', 'without_document', 'late_tax', 'rejected', 'waiting',
    'signed_in_another', 'stated_in_another', 'accepted', 'unexplained', 'corrections']) with ordinality known (line, place)
  left join private.list_bridge(month) l
    on l.line = known.line or known.line = 'unexplained' and l.line <> 'corrections'
  where not exists (select from public.closed_months c where c.month = private.month_of(accounting_bridge.month))
  group by known.line, known.place order by known.place);
$$;

create function public.accounting_bridge_lines(
  month date, after_line text default null, after_time timestamptz default null, after_id uuid default null
) returns table (
  line text, id uuid, happened_at timestamptz, reference text, of_month date, amount numeric, tax numeric
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select l.* from private.list_bridge(month) l
  where after_line is null or (l.line, l.happened_at, l.id) > (after_line, after_time, after_id)
  order by l.line, l.happened_at, l.id limit private.most_rows();
$$;

-- ## Closing

-- What is open in a month that is to be closed. The problem that keeps it from being closed comes first.
create function public.accounting_open(month date)
returns table (kind text, entries bigint, amount numeric) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select problem, 0::bigint, 0::numeric
  from (
    select private.month_of(accounting_open.month) as month, coalesce(
      (select (max(c.month) + interval '1 month')::date from public.closed_months c),
      (select private.month_of(private.country_day(min(t.created_at))) from public.ledger_transactions t)) as next
  ) wanted cross join lateral (select case
    when wanted.month < next then 'month-closed'
    -- Whatever began in the month has been posted by then.
    when now() < private.end_of_month(wanted.month) + interval '10 minutes' then 'month-not-over'
    when wanted.month > next then 'month-before-open'
    -- What is earned is posted when a reservation ends, with the time of its end.
    when exists (
      select from public.reservations r where r.status = 'active' and r.end_time <= private.end_of_month(wanted.month)
    ) then 'month-has-active'
  end as problem) found where problem is not null
  union all
  select b.line, b.entries, b.amount from public.accounting_bridge(month) b, private.fiscal_installation i
  where b.line in ('without_document', 'rejected', 'waiting') and b.entries > 0 and i.opened_in is not null
    or b.line = 'unexplained' and (b.amount, b.tax) <> (0, 0)
  union all
  select a.account, 1, a.closing from public.accounting_accounts(month) a where a.account like 'clearing%' and a.closing <> 0
  union all
  select 'differences', count(*), sum(d.amount) from public.payment_differences d
  where d.resolved_at is null and d.created_at < private.end_of_month(month) having count(*) > 0;
$$;

-- Closes a month, with a reason where something is open.
create function public.close_month(month date, reason text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  found jsonb;
begin
  perform private.require_admin(), private.check_month(month), pg_advisory_xact_lock(hashtext('public.closed_months'));
  found := (select coalesce(jsonb_agg(o), '[]') from public.accounting_open(month) o);
  perform private.raise_problem(o ->> 'kind') from jsonb_array_elements(found) o where o ->> 'kind' like 'month-%';
  if found <> '[]' then
    perform private.require_reason(reason);
  end if;
  insert into public.closed_months (month, closed_by, reason, first_number, last_number, totals)
  select private.month_of(close_month.month), left(coalesce(nullif(p.full_name, ''), p.email), 200),
    nullif(left(btrim(close_month.reason), 300), ''), n.before + 1, n.before + n.entries, jsonb_build_object(
      'accounts', (select jsonb_agg(a) from public.accounting_accounts(close_month.month) a),
      'files', (select jsonb_agg(f) from public.accounting_totals(close_month.month) f),
      'bridge', (select jsonb_agg(b) from public.accounting_bridge(close_month.month) b), 'open', found,
      'corrections', (select coalesce(jsonb_agg(k), '[]') from (
        select l.of_month, count(*) as entries, sum(l.amount) as amount, sum(l.tax) as tax
        from private.list_bridge(close_month.month) l where l.line = 'corrections' group by l.of_month) k))
  from public.profiles p, (
    select (select coalesce(max(c.last_number), 0) from public.closed_months c) as before, count(*) as entries
    from public.ledger_transactions t where private.is_in_month(t.created_at, close_month.month)
  ) n where p.user_id = (select auth.uid());
  insert into private.month_packages (month) values (private.month_of(close_month.month));
end;
$$;

-- Half a megabyte of a package in Base64; empty after its end.
create function public.closed_month_part(month date, part integer) returns text language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select encode(substring(p.content from least(part, 1000) * 524288 + 1 for 524288), 'base64')
  from private.month_packages p where p.month = private.month_of(closed_month_part.month);
$$;

grant execute on function
  public.closed_month_part, public.accounting_accounts, public.accounting_totals, public.accounting_journal, public.accounting_receipts,
  public.accounting_payments, public.accounting_refunds, public.accounting_wallets, public.accounting_cash, public.accounting_people,
  public.accounting_bridge, public.accounting_bridge_lines, public.accounting_open, public.close_month
  to authenticated;
