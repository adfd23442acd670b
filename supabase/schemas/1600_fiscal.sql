-- Fiscal documents: the electronic receipts (e-CF) of Dominican law 32-23, which the server signs and sends to DGII.
--
-- a receipt ──▶ due ──a number──▶ numbered ──signed──▶ signed ──sent──▶ sent ──▶ accepted | conditional | rejected
--                                                        (DGII responds to the summary of an E32 at once)
--
-- A driver with a tax number (RNC) gets an E31, one without an E32. An E34 is a note for money given back of one of them.
--
-- Rules
--   Nothing is issued until the server has a certificate or a provider, and the operator a name, an RNC, an address, a range
--   and, where the currency is not the peso, a rate of the day.
--   A number is taken in the transaction that stores it: never twice, never outside its range, never after its expiry.
--   A receipt above zero that cannot have its document waits for it, and what was given back of it waits behind it. The back
--   office shows them until nothing is missing any more. What was paid before documents were issued here gets none.
--   A note waits until its document is accepted. The notes of a document never exceed it, and are at its rates of tax and of
--   the day: amounts are in pesos. After 30 days a note gives no tax back: it is of the net amount.
--   A signed document is never changed or deleted. A rejected one may be issued again as a new document: with the issuer of
--   the settings, the buyer that the administrator gives, and a new number unless DGII says that the old one is not spent.
--   A provider (PSFE) signs and sends in one step, so a document that waits for it stays numbered.
--   What others send counts when the holder of a trusted certificate signed it, which the server verifies. A signer sends at
--   most 100 documents and 100 approvals a day, all together 1,000 of each. The number of an issuer is taken once for each
--   signer, so that nobody blocks it for its issuer. What is not decided yet may be removed.
--   A document of others is unconfirmed until DGII has said that it accepted it, with this amount and for this buyer. Only a
--   confirmed one is decided on. A number of an issuer is confirmed once.
--   The mail with the receipt waits until DGII has accepted, or for ten minutes while DGII is out of reach (contingency).

-- Written by the server when it starts. Without an environment nothing is issued.
create table private.fiscal_installation (
  only_row boolean primary key default true check (only_row),
  environment text check (environment in ('testecf', 'certecf', 'ecf')),
  -- The environment that was last there, and since when: receipts from then on have documents, also those of a pause.
  opened_in text check (opened_in in ('testecf', 'certecf', 'ecf')),
  opened_at timestamptz check (isfinite(opened_at))
);

insert into private.fiscal_installation default values;

-- ## Numbers

