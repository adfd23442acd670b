-- The operator of the authentication service deletes accounts as their owners do: what was booked stays on record without
-- the person, everything else goes.

create function private.delete_account(person uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- A booking made at this moment either is seen below or finds nobody to belong to.
  perform from public.profiles where user_id = person for update;

  -- A stay under way keeps its space until its end: there may be a car in it.
  update public.reservations set status = 'cancelled'
  where user_id = person and status = 'active' and start_time > now();
  perform private.forget_in_audit_log(person);
  -- Deletes the role of an administrator too, which is refused for the last one. Safe to repeat.
  delete from auth.users where id = person;
end;
$$;

revoke all on function private.delete_account(uuid) from public, anon, authenticated, service_role;

comment on function private.delete_account(uuid) is
  'Deletes an account: cancels what is booked, keeps reservations without the person, removes the rest.';

-- definer: the caller may neither delete accounts nor empty the reference of a reservation. Policies do not stop it, so
-- it asks for the second factor itself.
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
  if private.is_admin() then
    -- Refused with check_violation for the last one. From here on what follows is no longer an administrator's work.
    delete from public.user_roles where user_id = person;
    insert into public.audit_log (actor_id, action, subject_table, subject_id)
    values (person, 'delete', 'users', person::text);
  end if;
  perform private.delete_account(person);
end;
$$;
