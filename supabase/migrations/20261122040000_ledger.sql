-- Whose money it is: a ledger with double entry, to which rows are only added. Amounts are in the installation's currency.
-- The sum of a wallet's entries is what the operator owes the driver; an account below zero is owed to the operator.

create table public.ledger_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint ledger_accounts_kind_is_known check (kind in (
      'wallet',
      'revenue',
      'tax',
      -- What AZUL and PayPal have captured.
      'clearing_azul', 'clearing_paypal',
      -- On the way back to a driver's card or PayPal account.
      'refunds',
      -- What an administrator decides, and what a deleted account leaves.
      'adjustments'
    )),
  user_id uuid
    constraint ledger_accounts_user_id_fkey references public.profiles (user_id) on delete set null
    constraint ledger_accounts_user_only_of_wallet check (user_id is null or kind = 'wallet'),
  created_at timestamptz not null default now()
    constraint ledger_accounts_created_at_is_finite check (isfinite(created_at))
);

create unique index ledger_accounts_one_of_each_kind on public.ledger_accounts (kind) where kind <> 'wallet';
create unique index ledger_accounts_one_wallet_of_person on public.ledger_accounts (user_id) where user_id is not null;

insert into public.ledger_accounts (kind)
values ('revenue'), ('tax'), ('clearing_azul'), ('clearing_paypal'), ('refunds'), ('adjustments');

create table public.ledger_transactions (
  id uuid primary key default gen_random_uuid(),
  -- The same cause is posted once.
  key text not null
    constraint ledger_transactions_key_is_unique unique
    constraint ledger_transactions_key_length check (length(key) between 1 and 120),
  kind text not null
    constraint ledger_transactions_kind_is_known check (kind in (
      'opening', 'adjustment', 'account_closed',
      -- A captured payment, and one that was captured a second time.
      'payment', 'second_capture',
      -- What a stay costs, and what is given back of it.
      'stay', 'extension', 'change', 'cancellation', 'stay_refund',
      -- From the wallet to the card or PayPal account: asked for, arrived, or back in the wallet.
      'refund_requested', 'refund_completed', 'refund_failed'
    )),
  reason text
    constraint ledger_transactions_reason_length check (length(reason) <= 300),
  reservation_id uuid
    constraint ledger_transactions_reservation_id_fkey references public.reservations (id),
  payment_id uuid,
  -- The administrator who did it; null for drivers and for what happens by itself.
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp()
    constraint ledger_transactions_created_at_is_finite check (isfinite(created_at)),
  -- The transaction of the database, in which all its entries are added.
  posted_in xid8 not null default pg_current_xact_id()
);

create index ledger_transactions_of_reservation on public.ledger_transactions (reservation_id)
  where reservation_id is not null;
create index ledger_transactions_of_payment on public.ledger_transactions (payment_id) where payment_id is not null;
create index ledger_transactions_by_time on public.ledger_transactions (created_at, kind);

create table public.ledger_entries (
  transaction_id uuid not null
    constraint ledger_entries_transaction_id_fkey references public.ledger_transactions (id),
  account_id uuid not null
    constraint ledger_entries_account_id_fkey references public.ledger_accounts (id),
  amount numeric(12, 2) not null
    constraint ledger_entries_amount_in_range check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  primary key (transaction_id, account_id)
);

create index ledger_entries_of_account on public.ledger_entries (account_id);

alter table public.ledger_accounts enable row level security;
alter table public.ledger_transactions enable row level security;
alter table public.ledger_entries enable row level security;
revoke all on public.ledger_accounts, public.ledger_transactions, public.ledger_entries
  from public, anon, authenticated, service_role;
grant select on public.ledger_accounts, public.ledger_entries to authenticated, service_role;
-- Drivers have nothing from the key, and must not learn which administrator it was.
grant select (id, kind, reason, reservation_id, payment_id, created_at) on public.ledger_transactions to authenticated;
grant select on public.ledger_transactions to service_role;
-- no insert for anybody: the functions below post, as owner of the tables. Nobody updates or deletes.

-- definer: the policies of transactions and entries ask it about rows that the caller reads only by their means.
create function private.own_wallet()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.ledger_accounts where user_id = (select auth.uid());
$$;

revoke all on function private.own_wallet() from public;
grant execute on function private.own_wallet() to authenticated;

