-- Staff: who works in which zones, and what they may do there.
--
-- zone_staff          one row for each duty of a person, in one zone or in all
-- staff_invitations   pending ──accept_invitation──▶ accepted
--                        └────revoke_invitation────▶ revoked
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
  when act in ('see_today', 'check_plate', 'mark_arrival', 'report_space') then array['attendant', 'cashier', 'manager']
  when act in ('reserve', 'take_cash', 'see_driver') then array['cashier', 'manager']
  when act in ('cancel', 'set_space', 'lower_barrier', 'raise_barrier', 'price', 'give_back', 'invite', 'close_shift') then array['manager']
  when act = 'read_books' then array['manager', 'accountant']
end;

create table public.zone_staff (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null: all zones, and the spaces of none.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  duty text not null constraint zone_staff_duty_is_known check (duty in ('attendant', 'cashier', 'manager', 'accountant')),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint zone_staff_books_are_of_all_zones check (duty <> 'accountant' or zone_id is null),
  constraint zone_staff_duty_once unique nulls not distinct (user_id, zone_id, duty)
);
create index zone_staff_of_zone on public.zone_staff (zone_id);

call private.secure('public.zone_staff', service => 'all');

create function private.needs_factor_of(duty text) returns boolean language sql stable set search_path = ''
as $$
  select coalesce((select (to_jsonb(s) ->> (duty || 's_need_second_factor'))::boolean from private.settings() s), false);
$$;

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
as $$
  select private.is_admin() or private.find_duty((select auth.uid()), act, zone) is not null
    and private.has_shown_second_factor() and private.has_open_session();
$$;

-- Raises unless the caller may do this. What the transaction writes then stands in the audit log, under the caller's duty.
create function private.require_duty(act text, zone uuid default null)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reject('There is no such act') where private.duties_with(act) is null;
  perform private.reject('Your duties do not allow this', 'insufficient_privilege') where not private.may(act, zone);
  perform set_config('parqueo.duty', private.find_duty(auth.uid(), act, zone), true) where not private.is_admin();
end;
$$;

create function private.require_duty_for_spaces(act text, spaces uuid[])
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_duty(act, held.zone_id) from (
    select distinct s.zone_id from unnest(coalesce(nullif(spaces, '{}'), '{null}')) wanted (id)
    left join public.parking_spaces s on s.id = wanted.id
  ) held;
end;
$$;

-- The zones in which the caller may do this.
create function private.zones_with(act text) returns setof uuid language sql stable security definer set search_path = ''
as $$
  select s.zone_id from public.zone_staff s where s.user_id = (select auth.uid()) and private.may(act, s.zone_id)
  union
  select z.id from public.parking_zones z where private.may(act);
$$;
grant execute on function private.may, private.require_duty, private.zones_with to authenticated;

-- Whether a person may do this, for the server. `assurance` is the `aal` of the token.
create function public.may_act(person uuid, act text, zone uuid default null, assurance text default 'aal1')
returns boolean language sql stable security definer set search_path = ''
as $$
  select public.is_acting_admin(person, assurance)
    or private.is_assured(person, assurance) and private.find_duty(person, act, zone) is not null;
$$;
grant execute on function public.may_act to service_role;

-- The duties of the caller; `needs_factor` where one is of no use until they enrol a second factor.
create function public.my_duties()
returns table (duty text, zone_id uuid, zone_name text, needs_factor boolean)
language sql stable security definer set search_path = ''
as $$
  select s.duty, s.zone_id, z.name, private.needs_factor_of(s.duty) and not private.has_second_factor(s.user_id)
  from public.zone_staff s left join public.parking_zones z on z.id = s.zone_id
  where s.user_id = (select auth.uid()) and not private.is_suspended() and private.has_shown_second_factor()
    and private.has_open_session()
  order by s.duty, z.sort_name, s.id;
$$;
grant execute on function public.my_duties to authenticated;

-- ## Who has a duty

