-- Papers for DGII: what the operator declares of a month, and the purchases that administrators type for it.
--
--   papers_it1        the boxes of form IT-1 and of its annex A, and the sum of consumer invoices
--   papers_lines      the lines of format 606 (purchases), 607 (sales) or 608 (voided numbers)
--   papers_purchases  what administrators typed, and documents of others that are no purchases yet
--
-- Rules
--   A document counts in the month of its signature, once DGII has accepted it. A note counts below zero.
--   A note of more than 30 days after its document lowers neither operations nor ITBIS. Annex A has a box for it.
--   A purchase counts in the month of its date, and again in a later one in which it is paid with something withheld.
--   Only administrators read it. A response has at most 1,000 rows, in an order that does not change.

-- ## Purchases

-- Numbers that support a cost, on paper and electronic: not those for consumers (02, 32), sales of a day (12), exports (16, 46).
create function private.is_cost_ncf(ncf text) returns boolean language sql immutable parallel safe
  return ncf ~ '^(B(01|03|04|11|13|14|15|17)\d{8}|E(31|33|34|41|43|44|45|47)\d{10})$';
grant execute on function private.is_cost_ncf to authenticated, service_role;

-- Amounts are without taxes, and above zero in a note too. Codes are those of format 606.
create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  supplier text not null
    constraint purchases_supplier_is_one check (length(supplier) <= 11 and private.is_tax_id(supplier)),
  supplier_name text not null constraint purchases_supplier_name_not_blank check (private.is_visible(supplier_name))
    constraint purchases_supplier_name_length check (length(supplier_name) <= 150)
    constraint purchases_supplier_name_on_one_line check (private.is_plain_line(supplier_name)),
  ncf text not null constraint purchases_ncf_is_one check (length(ncf) <= 13 and private.is_cost_ncf(ncf)),
  modifies_ncf text constraint purchases_modifies_ncf_is_one
    check (length(modifies_ncf) <= 19 and modifies_ncf ~ '^(B\d{10}|E\d{12}|[AP]\d{18})$'),
  issued_on date not null check (issued_on between '2000-01-01' and '2199-12-31'),
  paid_on date check (paid_on between '2000-01-01' and '2199-12-31'),
  cost_type smallint not null check (cost_type between 1 and 11),
  services numeric(12, 2) not null default 0 check (services between 0 and 999999999.99),
  goods numeric(12, 2) not null default 0 check (goods between 0 and 999999999.99),
  tax numeric(12, 2) not null default 0 check (tax between 0 and 999999999.99),
  tax_withheld numeric(12, 2) not null default 0 check (tax_withheld between 0 and 999999999.99),
  income_withheld numeric(12, 2) not null default 0 check (income_withheld between 0 and 999999999.99),
  income_withheld_type smallint check (income_withheld_type between 1 and 9),
  paid_with smallint not null check (paid_with between 1 and 7),
  reason text constraint purchases_reason_not_blank check (private.is_visible(reason))
    constraint purchases_reason_length check (length(reason) <= 300)
    constraint purchases_reason_on_one_line check (private.is_plain_line(reason)),
  constraint purchases_once unique (supplier, ncf),
  constraint purchases_cost_something check (services + goods > 0),
  -- The highest rate is 18 percent. A peso is for what each line of a document is rounded by.
  constraint purchases_tax_of_amount check (tax <= (services + goods) * 0.18 + 1),
  constraint purchases_withheld_of_amount check (tax_withheld <= tax and income_withheld <= services + goods),
  constraint purchases_withheld_when_paid check (tax_withheld + income_withheld = 0 or paid_on is not null),
  constraint purchases_withheld_has_type check ((income_withheld > 0) = (income_withheld_type is not null)),
  constraint purchases_notes_modify check ((ncf ~ '^(B03|B04|E33|E34)') = (modifies_ncf is not null))
);

call private.secure('public.purchases', is_of_books => true, own => null, is_audited => true, admins_write => '{insert, update, delete}');
grant insert, update, delete on public.purchases to authenticated;
create trigger purchases_clean before insert or update of supplier_name, reason on public.purchases
  for each row execute function private.strip_unseen('supplier_name', 'reason');

-- The part of a purchase that closed months have declared, which stays. A purchase on credit may be paid later.
create function private.closed_part(purchase public.purchases) returns jsonb language sql stable set search_path = ''
as $$
  select to_jsonb(purchase) - 'reason' || case when purchase.paid_on < c.open_from then '{}' else jsonb_build_object(
    'paid_on', null, 'tax_withheld', 0, 'income_withheld', 0, 'income_withheld_type', null,
    'paid_with', case when purchase.paid_on is null then purchase.paid_with else 4 end) end
  from (select (max(month) + interval '1 month')::date as open_from from public.closed_months) c
  where purchase.issued_on < c.open_from;
$$;