create policy drivers_read_own_wallet on public.ledger_accounts
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_ledger_accounts on public.ledger_accounts
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.ledger_accounts
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create policy drivers_read_own_ledger_entries on public.ledger_entries
  for select to authenticated using (account_id = (select private.own_wallet()));
create policy admins_read_ledger_entries on public.ledger_entries
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.ledger_entries
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create policy drivers_read_own_ledger_transactions on public.ledger_transactions
  for select to authenticated using (exists (
    select from public.ledger_entries e where e.transaction_id = id and e.account_id = (select private.own_wallet())
  ));
create policy admins_read_ledger_transactions on public.ledger_transactions
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.ledger_transactions
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

-- The table's own rules hold for its owner too.

create function private.keep_ledger()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The ledger is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create function private.keep_ledger_account()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The account of a deleted person keeps its entries and forgets whose it was.
  if new.user_id is not null or (to_jsonb(new) - 'user_id') is distinct from (to_jsonb(old) - 'user_id') then
    raise exception 'The ledger is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

create function private.check_ledger_entry()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select posted_in from public.ledger_transactions where id = new.transaction_id) <> pg_current_xact_id() then
    raise exception 'Entries are added with their transaction' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

create function private.check_ledger_sum()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  posted constant uuid := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
begin
  if (select count(*) < 2 or sum(amount) <> 0 from public.ledger_entries where transaction_id = posted) then
    raise exception 'The entries of a transaction sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end;
$$;

-- definer: whoever causes a posting may not write profiles.
create function private.follow_wallet()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.ledger_accounts;
begin
  select * into wallet from public.ledger_accounts where id = new.account_id;
  if wallet.kind <> 'wallet' or current_setting('parqueo.balance_is_written', true) = 'yes' then
    return null;
  elsif wallet.user_id is null then
    raise exception 'This wallet has no owner any more' using errcode = 'check_violation';
  end if;
  perform set_config('parqueo.follows_ledger', 'yes', true);
  update public.profiles set wallet_balance = wallet_balance + new.amount where user_id = wallet.user_id;
  perform set_config('parqueo.follows_ledger', '', true);
  return null;
end;
$$;

revoke all on function private.keep_ledger() from public;
revoke all on function private.keep_ledger_account() from public;
revoke all on function private.check_ledger_entry() from public;
revoke all on function private.check_ledger_sum() from public;
revoke all on function private.follow_wallet() from public;

create trigger ledger_transactions_append_only
  before update or delete on public.ledger_transactions for each row execute function private.keep_ledger();
create trigger ledger_transactions_never_truncated
  before truncate on public.ledger_transactions for each statement execute function private.keep_ledger();
create trigger ledger_entries_append_only
  before update or delete on public.ledger_entries for each row execute function private.keep_ledger();
create trigger ledger_entries_never_truncated
  before truncate on public.ledger_entries for each statement execute function private.keep_ledger();
create trigger ledger_accounts_keep
  before update on public.ledger_accounts for each row execute function private.keep_ledger_account();
create trigger ledger_accounts_never_deleted
  before delete on public.ledger_accounts for each row execute function private.keep_ledger();
create trigger ledger_entries_check
  before insert on public.ledger_entries for each row execute function private.check_ledger_entry();
create trigger ledger_entries_follow_wallet
  after insert on public.ledger_entries for each row execute function private.follow_wallet();
create constraint trigger ledger_entries_sum_to_zero
  after insert on public.ledger_entries deferrable initially deferred
  for each row execute function private.check_ledger_sum();
create constraint trigger ledger_transactions_sum_to_zero
  after insert on public.ledger_transactions deferrable initially deferred
  for each row execute function private.check_ledger_sum();

-- Posting.

create function private.find_account(wanted text)
returns uuid
language sql
stable
security definer -- definer: whoever causes a posting reads no account but their own.
set search_path = ''
as $$
  select id from public.ledger_accounts where kind = wanted and kind <> 'wallet';
$$;

