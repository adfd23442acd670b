-- Settlements: a provider's statement of what it paid into the operator's bank account.
--
--   import_settlement()   stores a statement and finds what each of its lines settles
--   discard_settlement()  removes one that is not posted, such as a wrong file
--   post_settlement()     clearing_* -> bank, commissions, tax_on_commissions, withheld
-- A line settles one transaction that moved the clearing account of its provider, and none is settled twice: the account
-- holds what was captured and is not settled. What a line says beyond that is a difference [differences], which an
-- administrator explains before the statement is posted. Its amount comes out of the adjustments, never out of clearing.
-- Differences, and commissions above a tenth of what the lines move, count as given by whoever posts the statement [ledger].
--
-- Hook: a dispute that is resolved without being won, by its provider or here, moves from the account of disputes to the losses.

create table public.settlements (
  id uuid primary key,
  provider text not null check (provider in ('azul', 'paypal')),
  number text not null check (length(number) between 1 and 60 and private.is_plain_line(number)),
  period_start date not null check (period_start between '2000-01-01' and '2199-12-31'),
  period_end date not null check (period_end between period_start and period_start + 366),
  deposit_date date not null check (deposit_date between '2000-01-01' and '2199-12-31'),
  gross numeric(12, 2) not null check (gross between -99999999.99 and 99999999.99),
  commission numeric(12, 2) not null check (commission between -99999999.99 and 99999999.99),
  tax numeric(12, 2) not null check (tax between -99999999.99 and 99999999.99),
  -- The ITBIS that acquirers withhold for DGII: 2 % of each sale (Norma General 08-04 and 06-2023). `tax` is on commissions.
  withheld numeric(12, 2) not null check (withheld between -99999999.99 and 99999999.99),
  deposit numeric(12, 2) not null
    check (deposit between -99999999.99 and 99999999.99 and deposit = gross - commission - tax - withheld),
  differences integer not null default 0 check (differences between 0 and 100),
  -- SHA-256 of the file.
  file_hash text not null constraint settlements_file_is_unique unique
    check (length(file_hash) <= 64 and file_hash ~ '^[0-9a-f]{64}$'),
  -- No foreign keys: statements stay when the accounts of their administrators are deleted.
  imported_by uuid not null,
  imported_at timestamptz not null default now() check (isfinite(imported_at)),
  posted_by uuid,
  -- The time of its posting in the ledger.
  posted_at timestamptz check (isfinite(posted_at)),
  constraint settlements_number_is_unique unique (provider, number));

-- A sale brings money and costs a commission, a refund is its mirror, a fee is a commission alone. ITBIS is at most 18 %, with
-- a peso for rounding.
create function private.fits_line(kind text, gross numeric, commission numeric, tax numeric, withheld numeric)
returns boolean language sql immutable parallel safe
  return coalesce(abs(tax) <= abs(commission) * 0.18 + 1 and abs(tax) <= abs(commission) and abs(withheld) <= abs(gross) * 0.18
    and case
    when kind in ('sale', 'dispute') and gross > 0
      then least(commission, tax, withheld) >= 0 and commission + tax + withheld <= gross
    when kind in ('refund', 'dispute') and gross < 0
      then greatest(commission, tax, withheld) <= 0 and commission + tax + withheld >= gross
    when kind = 'fee' then gross = 0 and commission >= 0 and tax >= 0 and withheld = 0
    when kind = 'other' then commission = 0 and withheld = 0 end, false);