-- Numbers that DGII has authorised. What is left begins at next_number; voiding uses it up.
create table public.fiscal_ranges (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  first_number bigint not null check (first_number between 1 and 9999999999),
  last_number bigint not null check (last_number between 1 and 9999999999),
  next_number bigint not null,
  -- The last day on which its numbers may be used.
  expires_on date not null check (expires_on between '2020-01-01' and '2199-12-31'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint fiscal_ranges_has_numbers check (last_number >= first_number),
  constraint fiscal_ranges_next_within check (next_number between first_number and last_number + 1),
  constraint fiscal_ranges_never_overlap
    exclude using gist (environment with =, type with =, int8range(first_number, last_number, '[]') with &&)
);

call private.secure('public.fiscal_ranges', is_of_books => true, own => null, is_audited => true, admins_write => '{insert}');
grant insert (type, first_number, last_number, expires_on), delete on public.fiscal_ranges to authenticated;
-- A range that was typed wrong is removed before its first number is used.
create policy admins_remove_unused_fiscal_ranges on public.fiscal_ranges for delete to authenticated
  using ((select private.is_admin()) and next_number = first_number);

-- definer, here and below: no role of the data API writes these tables.
create function private.check_fiscal_range() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  new.next_number := new.first_number;
  select i.environment into new.environment from private.fiscal_installation i;
  perform private.raise_problem('fiscal-off') where new.environment is null;
  perform private.raise_problem('fiscal-range-numbers') where new.last_number < new.first_number;
  perform private.raise_problem('fiscal-range-expired') where new.expires_on < private.country_day(now());
  perform private.raise_problem('fiscal-range-overlaps') where exists (
    select from public.fiscal_ranges r
    where r.environment = new.environment and r.type = new.type
      and int8range(r.first_number, r.last_number, '[]') && int8range(new.first_number, new.last_number, '[]'));
  return new;
end;
$$;

create trigger fiscal_ranges_check before insert on public.fiscal_ranges
  for each row execute function private.check_fiscal_range();

-- What was left of ranges: DGII is told that these numbers are never used.
create table public.fiscal_voids (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  first_number bigint not null check (first_number between 1 and 9999999999),
  last_number bigint not null check (last_number between first_number and 9999999999),
  state text not null default 'due' check (state in ('due', 'accepted', 'rejected')),
  response text check (length(response) <= 2000),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

call private.secure('public.fiscal_voids', is_of_books => true, own => null, is_audited => true);
grant update (state) on public.fiscal_voids to authenticated;
create policy admins_retry_refused_fiscal_voids on public.fiscal_voids for update to authenticated
  using ((select private.is_admin()) and state = 'rejected') with check (state = 'due');

create function public.void_fiscal_numbers(fiscal_range uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.fiscal_voids (environment, type, first_number, last_number)
  select r.environment, r.type, r.next_number, r.last_number
  from public.fiscal_ranges r where r.id = fiscal_range and r.next_number <= r.last_number for update;
  perform private.raise_problem('fiscal-range-used-up') where not found;
  update public.fiscal_ranges set next_number = last_number + 1 where id = fiscal_range;
end;
$$;

-- Takes the next number of a type, as DGII writes it, with the last day of its range; null where none is left.
create function private.take_fiscal_number(type text, out encf text, out expires_on date)
language sql set search_path = ''
as $$
  update public.fiscal_ranges set next_number = next_number + 1
  where id = (
    select r.id from public.fiscal_ranges r join private.fiscal_installation i using (environment)
    where r.type = take_fiscal_number.type and r.next_number <= r.last_number and r.expires_on >= private.country_day(now())
    order by r.expires_on, r.first_number limit 1 for update of r
  )
  returning 'E' || fiscal_ranges.type || lpad((next_number - 1)::text, 10, '0'), expires_on;
$$;

-- ## Who asks for a document with a tax number

create function private.is_tax_id(number text) returns boolean language sql immutable parallel safe
  return number ~ '^(\d{9}|\d{11})$';
grant execute on function private.is_tax_id to authenticated, service_role;

-- The tax number of a driver, and whether the next reservations get it.
create table public.fiscal_buyers (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  tax_number text not null
    constraint fiscal_buyers_tax_number_is_one check (length(tax_number) <= 11 and private.is_tax_id(tax_number)),
  name text not null constraint fiscal_buyers_name_not_blank check (private.is_visible(name))
    constraint fiscal_buyers_name_length check (length(name) <= 150)
    constraint fiscal_buyers_name_on_one_line check (private.is_plain_line(name)),
  is_wanted boolean not null default true,
  updated_at timestamptz not null default now() check (isfinite(updated_at))
);

call private.secure('public.fiscal_buyers', is_audited => true, drivers_write => '{insert, update}');
grant insert (user_id, tax_number, name, is_wanted), update (user_id, tax_number, name, is_wanted), delete
  on public.fiscal_buyers to authenticated;
create policy drivers_remove_own_fiscal_buyer on public.fiscal_buyers for delete to authenticated
  using (user_id = (select auth.uid()));
create trigger fiscal_buyers_clean before insert or update of name on public.fiscal_buyers
  for each row execute function private.strip_unseen('name');
create trigger fiscal_buyers_clean_number before insert or update of tax_number on public.fiscal_buyers
  for each row execute function private.clean_tax_number();
create trigger fiscal_buyers_touch_updated_at before update on public.fiscal_buyers
  for each row execute function private.touch_updated_at();

-- Each reservation gets a copy when it is booked. Without its driver it stays until the document is issued.
create table public.reservation_buyers (
  reservation_id uuid primary key references public.reservations (id) on delete cascade,
  user_id uuid references public.profiles (user_id) on delete set null,
  tax_number text not null check (length(tax_number) <= 11 and private.is_tax_id(tax_number)),
  name text not null check (length(name) between 1 and 150)
);

create index reservation_buyers_of_person on public.reservation_buyers (user_id);
call private.secure('public.reservation_buyers');

create function private.keep_buyer() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.reservation_buyers (reservation_id, user_id, tax_number, name)
  select new.id, b.user_id, b.tax_number, btrim(b.name)
  from public.fiscal_buyers b where b.user_id = new.user_id and b.is_wanted;
  return null;
end;
$$;

create trigger reservations_keep_buyer after insert on public.reservations
  for each row when (new.user_id is not null) execute function private.keep_buyer();

-- Gives a reservation a buyer as long as no document was issued: its driver until it is over, an administrator later, too.
create function public.ask_for_tax_credit(reservation uuid, tax_number text, name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reserved public.reservations;
begin
  select * into reserved from public.reservations r
  where r.id = reservation and (r.user_id = (select auth.uid()) or private.acts_for_operator()) for no key update;
  perform private.raise_problem('no-such-reservation') where reserved.id is null or not private.has_shown_second_factor();
  perform private.raise_problem('fiscal-document-issued') where private.is_over(reserved.status) and not private.acts_for_operator()
    or exists (
      select from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id where r.reservation_id = reserved.id);
  tax_number := regexp_replace(tax_number, '[\s-]', '', 'g');
  name := left(private.to_plain_line(name), 150);
  perform private.raise_problem('fiscal-buyer') where private.is_tax_id(tax_number) is not true or coalesce(name, '') = '';
  insert into public.reservation_buyers (reservation_id, user_id, tax_number, name)
  values (reserved.id, reserved.user_id, tax_number, name)
  on conflict (reservation_id) do update set tax_number = excluded.tax_number, name = excluded.name;
end;
$$;
grant execute on function public.ask_for_tax_credit to authenticated;

-- Of 250,000 pesos or more DGII wants to know who pays. It runs at the commit, when the desk has said whose it is.
create function private.require_buyer() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('fiscal-buyer') where new.total_amount >= public.fiscal_buyer_limit()
    and not exists (select from public.reservation_buyers b where b.reservation_id = new.id);
  return null;
end;
$$;

create constraint trigger reservations_require_buyer after insert or update of total_amount on public.reservations
  deferrable initially deferred for each row
  when (new.total_amount >= 250 and new.payment_method is not null) execute function private.require_buyer();

-- Forgets buyers without an account whose reservation gets no document any more.
create function private.forget_buyers() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.reservation_buyers b
  where b.user_id is null and b.reservation_id = coalesce(new.reservation_id, old.reservation_id)
    and not exists (select from private.unreceipted_tax_lines l where l.reservation_id = b.reservation_id and l.amount > 0)
    and not exists (
      select from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
      where r.reservation_id = b.reservation_id);
  return null;
end;
$$;

create trigger reservation_buyers_forget after update of user_id on public.reservation_buyers
  for each row when (new.user_id is null) execute function private.forget_buyers();
-- When the receipt and its documents are there.
create constraint trigger receipts_due_forget_buyers after delete on private.receipts_due
  deferrable initially deferred for each row execute function private.forget_buyers();

-- ## What a dollar costs

-- In pesos, as an administrator types it. The bounds refuse a decimal point in the wrong place.
create table public.exchange_rates (
  day date primary key check (day between '2020-01-01' and '2199-12-31'),
  rate numeric(7, 4) not null check (rate between 20 and 300)
);

call private.secure('public.exchange_rates', is_of_books => true, own => null, is_audited => true, admins_write => '{insert, update}');
grant insert (day, rate), update (day, rate) on public.exchange_rates to authenticated;

-- The rate of today, or the last one of the 7 days before; null where there is none.
create function private.find_exchange_rate(currency text) returns numeric language sql stable security definer set search_path = ''
as $$
  select case when currency = 'DOP' then 1 else (
    select r.rate from public.exchange_rates r
    where r.day between private.country_day(now()) - 7 and private.country_day(now()) order by r.day desc limit 1) end;
$$;

-- ## Documents

create table public.fiscal_documents (
  id uuid primary key default gen_random_uuid(),
  receipt_id uuid not null references public.receipts (id),
  user_id uuid references public.profiles (user_id) on delete set null,
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  -- The document that a note gives money back of.
  modifies uuid references public.fiscal_documents (id),
  encf text constraint fiscal_documents_encf_is_one check (encf ~ '^E(31|32|34)\d{10}$'),
  -- The last day of the number's range.
  expires_on date check (isfinite(expires_on)),
  -- Amount and tax of a note are above zero, too. The amount includes the tax.
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  tax numeric(12, 2) not null check (tax between 0 and amount),
  buyer_tax_number text check (length(buyer_tax_number) <= 11 and private.is_tax_id(buyer_tax_number)),
  buyer_name text check (length(buyer_name) between 1 and 150),
  -- {tax_number, name, address, place_code}: the operator as the settings had it when the number was taken.
  issuer jsonb check (length(issuer::text) <= 1000),
  -- [{form, amount}] by DGII's codes: 1 cash, 3 card, 8 other.
  paid_by jsonb not null default '[]' check (jsonb_typeof(paid_by) = 'array' and length(paid_by::text) <= 1000),
  -- A note of more than 30 days after its document: it gives no tax back, and is of the net amount alone.
  is_late boolean not null default false check (not is_late or type = '34' and tax = 0),
  -- Amounts of documents are in pesos. The currency of the receipt, and what one of it cost in pesos.
  currency text not null default 'DOP' check (currency in ('USD', 'DOP')),
  exchange_rate numeric(7, 4) not null default 1 check (exchange_rate between 0.0001 and 999.9999),
  state text not null default 'due'
    check (state in ('due', 'numbered', 'signed', 'sent', 'accepted', 'conditional', 'rejected')),
  xml text check (length(xml) <= 20000),
  -- DGII gets a signed summary of an E32.
  summary text check (length(summary) <= 10000),
  security_code text check (length(security_code) = 6),
  signed_at timestamptz check (isfinite(signed_at)),
  -- Signed while DGII was out of reach: it has to be sent within 72 hours.
  is_contingency boolean not null default false,
  track_id text check (length(track_id) <= 64),
  -- DGII's messages.
  response text check (length(response) <= 2000),
  -- Whether a rejected document has used up its number.
  is_number_spent boolean not null default true,
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  -- When another document took the place of this one, which was rejected.
  reissued_at timestamptz check (isfinite(reissued_at)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint fiscal_documents_reissue_of_rejected check (reissued_at is null or state = 'rejected'),
  constraint fiscal_documents_notes_modify check ((type = '34') = (modifies is not null)),
  constraint fiscal_documents_buyer_of_31 check (type <> '31' or (buyer_tax_number is not null and buyer_name is not null)),
  constraint fiscal_documents_numbered check (state = 'due' or encf is not null),
  constraint fiscal_documents_signed
    -- A provider may reject a document before it signs it.
    check (state in ('due', 'numbered', 'rejected')
      or (xml is not null and security_code is not null and signed_at is not null))
);

-- A number that a rejection has not used up is used again.
create unique index fiscal_documents_number_is_unique on public.fiscal_documents (environment, encf)
  where state <> 'rejected' or is_number_spent;
create index fiscal_documents_of_receipt on public.fiscal_documents (receipt_id);
create index fiscal_documents_of_person on public.fiscal_documents (user_id, created_at desc);
create index fiscal_documents_by_time on public.fiscal_documents (created_at desc, id);
-- For days and months, by the date of issue.
create index fiscal_documents_by_signature on public.fiscal_documents (signed_at);
create index fiscal_documents_that_modify on public.fiscal_documents (modifies) where modifies is not null;
create index fiscal_documents_open on public.fiscal_documents (next_attempt_at)
  where state in ('due', 'numbered', 'signed', 'sent');

call private.secure('public.fiscal_documents', is_of_books => true);

create function private.keep_fiscal_document() returns trigger language plpgsql set search_path = ''
as $$
declare
  -- What changes while a document is sent, and with the account.
  progress constant text[] := array['state', 'is_contingency', 'track_id', 'response', 'is_number_spent', 'attempts',
    'next_attempt_at', 'finished_at', 'reissued_at', 'user_id'];
begin
  perform private.reject('Fiscal documents are never deleted', 'insufficient_privilege') where tg_op <> 'UPDATE';
  perform private.reject('A signed fiscal document is never changed', 'insufficient_privilege')
    where old.state not in ('due', 'numbered')
      and (to_jsonb(new) - progress) is distinct from (to_jsonb(old) - progress);
  perform private.reject('DGII has decided on this fiscal document', 'insufficient_privilege')
    where old.state in ('accepted', 'conditional', 'rejected') and new.state <> old.state;
  return new;
end;
$$;

create trigger fiscal_documents_keep before update or delete on public.fiscal_documents
  for each row execute function private.keep_fiscal_document();
create trigger fiscal_documents_never_truncated before truncate on public.fiscal_documents
  for each statement execute function private.reject_write('Fiscal documents are never deleted');

-- The history of each document.
create table public.fiscal_events (
  id bigint generated always as identity primary key,
  document_id uuid not null references public.fiscal_documents (id),
  state text not null check (length(state) <= 20),
  encf text check (length(encf) <= 13),
  response text check (length(response) <= 2000),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

create index fiscal_events_of_document on public.fiscal_events (document_id, id);
call private.secure('public.fiscal_events', is_of_books => true, own => null);
create trigger fiscal_events_only_grow before update or delete on public.fiscal_events
  for each row execute function private.reject_write('The history of fiscal documents is never changed');

-- What a document charges, or a note gives back, at each rate. The receipt's columns are in its currency.
create table public.fiscal_lines (
  document_id uuid not null references public.fiscal_documents (id),
  rate numeric(5, 2) not null check (rate between 0 and 18 and rate in (0, 16, 18)),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  tax numeric(12, 2) not null check (tax between 0 and amount),
  receipt_amount numeric(12, 2) not null check (receipt_amount between 0.01 and 99999999.99),
  receipt_tax numeric(12, 2) not null check (receipt_tax between 0 and receipt_amount),
  primary key (document_id, rate)
);

call private.secure('public.fiscal_lines', own => 'exists (
  select from public.fiscal_documents d where d.id = document_id and d.user_id = (select auth.uid()))');
create trigger fiscal_lines_never_change before update or delete or truncate on public.fiscal_lines
  for each statement execute function private.reject_write('The lines of fiscal documents are never changed');

create function private.record_fiscal_event() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.fiscal_events (document_id, state, encf, response) values (new.id, new.state, new.encf, new.response);
  return null;
end;
$$;

create trigger fiscal_documents_record after insert or update of state on public.fiscal_documents
  for each row execute function private.record_fiscal_event();

-- ## What a receipt makes

-- What keeps documents from being issued: keys of sentences in the back office. Documents are issued where it is empty.
create function private.list_fiscal_obstacles() returns text[] language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when i.environment is null then 'off' end,
    case when private.find_exchange_rate(s.currency) is null then 'exchange_rate' end,
    case when s.legal_name is null then 'name' end,
    case when private.is_tax_id(s.tax_number) is not true then 'tax_number' end,
    case when s.legal_address is null then 'address' end,
    case when coalesce(s.tax_rate, -1) not in (0, 16, 18) then 'tax_rate' end,
    case when not exists (select from public.fiscal_ranges r where r.environment = i.environment) then 'range' end
  ], null)
  from private.fiscal_installation i, public.installation_settings s;
$$;

-- The operator on a document; null while a part is missing, and then no document takes a number.
create function private.read_issuer() returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('tax_number', s.tax_number, 'name', s.legal_name, 'address', left(s.legal_address, 100),
    'place_code', s.legal_place_code)
  from public.installation_settings s
  where private.is_tax_id(s.tax_number) and s.legal_name is not null and s.legal_address is not null;
$$;

-- Receipts that wait for their documents.
create table private.receipts_without_document (receipt_id uuid primary key references public.receipts (id));

-- What stands on documents of more than 30 days ago, or on receipts that get none: its tax cannot be taken off any more.
create function private.find_late_amount(reservation uuid) returns numeric language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(r.amount), 0) from public.receipts r
  where r.reservation_id = reservation and r.amount > 0 and private.country_day(coalesce((
    select max(coalesce(d.signed_at, now())) from public.fiscal_documents d
    where d.receipt_id = r.id and d.type <> '34' and d.reissued_at is null), (
    select now() from private.receipts_without_document w where w.receipt_id = r.id), r.issued_at)) < private.country_day(now()) - 30;
$$;

-- How the amount of a document was paid, by DGII's codes.
create function private.list_fiscal_forms(paid_by jsonb, amount numeric) returns jsonb language sql immutable set search_path = ''
as $$
  with forms as (
    select coalesce(p.form, 8) as form, sum(abs(p.amount)) as paid,
      sum(sum(abs(p.amount))) over (order by coalesce(p.form, 8)) as until, sum(sum(abs(p.amount))) over () as total
    from jsonb_to_recordset(paid_by) as p (form integer, amount numeric) group by coalesce(p.form, 8)
  )
  select jsonb_agg(jsonb_build_object('form', f.form, 'amount', part.amount) order by f.form)
  from forms f cross join lateral (select round(amount * f.until / f.total, 2) - round(amount * (f.until - f.paid) / f.total, 2) as amount) part
  where part.amount > 0;
$$;

-- Adds a document of a receipt with its lines: [{rate, amount, tax}] above zero in the receipt's currency. The lines of a note
-- also say what is left of the document that it modifies. A note that gives back all that is left takes all that is left in
-- pesos, so that nothing stays by rounding.
create function private.add_fiscal_document(document public.fiscal_documents, lines jsonb) returns void
language sql set search_path = ''
as $$
  with part as (
    select l.rate, pesos.amount, case when document.exchange_rate = 1 or l.tax = 0 then l.tax
      when l.amount = l.amount_left then l.pesos_tax_left
      else least(round(pesos.amount * l.rate / (100 + l.rate), 2), l.pesos_tax_left) end as tax,
      l.amount as receipt_amount, l.tax as receipt_tax
    from jsonb_to_recordset(lines) as l (
      rate numeric, amount numeric, tax numeric, amount_left numeric, pesos_left numeric, pesos_tax_left numeric),
      lateral (select case when l.amount = l.amount_left then l.pesos_left
        else least(round(l.amount * document.exchange_rate, 2), l.pesos_left) end as amount) pesos
  ), added as (
    insert into public.fiscal_documents (receipt_id, user_id, environment, type, modifies, is_late, buyer_tax_number,
      buyer_name, currency, exchange_rate, amount, tax, paid_by)
    select document.receipt_id, document.user_id, document.environment, document.type, document.modifies,
      coalesce(document.is_late, false), document.buyer_tax_number, document.buyer_name, document.currency,
      document.exchange_rate, s.amount, s.tax, private.list_fiscal_forms(r.paid_by, s.amount)
    from public.receipts r, (select sum(p.amount) as amount, sum(p.tax) as tax from part p) s
    where r.id = document.receipt_id returning id
  )
  insert into public.fiscal_lines (document_id, rate, amount, tax, receipt_amount, receipt_tax)
  select added.id, part.* from added, part;
$$;

-- What was paid gets a document. Money given back gets a note for each document that it reduces at the same rate, the newest
-- first, whatever keeps new documents from being issued; what was paid before documents were issued gets none.
create function private.make_fiscal_documents(receipt public.receipts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.fiscal_documents;
  note record;
begin
  document.receipt_id := receipt.id;
  document.user_id := receipt.user_id;
  document.currency := receipt.currency;
  document.exchange_rate := private.find_exchange_rate(receipt.currency);
  if receipt.amount > 0 and private.list_fiscal_obstacles() = '{}' and document.exchange_rate is not null then
    select i.environment, case when b.tax_number is null then '32' else '31' end, b.tax_number, b.name
    into document.environment, document.type, document.buyer_tax_number, document.buyer_name
    from private.fiscal_installation i left join public.reservation_buyers b on b.reservation_id = receipt.reservation_id;
    perform private.add_fiscal_document(document, receipt.tax_lines);
    delete from public.reservation_buyers b where b.reservation_id = receipt.reservation_id and b.user_id is null;
  end if;
  for note in
    with needed as (
      select l.rate, coalesce(l.is_late, false) as is_late, -l.amount as amount, -l.tax as tax,
        sum(-l.amount) over (partition by l.rate order by l.is_late) + l.amount as before
      from jsonb_to_recordset(receipt.tax_lines) as l (rate numeric, is_late boolean, amount numeric, tax numeric)
      where l.amount < 0 and receipt.amount < 0
    ), open as (
      select d.id, l.rate, l.receipt_amount - coalesce(sum(back.receipt_amount), 0) as amount,
        l.receipt_tax - coalesce(sum(back.receipt_tax), 0) as tax, d.created_at,
        l.amount - coalesce(sum(back.amount), 0) as pesos, l.tax - coalesce(sum(back.tax), 0) as pesos_tax
      from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id
      join public.fiscal_lines l on l.document_id = d.id
      left join public.fiscal_documents n on n.modifies = d.id and n.reissued_at is null
      left join public.fiscal_lines back on back.document_id = n.id and back.rate = l.rate
      where r.reservation_id = receipt.reservation_id and d.type <> '34' and d.reissued_at is null
      group by d.id, l.document_id, l.rate having l.receipt_amount > coalesce(sum(back.receipt_amount), 0)
    ), spans as (
      select o.*, sum(o.amount) over (partition by o.rate order by o.created_at desc, o.id) - o.amount as before from open o
    ), parts as (
      select s.id, n.rate, n.is_late, n.tax, s.tax as most_tax, n.amount, s.amount as amount_left, s.pesos, s.pesos_tax,
        greatest(n.before, s.before) - n.before as first, least(n.before + n.amount, s.before + s.amount) - n.before as last
      from needed n join spans s using (rate)
    ), taxed as (
      select p.*, least(p.most_tax, round(p.tax * p.last / p.amount, 2) - round(p.tax * p.first / p.amount, 2)) as part_tax
      from parts p where p.last > p.first
    )
    select t.id, t.is_late, jsonb_agg(jsonb_build_object('rate', t.rate,
      'amount', t.last - t.first - case when t.is_late then t.part_tax else 0 end,
      'tax', case when t.is_late then 0 else t.part_tax end,
      'amount_left', t.amount_left, 'pesos_left', t.pesos, 'pesos_tax_left', t.pesos_tax)) as lines
    from taxed t group by t.id, t.is_late
  loop
    select d.environment, d.id, d.buyer_tax_number, d.buyer_name, d.currency, d.exchange_rate
    into document.environment, document.modifies, document.buyer_tax_number, document.buyer_name, document.currency,
      document.exchange_rate
    from public.fiscal_documents d where d.id = note.id;
    document.type := '34';
    document.is_late := note.is_late;
    perform private.add_fiscal_document(document, note.lines);
  end loop;
end;
$$;

-- The parts of a receipt at the rates that DGII knows. What was charged at any other rate has the general one, 18 %.
create function private.use_known_rates(tax_lines jsonb) returns jsonb language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(known)), '[]') from (
    select case when l.rate in (0, 16) then l.rate else 18 end as rate, l.is_late, sum(l.amount) as amount,
      sum(case when l.rate in (0, 16, 18) then l.tax else round(l.amount * 18 / 118, 2) end) as tax
    from jsonb_to_recordset(tax_lines) as l (rate numeric, is_late boolean, amount numeric, tax numeric) group by 1, 2) known;
$$;

-- Makes the documents of receipts that wait, of all or of a reservation, in the order of their numbers.
create function private.add_missing_documents(reservation uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waiting public.receipts;
begin
  for waiting in
    select r.* from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
    where (reservation is null or r.reservation_id = reservation) and (select private.list_fiscal_obstacles()) = '{}'
    order by r.number limit 100 for update of w skip locked
  loop
    continue when waiting.amount < 0 and private.awaits_document(waiting);
    begin
      waiting.tax_lines := private.use_known_rates(waiting.tax_lines);
      perform private.make_fiscal_documents(waiting);
      delete from private.receipts_without_document w where w.receipt_id = waiting.id and (waiting.amount < 0
        or exists (select from public.fiscal_documents d where d.receipt_id = waiting.id));
    exception when others then
      raise warning 'no fiscal document for receipt %: %', waiting.number, sqlerrm;
    end;
  end loop;
end;
$$;

-- Whether an earlier receipt of the reservation waits for its document.
create function private.awaits_document(receipt public.receipts) returns boolean language sql stable set search_path = ''
as $$
  select exists (
    select from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
    where r.reservation_id = receipt.reservation_id and r.number < receipt.number);
$$;

create function private.add_fiscal_documents() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.receipts_without_document (receipt_id)
  select new.id from private.fiscal_installation i
  where i.opened_at is not null and (new.amount > 0 or private.awaits_document(new));
  if found then
    perform private.add_missing_documents(new.reservation_id);
  else
    new.tax_lines := private.use_known_rates(new.tax_lines);
    perform private.make_fiscal_documents(new);
  end if;
  return null;
end;
$$;

create trigger receipts_add_fiscal_documents after insert on public.receipts
  for each row execute function private.add_fiscal_documents();

-- Issues a rejected document again to this buyer, or to the consumer without one. A note has the buyer of its document. The
-- number is used again for the same type alone; one that is left over is voided.
create function public.reissue_fiscal_document(
  document uuid, reason text, buyer_tax_number text default null, buyer_name text default null
) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  rejected public.fiscal_documents;
  issued public.fiscal_documents;
begin
  perform private.require_admin();
  perform private.require_reason(reason);
  select * into rejected from public.fiscal_documents where id = document for update;
  perform private.raise_problem('fiscal-not-rejected')
    where rejected.state is distinct from 'rejected' or rejected.reissued_at is not null;
  issued := rejected;
  if rejected.type <> '34' then
    issued.buyer_tax_number := nullif(regexp_replace(reissue_fiscal_document.buyer_tax_number, '[\s-]', '', 'g'), '');
    issued.buyer_name := case when issued.buyer_tax_number is not null
      then left(private.to_plain_line(reissue_fiscal_document.buyer_name), 150) end;
    -- DGII wants to know who paid 250,000 pesos or more.
    perform private.raise_problem('fiscal-buyer') where case when issued.buyer_tax_number is null
      then issued.amount >= 250000 else not private.is_tax_id(issued.buyer_tax_number) or issued.buyer_name is null end;
    issued.type := case when issued.buyer_tax_number is null then '32' else '31' end;
  else
    select o.buyer_tax_number, o.buyer_name into issued.buyer_tax_number, issued.buyer_name
    from public.fiscal_documents o where o.id = rejected.modifies;
  end if;
  issued.issuer := private.read_issuer();
  issued.is_number_spent := rejected.is_number_spent or issued.issuer is null or issued.type <> rejected.type
    or rejected.expires_on < private.country_day(now());

  update public.fiscal_documents set reissued_at = now() where id = document;
  insert into public.fiscal_documents
    (receipt_id, user_id, environment, type, modifies, amount, tax, buyer_tax_number, buyer_name, paid_by, is_late, currency,
    exchange_rate, issuer, encf, expires_on, state)
  values (issued.receipt_id, issued.user_id, issued.environment, issued.type, issued.modifies, issued.amount,
    issued.tax, issued.buyer_tax_number, issued.buyer_name, issued.paid_by, issued.is_late, issued.currency,
    issued.exchange_rate, issued.issuer,
    case when not issued.is_number_spent then issued.encf end,
    case when not issued.is_number_spent then issued.expires_on end,
    case when issued.is_number_spent then 'due' else 'numbered' end)
  returning id into issued.id;
  insert into public.fiscal_lines (document_id, rate, amount, tax, receipt_amount, receipt_tax)
  select issued.id, l.rate, l.amount, l.tax, l.receipt_amount, l.receipt_tax
  from public.fiscal_lines l where l.document_id = document;
  insert into public.fiscal_voids (environment, type, first_number, last_number)
  select rejected.environment, rejected.type, number, number
  from (select right(rejected.encf, 10)::bigint as number) as left_over
  where issued.is_number_spent and not rejected.is_number_spent and rejected.expires_on >= private.country_day(now());
  -- Notes that waited for the document wait for the new one.
  update public.fiscal_documents n
  set modifies = issued.id, buyer_tax_number = issued.buyer_tax_number, buyer_name = issued.buyer_name
  where n.modifies = document and n.state = 'due';
  insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
  values ((select auth.uid()), 'update', 'fiscal_documents', document,
    jsonb_build_object('buyer_tax_number', rejected.buyer_tax_number, 'buyer_name', rejected.buyer_name),
    jsonb_build_object('buyer_tax_number', issued.buyer_tax_number, 'buyer_name', issued.buyer_name,
      'encf', rejected.encf, 'user_id', rejected.user_id, 'reason', btrim(reason)));
  return issued.id;
end;
$$;

-- ## What others send

-- Documents that others issued to the operator, and what buyers say of the operator's.
create table public.fiscal_received (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('document', 'approval')),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  issuer text not null check (length(issuer) <= 11),
  buyer text not null check (length(buyer) <= 11),
  encf text not null check (length(encf) <= 13),
  issuer_name text check (length(issuer_name) <= 150),
  issued_on date not null check (isfinite(issued_on)),
  amount numeric(18, 2) not null check (amount between 0 and 9999999999999),
  -- The holder of the certificate, as it names them: a person whom the issuer, or the buyer who approves, lets sign.
  signer text not null check (length(signer) between 1 and 200),
  security_code text not null check (length(security_code) between 6 and 6),
  xml text not null check (length(xml) <= 65536),
  received_at timestamptz not null default now() check (isfinite(received_at)),
  -- What DGII says of a document. It may still learn of one that it does not know.
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'confirmed', 'unknown')),
  confirmed_at timestamptz check (isfinite(confirmed_at)),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  -- DGII takes no approval of the types 32, 41, 43, 46 and 47. The environment of the certification confirms nothing.
  takes_approval boolean generated always as (
    kind = 'document' and encf ~ '^E(31|33|34|44|45)' and (state = 'confirmed' or environment = 'certecf')) stored,
  constraint fiscal_received_confirmed check ((state = 'confirmed') = (confirmed_at is not null)),
  constraint fiscal_received_once unique (kind, environment, issuer, encf, signer)
);

