-- At least one administrator who can sign in remains: not only a row in user_roles, but an account that exists, is
-- confirmed and not shut out, with an active profile. Whatever would end that for the last one is prevented: taking
-- the role away, deleting the account, suspending or deactivating the profile, banning or unconfirming the account.

-- definer: the accounts stand in a table that no role of the API may read.
create function private.is_administrator_in_good_standing(person uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin')
    and not exists (select from public.profiles where user_id = person and status <> 'active')
    and exists (
      select from auth.users
      where id = person and deleted_at is null and email_confirmed_at is not null
        and coalesce(banned_until <= now(), true)
    );
$$;

-- definer: the count must see every administrator, whoever asks.
create function private.require_another_administrator(person uuid)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
begin
  -- Two administrators who remove each other at once must not both succeed: the second one waits, then counts again.
  perform pg_advisory_xact_lock(hashtext('public.user_roles'));
  if not exists (
    select from public.user_roles
    where role = 'admin' and user_id <> person and private.is_administrator_in_good_standing(user_id)
  ) then
    perform private.raise_problem('last-administrator-stays', 'The last administrator cannot be removed');
  end if;
end;
$$;

-- definer: as above.
create or replace function private.keep_one_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_another_administrator(old.user_id);
  return case tg_op when 'DELETE' then old else new end;
end;
$$;

-- definer: as above. Who was in no good standing before is not counted either, so that they may be suspended any time.
create function private.keep_one_admin_active()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_administrator_in_good_standing(old.user_id) then
    perform private.require_another_administrator(old.user_id);
  end if;
  return new;
end;
$$;

-- definer: runs as the authentication service, which may not read the roles.
create function private.keep_one_admin_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_administrator_in_good_standing(old.id) then
    perform private.require_another_administrator(old.id);
  end if;
  return new;
end;
$$;

revoke all on function private.is_administrator_in_good_standing(uuid) from public;
revoke all on function private.require_another_administrator(uuid) from public;
revoke all on function private.keep_one_admin_active() from public;
revoke all on function private.keep_one_admin_account() from public;

-- A role is not edited over the API, but the service's role could give it to somebody who cannot sign in.
create trigger user_roles_keep_one_admin_on_update
  before update on public.user_roles
  for each row when (old.role = 'admin' and old.user_id is distinct from new.user_id)
  execute function private.keep_one_admin();
create trigger profiles_keep_one_admin
  before update of status on public.profiles
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.keep_one_admin_active();
-- Deleting the account deletes its role, which asks by itself.
create trigger parqueo_keep_one_admin
  before update of banned_until, deleted_at, email_confirmed_at on auth.users
  for each row when (
    new.banned_until is distinct from old.banned_until and new.banned_until > now()
    or new.deleted_at is not null and old.deleted_at is null
    or new.email_confirmed_at is null and old.email_confirmed_at is not null
  )
  execute function private.keep_one_admin_account();