-- Whether this person may give, change and end a duty. The session of a caller is asked for by require_giver.
create function private.may_give(person uuid, duty text, zone uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select private.is_administrator_in_good_standing(person)
    or duty = 'attendant' and private.find_duty(person, 'invite', zone) is not null;
$$;

create function private.require_giver(duty text, zone uuid)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_duty('invite', zone);
  perform private.reject('You may not give this duty', 'insufficient_privilege')
    where not private.is_admin() and duty is distinct from 'attendant';
end;
$$;

-- Those who work in zones where the caller gives duties; administrators see all, and themselves among them.
create function public.list_staff()
returns table (
  id uuid, user_id uuid, full_name text, email text, duty text, zone_id uuid, zone_name text, created_at timestamptz,
  status text, has_second_factor boolean, is_owner boolean
) language sql stable security definer set search_path = ''
as $$
  select s.id, s.user_id, p.full_name, p.email, s.duty, s.zone_id, z.name, s.created_at, p.status,
    private.has_second_factor(s.user_id), s.duty = 'admin' and private.is_owner(s.user_id)
  from (
    select w.id, w.user_id, w.duty, w.zone_id, w.created_at from public.zone_staff w
    where private.is_admin() or w.zone_id in (select private.zones_with('invite')) or private.may('invite')
    union all
    select null, r.user_id, r.role, null, r.created_at from public.user_roles r where private.is_admin()
  ) s
  join public.profiles p on p.user_id = s.user_id
  left join public.parking_zones z on z.id = s.zone_id
  order by p.sort_name, p.email, s.duty, z.sort_name, s.id
  limit 1000;
$$;

-- Gives a duty another kind or another zone.
create function public.change_duty(staff uuid, duty text, zone uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.zone_staff;
begin
  select * into held from public.zone_staff s where s.id = staff for update;
  perform private.require_giver(held.duty, held.zone_id);
  perform private.require_giver(duty, zone);
  perform private.raise_problem('duty-gone') where held.id is null;
  perform private.raise_problem('own-duties-stay') where held.user_id = auth.uid();
  perform private.raise_problem('duty-held') where exists (
    select from public.zone_staff s where (s.user_id, s.duty) = (held.user_id, change_duty.duty)
      and s.zone_id is not distinct from zone and s.id <> held.id);
  update public.zone_staff s set duty = change_duty.duty, zone_id = zone where s.id = held.id;
end;
$$;

-- A repeat changes nothing.
create function public.end_duty(staff uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.zone_staff;
begin
  select * into held from public.zone_staff s where s.id = staff for update;
  perform private.require_giver(held.duty, held.zone_id) where held.id is not null or not private.is_admin();
  perform private.raise_problem('own-duties-stay') where held.user_id = auth.uid();
  delete from public.zone_staff s where s.id = held.id;
end;
$$;
grant execute on function public.list_staff, public.change_duty, public.end_duty to authenticated;

-- ## Invitations

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint staff_invitations_email_is_one
    check (length(email) <= 255 and email = lower(email) and email ~ '^[^[:space:]@<>(),;:"\\\[\]\u0001-\u001f\u007f-\u009f]+@[a-z0-9.-]+$'),
  duty text not null constraint staff_invitations_duty_is_known check (duty in ('attendant', 'cashier', 'manager', 'accountant')),
  zone_id uuid references public.parking_zones (id) on delete cascade,
  invited_by uuid not null references auth.users (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'revoked')),
  -- SHA-256 of the token in the last mail.
  token_digest bytea unique check (octet_length(token_digest) <= 32),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  expires_at timestamptz not null default now() + interval '7 days' check (isfinite(expires_at)),
  -- The mail, as work for the server.
  sent_at timestamptz check (isfinite(sent_at)),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  constraint staff_invitations_books_are_of_all_zones check (duty <> 'accountant' or zone_id is null)
);
create index staff_invitations_of_zone on public.staff_invitations (zone_id);
create index staff_invitations_of_inviter on public.staff_invitations (invited_by, created_at);
create index staff_invitations_by_next_attempt on public.staff_invitations (next_attempt_at)
  where state = 'pending' and sent_at is null;
create unique index staff_invitations_once_pending on public.staff_invitations (email, duty, zone_id) nulls not distinct
  where state = 'pending';

call private.secure('public.staff_invitations', own => null, has_admins => false, service => 'all');

-- Invites an address, or again: the invitation before is revoked.
create function public.invite_staff(email text, duty text, zone uuid)
returns uuid language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  address constant text := lower(btrim(left(email, 300)));
  invitation uuid;
begin
  perform private.require_giver(duty, zone);
  perform private.raise_problem('own-duties-stay')
    where address = (select lower(p.email) from public.profiles p where p.user_id = auth.uid());
  perform pg_advisory_xact_lock(hashtextextended('invitations', 0));
  perform private.raise_problem('too-many-invitations') where (
    select count(*) from public.staff_invitations i
    where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day'
  ) >= (private.get_limits()).invitations_per_day;
  update public.staff_invitations i set state = 'revoked'
  where i.email = address and i.duty = invite_staff.duty and i.zone_id is not distinct from zone and i.state = 'pending';
  insert into public.staff_invitations (email, duty, zone_id, invited_by) values (address, duty, zone, auth.uid())
  returning id into invitation;
  return invitation;
end;
$$;

-- The open invitations that the caller may revoke.
create function public.list_invitations()
returns table (id uuid, email text, duty text, zone_id uuid, zone_name text, invited_by text, expires_at timestamptz, is_sent boolean)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.email, i.duty, i.zone_id, z.name, coalesce(nullif(btrim(p.full_name), ''), p.email), i.expires_at,
    i.sent_at is not null
  from public.staff_invitations i
  join public.profiles p on p.user_id = i.invited_by
  left join public.parking_zones z on z.id = i.zone_id
  where i.state = 'pending' and i.expires_at > now()
    and (private.is_admin() or i.duty = 'attendant' and private.may('invite', i.zone_id))
  order by i.created_at desc, i.id
  limit 1000;
$$;

-- A repeat changes nothing.
create function public.revoke_invitation(invitation uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  invited public.staff_invitations;
begin
  select * into invited from public.staff_invitations i where i.id = invitation for update;
  perform private.require_giver(invited.duty, invited.zone_id) where invited.id is not null or not private.is_admin();
  update public.staff_invitations i set state = 'revoked' where i.id = invited.id and i.state = 'pending';
end;
$$;

-- Gives the caller the duty that they were invited to. Whoever invited them must still be allowed to give it.
create function public.accept_invitation(token text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  invited public.staff_invitations;
begin
  perform private.reject('Sign in to accept an invitation', 'insufficient_privilege')
    where auth.uid() is null or private.is_suspended() or not private.has_shown_second_factor()
      or not private.has_open_session();
  select * into invited from public.staff_invitations i
  where i.token_digest = sha256(convert_to(left(token, 100), 'UTF8')) and i.state = 'pending' and i.expires_at > now()
  for update;
  perform private.raise_problem('invitation-gone')
    where invited.id is null or not private.may_give(invited.invited_by, invited.duty, invited.zone_id);
  perform private.raise_problem('invitation-of-other') where not exists (
    select from auth.users u
    where u.id = auth.uid() and u.email_confirmed_at is not null and lower(u.email) = invited.email);
  perform set_config('parqueo.duty', invited.duty, true);
  insert into public.zone_staff (user_id, zone_id, duty) values (auth.uid(), invited.zone_id, invited.duty)
  on conflict do nothing;
  update public.staff_invitations i set state = 'accepted' where i.id = invited.id;
end;
$$;
grant execute on function
  public.invite_staff, public.list_invitations, public.revoke_invitation, public.accept_invitation to authenticated;

-- What the server is to mail. Each try has a token of its own, and the last one counts.
create function private.claim_invitations(most integer)
returns table (id uuid, email text, language text, content jsonb, expires_at timestamptz)
language plpgsql set search_path = ''
as $$
declare
  invited public.staff_invitations;
  token text;
begin
  for invited in select * from private.claim(null::public.staff_invitations, most) loop
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    update public.staff_invitations i set token_digest = sha256(convert_to(token, 'UTF8')) where i.id = invited.id;
    return query
      select invited.id, invited.email, s.language,
        jsonb_build_object(
          'token', token, 'duty', invited.duty, 'zone_name', z.name,
          'by', coalesce(nullif(btrim(p.full_name), ''), p.email)),
        invited.expires_at
      from public.profiles p
      left join public.parking_zones z on z.id = invited.zone_id
      left join public.user_settings s on s.user_id = coalesce(
        (select known.user_id from public.profiles known where lower(known.email) = invited.email limit 1), p.user_id)
      where p.user_id = invited.invited_by;
  end loop;
end;
$$;

-- ## What the audit log says of both

-- The row with the names of its person and its zone, as they are now.
create function private.describe_staff(held jsonb) returns jsonb language sql stable set search_path = ''
as $$
  select held - array['token_digest', 'attempts', 'next_attempt_at', 'sent_at'] || jsonb_strip_nulls(jsonb_build_object(
    'zone_name', (select z.name from public.parking_zones z where z.id = (held ->> 'zone_id')::uuid),
    'name', coalesce(held ->> 'email', (
      select coalesce(nullif(btrim(p.full_name), ''), p.email) from public.profiles p
      where p.user_id = (held ->> 'user_id')::uuid))));
$$;

create function private.audit_staff() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, coalesce(new.id, old.id)::text,
    private.describe_staff(to_jsonb(old)), private.describe_staff(to_jsonb(new)));
  return null;
end;
$$;

create trigger zone_staff_audit after insert or update or delete on public.zone_staff
  for each row execute function private.audit_staff();
create trigger staff_invitations_audit after insert or update of state on public.staff_invitations
  for each row execute function private.audit_staff();
