-- The lock proxy asks with its own rights about a person, so it says what that person's session has shown.

drop function public.may_operate_locks(uuid);

-- definer: whether an account is shut out stands in a table that no role of the API may read. `assurance` is the `aal`
-- of the verified token; without one the session counts as standing on a password alone.
create function public.may_operate_locks(person uuid, assurance text default 'aal1')
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin')
    and not exists (select from public.profiles where user_id = person and status = 'suspended')
    and not exists (
      select from auth.users where id = person and (banned_until > now() or deleted_at is not null)
    )
    and (
      coalesce(assurance, '') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = person and status::text = 'verified')
    );
$$;

revoke all on function public.may_operate_locks(uuid, text) from public, anon, authenticated;
grant execute on function public.may_operate_locks(uuid, text) to service_role;

comment on function public.may_operate_locks(uuid, text) is
  'Whether this person is an administrator in good standing whose session has shown the second factor they have.';