-- Locks the person, as everything that moves a wallet does first.
create function private.find_wallet(person uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet uuid;
begin
  perform from public.profiles where user_id = person for no key update;
  select id into wallet from public.ledger_accounts where user_id = person;
  if wallet is null then
    insert into public.ledger_accounts (kind, user_id) values ('wallet', person) returning id into wallet;
  end if;
  return wallet;
end;
$$;

-- Says whether it posted; false where the same key was posted before. Amounts of zero are left out.
create function private.post(
  key text, kind text, accounts uuid[], amounts numeric[],
  reservation uuid default null, payment uuid default null, reason text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  posted uuid;
begin
  insert into public.ledger_transactions (key, kind, reservation_id, payment_id, reason, actor_id)
  values ($1, $2, $5, $6, $7, case when private.is_admin() then (select auth.uid()) end)
  on conflict on constraint ledger_transactions_key_is_unique do nothing
  returning id into posted;
  if posted is null then
    return false;
  end if;
  insert into public.ledger_entries (transaction_id, account_id, amount)
  select posted, e.account, e.amount from unnest(accounts, amounts) as e (account, amount) where e.amount <> 0;
  return true;
end;
$$;

revoke all on function private.find_account(text) from public;
revoke all on function private.find_wallet(uuid) from public;
revoke all on function private.post(text, text, uuid[], numeric[], uuid, uuid, text) from public;

-- A balance that is written by hand is an adjustment.

create function private.post_written_balance()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  difference constant numeric := new.wallet_balance - case when tg_op = 'UPDATE' then old.wallet_balance else 0 end;
begin
  if difference = 0 or current_setting('parqueo.follows_ledger', true) = 'yes' then
    return null;
  end if;
  perform set_config('parqueo.balance_is_written', 'yes', true);
  perform private.post(
    'balance ' || gen_random_uuid(), 'adjustment',
    array[private.find_wallet(new.user_id), private.find_account('adjustments')], array[difference, -difference]);
  perform set_config('parqueo.balance_is_written', '', true);
  return null;
end;
$$;

-- What a deleted account leaves waits for the operator, and nobody can tell any more whose it was.
create function private.close_wallet()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A profile that is being deleted cannot follow its wallet.
  perform set_config('parqueo.balance_is_written', 'yes', true);
  perform private.post(
    'account_closed ' || a.id, 'account_closed',
    array[a.id, private.find_account('adjustments')], array[-old.wallet_balance, old.wallet_balance])
  from public.ledger_accounts a where a.user_id = old.user_id;
  perform set_config('parqueo.balance_is_written', '', true);
  return old;
end;
$$;

revoke all on function private.post_written_balance() from public;
revoke all on function private.close_wallet() from public;

create trigger profiles_close_wallet
  before delete on public.profiles
  for each row when (old.wallet_balance > 0) execute function private.close_wallet();
create trigger profiles_post_new_balance
  after insert on public.profiles
  for each row when (new.wallet_balance <> 0) execute function private.post_written_balance();
create trigger profiles_post_written_balance
  after update of wallet_balance on public.profiles
  for each row when (new.wallet_balance <> old.wallet_balance) execute function private.post_written_balance();

-- What wallets held before there was a ledger.
select private.post(
  'opening ' || p.user_id, 'opening',
  array[private.find_wallet(p.user_id), private.find_account('adjustments')], array[p.wallet_balance, -p.wallet_balance])
from (
  select user_id, wallet_balance, set_config('parqueo.balance_is_written', 'yes', true)
  from public.profiles where wallet_balance <> 0 order by user_id
) p;
select set_config('parqueo.balance_is_written', '', true);

-- invoker's rights: drivers see the entries of their wallet, administrators those of all.
create view public.wallet_entries with (security_invoker = true) as
  select
    t.id, a.user_id, e.amount, t.kind, t.reason, t.created_at, t.reservation_id, t.payment_id
  from public.ledger_entries e
  join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id
  where a.kind = 'wallet';

revoke all on public.wallet_entries from anon, authenticated, service_role;
grant select on public.wallet_entries to authenticated, service_role;

comment on table public.ledger_accounts is 'A wallet for each driver, and the accounts that money comes from and goes to.';
comment on table public.ledger_transactions is 'What moved money, once for each key. Append-only.';
comment on table public.ledger_entries is 'Signed amounts, which sum to zero in each transaction. Append-only.';
comment on view public.wallet_entries is 'The entries of wallets with what they are for.';
comment on column public.profiles.wallet_balance is
  'The sum of the wallet''s entries in the ledger. Writing it posts an adjustment.';
