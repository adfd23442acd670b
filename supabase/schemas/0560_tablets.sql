-- Shared tablets: several people work with one device, each with a session of their own there, which a short PIN opens.
--
-- pins              one row for each person with a PIN of six digits: its bcrypt digest, which nobody reads
-- shared_sessions   one row for each session on a shared tablet [people]: locked ◀──▶ open
--
-- Rules
--   Administrators and staff have a PIN, which they set with a recent proof [people]. It is neither proof nor second factor.
--   A locked session reads and writes nothing. A PIN opens those of its person for twelve hours, or until the tablet locks them.
--   Five wrong PINs lock the PIN for 15 minutes. The audit log has that, and each new PIN.

create extension if not exists pgcrypto with schema extensions;

create table private.pins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  digest text not null check (length(digest) <= 72),
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 4),
  locked_until timestamptz check (isfinite(locked_until))
);
create trigger pins_audit after insert or update of locked_until on private.pins
  for each row execute function private.audit_admin_write('digest', 'wrong_tries');

-- The session of the caller, who works here, locked or not. What is written then stands in the audit log.
-- definer, all that follow: no role of the data API reads duties, sessions and PINs.
create function private.require_staff_session() returns uuid language sql security definer set search_path = ''
as $$
  select set_config('parqueo.duty', coalesce(
    (select r.role from public.user_roles r where r.user_id = auth.uid()),
    (select max(s.duty) from public.zone_staff s where s.user_id = auth.uid())), true);
  select private.raise_problem('tablet-for-staff')
    where nullif(auth.jwt() ->> 'session_id', '') is null or private.duty_at_work() is null or not private.has_open_session()
      or private.is_shut_out(auth.uid()) or not private.is_assured(auth.uid(), auth.jwt() ->> 'aal');
  select (auth.jwt() ->> 'session_id')::uuid;
$$;

create function public.set_pin(pin text) returns void language sql security definer set search_path = ''
as $$
  select private.require_staff_session();
  select private.raise_problem('proof-needed') where not private.has_recent_proof();
  select private.raise_problem('pin-common') where pin ~ '^(.)\1+$|^(..)\2+$|^(...)\3$'
    or strpos('01234567890 09876543210 112233 159753 147258', pin) > 0 or coalesce(pin !~ '^[0-9]{6}$', true);
  select private.raise_problem('too-many-pins') where 10 <= (
    select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.subject_table = 'pins' and a.created_at > now() - interval '1 day');
  insert into private.pins (user_id, digest) values (auth.uid(), extensions.crypt(pin, extensions.gen_salt('bf', 10)))
  on conflict (user_id) do update set digest = excluded.digest, wrong_tries = 0, locked_until = null;
$$;

-- Makes the session of the caller one of a shared tablet, and locks it. Returns the name of the caller.
create function public.lock_session() returns text language sql security definer set search_path = ''
as $$
  insert into private.shared_sessions as s (id) values (private.require_staff_session())
  on conflict (id) do update set open_until = least(s.open_until, now());
  select coalesce(private.to_plain_line(p.full_name), p.email) from public.profiles p where p.user_id = auth.uid();
$$;

-- Opens the session of the caller. Returns how many tries are left after a wrong PIN: an error would take the count back.
create function public.unlock_session(pin text)
returns integer language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  session constant uuid := private.require_staff_session();
  own private.pins;
begin
  select * into own from private.pins p where p.user_id = auth.uid() for update;
  perform private.raise_problem('pin-needed') where own.user_id is null;
  perform private.raise_problem('pin-locked') where own.locked_until > now();
  if own.digest = extensions.crypt(left(pin, 10), own.digest) then
    update private.pins p set wrong_tries = 0 where p.user_id = own.user_id;
    insert into private.shared_sessions (id, open_until) values (session, now() + interval '12 hours')
    on conflict (id) do update set open_until = excluded.open_until;
    return null;
  end if;
  update private.pins p set wrong_tries = (own.wrong_tries + 1) % 5 where p.user_id = own.user_id;
  update private.pins p set locked_until = now() + interval '15 minutes'
  where p.user_id = own.user_id and own.wrong_tries = 4;
  return 4 - own.wrong_tries;
end;
$$;
grant execute on function public.set_pin, public.lock_session, public.unlock_session to authenticated;