create unique index fiscal_received_is_confirmed_once on public.fiscal_received (environment, issuer, encf)
  where state = 'confirmed';
create index fiscal_received_by_time on public.fiscal_received (kind, received_at);
create index fiscal_received_open on public.fiscal_received (next_attempt_at)
  where kind = 'document' and state <> 'confirmed';
call private.secure('public.fiscal_received', is_of_books => true, own => null);
create trigger fiscal_received_never_changes
  before update of kind, environment, issuer, buyer, encf, issuer_name, issued_on, amount, signer, security_code, xml, received_at
  on public.fiscal_received
  for each row execute function private.reject_write('What others have sent is never changed');
create trigger fiscal_received_audit after delete on public.fiscal_received
  for each row execute function private.audit_admin_write('xml');

-- What the operator says of a received document: that it is right, or why not. The issuer is told, and then DGII.
create table public.fiscal_approvals (
  received_id uuid primary key references public.fiscal_received (id),
  -- The reason of a rejection; null for an approval.
  reason text check (length(reason) <= 250 and btrim(reason) <> '' and private.is_plain_line(reason)),
  state text not null default 'due' check (state in ('due', 'sent', 'failed')),
  is_issuer_told boolean not null default false,
  response text check (length(response) <= 2000),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

call private.secure('public.fiscal_approvals', is_of_books => true, own => null, is_audited => true);
grant insert (received_id, reason) on public.fiscal_approvals to authenticated;
create policy admins_decide_on_received_documents on public.fiscal_approvals for insert to authenticated
  with check ((select private.is_admin()) and exists (
    select from public.fiscal_received r where r.id = received_id and r.takes_approval));

grant delete on public.fiscal_received to authenticated;
create policy admins_remove_undecided_received_documents on public.fiscal_received for delete to authenticated
  using ((select private.is_admin()) and not exists (
    select from public.fiscal_approvals a where a.received_id = fiscal_received.id));

-- Keeps a document or an approval that the server has verified: kept, duplicate, unknown (an approval of what was not issued
-- to this buyer for this amount) or full (enough for a day).
create function private.keep_fiscal_received(received jsonb, out outcome text) language plpgsql set search_path = ''
as $$
declare
  sent public.fiscal_received := jsonb_populate_record(null::public.fiscal_received, received);
begin
  select i.environment into strict sent.environment from private.fiscal_installation i;
  -- One after the other, so that nobody passes the limits by sending much at once.
  perform pg_advisory_xact_lock(hashtextextended('fiscal_received', 0));
  outcome := case
    when sent.kind = 'approval' and not exists (
      select from public.fiscal_documents d
      where d.environment = sent.environment and d.encf = sent.encf and d.type <> '32'
        and d.state in ('signed', 'sent', 'accepted', 'conditional')
        and d.amount = sent.amount and d.buyer_tax_number = sent.buyer) then 'unknown'
    when exists (
      select from public.fiscal_received r
      where (r.kind, r.environment, r.issuer, r.encf, r.signer)
        = (sent.kind, sent.environment, sent.issuer, sent.encf, sent.signer)) then 'duplicate'
    when (
      select count(*) >= 1000 or count(*) filter (where r.signer = sent.signer) >= 100 from public.fiscal_received r
      where r.kind = sent.kind and r.received_at > now() - interval '1 day') then 'full'
    else 'kept'
  end;
  if outcome = 'kept' then
    insert into public.fiscal_received
      (kind, environment, issuer, buyer, encf, issuer_name, issued_on, amount, signer, security_code, xml)
    values (sent.kind, sent.environment, sent.issuer, sent.buyer, sent.encf, sent.issuer_name, sent.issued_on, sent.amount,
      sent.signer, sent.security_code, sent.xml);
  end if;
end;
$$;

-- Keeps whether DGII knows a document as it was received.
create function private.confirm_fiscal_received(document uuid, is_known boolean) returns void
language sql set search_path = ''
as $$
  update public.fiscal_received r set
    state = case when is_known then 'confirmed' else 'unknown' end,
    confirmed_at = case when is_known then now() end
  where r.id = document and r.state <> 'confirmed' and not (is_known and exists (
    select from public.fiscal_received o
    where (o.environment, o.issuer, o.encf) = (r.environment, r.issuer, r.encf) and o.state = 'confirmed'));
$$;

-- ## What the server does

create function private.open_fiscal(opened text) returns void language sql set search_path = ''
as $$
  update private.fiscal_installation i set environment = opened, opened_in = coalesce(opened, i.opened_in),
    opened_at = case when coalesce(opened, i.opened_in) is distinct from i.opened_in then now() else i.opened_at end
  where i.environment is distinct from opened;
  delete from private.receipts_without_document w using public.receipts r, private.fiscal_installation i
  where r.id = w.receipt_id and r.issued_at < i.opened_at;
$$;

-- Numbers documents that are due, and claims documents to sign, send or ask about.
create function private.claim_fiscal_documents(most integer)
returns setof public.fiscal_documents language sql set search_path = ''
as $$
  select private.add_missing_documents();
  with waiting as (
    select d.id, d.type from public.fiscal_documents d join private.fiscal_installation i using (environment)
    where d.state = 'due' and private.read_issuer() is not null and (d.modifies is null or exists (
      select from public.fiscal_documents o where o.id = d.modifies and o.state in ('accepted', 'conditional')))
    order by d.created_at, d.id limit 100 for update of d skip locked
  -- Materialized, so that no plan takes numbers twice.
  ), taken as materialized (select w.id, n.* from waiting w, lateral private.take_fiscal_number(w.type) n)
  update public.fiscal_documents d
  set encf = taken.encf, expires_on = taken.expires_on, issuer = private.read_issuer(), state = 'numbered'
  from taken where d.id = taken.id and taken.encf is not null;
  select * from private.claim(null::public.fiscal_documents, most, 'state <> ''due''');
$$;

-- What a document says besides its own columns.
create function private.read_fiscal_content(document uuid) returns jsonb language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'receipt_number', r.number, 'zone_name', r.zone_name, 'space_name', r.space_name, 'plate', r.plate,
    'start_time', r.start_time, 'end_time', r.end_time,
    'lines', (
      select jsonb_agg(jsonb_build_object('rate', l.rate, 'total', l.amount, 'net', l.amount - l.tax, 'tax', l.tax,
        'inReceipt', jsonb_build_object('total', l.receipt_amount, 'net', l.receipt_amount - l.receipt_tax, 'tax', l.receipt_tax))
        order by l.rate desc)
      from public.fiscal_lines l where l.document_id = d.id),
    'modified_encf', o.encf, 'modified_signed_at', o.signed_at, 'modified_amount', o.amount)
  from public.fiscal_documents d
  join public.receipts r on r.id = d.receipt_id
  left join public.fiscal_documents o on o.id = d.modifies
  where d.id = document;