create table public.settlement_lines (
  settlement_id uuid not null references public.settlements (id),
  number integer not null check (number between 1 and 1000000),
  provider text not null check (provider in ('azul', 'paypal')),
  kind text not null check (kind in ('sale', 'refund', 'dispute', 'fee', 'other')),
  provider_order text not null default '' check (length(provider_order) <= 64 and private.is_plain_line(provider_order)),
  reference text not null check (length(reference) <= 64 and private.is_plain_line(reference)),
  gross numeric(12, 2) not null check (gross between -99999999.99 and 99999999.99),
  commission numeric(12, 2) not null check (commission between -99999999.99 and 99999999.99),
  tax numeric(12, 2) not null check (tax between -99999999.99 and 99999999.99),
  withheld numeric(12, 2) not null check (withheld between -99999999.99 and 99999999.99),
  net numeric(14, 2) not null generated always as (gross - commission - tax - withheld) stored
    check (net between -99999999.99 and 99999999.99),
  -- The transaction of the ledger, and what it brought into clearing.
  settles uuid constraint settlement_lines_settle_once unique references public.ledger_transactions (id),
  settled numeric(12, 2) not null default 0 check (settled between -99999999.99 and 99999999.99),
  difference_id uuid references public.payment_differences (id),
  primary key (settlement_id, number),
  constraint settlement_lines_amounts_fit check (private.fits_line(kind, gross, commission, tax, withheld)));

create unique index settlement_lines_once on public.settlement_lines
  (provider, kind, provider_order, reference, (gross > 0)) where kind in ('sale', 'refund', 'dispute');
create index settlement_lines_of_difference on public.settlement_lines (difference_id) where difference_id is not null;

call private.secure('public.settlements', is_of_books => true, own => null, is_audited => true);
call private.secure('public.settlement_lines', is_of_books => true, own => null);

create trigger settlements_keep before update or delete on public.settlements for each row
  when (old.posted_at is not null) execute function private.reject_write('A posted statement is never changed');
create trigger settlement_lines_keep before update of kind, gross, commission, tax, withheld, settles, settled
  on public.settlement_lines for each row
  when (old.settles is not null) execute function private.reject_write('What a line settles is never changed');

-- Finds what the lines settle: by reference, else by order, where only a sale may differ. Without nested
-- loops, which PostgreSQL would choose for new lines: it has no statistics of them.
create function private.match_lines(settlement uuid) returns void language sql set search_path = '' set enable_nestloop = off
as $$
  -- What moved the clearing accounts and is not settled, by each of its names; above zero the provider owes it.
  with moves as materialized (
    select t.id, p.provider, -t.amount as amount, t.kind in ('payment', 'second_capture') as is_sale,
      unnest(array[true, false, false]) as is_own, unnest(array[
        case t.kind when 'payment' then p.provider_reference when 'refund_completed' then r.provider_reference
          else regexp_replace(t.key, '^\S+ \S+ ', '') end, p.provider_order, p.provider_reference]) as name
    from private.postings t
    join public.payments p on p.id = t.payment_id
    left join public.payment_refunds r on r.payment_id = p.id and t.key = 'refund_completed ' || r.id
    where t.account like 'clearing%' and t.kind <> 'settlement'
      and not exists (select from public.settlement_lines l where l.settles = t.id)
  ), best as (
    select distinct on (l.number) l.number, m.id, m.amount
    from (
      select s.*, unnest(array[reference, provider_order, provider_order || '-' || ltrim(reference, '0')]) as name
      from public.settlement_lines s where s.settlement_id = settlement and s.settles is null
    ) l join moves m on m.name = l.name and m.provider = l.provider
    where l.kind in ('sale', 'refund', 'dispute') and m.is_sale = (l.kind = 'sale') and sign(m.amount) = sign(l.gross)
      and (m.is_own or l.kind = 'sale' or m.amount = l.gross)
    order by l.number, m.is_own desc, m.amount = l.gross desc, m.id
  )
  update public.settlement_lines l set settles = won.id, settled = won.amount
  from (select distinct on (b.id) b.* from best b order by b.id, b.number) won
  where l.settlement_id = settlement and l.number = won.number;
  update public.payment_differences d set outcome = 'repaired' from public.settlement_lines l
  where l.settlement_id = settlement and d.id = l.difference_id and d.resolved_at is null and l.gross = l.settled;
$$;