create function private.keep_closed_purchase() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('public.closed_months'));
  perform private.raise_problem('day-to-come') where greatest(new.issued_on, new.paid_on) > private.country_day(now());
  perform private.raise_problem('month-closed') where private.closed_part(old) is distinct from private.closed_part(new);
  return coalesce(new, old);
end;
$$;
create trigger purchases_keep_closed before insert or update or delete on public.purchases
  for each row execute function private.keep_closed_purchase();

-- definer, below: policies would be asked for each row. Each public function asks for the right to read the books first.
-- The purchases of a month, after documents of others that are none yet: these have no id, and what they say of themselves.
create function public.papers_purchases(month date) returns setof public.purchases
language sql stable security definer set search_path = ''
as $$
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
$$;

-- ## What is declared

-- A purchase that is declared in a second month keeps its date. One that is paid after the month counts in it as bought on
-- credit (4).
create function private.declared_purchases(month date)
returns table (
  purchase public.purchases, sign integer, is_again boolean, paid_on date, tax_withheld numeric, income_type smallint,
  income_withheld numeric, paid_with smallint
) language sql stable set search_path = ''
as $$
  select p, case when p.ncf ~ '^(B04|E34)' then -1 else 1 end, p.issued_on < m.first_day,
    case when d.is_paid then p.paid_on end, case when d.is_paid then p.tax_withheld else 0 end,
    case when d.is_paid then p.income_withheld_type end, case when d.is_paid then p.income_withheld else 0 end,
    case when d.is_paid or p.paid_on is null then p.paid_with else 4 end
  from (select private.month_of(month) as first_day) m
  join public.purchases p on private.month_of(p.issued_on) = m.first_day
    or p.issued_on < m.first_day and private.month_of(p.paid_on) = m.first_day and p.tax_withheld + p.income_withheld > 0
  cross join lateral (select p.paid_on < m.first_day + interval '1 month' as is_paid) d;
$$;

create function private.declared_documents(month date)
returns table (
  id uuid, type text, ncf text, modifies_ncf text, buyer text, issued_on date, sign integer, is_late boolean, is_listed boolean,
  net numeric, tax numeric, paid_by jsonb
) language sql stable set search_path = ''
as $$
  select
    d.id, d.type, d.encf, o.encf, d.buyer_tax_number, private.country_day(d.signed_at), s.sign, d.is_late,
    d.type <> '32' or d.amount >= 250000, s.sign * (d.amount - d.tax), s.sign * d.tax, d.paid_by
  from public.fiscal_documents d
  join private.fiscal_installation i using (environment)
  left join public.fiscal_documents o on o.id = d.modifies
  cross join lateral (select case d.type when '34' then -1 else 1 end as sign) s
  where d.state in ('accepted', 'conditional') and private.is_in_month(d.signed_at, month);
$$;

-- ## Files

-- A tax number and its kind, 1 for an RNC and 2 for a cédula; an amount without a sign, which the number of a note tells.
create function private.paper_person(taxpayer text) returns text language sql immutable
  return coalesce(taxpayer || '|' || case length(taxpayer) when 9 then '1' else '2' end, '|');
create function private.paper_amount(amount numeric) returns text language sql immutable
  return to_char(abs(amount), 'FM9999999990.00');

-- The lines after the one at this place. A void has no reason in e-CF: 08, errors in the sequence, is the nearest.
create function public.papers_lines(paper text, month date, after_place text default '')
returns table (place text, line text) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select l.place, l.line from (
    select to_char(p.issued_on, 'YYYYMMDD') || p.id, concat_ws('|', private.paper_person(p.supplier),
      to_char(p.cost_type, 'FM00'), p.ncf, coalesce(p.modifies_ncf, ''), to_char(p.issued_on, 'YYYYMMDD'),
      coalesce(to_char(d.paid_on, 'YYYYMMDD'), ''), private.paper_amount(p.services), private.paper_amount(p.goods),
      private.paper_amount(p.services + p.goods), private.paper_amount(p.tax), private.paper_amount(d.tax_withheld),
      -- No tax is subject to proportionality or taken to the cost.
      '0.00|0.00', private.paper_amount(p.tax), '',
      coalesce(to_char(d.income_type, 'FM00'), ''), private.paper_amount(d.income_withheld), '|0.00|0.00|0.00',
      to_char(d.paid_with, 'FM00'))
    from private.declared_purchases(month) d, lateral (select (d.purchase).*) p
    where paper = '606'
    union all
    select d.ncf, concat_ws('|', private.paper_person(d.buyer), d.ncf, coalesce(d.modifies_ncf, ''), '01',
      to_char(d.issued_on, 'YYYYMMDD'), '', private.paper_amount(d.net), private.paper_amount(d.tax),
      '0.00||0.00||0.00|0.00|0.00',
      -- DGII's forms of payment 1 to 6, and all others.
      (select string_agg(private.paper_amount(coalesce(f.amount, 0)), '|' order by n.form)
        from generate_series(1, 7) n (form), lateral (
          select sum(p.amount) as amount from jsonb_to_recordset(d.paid_by) as p (form integer, amount numeric)
          where least(p.form, 7) = n.form) f))
    from private.declared_documents(month) d where paper = '607' and d.is_listed
    union all
    select n.ncf, concat_ws('|', n.ncf, to_char(private.country_day(v.created_at), 'YYYYMMDD'), '08')
    from public.fiscal_voids v join private.fiscal_installation i using (environment), lateral (
      -- A void may have millions of numbers, and a page needs no more of each.
      select greatest(v.first_number, substring(after_place from '^E' || v.type || '(\d{10})$')::bigint + 1) as first
    ) s, lateral (
      select 'E' || v.type || lpad(n::text, 10, '0') as ncf from generate_series(s.first, least(v.last_number, s.first - 1 + private.most_rows())) n
    ) n
    where paper = '608' and v.state = 'accepted' and private.is_in_month(v.created_at, month)
  ) l (place, line)
  where l.place > after_place collate "C" order by l.place collate "C" limit private.most_rows();