$$;

-- Returns null where another server was faster.
create function private.keep_fiscal_signature(
  document uuid, signed_xml text, signed_summary text, code text, moment timestamptz
) returns boolean language sql set search_path = ''
as $$
  update public.fiscal_documents
  set state = 'signed', xml = signed_xml, summary = signed_summary, security_code = code, signed_at = moment
  where id = document and state = 'numbered' returning true;
$$;

-- The outcome is DGII's response: sent, accepted, conditional or rejected; or retry where there was none. Each pause
-- before the next try is longer.
create function private.report_fiscal_document(
  document uuid, outcome text, track text default null, said text default null, number_spent boolean default true
) returns void language plpgsql set search_path = ''
as $$
declare
  reported public.fiscal_documents;
begin
  update public.fiscal_documents d set
    state = case when outcome = 'retry' then d.state else outcome end,
    track_id = coalesce(track, d.track_id),
    response = left(coalesce(said, d.response), 2000),
    is_number_spent = number_spent,
    attempts = case when outcome = 'sent' and d.state = 'signed' then 0 else d.attempts end,
    next_attempt_at = now() + case
      when outcome = 'sent' and d.state = 'signed' then interval '1 second'
      else least(interval '5 seconds' * power(2, least(d.attempts, 10)), interval '10 minutes') end,
    is_contingency = d.is_contingency
      or (outcome = 'retry' and d.state = 'signed' and d.signed_at < now() - interval '10 minutes'),
    finished_at = case when outcome in ('accepted', 'conditional', 'rejected') then now() end
  where d.id = document and d.state in ('numbered', 'signed', 'sent')
  returning * into reported;
  perform private.tell_of_receipt(reported.receipt_id);