-- Stores a statement {id, provider, number, period_start, period_end, deposit_date, deposit, currency, file_hash} with its
-- lines {number, kind, provider_order, reference, gross, commission, tax, withheld, net}. A repeat changes nothing.
-- definer, here and below: nobody writes these tables.
create function public.import_settlement(statement jsonb, lines jsonb)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  stored public.settlements;
  said public.settlement_lines[];
  found integer;
begin
  perform private.require_admin();
  perform private.raise_problem('import-out-of-bounds') where octet_length(lines::text) > 2097152
    or case jsonb_typeof(lines) when 'array' then jsonb_array_length(lines) not between 1 and 5000 else true end;
  stored := jsonb_populate_record(null::public.settlements, statement);
  said := array(select l from jsonb_populate_recordset(null::public.settlement_lines, lines) l);
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  if exists (select from public.settlements s where (s.id, s.imported_by) = (stored.id, (select auth.uid()))) then
    return;
  end if;
  perform private.raise_problem('settlement-other-currency', s.currency)
    from public.installation_settings s where s.currency is distinct from statement ->> 'currency';
  perform private.raise_problem('settlement-imported', s.number) from public.settlements s
    where s.file_hash = stored.file_hash or (s.provider, s.number) = (stored.provider, stored.number);
  perform private.raise_problem('day-to-come') where stored.deposit_date > private.country_day(now());
  perform private.raise_problem('settlement-line-malformed', l.number::text) from unnest(said) l
    group by l.number having count(*) > 1;
  perform private.raise_problem('settlement-line-malformed', l.number::text) from unnest(said) l
    where not private.fits_line(l.kind, l.gross, l.commission, l.tax, l.withheld)
      or l.net is distinct from l.gross - l.commission - l.tax - l.withheld;
  perform private.raise_problem('settlement-deposit', concat(stored.deposit, ' ≠ ', sum(l.net))) from unnest(said) l
    having sum(l.net) is distinct from stored.deposit;
  insert into public.settlements
  select stored.id, stored.provider, stored.number, stored.period_start, stored.period_end, stored.deposit_date,
    sum(l.gross), sum(l.commission), sum(l.tax), sum(l.withheld), stored.deposit, 0, stored.file_hash, (select auth.uid())
  from unnest(said) l;
  insert into public.settlement_lines (
    settlement_id, number, provider, kind, provider_order, reference, gross, commission, tax, withheld)
  select stored.id, l.number, stored.provider, l.kind, l.provider_order, l.reference, l.gross, l.commission, l.tax, l.withheld
  from unnest(said) l order by l.number on conflict do nothing;
  perform private.raise_problem('settlement-line-settled', concat_ws(' ', l.number || ':', l.provider_order, l.reference))
    from unnest(said) l left join public.settlement_lines s on (s.settlement_id, s.number) = (stored.id, l.number)
    where s.number is null order by l.number limit 1;
  perform private.match_lines(stored.id);
  with differing as (
    update public.settlement_lines l set difference_id = gen_random_uuid()
    where l.settlement_id = stored.id and l.gross <> l.settled returning l.*
  )
  insert into public.payment_differences (id, provider, kind, payment_id, provider_order, detail, amount)
  select f.difference_id, f.provider, 'settlement', t.payment_id, f.provider_order,
    concat_ws(' · ', stored.number, f.number, f.reference, f.gross || ' ≠ ' || f.settled), abs(f.gross - f.settled)
  from differing f left join public.ledger_transactions t on t.id = f.settles;
  get diagnostics found = row_count;
  perform private.raise_problem('settlement-not-ours', found::text) where found > 100;
  update public.settlements s set differences = found where s.id = stored.id;
end;
$$;

-- Removes a statement that is not posted, and the differences that nobody has resolved.
create function public.discard_settlement(settlement uuid)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_admin();
  with gone as (delete from public.settlement_lines l where l.settlement_id = settlement returning l.difference_id)
  delete from public.payment_differences d using gone where d.id = gone.difference_id and d.resolved_at is null;
  delete from public.settlements s where s.id = settlement;
$$;

