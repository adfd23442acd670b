-- The person behind an account. A row appears when the account does, and follows its e-mail address.

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint profiles_user_id_is_unique unique
    constraint profiles_user_id_fkey references auth.users (id) on delete cascade,
  email text not null default '',
  full_name text,
  phone text,
  bio text,
  rating numeric(2, 1) not null default 0
    constraint profiles_rating_from_0_to_5 check (rating between 0 and 5),
  total_trips integer not null default 0
    constraint profiles_total_trips_not_negative check (total_trips >= 0),
  status text not null default 'active'
    constraint profiles_status_is_known check (status in ('active', 'inactive', 'suspended')),
  wallet_balance numeric(10, 2) not null default 0
    constraint profiles_wallet_balance_not_negative check (wallet_balance >= 0),
  wallet_settings jsonb not null default '{}',
  last_activity timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index profiles_newest_first on public.profiles (created_at desc);

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (user_id, email, full_name, phone) on public.profiles to authenticated;
grant update (full_name, phone, bio, rating, total_trips, status, wallet_balance, updated_at)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy drivers_read_own_profile on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_profiles on public.profiles
  for select to authenticated using ((select private.is_admin()));
create policy drivers_insert_own_profile on public.profiles
  for insert to authenticated
  with check (user_id = (select auth.uid()) and email = coalesce((select auth.jwt()) ->> 'email', ''));
create policy drivers_update_own_profile on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy admins_update_profiles on public.profiles
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- no delete: a profile goes with its account.

-- Column grants are the same for drivers and administrators, so this draws the line between them.
create function private.protect_profile_columns()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated')
    and (new.rating, new.total_trips, new.status, new.wallet_balance)
      is distinct from (old.rating, old.total_trips, old.status, old.wallet_balance)
    and not private.is_admin()
  then
    raise exception 'Only an administrator can change rating, trips, status or wallet balance'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

revoke all on function private.protect_profile_columns() from public;

create trigger profiles_protect_columns
  before update on public.profiles
  for each row execute function private.protect_profile_columns();
create trigger profiles_touch_updated_at
  before update on public.profiles
  for each row execute function private.touch_updated_at();

-- definer: policies ask it about the caller before the caller may read anything.
create function private.is_suspended()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.profiles where user_id = (select auth.uid()) and status = 'suspended'
  );
$$;

revoke all on function private.is_suspended() from public;
grant execute on function private.is_suspended() to authenticated, service_role;

comment on table public.profiles is 'One row for each account: who the driver is and how they stand with the product.';
