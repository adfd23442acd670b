-- Staff: who works in which zones, and what they may do there.
--
-- zone_staff   one row for each duty in one zone or in all: invited ──accept_invitation──▶ held
--
-- Rules
--   An administrator may do everything. Staff may do what duties_with() says, in the zones of their duties; who has several
--   duties may do what any of them allows.
--   Rights are read at each call. Who is suspended, has not shown the second factor, has no open session, or lacks the second
--   factor that the operator demands for the duty, has none.
--   Rights follow the zone of a space. What is in no zone belongs to the staff of all zones.
--   Staff read no tables of drivers. They call functions that ask require_duty() first and return what the duty may see.
--   Administrators give all duties, managers that of an attendant in their own zones. Nobody changes their own duties.
--   An invitation is good for seven days, once, and for the account whose confirmed address it names. Only a digest of its
--   token is stored: the token exists in the mail alone.
--
-- Hooks: [records] keeps name and role of who did what. [notifications] hands invitations to the server, which mails them.

-- ## What each duty may

create function private.duties_with(act text) returns text[] language sql immutable parallel safe
return case
  when act in ('see_today', 'check_plate', 'mark_arrival', 'report_space', 'let_in') then array['attendant', 'cashier', 'manager']
  when act in ('reserve', 'take_cash', 'see_driver') then array['cashier', 'manager']
  when act in ('cancel', 'set_space', 'lower_barrier', 'raise_barrier', 'price', 'give_back', 'invite', 'close_shift', 'keep_safelist') then array['manager']
  when act = 'read_books' then array['manager', 'accountant']
end;

