-- What a driver gets for a stay that was paid: a copy of everything as it was then, with a number. Numbers have no gap.
-- A receipt never changes and is never deleted; money that is given back later has a receipt of its own, below zero.

create table public.receipts (
  id uuid primary key default gen_random_uuid(),
  number bigint not null
    constraint receipts_number_is_unique unique
    constraint receipts_number_in_range check (number between 1 and 999999999999),
  user_id uuid
    constraint receipts_user_id_fkey references public.profiles (user_id) on delete set null,
  reservation_id uuid not null
    constraint receipts_reservation_id_fkey references public.reservations (id),
  -- The first receipt of the stay, which this one corrects.
  corrects uuid
    constraint receipts_corrects_fkey references public.receipts (id),

  legal_name text not null
    constraint receipts_legal_name_length check (length(legal_name) <= 120),
  tax_number text
    constraint receipts_tax_number_length check (length(tax_number) <= 30),
  legal_address text
    constraint receipts_legal_address_length check (length(legal_address) <= 200),

  zone_name text
    constraint receipts_zone_name_length check (length(zone_name) <= 200),
  space_name text
    constraint receipts_space_name_length check (length(space_name) <= 200),
  place text
    constraint receipts_place_length check (length(place) <= 200),
  start_time timestamptz not null
    constraint receipts_start_time_is_finite check (isfinite(start_time)),
  end_time timestamptz not null
    constraint receipts_end_time_is_finite check (isfinite(end_time)),
  plate text
    constraint receipts_plate_length check (length(plate) <= 20),

  -- With the tax in it. Below zero where money was given back.
  amount numeric(12, 2) not null
    constraint receipts_amount_in_range check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  tax numeric(12, 2) not null
    constraint receipts_tax_in_range check (abs(tax) <= abs(amount)),
  -- In percent; null where the parts were charged at different rates.
  tax_rate numeric(5, 2)
    constraint receipts_tax_rate_in_range check (tax_rate between 0 and 100),
  currency text not null
    constraint receipts_currency_is_known check (currency in ('USD', 'DOP')),
  method text not null
    constraint receipts_method_is_known check (method in ('wallet', 'card', 'paypal')),
  -- Such as 'Visa ···· 1732'.
  paid_with text
    constraint receipts_paid_with_length check (length(paid_with) <= 60),
  -- The provider's reference of the payment, or the id of the ledger's transaction.
  transaction_id text not null
    constraint receipts_transaction_id_length check (length(transaction_id) between 1 and 64),
  issued_at timestamptz not null default now()
    constraint receipts_issued_at_is_finite check (isfinite(issued_at))
);

create index receipts_of_person on public.receipts (user_id, issued_at desc);
create index receipts_of_reservation on public.receipts (reservation_id, number);
create index receipts_that_correct on public.receipts (corrects) where corrects is not null;

alter table public.receipts enable row level security;
revoke all on public.receipts from public, anon, authenticated, service_role;
grant select on public.receipts to authenticated, service_role;

create policy drivers_read_own_receipts on public.receipts
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_receipts on public.receipts
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.receipts
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, update, delete: private.issue_receipts writes.

create function private.keep_receipt()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' or new.user_id is not null or old.user_id is null
    or (to_jsonb(new) - 'user_id') is distinct from (to_jsonb(old) - 'user_id')
  then
    raise exception 'Receipts are never changed or deleted' using errcode = 'insufficient_privilege';
  end if;
  -- A plate leads to its driver, so it goes with the account.
  new.plate := null;
  return new;
end;
$$;

revoke all on function private.keep_receipt() from public;

create trigger receipts_keep
  before update or delete on public.receipts for each row execute function private.keep_receipt();
create trigger receipts_never_truncated
  before truncate on public.receipts for each statement execute function private.keep_receipt();

comment on table public.receipts is
  'What was paid for a stay that is over, with a number without gaps; below zero for what was given back later. Never changed.';