end;
$$;

-- ## For people

-- The documents of a receipt that its driver may see, and whether there will be more. Policies decide whose. A driver sees
-- a document when DGII has accepted it, or while DGII is out of reach.
create function public.fiscal_documents_of_receipt(receipt uuid) returns jsonb language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'documents', coalesce(jsonb_agg(jsonb_build_object(
      'environment', d.environment, 'type', d.type, 'encf', d.encf, 'expires_on', d.expires_on, 'amount', d.amount,
      'buyer_tax_number', d.buyer_tax_number, 'buyer_name', d.buyer_name, 'security_code', d.security_code,
      'signed_at', d.signed_at, 'is_contingency', d.is_contingency and d.state in ('signed', 'sent'), 'issuer', d.issuer,
      'modifies', o.encf, 'is_whole', o.amount = d.amount, 'is_late', d.is_late, 'lines', (
        select jsonb_agg(to_jsonb(l) order by l.rate desc) from public.fiscal_lines l where l.document_id = d.id)
      ) order by d.created_at, d.id)
      filter (where is_shown), '[]'),
    'is_awaited', coalesce(bool_or(d.reissued_at is null and not is_shown), false))
  from public.fiscal_documents d
  left join public.fiscal_documents o on o.id = d.modifies
  cross join lateral (
    select d.state in ('accepted', 'conditional') or d.is_contingency and d.state <> 'rejected' as is_shown
  ) shown
  where d.receipt_id = receipt;