create table public.zone_staff (
  id uuid primary key default gen_random_uuid(),
  -- Null: somebody is invited.
  user_id uuid references auth.users (id) on delete cascade,
  -- Null: all zones, and the spaces of none.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  zone_name text check (length(zone_name) <= 120),
  duty text not null constraint zone_staff_duty_is_known check (duty in ('attendant', 'cashier', 'manager', 'accountant')),
  email text constraint zone_staff_email_is_one
    check (length(email) <= 255 and email = lower(email) and email ~ '^[^[:space:]@<>(),;:"\\\[\]\u0001-\u001f\u007f-\u009f]+@[a-z0-9.-]+$'),
  invited_by uuid references auth.users (id) on delete cascade,
  -- SHA-256 of the token in the last mail.
  token_digest bytea unique check (octet_length(token_digest) <= 32),
  expires_at timestamptz not null default now() + interval '7 days' check (isfinite(expires_at)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  sent_at timestamptz check (isfinite(sent_at)),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  constraint zone_staff_is_held_or_offered check (
    case when user_id is null then num_nulls(email, invited_by) = 0 else num_nonnulls(email, invited_by, token_digest) = 0 end),
  constraint zone_staff_books_are_of_all_zones check (duty <> 'accountant' or zone_id is null),
  constraint zone_staff_duty_once unique nulls not distinct (user_id, email, zone_id, duty)
);
create index zone_staff_of_zone on public.zone_staff (zone_id);
create index zone_staff_of_inviter on public.zone_staff (invited_by);
create index zone_staff_by_next_attempt on public.zone_staff (next_attempt_at) where user_id is null and sent_at is null;

call private.secure('public.zone_staff', has_admins => false, service => 'all');

create function private.needs_factor_of(duty text) returns boolean language sql stable set search_path = ''
  return coalesce((select (to_jsonb(s) ->> (duty || 's_need_second_factor'))::boolean from private.settings() s), false);

-- The duty by which a person may do this in a zone, or in all zones where it is null; null where no duty allows it.
-- definer, all that follow: no role of the data API reads the duties, accounts and second factors of others.
create function private.find_duty(person uuid, act text, zone uuid)
returns text language sql stable security definer set search_path = ''
as $$
  select max(s.duty) from public.zone_staff s
  where s.user_id = person and s.duty = any (private.duties_with(act)) and (s.zone_id is null or s.zone_id = zone)
    and not private.is_shut_out(person) and (not private.needs_factor_of(s.duty) or private.has_second_factor(person));
$$;

create function private.may(act text, zone uuid default null)
returns boolean language sql stable security definer set search_path = ''
  return private.is_admin() or private.find_duty(auth.uid(), act, zone) is not null
    and private.has_shown_second_factor() and private.has_open_session();

-- Raises unless the caller may do this. What the transaction writes then stands in the audit log, under the caller's duty.
create function private.require_duty(act text, zone uuid default null)
returns void language sql security definer set search_path = ''
as $$
  select private.reject('There is no such act') where private.duties_with(act) is null;
  select private.reject('Your duties do not allow this', 'insufficient_privilege') where not private.may(act, zone);
  select set_config('parqueo.duty', private.find_duty(auth.uid(), act, zone), true) where not private.is_admin();
$$;

create function private.require_duty_for_spaces(act text, spaces uuid[])
returns void language sql security definer set search_path = ''
as $$
  select private.require_duty(act, held.zone_id) from (
    select distinct s.zone_id from unnest(coalesce(nullif(spaces, '{}'), '{null}')) wanted (id)
    left join public.parking_spaces s on s.id = wanted.id
  ) held;
$$;

-- The zones in which the caller may do this.
create function private.zones_with(act text) returns setof uuid language sql stable security definer set search_path = ''
as $$
  select s.zone_id from public.zone_staff s
  where s.user_id = (select auth.uid()) and s.zone_id is not null and private.may(act, s.zone_id)
  union
  select z.id from public.parking_zones z where private.may(act);
$$;
-- Requires the duty in a zone, or in any of the caller's where it is null.
create function private.require_duty_somewhere(act text, zone uuid) returns void language sql set search_path = ''
as $$
  select private.require_duty(act, case when zone is not null or private.may(act) then zone
    else (select z.id from private.zones_with(act) z (id) limit 1) end);
$$;
grant execute on function private.may, private.require_duty, private.zones_with to authenticated;
-- The files of the month name the operator.
create policy accountants_read_settings on public.installation_settings for select to authenticated
  using ((select private.may('read_books')));

-- The duties of the caller; `needs_factor` where one is of no use until they enrol a second factor. An administrator has those
-- of a manager of all zones.
create function public.my_duties()
returns table (duty text, zone_id uuid, zone_name text, needs_factor boolean)
language sql stable security definer set search_path = ''
as $$
  select s.duty, s.zone_id, z.name, private.needs_factor_of(s.duty) and not private.has_second_factor(s.user_id)
  from public.zone_staff s left join public.parking_zones z on z.id = s.zone_id
  where s.user_id = (select auth.uid()) and not private.is_suspended() and private.has_shown_second_factor()
    and private.has_open_session()
  union all
  select 'manager', null, null, false where private.is_admin();
$$;
grant execute on function public.my_duties to authenticated;

-- ## Who has a duty

-- Those who work, or are invited to, in zones where the caller gives duties; administrators see all, and each other.
create function public.list_staff()
returns table (
  id uuid, user_id uuid, full_name text, email text, duty text, zone_id uuid, zone_name text, status text, is_owner boolean,
  invited_until timestamptz
) language sql stable security definer set search_path = ''
as $$
  select s.id, s.user_id, p.full_name, coalesce(p.email, s.email), s.duty, s.zone_id, z.name, coalesce(p.status, 'invited'),
    s.duty = 'admin' and private.is_owner(s.user_id), case when s.user_id is null then s.expires_at end
  from (
    select w.id, w.user_id, w.email, w.duty, w.zone_id, w.expires_at from public.zone_staff w
    where private.is_admin() or w.zone_id in (select private.zones_with('invite')) or private.may('invite')
    union all
    select null, r.user_id, null, r.role, null, null from public.user_roles r where private.is_admin()
  ) s
  left join public.profiles p on p.user_id = s.user_id
  left join public.parking_zones z on z.id = s.zone_id
  order by s.user_id is null, p.sort_name, s.email, s.duty, z.sort_name, s.id
  limit 1000;
$$;

-- Whether this person may still give a duty.
create function private.may_give(person uuid, duty text, zone uuid)
returns boolean language sql stable security definer set search_path = ''
  return private.is_administrator_in_good_standing(person)
    or duty = 'attendant' and private.find_duty(person, 'invite', zone) is not null;

create function private.require_giver(duty text, zone uuid)
returns void language sql security definer set search_path = ''
as $$
  select private.require_duty('invite', zone);
  select private.reject('You may not give this duty', 'insufficient_privilege')
    where not private.is_admin() and duty is distinct from 'attendant';
$$;

-- Invites an address, or again: the link that it got before is of no use then.
create function public.invite_staff(email text, duty text, zone uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  address constant text := lower(btrim(left(email, 300)));
begin
  perform private.require_giver(duty, zone);
  perform private.raise_problem('own-duties-stay')
    where address = (select lower(p.email) from public.profiles p where p.user_id = auth.uid());
  perform pg_advisory_xact_lock(hashtextextended('invitations', 0));
  perform private.raise_problem('too-many-invitations') where (
    select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.subject_table = 'zone_staff' and a.created_at > now() - interval '1 day'
  ) >= (private.get_limits()).invitations_per_day;
  insert into public.zone_staff (email, duty, zone_id, zone_name, invited_by)
  values (address, duty, zone, (select z.name from public.parking_zones z where z.id = zone), auth.uid())
  on conflict on constraint zone_staff_duty_once do update set
    invited_by = excluded.invited_by, expires_at = excluded.expires_at, next_attempt_at = now(), token_digest = null, sent_at = null;
end;
$$;

-- Changes a duty or an invitation, or ends it where the new duty is null; a repeat of that changes nothing.
create function public.change_duty(staff uuid, duty text, zone uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.zone_staff;
begin
  select * into held from public.zone_staff s where s.id = staff for update;
  perform private.require_giver(held.duty, held.zone_id) where held.id is not null or not private.is_admin();
  perform private.require_giver(duty, zone) where duty is not null;
  perform private.raise_problem('duty-gone') where duty is not null and held.id is null;
  perform private.raise_problem('own-duties-stay') where held.user_id = auth.uid();
  delete from public.zone_staff s where s.id = held.id and change_duty.duty is null;
  update public.zone_staff s
  set duty = change_duty.duty, zone_id = zone, zone_name = (select z.name from public.parking_zones z where z.id = zone)
  where s.id = held.id;
exception
  when unique_violation then
    perform private.raise_problem('duty-held');
end;
$$;

-- Gives the caller the duty that they were invited to. Whoever invited them must still be allowed to give it.
create function public.accept_invitation(token text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  invited public.zone_staff;
begin
  perform private.reject('Sign in to accept an invitation', 'insufficient_privilege')
    where auth.uid() is null or private.is_suspended() or not private.has_shown_second_factor()
      or not private.has_open_session();
  select * into invited from public.zone_staff i
  where i.token_digest = sha256(convert_to(left(token, 100), 'UTF8')) and i.expires_at > now() for update;
  perform private.raise_problem('invitation-gone')
    where invited.id is null or not private.may_give(invited.invited_by, invited.duty, invited.zone_id);
  perform private.raise_problem('invitation-of-other') where not exists (
    select from auth.users u
    where u.id = auth.uid() and u.email_confirmed_at is not null and lower(u.email) = invited.email);
  perform set_config('parqueo.duty', invited.duty, true);
  update public.zone_staff s set user_id = auth.uid(), email = null, invited_by = null, token_digest = null
  where s.id = invited.id;
exception
  when unique_violation then
    perform private.raise_problem('duty-held');
end;
$$;
grant execute on function
  public.list_staff, public.invite_staff, public.change_duty, public.accept_invitation to authenticated;

-- What the server is to mail, in the language of who invites. Each try has a token of its own, and the last one counts.
create function private.claim_invitations(most integer)
returns table (id uuid, email text, language text, content jsonb, expires_at timestamptz)
language plpgsql set search_path = ''
as $$
declare
  invited public.zone_staff;
  token text;
begin
  for invited in select * from private.claim(null::public.zone_staff, most) loop
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    update public.zone_staff i set token_digest = sha256(convert_to(token, 'UTF8')) where i.id = invited.id;
    return query
      select invited.id, invited.email, s.language,
        jsonb_build_object(
          'token', token, 'duty', invited.duty, 'zone_name', z.name,
          'by', coalesce(nullif(btrim(p.full_name), ''), p.email)),
        invited.expires_at
      from public.profiles p
      left join public.parking_zones z on z.id = invited.zone_id
      left join public.user_settings s on s.user_id = p.user_id
      where p.user_id = invited.invited_by;
  end loop;
end;
$$;

create trigger zone_staff_audit after insert or delete or update of user_id, duty, zone_id, expires_at on public.zone_staff
  for each row execute function private.audit_admin_write('token_digest', 'attempts', 'next_attempt_at', 'sent_at');
