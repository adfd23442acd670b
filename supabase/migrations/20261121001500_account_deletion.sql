-- A person may leave for good. Their bookings stay on record without them; everything else that is theirs goes with the
-- account: profile, settings, roles, activity, messages, sessions and tokens, each by its foreign key.

-- The audit log stays append-only, but for one thing: what it copied of somebody who has left is taken out of it.
create or replace function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Only whoever owns the table can update it at all, so this opens nothing to the people the log is about.
  if tg_op = 'UPDATE' and current_setting('parqueo.forgets_person', true) = 'yes' then
    return null;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create function private.forget_in_audit_log(person uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  personal constant text[] := array['email', 'full_name', 'phone', 'bio', 'wallet_settings'];
begin
  perform set_config('parqueo.forgets_person', 'yes', true);
  update public.audit_log set before = before - personal, after = after - personal
  where subject_table = 'profiles'
    and subject_id = (select id::text from public.profiles where user_id = person);
  perform set_config('parqueo.forgets_person', '', true);
end;
$$;

revoke all on function private.forget_in_audit_log(uuid) from public;

-- definer: the caller may neither delete accounts nor empty the reference of a reservation.
create function public.delete_my_account()
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

revoke all on function public.delete_my_account() from public, anon, service_role;
grant execute on function public.delete_my_account() to authenticated;

comment on function public.delete_my_account() is
  'Deletes the account of the caller: cancels what is booked, keeps reservations without the person, removes the rest.';
