-- Who is an administrator. The value 'admin' is the only role there is; everybody else is a driver.

create table public.user_roles (
  user_id uuid not null
    constraint user_roles_user_id_fkey references auth.users (id) on delete cascade,
  role text not null
    constraint user_roles_role_is_known check (role in ('admin')),
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id, role)
);

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select on public.user_roles to authenticated;
grant insert (user_id, role), delete on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

-- definer: a policy on user_roles cannot read user_roles without asking itself again.
create function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'
  );
$$;

revoke all on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

create policy drivers_read_own_roles on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_roles on public.user_roles
  for select to authenticated using ((select private.is_admin()));
create policy admins_insert_roles on public.user_roles
  for insert to authenticated with check ((select private.is_admin()));
create policy admins_delete_roles on public.user_roles
  for delete to authenticated using ((select private.is_admin()));
-- no update: a role is granted or removed, never edited.

-- definer: the count must see every administrator, whoever asks.
create function private.keep_one_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Two administrators removing each other at once must not both succeed.
  perform pg_advisory_xact_lock(hashtext('public.user_roles'));
  if not exists (
    select from public.user_roles
    where role = 'admin' and (user_id, role) is distinct from (old.user_id, old.role)
  ) then
    raise exception 'The last administrator cannot be removed' using errcode = 'check_violation';
  end if;
  return old;
end;
$$;

revoke all on function private.keep_one_admin() from public;

create trigger user_roles_keep_one_admin
  before delete on public.user_roles
  for each row when (old.role = 'admin')
  execute function private.keep_one_admin();

comment on table public.user_roles is 'Administrators of the back office; writable by administrators only.';