-- Posts a statement whose differences are resolved. A repeat changes nothing.
create function public.post_settlement(settlement uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '10s'
as $$
declare
  stored public.settlements;
  settled numeric;
  given numeric;
  moment timestamptz;
  open integer;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into stored from public.settlements s where s.id = settlement for update;
  if stored.id is null or stored.posted_at is not null then
    return;
  end if;
  perform private.match_lines(settlement);
  -- On the day of the deposit, but not before what it settles, nor before the books, nor in a closed month.
  select sum(l.settled), sum(abs(l.gross - l.settled)) + greatest(0, sum(abs(l.commission)) - sum(abs(l.gross)) / 10), count(*) filter (where l.gross <> l.settled and d.resolved_at is null), least(now(), greatest(
    private.start_of_day(stored.deposit_date + 1) - interval '1 millisecond', max(t.created_at),
    (select min(o.created_at) from public.ledger_transactions o),
    (select private.end_of_month(max(c.month)) from public.closed_months c)))
  into settled, given, open, moment
  from public.settlement_lines l left join public.payment_differences d on d.id = l.difference_id
  left join public.ledger_transactions t on t.id = l.settles
  where l.settlement_id = settlement;
  perform private.raise_problem('settlement-has-differences', open::text) where open > 0;
  perform private.record_gift('settlement', null, least(round(given, 2), 1000000), 'settlement_posted');
  if (stored.deposit, stored.commission, stored.tax, stored.withheld, settled) <> (0, 0, 0, 0, 0) then
    perform private.post(
      'settlement ' || settlement, 'settlement',
      array[
        private.find_account('bank'), private.find_account('commissions'), private.find_account('tax_on_commissions'),
        private.find_account('withheld'), private.find_account('clearing_' || stored.provider),
        private.find_account('adjustments')],
      array[-stored.deposit, -stored.commission, -stored.tax, -stored.withheld, settled, stored.gross - settled],
      null, null, stored.number, moment);
  end if;
  update public.settlements s set posted_by = (select auth.uid()), posted_at = moment where s.id = settlement;
end;
$$;

-- For form IT-1, in pesos at the last rate until the deposit, else the first one: what the statements that were posted in the month have.
create function public.withheld_of_month(month date) returns numeric language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select coalesce(sum(round(s.withheld * case i.currency when 'DOP' then 1 else (
    select r.rate from public.exchange_rates r
    order by r.day <= s.deposit_date desc, abs(r.day - s.deposit_date) limit 1) end, 2)), 0)
  from public.settlements s, public.installation_settings i where private.is_in_month(s.posted_at, month);
$$;

-- A rate is of a day that has come. What closed months declared at theirs stays.
create function private.keep_exchange_rate() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('day-to-come') where new.day > private.country_day(now());
  perform private.raise_problem('month-closed') from public.closed_months c where c.month >= private.month_of(least(old.day, new.day));
  return new;
end;
$$;
create trigger exchange_rates_keep before insert or update on public.exchange_rates
  for each row execute function private.keep_exchange_rate();

-- What an administrator says of a difference, or the provider of a dispute that is lost.
create function private.settle_difference() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_reason(new.resolution) where new.kind = 'settlement' and new.outcome is null;
  perform private.post(
    concat_ws(' ', 'dispute_lost', v.provider, v.reference), 'dispute_lost',
    array[private.find_account('disputes'), private.find_account('losses')], array[v.amount, -v.amount],
    p.reservation_id, p.id, new.resolution)
  from private.payment_reversals v join public.payments p on p.id = v.payment_id
  where new.kind in ('dispute', 'refunded-there') and (v.provider, v.reference) = (new.provider, new.detail)
    and not v.is_known and v.won_at is null;
  return null;
end;
$$;
create trigger payment_differences_settle after update on public.payment_differences
  for each row when (old.resolved_at is null and new.resolved_at is not null) execute function private.settle_difference();

grant execute on function
  public.import_settlement, public.discard_settlement, public.post_settlement, public.withheld_of_month to authenticated;
