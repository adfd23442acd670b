-- Whoever has a second factor has no rights of their own before this session has shown it: a password that was stolen
-- opens nothing over the data API either. Zones, spaces and taken times are public and stay so.

-- Row level security on the factors, if it held for whoever owns the function below, would hide them all and let everybody
-- through. The owner of the table passes it, and so does the role that Supabase migrates with.
do $$
begin
  if row_security_active('auth.mfa_factors') then
    raise exception 'Second factors cannot be asked for: % does not see auth.mfa_factors', current_user
      using hint = 'Migrate as a role with BYPASSRLS, or as the owner of the table';
  end if;
end;
$$;

-- definer: the factors stand in a table that no role of the API may read.
create function private.has_shown_second_factor()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status::text = 'verified'
    );
$$;

revoke all on function private.has_shown_second_factor() from public;
grant execute on function private.has_shown_second_factor() to anon, authenticated, service_role;

comment on function private.has_shown_second_factor() is
  'Whether the caller''s session has shown their second factor; true for whoever has none.';

create or replace function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'
  ) and private.has_shown_second_factor();
$$;

-- Restrictive: what other policies allow is allowed only if this one agrees. Wrapped in a select, it is asked once for
-- a statement and not for each row.
create policy second_factor_first on public.profiles
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.user_settings
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.user_messages
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.user_activity
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.user_roles
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.reservations
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy second_factor_first on public.audit_log
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

-- definer: the caller may neither delete accounts nor empty the reference of a reservation. Policies do not stop it, so
-- it asks for the second factor itself; the rest is as it was.
create or replace function public.delete_my_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
begin
  if person is null then
    raise exception 'Sign in to delete your account' using errcode = 'insufficient_privilege';
  end if;
  if not private.has_shown_second_factor() then
    raise exception 'Show your second factor to delete your account' using errcode = 'insufficient_privilege';
  end if;
  -- A booking made at this moment either is seen below or finds nobody to belong to.
  perform from public.profiles where user_id = person for update;

  if private.is_admin() then
    -- Refused with check_violation for the last one. From here on what follows is no longer an administrator's work.
    delete from public.user_roles where user_id = person;
    insert into public.audit_log (actor_id, action, subject_table, subject_id)
    values (person, 'delete', 'users', person::text);
  end if;

  -- A stay under way keeps its space until its end: there may be a car in it.
  update public.reservations set status = 'cancelled'
  where user_id = person and status = 'active' and start_time > now();
  perform private.forget_in_audit_log(person);
  -- Safe to repeat: the second time there is nothing left to delete.
  delete from auth.users where id = person;
end;
$$;