$$;
grant execute on function public.fiscal_documents_of_receipt to authenticated;

-- The documents with what they are about, for the list and its file.
create view public.admin_fiscal_documents with (security_invoker = true) as
  select
    d.*, private.country_day(d.signed_at) as issued_on, r.number as receipt_number, r.reservation_id, o.encf as modified_encf
  from public.fiscal_documents d
  join public.receipts r on r.id = d.receipt_id
  left join public.fiscal_documents o on o.id = d.modifies;
grant select on public.admin_fiscal_documents to authenticated, service_role;

-- From how much on a reservation needs a buyer, in the currency of the operator; null where no documents are issued.
create function public.fiscal_buyer_limit() returns numeric language sql stable security definer set search_path = ''
as $$
  select ceil(100 * 250000 / private.find_exchange_rate(s.currency)) / 100 from public.installation_settings s
  where private.list_fiscal_obstacles() = '{}';
$$;
grant execute on function public.fiscal_buyer_limit to anon, authenticated, service_role;

-- What is missing, waits, was rejected or runs out.
create function public.fiscal_overview() returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty('read_books');
  select jsonb_build_object(
    'environment', i.environment, 'obstacles', private.list_fiscal_obstacles(),
    'waiting', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state in ('due', 'numbered', 'signed', 'sent')),
    -- With the oldest of them.
    'without_document', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0),
        'receipts', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'issued_at', r.issued_at,
          'amount', r.amount) order by r.number) filter (where r.place <= 100), '[]'))
      from (select r.id, r.number, r.issued_at, r.amount, row_number() over (order by r.number) as place from private.receipts_without_document w
        join public.receipts r on r.id = w.receipt_id where r.amount > 0) r),
    'without_number', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state = 'due' and d.created_at < now() - interval '10 minutes'
        and (d.modifies is null or exists (
          select from public.fiscal_documents o where o.id = d.modifies and o.state in ('accepted', 'conditional')))),
    'exchange_rate', (select to_jsonb(r) from public.exchange_rates r order by r.day desc limit 1),
    -- What DGII said.
    'refused_voids', (select coalesce(jsonb_agg(v.response), '[]') from public.fiscal_voids v
      where v.environment = i.environment and v.state = 'rejected'),
    -- A document has to be sent to DGII within 72 hours of its signature.
    'deadline', (select min(d.signed_at) + interval '72 hours' from public.fiscal_documents d
      where d.environment = i.environment and d.state in ('signed', 'sent')),
    'rejected', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state = 'rejected' and d.reissued_at is null),
    -- Less than a tenth of the numbers of a type is left, without ranges that are used up or voided, or less than 30 days.
    'types_running_out', (select coalesce(jsonb_agg(t.type order by t.type), '[]') from (
      select r.type from public.fiscal_ranges r where r.environment = i.environment group by r.type
      having coalesce(sum(r.last_number - r.next_number + 1)
          filter (where r.expires_on >= private.country_day(now())), 0) * 10
          < coalesce(sum(r.last_number - r.first_number + 1)
          filter (where r.expires_on >= private.country_day(now()) and r.next_number <= r.last_number), 1)
        or max(r.expires_on) filter (where r.next_number <= r.last_number) < private.country_day(now()) + 30
    ) t))
  from private.fiscal_installation i;
$$;

grant execute on function public.void_fiscal_numbers, public.reissue_fiscal_document, public.fiscal_overview
  to authenticated;
