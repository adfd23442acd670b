-- A suspended administrator is none, from this moment on: an access token is good for up to an hour after its account was
-- shut out, long enough to lift the suspension.

-- definer: a policy on user_roles cannot read user_roles without asking itself again.
create or replace function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'
  ) and not private.is_suspended() and private.has_shown_second_factor();
$$;