$$;

-- ## Form IT-1

-- Each box of form IT-1 of 2020 sums what is told; those of annex A begin with A. C1, C2 and C12 to C18 are the sum of E32 of
-- less than 250,000, which no file lists. What Parqueo does not know, such as the balance of the month before, is in no box.
create function public.papers_it1(month date) returns table (box text, entries bigint, amount numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with documents as materialized (select * from private.declared_documents(month)), told (box, entries, amount) as (
    select v.box, v.entries, v.amount from documents d, lateral (values
      (case when d.is_late then 'A43' when d.sign < 0 then 'A4' when d.type = '31' then 'A1' else 'A2' end, 1, abs(d.net), true),
      ('C1', 1, d.net, not d.is_listed), ('C2', 0, d.tax, not d.is_listed)) v (box, entries, amount, is_told)
    where v.is_told
    union all
    select k.part || 11 + least(p.form, 7), 0, d.sign * p.amount
    from documents d, jsonb_to_recordset(d.paid_by) p (form integer, amount numeric), lateral (values
      ('A', not d.is_late), ('C', not d.is_listed)) k (part, is_told)
    where k.is_told
    union all
    select v.box, 0, d.sign * v.amount
    from documents d join public.fiscal_lines l on l.document_id = d.id, lateral (values
      (case l.rate when 18 then '11' when 16 then '12' else '4' end, l.amount - l.tax),
      (case l.rate when 18 then '16' when 16 then '17' end, l.tax)) v (box, amount)
    where not d.is_late
    union all
    -- Services and goods share the tax of a purchase by their amounts.
    select v.box, 0, d.sign * v.amount
    from private.declared_purchases(month) d, lateral (select (d.purchase).*) p,
      lateral (select round(p.tax * p.services / (p.services + p.goods), 2) as tax_of_services) s,
      lateral (values ('22', p.tax - s.tax_of_services, not d.is_again), ('23', s.tax_of_services, not d.is_again),
        ('60', d.tax_withheld, true)) v (box, amount, is_told)
    where v.is_told
    union all
    select 'A27', 0, public.withheld_of_month(month)
  ), boxes (box, term, place) as (
    select f.words[1], t.term, f.place
    from unnest(array[
      'A1', 'A2', 'A4', 'A11 A1 A2 -A4', 'A12', 'A13', 'A14', 'A15', 'A16', 'A17', 'A18', 'A19 A12 A13 A14 A15 A16 A17 A18',
      'A20 A1 A2 -A4', 'A27', 'A33 A27', 'A43', 'A56 22 23', '1 A1 A2 -A4', '4', '9 4', '10 11 12', '11', '12', '16', '17',
      '21 16 17', '22', '23', '25 22 23', '26 16 17 -22 -23', '27 22 23 -16 -17', '30 A27', '33 16 17 -22 -23 -A27',
      '34 22 23 A27 -16 -17', '38 16 17 -22 -23 -A27', '60', 'C1', 'C2', 'C12', 'C13', 'C14', 'C15', 'C16', 'C17', 'C18'
    ]) with ordinality b (words, place), lateral (select string_to_array(b.words, ' ') as words, b.place) f,
      -- A box without terms is told itself.
      lateral unnest(case when cardinality(f.words) = 1 then f.words else f.words[2:] end) t (term)
  )
  select b.box, nullif(sum(t.entries), 0), greatest(
    coalesce(sum(case when b.term like '-%' then -t.amount else t.amount end), 0),
    case when b.box in ('26', '27', '33', '34', '38') then 0 end)
  from boxes b left join told t on t.box = ltrim(b.term, '-') group by b.place, b.box order by b.place;
$$;

grant execute on function public.papers_purchases, public.papers_lines, public.papers_it1 to authenticated;
