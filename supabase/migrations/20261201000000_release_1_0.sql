-- The subject files one after another.
-- Locks: nothing that anybody uses, as it begins a new database

-- ## supabase/schemas/0100_foundation.sql

-- Foundation: what every other file uses.
--
-- schema private   functions behind policies and triggers, and the operator's tables; no API exposes it
-- helpers          problems, locks, constants, days, row versions, folded text
-- installation     one row: whether this installation shows sample data
-- limits           one row: how much one person may reserve, change, write and pay
-- retention        how long each kind of old data is kept, and the function that removes it
-- queues           the tables whose rows are work for the server, and the function that hands it out
--
-- Rules
--   The tables of the operator have no policy and no grant: only the owner of the database changes them.
--   Functions run with the rights of the caller. Where one runs with those of its owner, a comment that begins with
--   "definer:" says why.
--   The product runs on its own server, which also has the schema parqueo_server, and on Supabase, which does not.
--
-- Settings of a transaction, by which a function tells a trigger what it cannot pass as an argument (writer: reader)
--   parqueo.removes_old           remove_old_data: the audit log, which is otherwise only added to
--   parqueo.forgets_person        [leaving]: the audit log, in the same way
--   parqueo.leaves                [leaving]: credit_reservation, which then puts cash into a wallet
--   parqueo.changes_reservation   save_changed_reservation, serve_payment, [walk-ins]: check_reservation_change
--   parqueo.follows_ledger        follow_wallet: post_written_balance
--   parqueo.balance_is_written    post_written_balance, close_wallet: follow_wallet
--   parqueo.reason                give_reason: record_gift
--   parqueo.duty                  require_duty: duty_at_work
--   parqueo.out_of_service        [outages], a reservation that is moved or cancelled: [notifications]
--
-- Hooks: [jobs] calls remove_old_data every hour on Supabase; the own server calls it itself.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- For reservations_never_overlap, which compares a space and a range of times in one index.
create extension if not exists btree_gist with schema extensions;

-- What a migration creates is closed until a grant opens it. PostgreSQL lets everybody execute a new function, and
-- Supabase opens all that is new in the schema public to every role of the data API.
alter default privileges revoke all on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- ## Helpers

-- Rejects a write with the key of a problem in domain/problems.ts. The client finds the sentence by the key and puts the
-- detail into it.
create function private.raise_problem(key text, detail text default null)
returns void language plpgsql set search_path = ''
as $$
begin
  if detail is null then
    raise exception '%', key using errcode = 'check_violation', hint = key;
  end if;
  raise exception '%', key using errcode = 'check_violation', hint = key, detail = detail;
end;
$$;

-- Rejects what no client of the product asks for. The sentence is for programmers, the condition is one of PostgreSQL's.
create function private.reject(sentence text, condition text default 'check_violation')
returns void language plpgsql set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = condition;
end;
$$;

-- For triggers of tables that only grow; the argument is the sentence.
create function private.reject_write() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject(tg_argv[0], 'insufficient_privilege');
  return null;
end;
$$;

-- Until the end of the transaction nobody else books, changes or pays for this driver. The reservations file has the
-- order of all locks. Without a driver there is nothing to lock.
create function private.lock_driver(driver uuid) returns void language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('reservations of ' || driver, 0)) where driver is not null;
$$;

-- For work that must not wait: false where another transaction has the lock.
create function private.try_lock_driver(driver uuid) returns boolean language sql set search_path = ''
  return pg_try_advisory_xact_lock(hashtextextended('reservations of ' || driver, 0));

-- Until the end of the transaction nobody else books this space.
create function private.lock_space(space uuid) returns void language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(space::text, 0)) where space is not null;
$$;

create function private.try_lock_space(space uuid) returns boolean language sql set search_path = ''
  return pg_try_advisory_xact_lock(hashtextextended(space::text, 0));

create function private.lock_spaces(spaces uuid[]) returns void language sql set search_path = ''
as $$
  select private.lock_space(space) from (select distinct unnest(spaces) as space order by 1) ordered;
$$;

-- Without a search_path PostgreSQL puts such functions into the query around them.
create function private.longest_reservation() returns interval language sql immutable parallel safe return interval '744 hours';
-- The price of an hour where neither the space nor its zone has one.
create function private.fallback_rate() returns numeric language sql immutable parallel safe return 5;
-- A reservation that begins within five minutes needs the space as it is now.
create function private.is_about_now(starts timestamptz) returns boolean language sql stable parallel safe
  return starts <= now() + interval '5 minutes';
create function private.country_zone() returns text language sql immutable parallel safe return 'America/Santo_Domingo';
create function private.country_day(moment timestamptz) returns date language sql stable parallel safe
  return (moment at time zone private.country_zone())::date;
create function private.start_of_day(day date) returns timestamptz language sql stable parallel safe
  return day::timestamp at time zone private.country_zone();

-- Whether a reservation with this status is over.
create function private.is_over(status text) returns boolean language sql immutable parallel safe
  return status in ('completed', 'cancelled', 'expired');

-- Whether a reservation ended late: over five minutes after its end, when the driver is told. It subtracts, since only
-- differences are immutable.
create function private.ended_late(status text, end_time timestamptz, ended_at timestamptz)
returns boolean language sql immutable parallel safe
  return status = 'expired' or (status = 'completed' and coalesce(ended_at - end_time > interval '5 minutes', false));

-- A time as a parameter of a sentence.
create function private.iso_time(moment timestamptz) returns text language sql stable
  return to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- For figures of days: they are of a year at most.
create function private.require_days(first_day date, last_day date)
returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_problem('days-out-of-range')
    where first_day is null or last_day is null or not isfinite(first_day) or not isfinite(last_day)
      or last_day - first_day not between 0 and 366;
end;
$$;

create function private.list_days(first_day date, last_day date)
returns table (day date) language sql immutable parallel safe
as $$
  select d::date from generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') d;
$$;

grant execute on function
  private.raise_problem, private.reject, private.lock_driver, private.try_lock_driver, private.lock_space,
  private.try_lock_space, private.lock_spaces, private.longest_reservation, private.fallback_rate, private.is_about_now,
  private.country_zone, private.country_day, private.start_of_day, private.is_over, private.ended_late, private.iso_time,
  private.require_days to anon, authenticated, service_role;

-- For BEFORE UPDATE. updated_at is the version of what people edit: it moves when one of those columns changes.
create function private.touch_updated_at() returns trigger language plpgsql set search_path = ''
as $$
declare
  -- The arguments of the trigger are the columns that nobody edits.
  aside text[] := tg_argv || array['updated_at'];
begin
  new.updated_at := case
    when to_jsonb(new) - aside = to_jsonb(old) - aside then old.updated_at
    -- Never the same twice, even where the clock was set back.
    else greatest(now(), old.updated_at + interval '1 microsecond')
  end;
  return new;
end;
$$;

-- Texts as people type and paste them, like domain/plain-text.ts and domain/field-schemas.ts. Each list is what stands between
-- the brackets of a regular expression.
-- Marks that change the direction of text, and letters that nobody sees. They make one name look like another.
create function private.unseen_letters() returns text language sql immutable parallel safe
  return '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e'
    || '\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f';

-- A regular expression of what nobody sees. Joiners change what is seen after a letter of Persian or Hindi and within an emoji.
create function private.unseen() returns text language sql immutable parallel safe
  return '[' || private.unseen_letters() || ']'
    || '|(?<![\u0600-\u109f\u1780-\u18af\u2190-\u2bff\ua840-\uabff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]';

create function private.line_breaks() returns text language sql immutable parallel safe
  return '\u0001-\u001f\u007f-\u009f\u2028\u2029';

create function private.quotes() returns text language sql immutable parallel safe
  return '"''`\u00ab\u00b4\u00bb\u02b9\u02bb\u02bc\u02c8\u2018-\u201f\u2032\u2033\u2039\u203a\uff02\uff07';

-- Accents and other marks that stand above, below or around the letter before them, of the alphabets whose marks pile up.
create function private.stacked_marks() returns text language sql immutable parallel safe
  return '\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e'
    || '\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0fbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a'
    || '\ufe00-\ufe0f\ufe20-\ufe2f';

create function private.blanks() returns text language sql immutable parallel safe
  return '\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000' || private.line_breaks();

-- For check constraints of all texts that drivers write. Languages put up to four marks on a letter; more of them cover the
-- lines around it.
create function private.is_legible(words text) returns boolean language sql immutable parallel safe
  return words !~ ('[' || private.stacked_marks() || ']{5}');

-- For check constraints of texts that must not be blank: there is something to see.
create function private.is_visible(words text) returns boolean language sql immutable parallel safe
  return words ~ ('[^' || private.blanks() || private.unseen_letters() || '\u200c\u200d' || private.stacked_marks() || ']');

-- For check constraints of names and other texts that stand on one line.
create function private.is_plain_line(words text) returns boolean language sql immutable parallel safe
  return words !~ ('[' || private.line_breaks() || ']|' || private.unseen()) and private.is_legible(words);

-- A text as one plain line; null for a blank one.
create function private.to_plain_line(words text) returns text language sql immutable parallel safe
  return case when private.is_visible(words) then btrim(regexp_replace(
    regexp_replace(
      regexp_replace(words, '[\s' || private.line_breaks() || ']+', ' ', 'g'), private.unseen(), '', 'g'),
    '([' || private.stacked_marks() || ']{4})[' || private.stacked_marks() || ']+', '\1', 'g')) end;
grant execute on function
  private.unseen_letters, private.unseen, private.line_breaks, private.quotes, private.stacked_marks, private.blanks,
  private.is_legible, private.is_visible, private.is_plain_line, private.to_plain_line to anon, authenticated, service_role;

-- For BEFORE INSERT OR UPDATE: what was pasted along with the lines that the arguments name is left out.
create function private.strip_unseen() returns trigger language plpgsql set search_path = ''
as $$
declare
  field text;
  typed text;
begin
  foreach field in array tg_argv loop
    typed := to_jsonb(new) ->> field;
    if not private.is_plain_line(typed) then
      new := jsonb_populate_record(new, jsonb_build_object(field, coalesce(private.to_plain_line(typed), '')));
    end if;
  end loop;
  return new;
end;
$$;

-- A text to search in, like foldText in domain/plain-text.ts: without accents, case, quotes and ligatures, with one kind of
-- dash and blank. The extension unaccent folds more letters, but Supabase has it in another schema, and its result may not be
-- stored. Most addresses and plates are plain, which is found out faster than they are folded. PostgreSQL takes a time that is
-- quadratic in the number of accents in a row to normalise them, and no name or place is longer than 1000.
create function private.fold_text(words text) returns text language sql immutable parallel safe
return case
  when left(words, 1000) ~ '^[a-zA-Z0-9@._+-]*$' then lower(left(words, 1000))
  else btrim(
    regexp_replace(
      regexp_replace(
        replace(replace(replace(
          translate(
            lower(
              regexp_replace(
                normalize(regexp_replace(left(words, 1000), '[' || private.quotes() || ']|' || private.unseen(), '', 'g'), nfkd),
                '[\u0300-\u036f\u200c\u200d\ufe00-\ufe0f]', '', 'g')),
            'øłđıς', 'oldiσ'),
          'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'),
        '[ \u1680' || private.line_breaks() || ']+', ' ', 'g'),
      ' ?[\u2010-\u2015\u2043\u2212-] ?', '-', 'g'))
end;
grant execute on function private.fold_text to anon, authenticated, service_role;

-- What a folded text is like that has all words of a search, in any order; null where there is no word.
create function private.search_patterns(words text) returns text[] language sql immutable parallel safe
  return (
    select array_agg('%' || regexp_replace(word, '[\\%_]', '\\\&', 'g') || '%')
    from string_to_table(private.fold_text(left(words, 200)), ' ') word
    where word <> ''
  );
grant execute on function private.search_patterns to authenticated, service_role;

create function private.phone_digits(phone text) returns text language sql immutable parallel safe
  return translate(phone, ' +()./-', '');

-- The digits to look for in phones; null unless the words are a number of four digits or more.
create function private.phone_part(words text) returns text language sql immutable parallel safe
  return (
    select case when folded ~ '^([ +()./-]*[0-9]){4,}[ +()./-]*$' then private.phone_digits(folded) end
    from private.fold_text(left(words, 200)) folded
  );
grant execute on function private.phone_digits, private.phone_part to authenticated, service_role;

-- Lists sort by it: it has no accents, and "Space 9" comes before "Space 10". Every number gets twelve digits: zeros are
-- put before it, then only its last twelve digits stay.
create function private.sort_name(name text) returns text language sql immutable parallel safe
  return left(regexp_replace(
    regexp_replace(private.fold_text(name), '([0-9]+)', '000000000000\1', 'g'), '[0-9]+([0-9]{12})', '\1', 'g'), 900);
grant execute on function private.sort_name to authenticated, service_role;

-- ## A demo, or an installation that drivers use

-- One row. The own server writes it when it starts; on Supabase: update private.installation set samples = false;
-- Rules read the options, which `domain/installation.ts` names for the screens.
create table private.installation (
  only_row boolean primary key default true constraint installation_has_one_row check (only_row),
  samples boolean not null,
  -- The administrator whom no other one removes [people].
  owner_id uuid,
  obeys_settings boolean not null generated always as (not samples) stored,
  keeps_vehicles boolean not null generated always as (not samples) stored,
  keeps_books boolean not null generated always as (not samples) stored,
  keeps_ratings boolean not null generated always as (not samples) stored,
  keeps_messages boolean not null generated always as (not samples) stored,
  tracks_parking boolean not null generated always as (not samples) stored
);

insert into private.installation (samples) values (true);

-- definer: no role of the data API reads the table.
create function private.options() returns private.installation language sql stable security definer set search_path = ''
as $$
  select * from private.installation;
$$;
grant execute on function private.options to authenticated, service_role;

-- ## Limits of one person

-- One row; the operator may change it: update private.limits set upcoming_reservations = 50, changes_per_hour = 60;
create table private.limits (
  only_row boolean primary key default true check (only_row),
  upcoming_reservations integer not null default 20 check (upcoming_reservations between 1 and 10000),
  reservations_per_hour integer not null default 30 check (reservations_per_hour between 1 and 100000),
  messages_per_minute integer not null default 20 check (messages_per_minute between 1 and 10000),
  messages_per_day integer not null default 100 check (messages_per_day between 1 and 10000),
  unanswered_messages integer not null default 20 check (unanswered_messages between 1 and 10000),
  changes_per_hour integer not null default 30 check (changes_per_hour between 1 and 100000),
  swaps_per_hour integer not null default 5 check (swaps_per_hour between 1 and 100000),
  swaps_per_reservation integer not null default 3 check (swaps_per_reservation between 1 and 1000),
  notifications_per_hour integer not null default 40 check (notifications_per_hour between 1 and 10000),
  unpaid_holds_per_hour integer not null default 5 check (unpaid_holds_per_hour between 1 and 10000),
  unpaid_holds_per_day integer not null default 12 check (unpaid_holds_per_day between 1 and 10000),
  payments_per_hour integer not null default 20 check (payments_per_hour between 1 and 10000),
  invitations_per_day integer not null default 30 check (invitations_per_day between 1 and 10000),
  plate_checks_per_minute integer not null default 60 check (plate_checks_per_minute between 1 and 10000),
  plate_notes_per_hour integer not null default 60 check (plate_notes_per_hour between 1 and 10000),
  owed_by_driver integer not null default 1000 check (owed_by_driver between 0 and 1000000)
);

insert into private.limits default values;

-- definer: no role of the data API reads the table.
create function private.get_limits() returns private.limits language sql stable security definer set search_path = ''
as $$
  select l from private.limits l;
$$;
grant execute on function private.get_limits to authenticated, service_role;

-- ## How long old data is kept, which the operator may change

create table private.retention (
  what text not null check (length(what) <= 64),
  -- Null: kept for good.
  keep interval check (keep >= interval '1 day') check (keep <= interval '1000 years'),
  old_table text not null check (length(old_table) <= 64),
  -- Which of its rows are too old: `old` is the row, and $1 the time before which it is.
  condition text not null check (length(condition) <= 800),
  primary key (what, old_table)
);

insert into private.retention (what, keep, old_table, condition) values
  -- The ten newest entries of a person stay.
  ('activity', '12 months', 'public.user_activity', $condition$
    created_at < $1 and (
      select count(*) from (
        select from public.user_activity newer
        where newer.user_id = old.user_id and (newer.created_at, newer.id) > (old.created_at, old.id) limit 10
      ) shown
    ) = 10 $condition$),
  ('audit log', null, 'public.audit_log', 'created_at < $1'),
  ('plate checks', '1 year', 'public.audit_log', $$subject_table in ('plates', 'drivers') and created_at < $1$$),
  ('plate notes', '90 days', 'public.plate_notes', 'created_at < $1'),
  ('safelist', '90 days', 'public.safelist', 'valid_until < $1'),
  ('notifications', '30 days', 'public.notifications', 'created_at < $1'),
  ('downtimes', '30 days', 'private.downtimes', 'ended_at < $1'),
  -- What providers sent, for as long as somebody may ask about a payment.
  ('payment events', '180 days', 'private.payment_events', 'received_at < $1'),
  ('staff invitations', '30 days', 'public.zone_staff', 'user_id is null and expires_at < $1'),
  ('former staff', '10 years', 'public.former_staff', 'left_at < $1'),
  ('shared tablets', '1 day', 'private.shared_sessions',
    'open_until < $1 and not exists (select from auth.sessions s where s.id = old.id)'),
  ('suspended addresses', '1 year', 'private.suspended_addresses', 'deleted_at < $1'),
  -- The rest is about tables of the own server; Supabase cleans up its own.
  ('unused sessions', '180 days', 'auth.sessions',
    'greatest(created_at, updated_at, refreshed_at) < $1 or not_after < now()'),
  -- Anybody can sign up with addresses of others. Accounts that the operator invited, or that something belongs to, stay.
  ('unconfirmed accounts', '7 days', 'auth.users', $condition$
    email_confirmed_at is null and invited_at is null and banned_until is null
    and confirmation_sent_at < $1 and (recovery_sent_at < $1) is not false
    and not exists (select from public.reservations r where r.user_id = old.id)
    and not exists (select from public.ledger_accounts a where a.user_id = old.id) $condition$),
  -- Who never came back and never paid, guests of plates [walk_ins] too. A reservation may take a month.
  ('guests', '30 days', 'auth.users', $condition$
    (is_anonymous or email is null and exists (select from public.vehicles v join public.profiles p using (user_id)
      where p.user_id = old.id and p.phone is null and p.full_name = v.plate))
    and coalesce(last_sign_in_at, created_at) < $1 and not exists (
      select from public.reservations r where r.user_id = old.id and (r.end_time > $1 or r.status = 'active'))
    and not exists (select from public.ledger_accounts a where a.user_id = old.id)
    and not exists (select from public.payments p where p.user_id = old.id) $condition$),
  -- Holds that guests who are removed did not pay.
  ('unpaid holds', '30 days', 'public.reservations', $condition$
    status = 'lapsed' and user_id is null and created_at < $1
    and not exists (select from public.payments p where p.reservation_id = old.id)
    and not exists (select from public.ledger_transactions t where t.reservation_id = old.id) $condition$),
  -- A used token that comes back ends its session, as long as the token is kept.
  ('used refresh tokens', '30 days', 'auth.refresh_tokens', 'revoked and updated_at < $1'),
  -- The link of a new second factor works for three days.
  ('links and codes', '4 days', 'auth.one_time_tokens', 'created_at < $1'),
  ('sign-in flows', '1 day', 'auth.flow_state', 'created_at < $1'),
  ('sign-in flows', '1 day', 'parqueo_server.provider_visits', 'created_at < $1'),
  ('factor challenges', '1 day', 'auth.mfa_challenges', 'created_at < $1'),
  ('rate limits', '1 day', 'parqueo_server.rate_limits', 'window_ends_at < $1'),
  ('mailbox', '7 days', 'parqueo_server.mailbox', 'sent_at < $1'),
  ('undelivered mail', '7 days', 'parqueo_server.mail_outbox', 'failed_at < $1'),
  ('sign-in sources', '90 days', 'parqueo_server.sign_in_sources', 'last_used_at < $1');

-- Removes a batch of each kind of data that is too old and returns the number of rows. Called every hour until it
-- returns 0. Rows that another transaction has locked are left for the next call, so that the caller does not wait.
create function private.remove_old_data(batch integer default 2000)
returns integer language plpgsql set search_path = ''
as $$
declare
  kept private.retention;
  removed integer;
  removed_in_all integer := 0;
begin
  perform set_config('parqueo.removes_old', 'yes', true);
  for kept in
    select * from private.retention
    where keep is not null
      and (old_table ~ '^(public|private)\.' or to_regclass('parqueo_server.mailbox') is not null)
  loop
    execute format(
      'delete from %1$s where ctid = any (array (select ctid from %1$s as old where %2$s limit $2 for update skip locked))',
      kept.old_table, kept.condition
    ) using now() - kept.keep, batch;
    get diagnostics removed = row_count;
    removed_in_all := removed_in_all + removed;
  end loop;
  perform set_config('parqueo.removes_old', '', true);
  return removed_in_all;
end;
$$;

-- ## Queues

-- Tables whose rows are work for the server; each has `attempts` and `next_attempt_at`.
create table private.queues (
  queue text primary key check (length(queue) <= 40),
  work_table text not null unique check (length(work_table) <= 64),
  -- A row that is claimed is due again after this pause, then each time after twice as long. It is longer than a worker
  -- takes, so that a row is taken over only from a worker that has ended.
  first_pause interval not null check (first_pause between '1 minute' and '1 day'),
  longest_pause interval not null check (longest_pause between first_pause and '1 day'),
  -- Which of its rows are open: `item` is the row.
  condition text not null check (length(condition) <= 400)
);

insert into private.queues values
  ('mail', 'parqueo_server.mail_outbox', '1 minute', '1 hour', 'failed_at is null'),
  ('notifications', 'public.notifications', '1 minute', '1 hour', $$state = 'pending'$$),
  ('staff_invitations', 'public.zone_staff', '1 minute', '1 hour', 'user_id is null and sent_at is null and expires_at > now()'),
  ('payments', 'public.payments', '2 minutes', '1 hour', 'true'),
  -- While a refund is open, later ones of the same capture wait: the provider may not be able to tell them apart.
  ('refunds', 'public.payment_refunds', '10 minutes', '1 day', $$not exists (
    select from public.payment_refunds earlier
    where earlier.payment_id = item.payment_id and earlier.capture_reference = item.capture_reference
      and earlier.finished_at is null and (earlier.created_at, earlier.id) < (item.created_at, item.id))$$),
  ('fiscal', 'public.fiscal_documents', '2 minutes', '2 minutes', $$state in ('due', 'numbered', 'signed', 'sent')
    and environment = (select i.environment from private.fiscal_installation i)$$),
  ('fiscal_voids', 'public.fiscal_voids', '2 minutes', '1 hour', $$state = 'due'
    and environment = (select i.environment from private.fiscal_installation i)$$),
  -- The environment of the certification has no service to ask.
  ('fiscal_received', 'public.fiscal_received', '2 minutes', '1 day', $$kind = 'document' and state <> 'confirmed'
    and received_at > now() - interval '30 days' and environment <> 'certecf'
    and environment = (select i.environment from private.fiscal_installation i)$$),
  ('packages', 'private.month_packages', '10 minutes', '1 hour', 'content is null'),
  ('fiscal_approvals', 'public.fiscal_approvals', '10 minutes', '1 hour', $$state = 'due'
    and exists (select from private.fiscal_installation i where i.environment is not null)$$);

-- Claims open rows that are due, of the table of whose type `item` is a null, where the condition `also` holds.
create function private.claim(item anyelement, most integer, also text default 'true')
returns setof anyelement language plpgsql set search_path = ''
as $$
declare
  queue private.queues;
begin
  select * into strict queue from private.queues q where q.work_table = pg_typeof(item)::text;
  return query execute format(
    'update %1$s as item set
       attempts = attempts + 1, next_attempt_at = now() + least($1 * power(2, least(attempts, 10)), $2)
     where ctid = any (array(
       select ctid from %1$s as item where next_attempt_at <= now() and %2$s and %3$s
       order by next_attempt_at limit least($3, 100) for update skip locked))
     returning item.*', queue.work_table, queue.condition, also) using queue.first_pause, queue.longest_pause, most;
end;
$$;

-- When a row was claimed last.
create function private.find_last_attempt(queue text, next_attempt_at timestamptz, attempts integer)
returns timestamptz language sql stable set search_path = ''
as $$
  select next_attempt_at - least(q.first_pause * power(2, least(greatest(attempts, 1) - 1, 10)), q.longest_pause)
  from private.queues q where q.queue = find_last_attempt.queue;
$$;

-- How long what is due has waited in each queue. The metrics show it.
create function private.list_queue_ages()
returns table (queue text, seconds double precision) language plpgsql stable set search_path = ''
as $$
declare
  watched private.queues;
begin
  for watched in select * from private.queues loop
    queue := watched.queue;
    execute format(
      'select coalesce(greatest(0, extract(epoch from now() - min(next_attempt_at))), 0) from %s as item where %s',
      watched.work_table, watched.condition) into seconds;
    return next;
  end loop;
end;
$$;

-- ## supabase/schemas/0200_people.sql

-- People: a row in auth.users is an account. The authentication service writes it; triggers keep these tables in step.
--
-- profiles        one row for each account: name, contact, standing, wallet balance
-- user_settings   one row for each account: notifications, privacy, language, automatic logout
-- user_roles      one row for each administrator
--
-- profiles.status   active ◀──▶ inactive, suspended     only administrators change it
--
-- Rules
--   An account gets its profile and its settings when it is added, and they are deleted with it.
--   A suspended person cannot sign in. A session that is still open may read, cancel and end reservations, show their
--   tickets and delete the account, since what was paid is theirs; it may edit neither profile nor settings.
--   A person with a second factor reads and writes nothing before the session has shown it, nor does a locked session [tablets].
--   What cannot be taken back asks for a recent proof, as somebody may have stolen the session.
--   An administrator has the role, a session that is open, is not suspended and has shown the second factor. Where the
--   operator asks for one, an administrator without a second factor has no rights of the back office.
--   A name is one line without unseen letters, and has a letter to see.
--   The last administrator in good standing cannot be removed, suspended, banned or deleted.
--   The first administrator is the owner, whom no other one removes, suspends or bans. The owner hands this over; where the
--   role of the owner ends, the longest serving administrator is the owner.
--   A session that gives or takes the role, or changes the status of an administrator, has a recent proof of who it is.
--
-- Hooks: [records] logs sign-ins and what administrators write. [notifications] tells administrators of each other. [ledger] posts a wallet_balance that is written here.
-- [leaving] deletes accounts.

-- ## The three tables

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint profiles_user_id_is_unique unique references auth.users (id) on delete cascade,
  email text not null default '' constraint profiles_email_length check (length(email) <= 255),
  full_name text constraint profiles_full_name_length check (length(full_name) <= 80)
    constraint profiles_full_name_is_plain check (private.is_plain_line(full_name))
    constraint profiles_full_name_is_visible check (btrim(full_name) = '' or private.is_visible(full_name)),
  phone text constraint profiles_phone_length check (length(phone) <= 32)
    constraint profiles_phone_is_plain check (private.is_plain_line(phone)),
  bio text constraint profiles_bio_length check (length(bio) <= 300)
    constraint profiles_bio_is_legible check (private.is_legible(bio)),
  rating numeric(2, 1) not null default 0 constraint profiles_rating_from_0_to_5 check (rating between 0 and 5),
  total_trips integer not null default 0 constraint profiles_total_trips_not_negative check (total_trips >= 0),
  status text not null default 'active'
    constraint profiles_status_is_known check (status in ('active', 'inactive', 'suspended')),
  -- The sum of the wallet's entries in the ledger. Writing it posts an adjustment.
  wallet_balance numeric(10, 2) not null default 0
    constraint profiles_wallet_balance_in_range check (wallet_balance between 0 and 99999999.99),
  wallet_settings jsonb not null default '{}' check (octet_length(wallet_settings::text) <= 4096),
  last_activity timestamptz check (isfinite(last_activity)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- The version of the columns that people edit.
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  sort_name text collate "C" generated always as (left(private.fold_text(full_name), 240)) stored
    check (length(sort_name) <= 240)
) with (
  -- A booking rewrites its driver's row. Room on the page keeps the new version there.
  fillfactor = 85
);
create index profiles_newest_first on public.profiles (created_at desc);

create table public.user_settings (
  user_id uuid not null constraint user_settings_pkey primary key references auth.users (id) on delete cascade,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  sms_notifications boolean not null default false,
  marketing_emails boolean not null default false,
  privacy_level text not null default 'private'
    constraint user_settings_privacy_level_is_known check (privacy_level in ('public', 'friends', 'private')),
  -- Null: never.
  auto_logout_minutes integer
    constraint user_settings_auto_logout_from_1_to_43200 check (auto_logout_minutes between 1 and 43200),
  two_factor_enabled boolean not null default false,
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  language text constraint user_settings_language_is_a_tag
    check (char_length(language) <= 6 and language ~ '^[a-z]{2,3}(-[A-Z]{2})?$')
);

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint user_roles_role_is_known check (role in ('admin')),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint user_roles_pkey primary key (user_id, role)
);

-- ## What policies ask about the caller

-- If row level security on these tables held for the owner of the functions below, it would hide every factor, which lets
-- everybody through, and every session, which keeps all administrators out. It does not hold for the owner of the tables,
-- nor for the role that Supabase migrates with.
do $$
begin
  if row_security_active('auth.mfa_factors') or row_security_active('auth.sessions') then
    raise exception 'Second factors cannot be asked for: % does not see auth.mfa_factors and auth.sessions', current_user
      using hint = 'Migrate as a role with BYPASSRLS, or as the owner of the tables';
  end if;
end;
$$;

-- definer, as all that read second factors: no role of the data API may do that.
create function private.has_second_factor(person uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = person and status::text = 'verified');
$$;

-- `assurance` is the `aal` of a verified token. A person without a second factor needs none.
create function private.is_assured(person uuid, assurance text) returns boolean language sql stable set search_path = ''
  return coalesce(assurance, '') = 'aal2' or not private.has_second_factor(person);

-- The sessions of shared tablets [tablets], which are locked from `open_until` on.
create table private.shared_sessions (
  id uuid primary key,
  open_until timestamptz not null default now() check (isfinite(open_until))
);

create function private.last_lock(session uuid) returns timestamptz language sql stable set search_path = ''
  return (select t.open_until - case when t.open_until > now() then interval '12 hours' else '0' end from private.shared_sessions t where t.id = session);

create function private.has_shown_second_factor()
returns boolean language sql stable security definer set search_path = ''
as $$
  select private.is_assured((select auth.uid()), (select auth.jwt()) ->> 'aal')
    and not exists (select from private.shared_sessions s
      where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.open_until <= now());
$$;

-- Whether the session has shown within the hour what a stolen token cannot give. The own server stores the moment with the
-- session. Supabase does not: there the newest entry of the claim `amr` counts that takes a password, a mail or a factor.
-- definer: no role of the data API may read the sessions. A session has shown nothing before it was locked, or a PIN opened it.
create function private.has_recent_proof()
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid())
      and greatest(now() - interval '1 hour', private.last_lock(s.id)) < case
        when to_jsonb(s) ? 'proved_at' then (to_jsonb(s) ->> 'proved_at')::timestamptz
        else (
          select max(to_timestamp((shown ->> 'timestamp')::bigint))
          from jsonb_array_elements((select auth.jwt()) -> 'amr') as shown
          where shown ->> 'method' in ('password', 'otp', 'magiclink', 'recovery', 'totp')
        )
      end
  );
$$;

-- definer: policies ask it before the caller may read anything.
create function private.is_suspended() returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles where user_id = (select auth.uid()) and status = 'suspended'
  );
$$;

-- Whether this person is a guest of a sign [guests], who has a session and no address.
-- definer: no role of the data API may read the accounts.
create function private.is_anonymous(person uuid) returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users where id = person and is_anonymous);
$$;

-- A driver without an account, whom the desk has added.
create function private.is_guest(person uuid) returns boolean language sql stable
  return exists (select from auth.users u where u.id = person and u.email is null and not u.is_anonymous);

-- Raises instead of returning false: a policy that returned false would hide the row, and the deletion would look successful.
create function private.require_unsuspended() returns boolean language plpgsql stable set search_path = ''
as $$
begin
  perform private.reject('Your account is suspended', 'insufficient_privilege') where private.is_suspended();
  return true;
end;
$$;

-- definer: no role of the data API may read the accounts.
create function private.is_shut_out(person uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where user_id = person and status = 'suspended')
    or exists (select from auth.users where id = person and (banned_until > now() or deleted_at is not null));
$$;

-- Whether a person has a second factor, or the operator asks administrators for none.
-- definer: no role of the data API may read second factors, and only administrators read [settings].
create function private.has_factor_of_administrators(person uuid)
returns boolean language plpgsql stable security definer set search_path = ''
as $$
begin
  return not coalesce((select admins_need_second_factor from private.settings()), false)
    or private.has_second_factor(person);
end;
$$;

-- A token is good for an hour; its session may end before. Tokens that the operator signs for a program have no session.
-- definer: no role of the data API may read the sessions.
create function private.has_open_session() returns boolean language sql stable security definer set search_path = ''
as $$
  select own.id is null or exists (
    select from auth.sessions s where s.id = own.id::uuid and coalesce(s.not_after > now(), true)
  ) from (select nullif((select auth.jwt()) ->> 'session_id', '')) as own (id);
$$;

-- Drivers, who ask it in every policy, get no further than the first condition.
-- definer: a policy on user_roles cannot read user_roles without asking itself again.
create function private.is_admin() returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'
  ) and not private.is_suspended() and private.has_shown_second_factor() and private.has_open_session()
    and private.has_factor_of_administrators((select auth.uid()));
$$;

-- Whether this person is an administrator in good standing whose session has shown the second factor. `assurance` is the
-- `aal` of the token.
-- definer: nobody who comes through an API reads the accounts.
create function public.is_acting_admin(person uuid, assurance text default 'aal1')
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin')
    and not private.is_shut_out(person) and private.is_assured(person, assurance)
    and private.has_factor_of_administrators(person);
$$;
grant execute on function public.is_acting_admin to service_role;

create function private.require_admin() returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.reject('Only an administrator may do this', 'insufficient_privilege') where not private.is_admin();
end;
$$;

-- The duty by which somebody who is no administrator works in this transaction, once a function has asked for it [staff].
create function private.duty_at_work() returns text language sql stable
  return nullif(current_setting('parqueo.duty', true), '');

-- Whether the caller acts for the operator, and not as a driver.
create function private.acts_for_operator() returns boolean language sql stable set search_path = ''
  return private.duty_at_work() is not null or private.is_admin();

grant execute on function
  private.has_shown_second_factor, private.has_recent_proof, private.is_admin, private.require_admin, private.duty_at_work,
  private.acts_for_operator to anon, authenticated, service_role;
grant execute on function private.is_suspended, private.require_unsuspended, private.is_anonymous to authenticated, service_role;

-- ## The policies that most tables have

-- For migrations. Whoever has a second factor has shown it, drivers read the rows that `own` says are theirs, and
-- administrators and the service read all. `drivers_write` names what drivers who are not suspended do with their rows,
-- and `admins_write` what administrators do with all. The audit log gets what administrators write where `is_audited`
-- says so [records]. The rights of columns and other policies stand with their table.
create procedure private.secure(
  secured regclass, own text default 'user_id = (select auth.uid())', has_admins boolean default true,
  columns text default '', is_audited boolean default false, service text default 'select',
  drivers_write text[] default '{}', admins_write text[] default '{}', is_of_books boolean default false
) language plpgsql set search_path = ''
as $$
declare
  policy record;
begin
  execute format('alter table %s enable row level security', secured);
  execute format('grant select %s on %s to authenticated', columns, secured);
  execute format('grant %s on %s to service_role', service, secured);
  -- A restrictive policy narrows what the others allow. Inside a select, a question is asked once for each statement.
  execute format('create policy people_show_second_factor on %s as restrictive to authenticated
    using ((select private.has_shown_second_factor()))', secured);
  if own is not null then
    execute format('create policy drivers_read_own on %s for select to authenticated using (%s)', secured, own);
  end if;
  if has_admins then
    execute format('create policy admins_read_all on %s for select to authenticated
      using ((select private.is_admin()))', secured);
  end if;
  if is_of_books then
    execute format('create policy accountants_read_all on %s for select to authenticated
      using ((select private.may(''read_books'')))', secured);
  end if;
  for policy in
    select command, rule.* from unnest(drivers_write) as command, lateral (values
      ('drivers_%s_own', '', own, own),
      ('suspended_drivers_%s_nothing', 'as restrictive',
        case command when 'delete' then '(select private.require_unsuspended())' else 'true' end,
        'not (select private.is_suspended())')
    ) as rule (name, kind, old_row, new_row)
    union all
    select command, 'admins_%s_all', '', '(select private.is_admin())', '(select private.is_admin())'
    from unnest(admins_write) as command
  loop
    execute concat_ws(' ', format('create policy %I on %s', format(policy.name, policy.command), secured), policy.kind,
      'for', policy.command, 'to authenticated',
      case when policy.command <> 'insert' then format('using (%s)', policy.old_row) end,
      case when policy.command <> 'delete' then format('with check (%s)', policy.new_row) end);
  end loop;
  if is_audited then
    execute format('create trigger %I after insert or update or delete on %s
      for each row execute function private.audit_admin_write()', split_part(secured::text, '.', 2) || '_audit', secured);
  end if;
end;
$$;

-- ## Who may do what
-- Drivers and administrators have the same rights to columns; protect_profile_columns tells them apart. Nobody deletes
-- profiles or settings: they go with their account.

call private.secure('public.profiles', service => 'all', drivers_write => '{update}', admins_write => '{update}');
call private.secure('public.user_settings', service => 'all', drivers_write => '{update}', admins_write => '{update}');
call private.secure('public.user_roles', service => 'all', admins_write => '{insert, delete}');
grant insert (user_id, email, full_name, phone),
  update (full_name, phone, bio, rating, total_trips, status, wallet_balance, updated_at)
  on public.profiles to authenticated;
grant update (
  email_notifications, push_notifications, sms_notifications, marketing_emails,
  privacy_level, auto_logout_minutes, language, updated_at
) on public.user_settings to authenticated;
grant insert (user_id, role), delete on public.user_roles to authenticated;

create policy drivers_insert_own_profile on public.profiles for insert to authenticated
  with check (user_id = (select auth.uid()) and email = coalesce((select auth.jwt()) ->> 'email', '')
    and not (select private.is_suspended()));

-- ## What follows the account
-- definer, all but limit_user_metadata: they run as the authentication service, which may not write these tables.

-- On Supabase the product may not add a constraint to auth.users, but a trigger. The own server has the constraint.
create function private.limit_user_metadata() returns trigger language plpgsql set search_path = ''
as $$
begin
  -- Data over the limit may stay or shrink, but not grow.
  if octet_length(new.raw_user_meta_data::text) > 4096
    and (tg_op = 'INSERT' or octet_length(new.raw_user_meta_data::text) > octet_length(old.raw_user_meta_data::text))
  then
    raise exception 'User metadata takes at most 4096 bytes' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

do $$
begin
  if not exists (select from pg_constraint where conname = 'users_raw_user_meta_data_length') then
    create trigger parqueo_limit_user_metadata
      before insert or update of raw_user_meta_data on auth.users
      for each row execute function private.limit_user_metadata();
  end if;
end;
$$;

-- Cuts what is too long: an error would reject the whole account.
create function private.welcome_account() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, email, full_name, phone)
  values (
    new.id,
    coalesce(new.email, ''),
    left(private.to_plain_line(new.raw_user_meta_data ->> 'full_name'), 80),
    left(private.to_plain_line(new.raw_user_meta_data ->> 'phone'), 32)
  )
  on conflict (user_id) do update set full_name = excluded.full_name, phone = excluded.phone where tg_op = 'UPDATE';
  insert into public.user_settings (user_id) values (new.id) on conflict (user_id) do nothing;
  return new;
end;
$$;

create trigger parqueo_welcome_account after insert on auth.users
  for each row execute function private.welcome_account();
-- A person who signs up again before confirming the address may give another name or phone.
create trigger parqueo_follow_unconfirmed_account after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null and not old.is_anonymous
    and (
      old.raw_user_meta_data ->> 'full_name' is distinct from new.raw_user_meta_data ->> 'full_name'
      or old.raw_user_meta_data ->> 'phone' is distinct from new.raw_user_meta_data ->> 'phone'
    )
  ) execute function private.welcome_account();

create function private.follow_account() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if old.email is distinct from new.email then
    update public.profiles set email = coalesce(new.email, '') where user_id = new.id;
  end if;
  if old.last_sign_in_at is distinct from new.last_sign_in_at then
    perform private.record_activity(new.id, 'signed_in', '{}');
  end if;
  return null;
end;
$$;

create trigger parqueo_follow_account after update of email, last_sign_in_at on auth.users
  for each row execute function private.follow_account();

create function private.follow_second_factor() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_settings set two_factor_enabled = not two_factor_enabled
  where user_id = coalesce(new.user_id, old.user_id) and two_factor_enabled <> private.has_second_factor(user_id);
  return null;
end;
$$;

-- Hosted Supabase may refuse a trigger on this table: then two_factor_enabled stays as it is.
do $$
begin
  create trigger parqueo_follow_second_factor
    after insert or delete or update of status on auth.mfa_factors
    for each row execute function private.follow_second_factor();
exception
  when insufficient_privilege or undefined_table then
    raise notice 'two_factor_enabled does not follow second factors here: %', sqlerrm;
end;
$$;

-- ## The last administrator stays

-- definer: no role of the data API may read the accounts.
create function private.is_administrator_in_good_standing(person uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin')
    and not exists (select from public.profiles where user_id = person and status <> 'active')
    and exists (
      select from auth.users
      where id = person and deleted_at is null and email_confirmed_at is not null
        and coalesce(banned_until <= now(), true)
    );
$$;

create function private.is_owner(person uuid) returns boolean language sql stable set search_path = ''
  return coalesce(person = (private.options()).owner_id, false);

-- The argument is the column of the person. An administrator who is not in good standing may be suspended at any time.
-- definer: it counts every administrator, also those that the caller may not read.
create function private.keep_one_admin()
returns trigger language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  person constant uuid := to_jsonb(old) ->> tg_argv[0];
begin
  if tg_table_name = 'user_roles' or private.is_administrator_in_good_standing(person) then
    -- Two administrators who remove each other at once must not both succeed: the second one waits, then counts again.
    perform pg_advisory_xact_lock(hashtext('public.user_roles'));
    perform private.raise_problem('last-administrator-stays', 'The last administrator cannot be removed')
      where not exists (
        select from public.user_roles
        where role = 'admin' and user_id <> person and private.is_administrator_in_good_standing(user_id)
      );
  end if;
  -- The operator of the database may take the role, and the owner may give it up.
  perform private.raise_problem('owner-stays')
    where private.is_owner(person) and (tg_table_name <> 'user_roles' or coalesce(auth.uid(), person) <> person);
  return coalesce(new, old);
end;
$$;

-- Deleting an account deletes its role (end_role below).
create trigger user_roles_keep_one_admin before delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.keep_one_admin('user_id');
create trigger user_roles_never_changed before update on public.user_roles
  for each statement execute function private.reject_write('A role is given or taken, not changed');
create trigger profiles_keep_one_admin before update of status on public.profiles
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.keep_one_admin('user_id');
create trigger parqueo_keep_one_admin before update of banned_until, deleted_at, email_confirmed_at on auth.users
  for each row when (
    new.banned_until is distinct from old.banned_until and new.banned_until > now()
    or new.deleted_at is not null and old.deleted_at is null
    or new.email_confirmed_at is null and old.email_confirmed_at is not null
  ) execute function private.keep_one_admin('id');

-- Takes the role while the account still has a name, by which the other administrators are told of it.
-- definer: the authentication service deletes accounts too, and may not write the roles.
create function private.end_role() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.user_roles where user_id = old.id;
  return old;
end;
$$;

create trigger parqueo_end_role before delete on auth.users for each row execute function private.end_role();

-- definer: no role of the data API writes the installation.
create function private.follow_owner() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update private.installation set owner_id = (
    select user_id from public.user_roles where role = 'admin'
    order by private.is_administrator_in_good_standing(user_id) desc, created_at, user_id limit 1
  ) where not exists (select from public.user_roles where user_id = owner_id and role = 'admin');
  return null;
end;
$$;

create trigger user_roles_follow_owner after insert or delete on public.user_roles
  for each statement execute function private.follow_owner();

-- definer: as above. Makes another administrator the owner.
create function public.hand_over_ownership(administrator uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_admin(), pg_advisory_xact_lock(hashtext('public.user_roles'));
  perform private.reject('Only the owner may do this', 'insufficient_privilege') where not private.is_owner(auth.uid());
  perform private.raise_problem('proof-needed') where not private.has_recent_proof();
  perform private.raise_problem('owner-is-no-administrator')
    where private.is_administrator_in_good_standing(administrator) is not true;
  update private.installation set owner_id = administrator;
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values (auth.uid(), 'hand_over', 'user_roles', administrator::text, jsonb_build_object('user_id', administrator));
end;
$$;
grant execute on function public.hand_over_ownership to authenticated;

-- ## Who administers is changed with a recent proof

-- Without it a session that was stolen for a minute could remove every other administrator. The operator's own
-- connection and the service have no person. After the row, so that policies and the last administrator come first.
-- definer: a function that deletes the account of its caller has the rights of its owner.
create function private.require_proof_for_administrators()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('proof-needed')
    where auth.uid() is not null and not private.has_recent_proof()
      and (tg_table_name = 'user_roles'
        or exists (select from public.user_roles where user_id = new.user_id and role = 'admin'));
  return null;
end;
$$;

create trigger user_roles_require_proof after insert or delete on public.user_roles
  for each row execute function private.require_proof_for_administrators();
create trigger profiles_require_proof after update of status on public.profiles
  for each row when (old.status is distinct from new.status)
  execute function private.require_proof_for_administrators();

-- ## When a profile or settings change

create function private.protect_profile_columns() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject('Only an administrator can change rating, trips, status or wallet balance', 'insufficient_privilege')
    where current_user in ('anon', 'authenticated')
      and (new.rating, new.total_trips, new.status, new.wallet_balance)
        is distinct from (old.rating, old.total_trips, old.status, old.wallet_balance)
      and not private.is_admin();
  return new;
end;
$$;

-- definer: no role of the data API may write the accounts.
create function private.follow_suspension() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  -- In hours, which every time zone counts alike. Supabase's authentication service does not read infinity.
  hundred_years constant interval := '876000 hours';
begin
  -- A suspension adds a hundred years to the ban, and its end takes them away, so that another ban stays.
  update auth.users
  set banned_until = case
    when new.status = 'suspended' then greatest(banned_until, now()) + hundred_years
    -- Somebody has set another ban, or none, during the suspension.
    when banned_until < now() + hundred_years / 2 then banned_until
    when banned_until - hundred_years > now() then banned_until - hundred_years
  end
  where id = new.user_id;
  return null;
exception
  -- The driver cannot reserve in any case: the policies say so.
  when insufficient_privilege then
    raise warning 'the account of a suspended person stays open: %', sqlerrm;
    return null;
end;
$$;

-- In firing order, after profiles_keep_one_admin above. The last one fires when a suspension begins or ends.
create trigger profiles_protect_columns before update on public.profiles
  for each row execute function private.protect_profile_columns();
create trigger profiles_clean before insert or update of full_name, phone on public.profiles
  for each row execute function private.strip_unseen('full_name', 'phone');
create trigger profiles_touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at('last_activity', 'sort_name');
create trigger profiles_follow_suspension after update of status on public.profiles
  for each row when ((old.status = 'suspended') is distinct from (new.status = 'suspended'))
  execute function private.follow_suspension();

create trigger user_settings_touch_updated_at before update on public.user_settings
  for each row execute function private.touch_updated_at('two_factor_enabled');

-- ## What the back office calls

-- Counts of all profiles, those active within 24 hours by the clock of the database, and those with name and phone.
create function public.admin_user_summary()
returns table (total_users bigint, active_today bigint, complete_profiles bigint)
language sql stable set search_path = ''
as $$
  select private.require_admin();
  select
    count(*),
    count(*) filter (where last_activity >= now() - interval '24 hours'),
    count(*) filter (where btrim(full_name) <> '' and btrim(phone) <> '')
  from public.profiles;
$$;

grant execute on function public.admin_user_summary to authenticated;

-- ## supabase/schemas/0300_records.sql

-- Records: what people did, and what administrators changed.
--
-- user_activity   sign-ins, reservations and the like of one person, written by record_activity
-- audit_log       each row that an administrator wrote, before and after, written by triggers
--
-- Rules
--   Nobody writes either table over the data API.
--   A person reads their own activity, an administrator everybody's. Only administrators read the audit log.
--   What an administrator or staff did keeps the name and the role that they had then.
--   The audit log is append-only, with two exceptions: [leaving] empties what it copied of a person who leaves
--   (parqueo.forgets_person), and remove_old_data removes what is too old (parqueo.removes_old) [foundation].
--
--   Whoever stands in the log as administrator or staff and deletes the account is kept in former_staff, by name and role.
--
-- Hooks: other subjects add a trigger <table>_audit to their tables. [zones and spaces], [locks], [ledger], [messages]
-- and [leaving] add entries of their own. The triggers of other subjects call record_activity.

-- ## Activity of people

create table public.user_activity (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  activity_type text not null check (length(activity_type) <= 64),
  activity_data jsonb not null default '{}' check (octet_length(activity_data::text) <= 4096),
  created_at timestamptz not null default now() check (isfinite(created_at))
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index user_activity_newest_first on public.user_activity (user_id, created_at desc);
-- For remove_old_data.
create index user_activity_by_age on public.user_activity (created_at);

call private.secure('public.user_activity', service => 'all');

-- What an operator does for a person is marked so. Neither that nor an end by the scheduler is their last activity.
-- definer: triggers call it with the rights of the acting person, who may not write here.
create function private.record_activity(person uuid, type text, data jsonb)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  is_by_operator constant boolean := coalesce(auth.uid() <> person, false);
begin
  insert into public.user_activity (user_id, activity_type, activity_data)
  values (person, type, case when is_by_operator then data || '{"by_operator": true}' else data end);
  if not is_by_operator and type <> 'reservation_expired' then
    update public.profiles set last_activity = now() where user_id = person;
  end if;
end;
$$;

-- ## Audit log

create table public.audit_log (
  id bigint generated always as identity primary key,
  -- Not a foreign key: the entry outlives the account.
  actor_id uuid,
  action text not null check (length(action) <= 64),
  subject_table text not null check (length(subject_table) <= 64),
  subject_id text check (length(subject_id) <= 64),
  before jsonb check (octet_length(before::text) <= 262144),
  after jsonb check (octet_length(after::text) <= 262144),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  actor_name text check (length(actor_name) <= 255),
  actor_role text check (length(actor_role) <= 20)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index audit_log_newest_first on public.audit_log (created_at desc);
create index audit_log_of_subject on public.audit_log (subject_table, subject_id, created_at desc);
-- The list in the back office leaves out what drivers command [locks].
create index audit_log_of_administrators on public.audit_log (id desc)
  where not coalesce(subject_table = 'locks' and after ? 'reservation', false);
-- How fast locks respond [overview].
create index audit_log_of_lock_responses on public.audit_log (created_at desc)
  where subject_table = 'locks' and after ->> 'state' = 'answered';
-- The history of a reservation has what was done with its money.
create index audit_log_of_reservation on public.audit_log ((after ->> 'reservation_id'))
  where after ->> 'reservation_id' is not null;
-- What somebody did as administrator or staff.
create index audit_log_of_staff on public.audit_log (actor_id, id) where actor_role is not null;
-- For is_detail below.
create index audit_log_of_imports on public.audit_log (created_at, actor_id)
  where action = 'import' or subject_table = 'parking_zones';

call private.secure('public.audit_log', own => null);

-- The settings open nothing to administrators: only the owner of the table has the right to change it.
create trigger audit_log_never_changed before update on public.audit_log for each statement
  when (current_setting('parqueo.forgets_person', true) is distinct from 'yes')
  execute function private.reject_write('The audit log is append-only');
create trigger audit_log_never_deleted before delete on public.audit_log for each statement
  when (current_setting('parqueo.removes_old', true) is distinct from 'yes')
  execute function private.reject_write('The audit log is append-only');
create trigger audit_log_never_truncated before truncate on public.audit_log
  for each statement execute function private.reject_write('The audit log is append-only');

-- definer: no role of the data API reads the roles of others.
create function private.sign_audit_entry() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  new.actor_role := coalesce(private.duty_at_work(),
    (select r.role from public.user_roles r where r.user_id = new.actor_id), new.actor_role);
  new.actor_name := (
    select coalesce(nullif(btrim(p.full_name), ''), p.email) from public.profiles p
    where p.user_id = new.actor_id and new.actor_role is not null);
  return new;
end;
$$;

create trigger audit_log_sign before insert on public.audit_log for each row execute function private.sign_audit_entry();

-- definer: nobody else writes the log.
create function private.audit_admin_write() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if private.acts_for_operator() then
    -- The arguments of the trigger are the columns that the log leaves out.
    insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
    select
      (select auth.uid()), lower(tg_op), tg_table_name,
      coalesce(written.after ->> 'id', written.after ->> 'user_id', written.before ->> 'id', written.before ->> 'user_id'),
      written.before, written.after
    from (
      select to_jsonb(old) - coalesce(tg_argv, '{}') as before, to_jsonb(new) - coalesce(tg_argv, '{}') as after
    ) as written;
  end if;
  return null;
end;
$$;

create trigger user_roles_audit after insert or delete on public.user_roles
  for each row execute function private.audit_admin_write();
create trigger profiles_audit after insert or update or delete on public.profiles
  for each row execute function private.audit_admin_write();
create trigger user_settings_audit after insert or update or delete on public.user_settings
  for each row execute function private.audit_admin_write();

-- ## Who worked here and has left

create table public.former_staff (
  person uuid primary key,
  name text not null check (length(name) <= 255),
  role text not null check (length(role) <= 20),
  left_at timestamptz not null default now() check (isfinite(left_at))
);
call private.secure('public.former_staff', own => null);
create trigger former_staff_never_changed before update on public.former_staff
  for each statement execute function private.reject_write('Who worked here is never changed');
create trigger former_staff_never_deleted before delete or truncate on public.former_staff for each statement
  when (current_setting('parqueo.removes_old', true) is distinct from 'yes')
  execute function private.reject_write('Who worked here is never changed');

-- Whichever way the account is deleted: here, by the authentication service, or in its console.
-- definer: none of them writes the table.
create function private.keep_former_staff() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.former_staff (person, name, role)
  select old.id, coalesce(nullif(btrim(p.full_name), ''), p.email), coalesce(
    (select r.role from public.user_roles r where r.user_id = old.id),
    (select max(s.duty) from public.zone_staff s where s.user_id = old.id),
    (select l.actor_role from public.audit_log l where l.actor_id = old.id and l.actor_role is not null
     order by l.id desc limit 1))
  from public.profiles p where p.user_id = old.id and (
    exists (select from public.user_roles r where r.user_id = old.id)
    or exists (select from public.zone_staff s where s.user_id = old.id)
    or exists (select from public.audit_log l where l.actor_id = old.id and l.actor_role is not null))
  on conflict do nothing;
  return old;
end;
$$;
-- Before parqueo_end_role.
create trigger parqueo_copy_staff before delete on auth.users
  for each row execute function private.keep_former_staff();

-- ## What the back office reads

-- The audit log with the e-mail addresses of the administrator and of the person concerned.
create view public.admin_audit_log with (security_invoker = true) as
  select
    a.id, a.action, a.subject_table, a.subject_id, a.before, a.after, a.created_at,
    coalesce(actor.email, a.actor_name) as actor_email, coalesce(nullif(person.email, ''), person.full_name) as person_email,
    -- Only what a driver commands names a reservation.
    coalesce(a.subject_table = 'locks' and a.after ? 'reservation', false) as is_of_driver,
    -- All that one transaction writes has the same time: the spaces of an import, and those that take the price of a zone over.
    a.subject_table = 'parking_spaces' and a.action <> 'import' and exists (
      select from public.audit_log i
      where (i.action = 'import' or i.subject_table = 'parking_zones')
        and i.created_at = a.created_at and i.actor_id = a.actor_id
    ) as is_detail,
    a.after ->> 'reservation_id' as reservation_id, a.actor_role
  from public.audit_log a
  left join public.profiles actor on actor.user_id = a.actor_id
  left join public.profiles person
    on person.user_id = coalesce(a.after ->> 'user_id', a.before ->> 'user_id')::uuid
  -- A change of last_activity alone is not an act of the administrator.
  where a.action <> 'update'
    or a.before - array['updated_at', 'last_activity'] is distinct from a.after - array['updated_at', 'last_activity'];
grant select on public.admin_audit_log to authenticated, service_role;

-- ## supabase/schemas/0400_settings.sql

-- Settings: what the operator decided for the whole installation.
--
-- installation_settings   one row, which administrators read and change in the back office
-- private.settings()      what the rules of other subjects read: no row while the installation shows sample data
-- public_settings         what everybody reads, also signed out: nothing about signing in and mails
-- legal_texts             terms and privacy, since public_settings is read by every page
--
-- Rules
--   Nobody inserts or deletes the row.
--   The operator may ask administrators for a second factor only while people may enrol one.
--   updated_at is the version of the row; maintenance_since follows maintenance_mode.
--   Nobody charges drivers before the tax rate is decided; zero is a decision, null is none.
--   The currency stays once money has moved.
--   Only the owner raises what one administrator gives [people].
--   Second factors, what one administrator gives, and whether drivers pay change with a recent proof of the person [people].
--   What stands in subjects of mails, headers of pages or receipts is one plain line.
--
-- Hooks: the own server reads the part about signing in and mails. [reservations], [ledger], [payments] and
-- [notifications] obey private.settings().

-- A code is one plain line without spaces around it, for a column of the accountant's file.
create function private.are_account_codes(codes jsonb) returns boolean language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(codes) = 'object' then not exists (
    select from jsonb_each(codes) c
    where c.key !~ '^[a-z_]{1,30}$' or jsonb_typeof(c.value) <> 'string' or length(c.value #>> '{}') not between 1 and 30
      or c.value #>> '{}' <> btrim(c.value #>> '{}') or not private.is_plain_line(c.value #>> '{}')
  ) else false end;
$$;
grant execute on function private.are_account_codes to authenticated, service_role;

create table public.installation_settings (
  id text primary key default 'installation' constraint installation_settings_has_one_row check (id = 'installation'),
  app_name text not null default 'Parqueo'
    constraint installation_settings_app_name_not_blank check (btrim(app_name) <> '')
    constraint installation_settings_app_name_length check (length(app_name) <= 60)
    constraint installation_settings_app_name_on_one_line check (private.is_plain_line(app_name)),
  app_description text not null default ''
    constraint installation_settings_app_description_length check (length(app_description) <= 300),
  -- What people agree to when they sign up; empty until the operator writes it.
  terms_text text not null default ''
    constraint installation_settings_terms_text_length check (length(terms_text) <= 20000),
  privacy_text text not null default ''
    constraint installation_settings_privacy_text_length check (length(privacy_text) <= 20000),
  maintenance_mode boolean not null default false,
  maintenance_since timestamptz check (isfinite(maintenance_since)),
  default_parking_rate numeric(10, 2) not null default 15
    constraint installation_settings_default_parking_rate_in_range check (default_parking_rate between 0 and 10000),
  max_reservation_hours integer not null default 24 constraint installation_settings_max_reservation_hours_from_1_to_168
      check (max_reservation_hours between 1 and 168),
  min_reservation_minutes integer not null default 15
    constraint installation_settings_min_reservation_minutes_from_5_to_1440
      check (min_reservation_minutes between 5 and 1440),
  cancellation_deadline_minutes integer not null default 30
    constraint installation_settings_cancellation_deadline_minutes_in_range
      check (cancellation_deadline_minutes between 0 and 10080),
  notifications_enabled boolean not null default true,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  currency text not null default 'USD'
    constraint installation_settings_currency_is_known check (currency in ('USD', 'DOP')),
  -- In percent; null until the operator decides it.
  tax_rate numeric(5, 2)
    constraint installation_settings_tax_rate_from_0_to_100 check (tax_rate between 0 and 100),
  email_confirmation_required boolean not null default true,
  allow_signups boolean not null default true,
  -- Whether somebody parks from a sign without an account [guests].
  allow_guests boolean not null default false,
  password_min_length integer not null default 8
    constraint installation_settings_password_min_length_from_6_to_20 check (password_min_length between 6 and 20),
  -- Null: a session has no end of its own.
  session_timeout_hours integer constraint installation_settings_session_timeout_hours_from_1_to_168
      check (session_timeout_hours between 1 and 168),
  two_factor_allowed boolean not null default true,
  admins_need_second_factor boolean not null default false
    constraint installation_settings_admins_may_enrol check (two_factor_allowed or not admins_need_second_factor),
  attendants_need_second_factor boolean not null default false,
  cashiers_need_second_factor boolean not null default false,
  managers_need_second_factor boolean not null default false,
  accountants_need_second_factor boolean not null default false,
  constraint installation_settings_staff_may_enrol check (two_factor_allowed or not (attendants_need_second_factor
    or cashiers_need_second_factor or managers_need_second_factor or accountants_need_second_factor)),
  social_google_allowed boolean not null default true,
  social_apple_allowed boolean not null default true,
  email_from_address text constraint installation_settings_email_from_address_is_one
      check (length(email_from_address) <= 255
        and email_from_address ~ '^[^[:space:]@<>(),;:"\\\[\]\u0001-\u001f\u007f-\u009f]+@[A-Za-z0-9.-]+$'),
  -- Not an address: a name must not look like another sender.
  email_from_name text constraint installation_settings_email_from_name_not_blank check (btrim(email_from_name) <> '')
    constraint installation_settings_email_from_name_length check (length(email_from_name) <= 60)
    constraint installation_settings_email_from_name_on_one_line check (private.is_plain_line(email_from_name))
    constraint installation_settings_email_from_name_is_no_address check (email_from_name !~ '[@<>"\\]'),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  -- False: drivers pay the operator in another way, and nothing is charged here.
  charges_drivers boolean not null default false,
  top_up_min numeric(10, 2) not null default 5
    constraint installation_settings_top_up_min_in_range check (top_up_min between 0.01 and 1000000),
  top_up_max numeric(10, 2) not null default 10000
    constraint installation_settings_top_up_max_in_range check (top_up_max between 0.01 and 1000000)
    constraint installation_settings_top_up_max_over_min check (top_up_max >= top_up_min),
  -- The most that one administrator may correct in a wallet within a day without another one.
  wallet_correction_limit numeric(10, 2) not null default 5000
    constraint installation_settings_wallet_correction_limit_in_range check (wallet_correction_limit between 0 and 1000000),
  -- What a cashier takes out of the drawer without a second person, and the difference of a count that needs no note.
  cash_confirm_limit numeric(10, 2) not null default 5000
    constraint installation_settings_cash_confirm_limit_in_range check (cash_confirm_limit between 0 and 1000000),
  cash_difference_limit numeric(10, 2) not null default 100
    constraint installation_settings_cash_difference_limit_in_range check (cash_difference_limit between 0 and 1000000),
  -- The operator on receipts: name, RNC (the Dominican tax number) and address.
  legal_name text constraint installation_settings_legal_name_not_blank check (btrim(legal_name) <> '')
    constraint installation_settings_legal_name_length check (length(legal_name) <= 120)
    constraint installation_settings_legal_name_on_one_line check (private.is_plain_line(legal_name)),
  tax_number text constraint installation_settings_tax_number_is_one
    check (length(tax_number) <= 11 and tax_number ~ '^(\d{9}|\d{11})$'),
  legal_address text constraint installation_settings_legal_address_not_blank check (btrim(legal_address) <> '')
    constraint installation_settings_legal_address_length check (length(legal_address) <= 200)
    constraint installation_settings_legal_address_on_one_line check (private.is_plain_line(legal_address)),
  -- DGII's code of their municipality, or of the province where the last four digits are zero.
  legal_place_code text constraint installation_settings_legal_place_code_is_one
    check (length(legal_place_code) <= 6 and legal_place_code ~ '^(0[1-9]|[12]\d|3[0-2])\d{4}$'),
  -- When a receipt is issued: when its reservation has ended, or as soon as it is paid.
  receipt_moment text not null default 'end'
    constraint installation_settings_receipt_moment_is_known check (receipt_moment in ('end', 'payment')),
  -- The operator's codes of the ledger's accounts, by kind of account.
  account_codes jsonb not null default '{}'
    constraint installation_settings_account_codes_are_codes check (private.are_account_codes(account_codes))
    constraint installation_settings_account_codes_length check (length(account_codes::text) <= 1000)
);

insert into public.installation_settings default values;

call private.secure('public.installation_settings', own => null, is_audited => true, service => 'select, update',
  admins_write => '{update}');
-- Triggers set updated_at and maintenance_since, whatever is sent.
grant update on public.installation_settings to authenticated;

-- ## When an administrator saves

-- definer: it must see every posting and payment, whatever the caller may read.
create function private.check_settings() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('currency-in-use')
    where new.currency <> old.currency
      and (exists (select from public.ledger_transactions) or exists (select from public.payments));
  perform private.raise_problem('proof-needed')
    where auth.uid() is not null and not private.has_recent_proof()
      and (new.admins_need_second_factor, new.attendants_need_second_factor, new.cashiers_need_second_factor,
          new.managers_need_second_factor, new.accountants_need_second_factor, new.two_factor_allowed, new.wallet_correction_limit, new.charges_drivers)
        is distinct from
        (old.admins_need_second_factor, old.attendants_need_second_factor, old.cashiers_need_second_factor,
          old.managers_need_second_factor, old.accountants_need_second_factor, old.two_factor_allowed, old.wallet_correction_limit, old.charges_drivers);
  perform private.raise_problem('owner-raises-limit')
    where new.wallet_correction_limit > old.wallet_correction_limit and auth.uid() is not null
      and not private.is_owner(auth.uid());
  perform private.raise_problem('tax-rate-undecided') where new.charges_drivers and new.tax_rate is null;
  new.maintenance_since := case
    when new.maintenance_mode and old.maintenance_mode then old.maintenance_since
    when new.maintenance_mode then now()
  end;
  return new;
end;
$$;

create trigger installation_settings_clean before insert or update on public.installation_settings
  for each row execute function private.strip_unseen('app_name', 'email_from_name', 'legal_name', 'legal_address');
-- The RNC is written with dashes and kept without.
create function private.clean_tax_number() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.tax_number := regexp_replace(new.tax_number, '[\s-]', '', 'g');
  return new;
end;
$$;

create trigger installation_settings_clean_tax_number before insert or update of tax_number on public.installation_settings
  for each row execute function private.clean_tax_number();
create trigger installation_settings_save before insert or update on public.installation_settings
  for each row execute function private.check_settings();
create trigger installation_settings_touch_updated_at before update on public.installation_settings
  for each row execute function private.touch_updated_at();

-- ## What rules and screens read

-- definer: only administrators read the table, but the rules hold for everybody.
create function private.settings()
returns setof public.installation_settings language sql stable security definer set search_path = '' rows 1
as $$
  select s.* from public.installation_settings s where (private.options()).obeys_settings;
$$;

create function private.charges_drivers() returns boolean language sql stable set search_path = ''
  return coalesce((select charges_drivers from private.settings()), false);
grant execute on function private.settings, private.charges_drivers to authenticated, service_role;

create view public.public_settings with (security_barrier = true) as
  select
    app_name, app_description, maintenance_mode, maintenance_since,
    default_parking_rate, max_reservation_hours, min_reservation_minutes, cancellation_deadline_minutes,
    notifications_enabled, email_notifications, push_notifications, currency, coalesce(tax_rate, 0) as tax_rate,
    charges_drivers, top_up_min, top_up_max
  from public.installation_settings;
grant select on public.public_settings to anon, authenticated, service_role;

create view public.legal_texts with (security_barrier = true) as
  select terms_text, privacy_text from public.installation_settings;
grant select on public.legal_texts to anon, authenticated, service_role;

-- ## supabase/schemas/0500_zones_and_spaces.sql

-- Zones and spaces: a zone is a place to park, with coordinates and a price; a space is one stall, some with a lock.
--
-- status of a space   available, occupied, reserved, maintenance
--                     It follows the reservations and the reports of drivers. Administrators set it too: maintenance
--                     takes a space out of service.
--
-- Rules
--   Everybody reads zones and spaces, also signed out. Only administrators write them.
--   kavass_device_id of a space is the vendor's id of its lock. Everybody reads it: it opens nothing [locks].
--   The database sets zone_name of a space, and both rates of a zone.
--   A space without hourly_rate costs price_per_hour of its zone, a zone without price 5, unless it has a table [rates].
--   A space stays when its zone is deleted: its zone_id and zone_name are empty then.
--   The code of a sign never changes. A misread code opens nothing [guests].
--   An import adds all spaces or none, and once for each key.
--   A driver keeps up to fifty favourite zones, which nobody else reads.
--
-- Hooks: [reservations], [changes of reservations] and [outages] set the status of spaces. [search] reads lowest_rate,
-- sort_name and search_text.

-- ## The codes of signs

-- Each zone and space has a code of seven letters and a letter that checks them, without those that look alike. No two have
-- the same one, and what differs in one letter, or has two letters exchanged, is no code.
create sequence private.sign_numbers;

create function private.sign_letters() returns text language sql immutable parallel safe
  return '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

create function private.check_letter(letters text) returns text language sql immutable parallel safe
return (select substr(private.sign_letters(), 1 + (sum(place * strpos(private.sign_letters(), substr(letters, place, 1))) % 31)::integer, 1)
  from generate_series(1, 7) place);

-- Multiplying mixes numbers that follow each other, and keeps them different: the factor has no divisor in common with 31.
-- definer: no role of the data API draws numbers.
create function private.next_sign() returns text language sql security definer set search_path = ''
as $$
  with drawn as materialized (
    select nextval('private.sign_numbers') * 1299709 % 27512614111 as mixed
  ), made as (
    select string_agg(substr(private.sign_letters(), 1 + (div(mixed, 31::numeric ^ place) % 31)::integer, 1), '') as letters
    from drawn, generate_series(0, 6) place
  )
  select letters || private.check_letter(letters) from made;
$$;
grant execute on function private.next_sign to authenticated, service_role;

-- ## The two tables

-- What a driver pays who stays longer [overstays]: `value` is a factor of the price, or the amount of a started hour.
create function private.are_overstay_terms(terms jsonb) returns boolean language sql immutable set search_path = ''
  return terms - array['grace', 'rate', 'value', 'cap'] = '{}' and jsonb_path_exists(terms, 'strict $ ? (
    @.grace.floor() == @.grace && @.grace >= 0 && @.grace <= 60 && @.cap > 0 && @.cap <= 100000
    && @.cap % 0.01 == 0 && @.value % 0.01 == 0
    && (@.rate == "table" && @.value >= 1 && @.value <= 3 || @.rate == "fixed" && @.value > 0 && @.value <= 10000))');
grant execute on function private.are_overstay_terms to authenticated, service_role;

-- Hours in which a zone is open: `days` are digits from Monday, 1, to Sunday, 7; from and to are minutes of the day.
create function private.are_hours(list jsonb) returns boolean language sql immutable parallel safe set search_path = ''
return case when jsonb_typeof(list) <> 'array' or jsonb_array_length(list) not between 1 and 14 then false
  else jsonb_array_length(list) = jsonb_array_length(jsonb_path_query_array(list, 'strict $[*] ? (
    @.days like_regex "^1?2?3?4?5?6?7?$" && @.days != "" && @.from.floor() == @.from && @.from >= 0 && @.from < 1440
    && @.to.floor() == @.to && @.to >= 0 && @.to <= 1440)')) end;
grant execute on function private.are_hours to authenticated, service_role;

-- Prices are in the currency of the installation, coordinates in degrees of WGS84.
create table public.parking_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' constraint parking_zones_name_length check (length(name) <= 120)
    constraint parking_zones_name_is_plain check (private.is_plain_line(name)),
  -- In Spanish and in English. A driver reads the other one where theirs is missing.
  description text constraint parking_zones_description_length check (length(description) <= 2000),
  description_en text constraint parking_zones_description_en_length check (length(description_en) <= 2000),
  location text constraint parking_zones_location_length check (length(location) <= 300)
    constraint parking_zones_location_is_plain check (private.is_plain_line(location)),
  latitude double precision constraint parking_zones_latitude_in_degrees check (latitude between -90 and 90),
  longitude double precision constraint parking_zones_longitude_in_degrees check (longitude between -180 and 180),
  -- The average of the zone's ratings; without ratings what administrators set.
  rating numeric(2, 1) not null default 0 constraint parking_zones_rating_from_0_to_5 check (rating between 0 and 5),
  price_per_hour numeric(10, 2) default private.fallback_rate()
    constraint parking_zones_price_in_range check (price_per_hour between 0 and 10000),
  amenities jsonb not null default '{}'
    constraint parking_zones_amenities_are_flags check (
      jsonb_typeof(amenities) = 'object' and not jsonb_path_exists(amenities, '$.* ? (@.type() != "boolean")'))
    constraint parking_zones_amenities_length check (octet_length(amenities::text) <= 4096),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  -- The lowest and the highest hourly rate that is charged in the zone.
  lowest_rate numeric(10, 2) not null check (lowest_rate between 0 and 10000),
  highest_rate numeric(10, 2) not null check (highest_rate between 0 and 10000),
  sort_name text collate "C" not null generated always as (private.sort_name(name)) stored
    check (length(sort_name) <= 900),
  -- Name and location without accents and case.
  search_text text not null
    generated always as (left(private.fold_text(name || e'\n' || coalesce(location, '')), 1263)) stored
    check (length(search_text) <= 1263),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- A space of it has a table of rates.
  has_rates boolean not null default false,
  sign text not null default private.next_sign() unique check (length(sign) <= 8),
  -- Null: to stay longer costs nothing. The terms hold for what is booked since they were written.
  overstay jsonb constraint parking_zones_overstay_has_terms check (overstay is null or private.are_overstay_terms(overstay))
    constraint parking_zones_overstay_length check (octet_length(overstay::text) <= 200),
  overstay_since timestamptz check (isfinite(overstay_since)),
  -- Null: always open [special days].
  opening_hours jsonb constraint parking_zones_opening_hours_length check (octet_length(opening_hours::text) <= 2000)
    constraint parking_zones_opening_hours_are_hours check (private.are_hours(opening_hours)),
  constraint parking_zones_both_coordinates_or_none check ((latitude is null) = (longitude is null))
);
create index parking_zones_by_sort_name on public.parking_zones (sort_name, id);
create index parking_zones_with_hours on public.parking_zones (id) where opening_hours is not null;
create index parking_zones_by_place on public.parking_zones (latitude, longitude);
-- The sheet of the map sorts by the lowest rate.
create index parking_zones_by_lowest_rate_and_sort_name on public.parking_zones (lowest_rate, sort_name);
create index parking_zones_by_amenity on public.parking_zones using gin (amenities jsonb_path_ops);

create table public.parking_spaces (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' constraint parking_spaces_name_length check (length(name) <= 120)
    constraint parking_spaces_name_is_plain check (private.is_plain_line(name)),
  zone_id uuid references public.parking_zones (id) on delete set null,
  zone_name text check (length(zone_name) <= 120),
  location text constraint parking_spaces_location_length check (length(location) <= 300)
    constraint parking_spaces_location_is_plain check (private.is_plain_line(location)),
  kavass_device_id text
    constraint parking_spaces_kavass_device_id_length check (length(kavass_device_id) between 1 and 64),
  hourly_rate numeric(10, 2) default private.fallback_rate()
    constraint parking_spaces_hourly_rate_in_range check (hourly_rate between 0 and 10000),
  status text not null default 'available'
    constraint parking_spaces_status_is_known check (status in ('available', 'occupied', 'reserved', 'maintenance')),
  last_activity timestamptz check (isfinite(last_activity)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  sort_name text collate "C" not null generated always as (private.sort_name(name)) stored
    check (length(sort_name) <= 900),
  -- How a driver finds the space.
  hint text constraint parking_spaces_hint_length check (length(hint) <= 120)
    constraint parking_spaces_hint_is_plain check (private.is_plain_line(hint)),
  -- It or its zone has a table of rates.
  has_rates boolean not null default false,
  sign text not null default private.next_sign() unique check (length(sign) <= 8)
);
create index parking_spaces_by_sort_name on public.parking_spaces (sort_name, id);
create index parking_spaces_of_zone on public.parking_spaces (zone_id, sort_name, id);
-- For counting the free spaces of a zone without reading the table.
create index parking_spaces_of_zone_by_status_and_id on public.parking_spaces (zone_id, status, id);

create index parking_spaces_by_lock on public.parking_spaces (kavass_device_id) where kavass_device_id is not null;

-- The statuses that operators gave spaces [outages].
create table public.space_status_overrides (
  -- The id of the space.
  id uuid primary key references public.parking_spaces (id) on delete cascade,
  status text not null constraint space_status_overrides_status_is_known check (status in ('occupied', 'maintenance')),
  reason text constraint space_status_overrides_reason_length check (length(reason) <= 300)
    constraint space_status_overrides_reason_not_blank check (btrim(reason) <> ''),
  -- When planned maintenance begins; null once the space has the status. Nobody reserves the space for the time after it.
  starts_at timestamptz check (isfinite(starts_at)),
  -- The space is available again from then on.
  ends_at timestamptz check (isfinite(ends_at)),
  -- The names when the status was set, for the audit log.
  name text constraint space_status_overrides_name_length check (length(name) <= 120),
  zone_name text constraint space_status_overrides_zone_name_length check (length(zone_name) <= 120),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  constraint space_status_overrides_maintenance_has_reason check (status <> 'maintenance' or reason is not null)
);

create index space_status_overrides_by_end on public.space_status_overrides (ends_at) where ends_at is not null;
create trigger space_status_overrides_touch_updated_at before update on public.space_status_overrides
  for each row execute function private.touch_updated_at();

-- ## Who may do what

alter table public.parking_zones enable row level security;
alter table public.parking_spaces enable row level security;
grant all on public.parking_zones, public.parking_spaces to service_role;
grant select on public.parking_zones, public.parking_spaces to anon, authenticated;
grant delete on public.parking_zones, public.parking_spaces to authenticated;
grant insert (id, name, description, description_en, location, latitude, longitude, rating, price_per_hour, amenities, overstay, opening_hours),
  update (name, description, description_en, location, latitude, longitude, rating, price_per_hour, amenities, overstay, opening_hours)
  on public.parking_zones to authenticated;
grant insert (id, name, zone_id, zone_name, location, kavass_device_id, hourly_rate, status, hint),
  update (name, zone_id, zone_name, location, kavass_device_id, hourly_rate, status, hint)
  on public.parking_spaces to authenticated;

-- set_space_status() writes it.
call private.secure('public.space_status_overrides', own => null, is_audited => true, service => 'all');

create policy everybody_reads_zones on public.parking_zones for select to anon, authenticated using (true);
create policy admins_write_zones on public.parking_zones for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy everybody_reads_spaces on public.parking_spaces for select to anon, authenticated using (true);
create policy admins_write_spaces on public.parking_spaces for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- ## Favourite zones

create table public.favourite_zones (
  user_id uuid not null references auth.users (id) on delete cascade,
  zone_id uuid not null references public.parking_zones (id) on delete cascade,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  primary key (user_id, zone_id)
);
create index favourite_zones_of_zone on public.favourite_zones (zone_id);

call private.secure('public.favourite_zones', has_admins => false, service => 'all', drivers_write => '{insert, delete}');
grant delete, insert (user_id, zone_id) on public.favourite_zones to authenticated;

-- A zone that is a favourite already does not count, so that a repeat is never rejected.
create function private.limit_favourites() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.lock_driver(auth.uid());
  perform private.raise_problem('too-many-favourites')
    where (select count(*) from public.favourite_zones where user_id = new.user_id and zone_id <> new.zone_id) >= 50;
  return new;
end;
$$;

create trigger favourite_zones_limit before insert on public.favourite_zones
  for each row execute function private.limit_favourites();

-- ## When a zone is written

-- The rates of its spaces, and the average of its ratings where it has any, whatever an administrator writes.
-- definer: nobody but administrators reads the ratings of others.
create function private.set_zone_figures() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  price constant numeric := coalesce(new.price_per_hour, private.fallback_rate());
begin
  select coalesce(min(coalesce(hourly_rate, price)), price), coalesce(max(coalesce(hourly_rate, price)), price),
    coalesce(bool_or(has_rates), false)
  into new.lowest_rate, new.highest_rate, new.has_rates
  from public.parking_spaces where zone_id = new.id;
  select count(*), coalesce(round(avg(overall), 1), new.rating) into new.rating_count, new.rating
  from public.ratings where zone_id = new.id;
  new.overstay_since := case when new.overstay is distinct from old.overstay then now() else old.overstay_since end;
  return new;
end;
$$;

-- Locks the zones and writes a column unchanged, so that parking_zones_set_figures counts again.
-- definer: drivers rate and write no zones, and no role of the data API may write the rates.
create function private.refresh_zones() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  zones uuid[];
begin
  if tg_op = 'UPDATE' then
    -- A trigger with transition tables cannot name columns, so its arguments name those that count. Most updates of
    -- spaces change the status alone.
    zones := array(
      select unnest(array[n.zone_id, o.zone_id]) from changed n join before o on o.id = n.id
      where (n.zone_id, to_jsonb(n) -> tg_argv[0], to_jsonb(n) -> tg_argv[1])
        is distinct from (o.zone_id, to_jsonb(o) -> tg_argv[0], to_jsonb(o) -> tg_argv[1]));
  else
    zones := array(select zone_id from changed);
  end if;
  if zones = '{}' then
    return null;
  end if;
  perform from public.parking_zones where id = any (zones) order by id for no key update;
  update public.parking_zones set lowest_rate = lowest_rate where id = any (zones);
  return null;
end;
$$;

-- definer: the person who renames a zone need not be allowed to write its spaces.
create function private.rename_zone_in_spaces() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update public.parking_spaces set zone_name = new.name where zone_id = new.id;
  return new;
end;
$$;

-- In firing order. pg_trigger_depth() is 0 where a person writes: what other triggers write, such as rates, neither
-- changes updated_at nor stands in the audit log.
create trigger parking_zones_clean before insert or update of name, location on public.parking_zones
  for each row execute function private.strip_unseen('name', 'location');
create trigger parking_zones_set_figures before insert or update on public.parking_zones
  for each row execute function private.set_zone_figures();
create trigger parking_zones_touch_updated_at before update on public.parking_zones
  for each row when (pg_trigger_depth() = 0)
  execute function private.touch_updated_at('lowest_rate', 'highest_rate', 'sort_name', 'search_text', 'rating_count', 'has_rates');
create trigger parking_zones_audit after insert or update or delete on public.parking_zones
  for each row when (pg_trigger_depth() = 0) execute function private.audit_admin_write();
create trigger parking_zones_rename_in_spaces after update of name on public.parking_zones
  for each row when (old.name is distinct from new.name) execute function private.rename_zone_in_spaces();

-- Updates a zone if it has the version that the administrator read, or whichever without one, and says whether it did. The new price becomes the
-- rate of its spaces with a rate: of `all`, of those at the `old-price`, or of `none`. A manager changes price and hours alone.
-- definer: managers do not write the tables.
create function public.update_zone(zone uuid, version timestamptz, changes jsonb, rates text)
returns boolean language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
declare
  before public.parking_zones;
begin
  perform private.require_duty('price', zone);
  perform private.require_admin() where changes - array['price_per_hour', 'opening_hours'] <> '{}';
  perform private.reject('No such choice of spaces') where coalesce(rates, '') not in ('all', 'old-price', 'none');
  -- The spaces first: whoever writes a rate locks the space before the zone.
  perform from public.parking_spaces where zone_id = zone order by id for no key update;
  select * into before from public.parking_zones where id = zone and updated_at = coalesce(version, updated_at) for no key update;
  update public.parking_zones
  set (name, description, description_en, location, latitude, longitude, rating, price_per_hour, amenities, overstay, opening_hours) = (
    select name, description, description_en, location, latitude, longitude, rating, price_per_hour, amenities, overstay, opening_hours
    from jsonb_populate_record(before, changes))
  where id = before.id;
  update public.parking_spaces s set hourly_rate = z.price_per_hour from public.parking_zones z
  where s.zone_id = before.id and z.id = before.id and s.hourly_rate <> z.price_per_hour
    and (rates = 'all' or rates = 'old-price' and s.hourly_rate = coalesce(before.price_per_hour, private.fallback_rate()));
  return before.id is not null;
end;
$$;
grant execute on function public.update_zone to authenticated;

-- ## When a space is written

-- Ignores what a client sends in zone_name.
create function private.complete_space() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.zone_name := (select name from public.parking_zones where id = new.zone_id);
  new.kavass_device_id := nullif(btrim(new.kavass_device_id), '');
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    new.last_activity := now();
  end if;
  return new;
end;
$$;

create trigger parking_spaces_clean before insert or update of name, location, hint on public.parking_spaces
  for each row execute function private.strip_unseen('name', 'location', 'hint');
create trigger parking_spaces_complete before insert or update on public.parking_spaces
  for each row execute function private.complete_space();
create trigger parking_spaces_touch_updated_at before update on public.parking_spaces for each row
  execute function private.touch_updated_at('zone_name', 'status', 'last_activity', 'sort_name', 'has_rates');

create trigger parking_spaces_audit after insert or delete on public.parking_spaces
  for each row execute function private.audit_admin_write();
-- Where a zone is renamed, the log has an entry for the zone and none for its spaces.
create trigger parking_spaces_audit_update after update on public.parking_spaces
  for each row when (
    to_jsonb(old) - array['zone_name', 'updated_at', 'has_rates']
      is distinct from to_jsonb(new) - array['zone_name', 'updated_at', 'has_rates']
  ) execute function private.audit_admin_write();

create trigger parking_spaces_refresh_zones_on_insert after insert on public.parking_spaces
  referencing new table as changed for each statement execute function private.refresh_zones();
create trigger parking_spaces_refresh_zones_on_delete after delete on public.parking_spaces
  referencing old table as changed for each statement execute function private.refresh_zones();
create trigger parking_spaces_refresh_zones_on_update after update on public.parking_spaces
  referencing old table as before new table as changed
  for each statement execute function private.refresh_zones('hourly_rate', 'has_rates');

-- ## Lists for the back office and for open data

create view public.admin_zones with (security_invoker = true) as
  select
    z.id, z.name, z.description, z.description_en, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour,
    z.amenities, z.overstay,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as space_count,
    z.updated_at, z.sort_name, private.fold_text(z.location) collate "C" as location_sort_name, z.rating_count,
    z.lowest_rate, z.highest_rate, z.sign, z.opening_hours
  from public.parking_zones z;

-- Open data of zones. `free` counts spaces that are free at updated_at; the prices are the lowest and the highest.
create view public.open_zones with (security_invoker = true) as
  select
    z.id, z.name, z.location as address, z.latitude, z.longitude,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id) as spaces,
    (select count(*)::int from public.parking_spaces s where s.zone_id = z.id and s.status = 'available') as free,
    z.lowest_rate as price_from, z.highest_rate as price_to,
    (select p.currency from public.public_settings p) as currency,
    now() as updated_at
  from public.parking_zones z;

grant select on public.admin_zones to authenticated, service_role;
grant select on public.open_zones to service_role;

-- ## Import of spaces

-- The rows as they would be stored, counted from 1.
create function private.read_space_rows(rows jsonb)
returns table (number bigint, zone uuid, name text, location text, hint text, lock text, rate numeric)
language sql immutable set search_path = ''
as $$
  select r.ordinality, r.zone, coalesce(private.to_plain_line(r.name), ''), private.to_plain_line(r.location),
    private.to_plain_line(r.hint), nullif(btrim(r.lock), ''), r.rate
  from rows from (
    jsonb_to_recordset(rows) as (zone uuid, name text, location text, hint text, lock text, rate numeric)
  ) with ordinality as r;
$$;

-- The first 100 faults of the rows, each with its row and column.
create function private.find_import_faults(rows jsonb) returns jsonb language sql stable set search_path = ''
as $$
  with new as (
    select *,
      count(*) over (partition by read.zone, lower(read.name)) as same_names,
      count(*) over (partition by read.lock) as same_locks
    from private.read_space_rows(rows) as read
  ), stored as (
    select coalesce(s.zone_id::text, '') as zone, lower(btrim(s.name)) as name from public.parking_spaces s
  ), faults as (
    select number, 'zone' as "column", 'zone-gone' as fault from new
    where zone is not null and not exists (select from public.parking_zones z where z.id = zone)
    union all
    select number, 'name', 'name-missing' from new where name = ''
    union all
    select number, 'name', 'name-repeated' from new where name <> '' and same_names > 1
    union all
    select number, 'name', 'name-taken' from new
    where (coalesce(new.zone::text, ''), lower(new.name)) in (select stored.zone, stored.name from stored)
    union all
    select number, 'lock', 'lock-repeated' from new where lock is not null and same_locks > 1
    union all
    select number, 'lock', 'lock-used' from new
    where lock in (select s.kavass_device_id from public.parking_spaces s)
    union all
    select number, text.name, 'text-too-long' from new
    cross join lateral (
      values ('name', new.name, 120), ('location', location, 300), ('hint', hint, 120), ('lock', lock, 64)
    ) as text (name, value, longest)
    where length(text.value) > text.longest
    union all
    select number, 'rate', 'rate-out-of-range' from new where rate not between 0 and 10000 or rate <> round(rate, 2)
    order by number
    limit 100
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('row', number, 'column', "column", 'fault', fault) order by number), '[]'
  ) from faults;
$$;

-- Adds up to 5,000 spaces and returns their number, or adds none and returns the faults of the rows. A repeat with the
-- same key adds nothing.
-- definer: it writes the audit log, where it finds an earlier import with the same key.
create function public.import_spaces(rows jsonb, key uuid)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
declare
  imported integer;
  faults jsonb;
begin
  perform private.require_admin();
  perform private.raise_problem('import-out-of-bounds')
    where key is null or jsonb_typeof(rows) is distinct from 'array';
  perform private.raise_problem('import-out-of-bounds')
    where jsonb_array_length(rows) not between 1 and 5000 or octet_length(rows::text) > 2097152;
  -- One import after the other, so that two never add the same names.
  perform pg_advisory_xact_lock(hashtextextended('import of spaces', 0));
  -- The response to an earlier try was lost.
  select (a.after ->> 'count')::integer into imported from public.audit_log a
  where a.subject_table = 'parking_spaces' and a.subject_id = key::text and a.action = 'import'
    and a.actor_id = (select auth.uid());
  if found then
    return jsonb_build_object('imported', imported, 'faults', '[]'::jsonb);
  end if;
  faults := private.find_import_faults(rows);
  if faults <> '[]' then
    return jsonb_build_object('imported', 0, 'faults', faults);
  end if;
  insert into public.parking_spaces (zone_id, name, location, hint, kavass_device_id, hourly_rate)
  select r.zone, r.name, r.location, r.hint, r.lock, r.rate from private.read_space_rows(rows) r order by r.number;
  get diagnostics imported = row_count;
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values ((select auth.uid()), 'import', 'parking_spaces', key, jsonb_build_object('count', imported));
  return jsonb_build_object('imported', imported, 'faults', '[]'::jsonb);
end;
$$;
grant execute on function public.import_spaces to authenticated;

-- ## supabase/schemas/0520_rates.sql

-- Rates: what a stay costs where an hour does not cost the same at all times, or not for all vehicles.
--
-- rate_tables        a name, and versions of it from a date on
-- rate_versions      the rules: by the hour, other hours, free minutes, steps, least time, cap, flat specials
-- rate_assignments   which table a zone or a space has, for all vehicles or for a type
-- special_days       days on which a zone, or all zones, are closed, have another table, or have an event
--
-- Rules
--   A space has the table of its own assignment, else that of its zone; in each, one for the type of the vehicle comes first.
--   Without a table, or before its first version, a stay costs what [reservations] says: the hours times the rate.
--   A reservation is priced by the version that is the newest at its start when it is booked, and keeps it. A version never
--   changes, and goes only before its date and while no reservation has it.
--   Managers write the tables that no zone but theirs has, and give their zones and spaces any table.
--   The price is the lowest of the time and of each special that fits. The time is rounded up to a step and to the least time;
--   each piece between two boundaries costs its rate, up to the cap of its day. Cents are rounded half up once, at the end.
--   Free minutes are a threshold: a longer stay pays from its first minute. What follows a special begins anew without them.
--   On a special day with a table, stays that begin on it have that table. The zone's own day comes before that of all zones,
--   then the one that was added last.
--   A stay that touches the day of an event costs the price of the event at least. Of several, the dearest holds.
--   A special day never changes, it ends. A reservation keeps those that were known when it was priced.
--   The hours of the clock are those of the country at the start of the stay.
--   A window may pass midnight, and belongs to the day on which it begins. Of two that overlap, the first holds.
--   domain/money/rates.ts shows what quote_rates() decides. Both are tested by the same vectors.
--
-- Hooks: has_rates of zones and spaces says that an hour of price_per_hour or hourly_rate is what a stay costs from.

-- ## The tables

-- Lists of windows and specials: `days` are digits from Monday, 1, to Sunday, 7; from, to, leaves and covers are minutes of the
-- day; rate and amount are money.
create function private.are_rates(list jsonb, most integer, money text, is_special boolean)
returns boolean language sql immutable set search_path = ''
return case
  when jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > most or octet_length(list::text) > 2000 then false
  else jsonb_array_length(list) = jsonb_array_length(jsonb_path_query_array(list, ('strict $[*] ? (
    @.days like_regex "^1?2?3?4?5?6?7?$" && @.days != "" && @.from.floor() == @.from && @.from >= 0 && @.from < 1440
    && @.to.floor() == @.to && @.to >= 0 && @.to <= 1440 && @.' || money || ' >= 0 && @.' || money || ' <= 10000
    && (@.' || money || ' * 100).floor() == @.' || money || ' * 100' || case when is_special then '
    && @.name.type() == "string" && @.covers.floor() == @.covers && @.covers >= 0 && @.covers < 1440 && @.from <= @.to
    && (!exists(@.keyvalue() ? (@.key == "leaves")) || @.leaves.floor() == @.leaves && @.leaves >= 0 && @.leaves < 1440)' else '' end || ')')::jsonpath))
    and (select coalesce(bool_and(private.is_plain_line(coalesce(e ->> 'name', '')) and length(coalesce(e ->> 'name', '')) <= 60), true)
      from jsonb_array_elements(list) e)
end;

create table public.rate_tables (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint rate_tables_name_length check (length(name) <= 120)
    constraint rate_tables_name_not_blank check (private.is_visible(name))
    constraint rate_tables_name_is_plain check (private.is_plain_line(name)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

-- Money is in the currency of the installation.
create table public.rate_versions (
  id uuid primary key default gen_random_uuid(),
  rate_table_id uuid not null references public.rate_tables (id) on delete cascade,
  -- Stays that begin from then on.
  valid_from timestamptz not null default now() check (isfinite(valid_from)),
  per_hour numeric(10, 2) not null constraint rate_versions_per_hour_in_range check (per_hour between 0 and 10000),
  free_minutes smallint not null default 0 constraint rate_versions_free_minutes_in_range check (free_minutes between 0 and 1440),
  step_minutes smallint not null default 0 constraint rate_versions_step_is_known check (step_minutes in (0, 15, 30, 60)),
  least_minutes smallint not null default 0
    constraint rate_versions_least_minutes_in_range check (least_minutes between 0 and 1440),
  -- The most for each 24 hours from the arrival, or for each day, which turns at a minute of the clock.
  cap numeric(10, 2) constraint rate_versions_cap_in_range check (cap between 0 and 1000000),
  cap_per text constraint rate_versions_cap_per_is_known check (cap_per in ('24h', 'day')),
  cap_turns_at smallint not null default 0 constraint rate_versions_cap_turns_in_range check (cap_turns_at between 0 and 1439),
  windows jsonb not null default '[]' constraint rate_versions_windows_length check (octet_length(windows::text) <= 2000)
    constraint rate_versions_windows_are_rates check (private.are_rates(windows, 8, 'rate', false)),
  specials jsonb not null default '[]' constraint rate_versions_specials_length check (octet_length(specials::text) <= 2000)
    constraint rate_versions_specials_are_rates check (private.are_rates(specials, 5, 'amount', true)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint rate_versions_cap_is_whole check ((cap is null) = (cap_per is null)),
  constraint rate_versions_once unique (rate_table_id, valid_from)
);

create table public.rate_assignments (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid references public.parking_zones (id) on delete cascade,
  space_id uuid references public.parking_spaces (id) on delete cascade,
  -- Null: all vehicles.
  vehicle_type text constraint rate_assignments_vehicle_type_is_known
    check (vehicle_type in ('hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other')),
  rate_table_id uuid not null references public.rate_tables (id),
  constraint rate_assignments_of_zone_or_space check (num_nonnulls(zone_id, space_id) = 1),
  constraint rate_assignments_once unique nulls not distinct (zone_id, space_id, vehicle_type)
);
create index rate_assignments_of_space on public.rate_assignments (space_id);
create index rate_assignments_of_table on public.rate_assignments (rate_table_id);

create table public.special_days (
  id uuid primary key,
  -- Null: all zones, and the spaces of none have no special days.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  -- Days of the country, both included.
  first_day date not null check (first_day between '2020-01-01' and '2200-01-01'),
  last_day date not null check (last_day between first_day and first_day + 366),
  kind text not null constraint special_days_kind_is_known check (kind in ('closed', 'table', 'event')),
  rate_table_id uuid references public.rate_tables (id),
  price numeric(10, 2) constraint special_days_price_in_range check (price between 0 and 10000),
  name text not null check (length(name) <= 60) check (private.is_visible(name)) check (private.is_plain_line(name)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- Null: it holds.
  ended_at timestamptz check (isfinite(ended_at)),
  constraint special_days_are_of_a_kind check (
    (rate_table_id is not null) = (kind = 'table') and (price is not null) = (kind = 'event'))
);
create index special_days_by_day on public.special_days (last_day, first_day);
create index special_days_of_zone on public.special_days (zone_id);
create index special_days_of_table on public.special_days (rate_table_id);
create trigger special_days_clean before insert on public.special_days
  for each row execute function private.strip_unseen('name');

create trigger rate_tables_clean before insert or update of name on public.rate_tables
  for each row execute function private.strip_unseen('name');
create trigger rate_versions_never_change before update on public.rate_versions
  for each row execute function private.reject_write('A version of rates never changes');

-- ## Who may do what: everybody reads prices, functions write them

do $$
declare
  rates text;
begin
  foreach rates in array array['rate_tables', 'rate_versions', 'rate_assignments'] loop
    execute format('alter table public.%I enable row level security', rates);
    execute format('grant all on public.%I to service_role', rates);
    execute format('grant select on public.%I to anon, authenticated', rates);
    execute format('create policy everybody_reads_rates on public.%I for select to anon, authenticated using (true)', rates);
    execute format('create trigger %I after insert or delete %s on public.%I for each row execute function private.audit_admin_write()',
      rates || '_audit', case when rates <> 'rate_versions' then 'or update' end, rates);
  end loop;
end;
$$;
-- add_special_day() and end_special_day() write them [outages].
alter table public.special_days enable row level security;
grant all on public.special_days to service_role;
grant select on public.special_days to anon, authenticated;
create policy everybody_reads_special_days on public.special_days for select to anon, authenticated using (true);
create trigger special_days_audit after insert or update on public.special_days
  for each row execute function private.audit_admin_write();

-- The zones that have a table, or a space that has it; null for spaces of no zone.
create function private.zones_of_rates(rate_table uuid) returns setof uuid language sql stable set search_path = ''
as $$
  select distinct coalesce(a.zone_id, s.zone_id)
  from public.rate_assignments a left join public.parking_spaces s on s.id = a.space_id
  where a.rate_table_id = zones_of_rates.rate_table
  union select d.zone_id from public.special_days d
  where d.rate_table_id = zones_of_rates.rate_table and d.ended_at is null and d.last_day >= current_date;
$$;

-- Raises unless the caller sets the prices of all zones that have the table, or of any where none has it.
create function private.require_rates(rate_table uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.require_duty('price', z) from private.zones_of_rates(rate_table) z;
  perform private.require_duty('price', (select min(z::text)::uuid from private.zones_with('price') z))
    where not exists (select from private.zones_of_rates(rate_table));
end;
$$;

-- Makes or renames a table, and adds a version, which holds from now on at the earliest. A repeat changes nothing.
-- definer, all that follow: nobody writes the tables but through them.
create function public.save_rates(rate_table uuid, name text, version jsonb)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_rates(rate_table);
  perform private.reject('These are no rates') where (octet_length(version::text) <= 8000) is not true;
  perform private.raise_problem('rates-arrival') where version @? '$.specials[*] ? (@.from > @.to)';
  perform private.reject('Too many versions of rates within a day') where (
    select count(*) from public.rate_versions v where v.created_at > now() - interval '1 day') >= 200;
  insert into public.rate_tables as t (id, name) values (rate_table, save_rates.name)
  on conflict (id) do update set name = excluded.name where t.name <> excluded.name;
  insert into public.rate_versions (id, rate_table_id, valid_from, per_hour, free_minutes, step_minutes, least_minutes, cap,
    cap_per, cap_turns_at, windows, specials)
  select v.id, rate_table, greatest(v.valid_from, now()), per_hour, free_minutes, step_minutes, least_minutes, cap,
    cap_per, cap_turns_at, windows, specials
  from jsonb_populate_record(null::public.rate_versions, version) v
  on conflict (id) do nothing;
exception
  when unique_violation then
    perform private.raise_problem('rates-from-then');
end;
$$;

-- Takes back a version to come by which no reservation is priced.
create function public.withdraw_rates(rate_table uuid, version uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_rates(rate_table);
  perform private.raise_problem('rates-used') where exists (
    select from public.rate_versions v where v.id = version and v.valid_from <= now());
  delete from public.rate_versions v where v.id = version and v.rate_table_id = withdraw_rates.rate_table;
exception
  when foreign_key_violation then
    perform private.raise_problem('rates-used');
end;
$$;

-- Gives a zone or a space a table, for all vehicles or a type; without a table it has none any more.
create function public.assign_rates(zone uuid, space uuid, vehicle_type text, rate_table uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_duty('price', coalesce((select s.zone_id from public.parking_spaces s where s.id = space), zone));
  perform private.reject('A zone or a space has rates') where num_nonnulls(zone, space) <> 1;
  delete from public.rate_assignments a
  where rate_table is null
    and (a.zone_id, a.space_id, a.vehicle_type) is not distinct from (zone, space, assign_rates.vehicle_type);
  insert into public.rate_assignments as a (zone_id, space_id, vehicle_type, rate_table_id)
  select zone, space, assign_rates.vehicle_type, rate_table where rate_table is not null
  on conflict on constraint rate_assignments_once do update set rate_table_id = excluded.rate_table_id where a.rate_table_id <> excluded.rate_table_id;
end;
$$;
grant execute on function public.save_rates, public.withdraw_rates, public.assign_rates to authenticated;

-- ## Which spaces have a table

-- definer: administrators write the spaces, and no role of the data API this column.
create function private.set_space_rates() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  new.has_rates := exists (
    select from public.rate_assignments a where a.space_id = new.id or a.zone_id = new.zone_id
    union all
    select from public.special_days d
    where d.kind <> 'closed' and d.ended_at is null and new.zone_id is not null and coalesce(d.zone_id, new.zone_id) = new.zone_id);
  return new;
end;
$$;
create trigger parking_spaces_set_rates before insert or update of zone_id, has_rates on public.parking_spaces
  for each row execute function private.set_space_rates();

-- Writes a column of the spaces unchanged, so that the trigger above sets it. A day without a zone is of all of them.
-- definer: no role of the data API may write the column.
create function private.refresh_space_rates() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  spaces constant uuid[] := array[to_jsonb(old) ->> 'space_id', to_jsonb(new) ->> 'space_id'];
  zones constant uuid[] := array[old.zone_id, new.zone_id];
  is_of_all constant boolean := tg_table_name = 'special_days' and new.zone_id is null;
begin
  update public.parking_spaces set has_rates = has_rates where id = any (array(
    select s.id from public.parking_spaces s
    where s.id = any (spaces) or s.zone_id = any (zones) or is_of_all and s.zone_id is not null order by s.id for no key update));
  return null;
end;
$$;
create trigger rate_assignments_refresh_spaces after insert or update or delete on public.rate_assignments
  for each row execute function private.refresh_space_rates();

create trigger special_days_refresh_spaces after insert or update on public.special_days
  for each row when (new.kind <> 'closed') execute function private.refresh_space_rates();

-- Spaces say no longer that their price differs. Stays that began on the last day may still be booked for a while.
create function private.end_past_days() returns void language sql set search_path = ''
as $$
  update public.special_days set ended_at = now() where ended_at is null and last_day < private.country_day(now()) - 1;
$$;

-- The special days that a stay touches, of those that were known at a moment.
create function private.list_special_days(space uuid, starts timestamptz, ends timestamptz, known_at timestamptz)
returns setof public.special_days language sql stable
as $$
  select d.* from public.special_days d
  where d.last_day >= private.country_day(starts) and d.first_day <= private.country_day(ends - interval '1 millisecond')
    and d.created_at <= known_at and coalesce(d.ended_at > known_at, true)
    and exists (select from public.parking_spaces s where s.id = space and s.zone_id = coalesce(d.zone_id, s.zone_id));
$$;

-- PostgreSQL puts it into the query around it.
create function private.find_rate_table(space uuid, vehicle_type text) returns setof uuid language sql stable
as $$
  select a.rate_table_id
  from public.parking_spaces s join public.rate_assignments a on a.space_id = s.id or a.zone_id = s.zone_id
  where s.id = space and s.has_rates and coalesce(a.vehicle_type = find_rate_table.vehicle_type, a.vehicle_type is null)
  order by a.space_id is null, a.vehicle_type is null limit 1;
$$;

-- The version by which a stay that begins then is booked now; null where it has a plain rate.
create function private.find_rate_version(space uuid, starts timestamptz, vehicle_type text)
returns uuid language sql stable set search_path = ''
as $$
  select v.id from (
    select f.id, true as is_usual, true as is_of_all, null::timestamptz as added_at from private.find_rate_table(space, vehicle_type) f (id)
    union all
    select d.rate_table_id, false, d.zone_id is null, d.created_at
    from private.list_special_days(space, starts, starts + interval '1 millisecond', now()) d where d.kind = 'table'
  ) held
  join public.rate_versions v on v.rate_table_id = held.id and v.valid_from <= starts
  order by held.is_usual, held.is_of_all, held.added_at desc, v.valid_from desc limit 1;
$$;

-- ## The price

-- What a stay costs, and how that comes about. A line has a key (free, hours, cap or special), its times, its part of the
-- amount, and for hours their rate and minutes. The lines sum to the amount.
create type private.quote as (amount numeric, lines jsonb);

create function private.rate_line(key text, starts bigint, ends bigint, cents bigint, rest jsonb default '{}')
returns jsonb language sql stable
  return jsonb_build_object('key', key, 'from', private.iso_time(to_timestamp(starts / 1000.0)),
    'to', private.iso_time(to_timestamp(ends / 1000.0)), 'amount', round(cents / 100.0, 2)) || rest;

-- The pieces of a time between boundaries, with their rates in cents and the day of their cap. Moments are milliseconds of
-- the epoch, and `shift` is how much later it is by the clock of the country.
create function private.list_rate_pieces(version public.rate_versions, starts bigint, ends bigint, shift bigint)
returns table (cap_day bigint, starts_at bigint, ends_at bigint, rate bigint) language plpgsql stable set search_path = ''
as $$
begin
  return query
  with windows as materialized (
    select w.* from rows from (
      jsonb_to_recordset(version.windows) as (days text, "from" integer, "to" integer, rate numeric)
    ) with ordinality as w (days, starts, ends, rate, nth)
  ), marks as (
    select list_rate_pieces.starts as mark union select list_rate_pieces.ends
    union
    select days.day * 86400000 + minutes.minute * 60000 - shift
    from generate_series(
      (list_rate_pieces.starts + shift) / 86400000, (list_rate_pieces.ends + shift) / 86400000) days (day), (
      select 0 union select version.cap_turns_at union select w.starts from windows w union select w.ends from windows w
    ) minutes (minute)
    union
    select generate_series(list_rate_pieces.starts, list_rate_pieces.ends, 86400000) where version.cap_per = '24h'
  ), pieces as (
    select m.mark, lead(m.mark) over (order by m.mark) as next, (m.mark + shift) / 86400000 as day,
      (m.mark + shift) % 86400000 / 60000 as clock
    from marks m where m.mark between list_rate_pieces.starts and list_rate_pieces.ends
  )
  select
    case version.cap_per when '24h' then (p.mark - list_rate_pieces.starts) / 86400000
      when 'day' then (p.mark + shift - version.cap_turns_at * 60000) / 86400000 end,
    p.mark, p.next,
    (coalesce((
      select w.rate from windows w
      where case
        -- Until midnight it is the window of today, then that of yesterday.
        when p.clock >= w.starts then strpos(w.days, ((p.day + 3) % 7 + 1)::text) > 0 and (p.clock < w.ends or w.ends <= w.starts)
        else w.ends <= w.starts and p.clock < w.ends and strpos(w.days, ((p.day + 2) % 7 + 1)::text) > 0
      end
      order by w.nth limit 1), version.per_hour) * 100)::bigint
  from pieces p where p.next is not null;
end;
$$;

-- The price of the time from its rates, its steps and the cap.
create function private.quote_time(
  version public.rate_versions, starts bigint, ends bigint, shift bigint, free_minutes integer
) returns private.quote language plpgsql stable set search_path = ''
as $$
declare
  step constant bigint := greatest(version.step_minutes * 60000, 1);
  charged constant bigint := greatest((ends - starts + step - 1) / step * step, version.least_minutes * 60000);
  quoted private.quote;
begin
  if ends - starts <= free_minutes * 60000 then
    return (0, jsonb_build_array(private.rate_line('free', starts, ends, 0)))::private.quote;
  end if;
  with pieces as (
    select *, p.ends_at - p.starts_at as length from private.list_rate_pieces(version, starts, starts + charged, shift) p
  ), parts as (
    select p.cap_day, 'hours' as key, min(p.starts_at) as starts_at, max(p.ends_at) as ends_at, p.rate, sum(p.length) as length,
      sum(p.rate * p.length) as value
    from pieces p group by p.cap_day, p.rate
    union all
    select p.cap_day, 'cap', min(p.starts_at), max(p.ends_at), null, null,
      version.cap * 360000000 - sum(p.rate * p.length)
    from pieces p group by p.cap_day having sum(p.rate * p.length) > version.cap * 360000000
  ), sums as (
    select *, sum(p.value) over (order by p.cap_day, p.key desc, p.starts_at)::bigint as upto from parts p
  ), lines as (
    select *, (s.upto + 1800000) / 3600000 as cents,
      lag((s.upto + 1800000) / 3600000, 1, 0::bigint) over (order by s.cap_day, s.key desc, s.starts_at) as before
    from sums s
  )
  select round(sum(l.cents - l.before) / 100, 2), jsonb_agg(
    private.rate_line(l.key, l.starts_at, l.ends_at, l.cents - l.before, case l.key when 'hours' then jsonb_build_object(
      'rate', round(l.rate / 100.0, 2), 'minutes', trim_scale(l.length / 60000.0)) else '{}' end)
    order by l.cap_day, l.key desc, l.starts_at)
  into quoted from lines l;
  return quoted;
end;
$$;

-- The one price of a stay by a version of rates.
create function private.quote_rates(version public.rate_versions, starts timestamptz, ends timestamptz)
returns private.quote language plpgsql stable set search_path = ''
as $$
declare
  arrives constant bigint := round(extract(epoch from starts) * 1000);
  leaves constant bigint := round(extract(epoch from ends) * 1000);
  shift constant bigint := round(extract(epoch from starts at time zone private.country_zone()) * 1000) - arrives;
  midnight constant bigint := (arrives + shift) / 86400000 * 86400000 - shift;
  clock constant bigint := arrives - midnight;
  today constant text := ((midnight + shift) / 86400000 + 3) % 7 + 1;
  best private.quote := private.quote_time(version, arrives, leaves, shift, version.free_minutes);
  rest private.quote;
  covered bigint;
  special record;
begin
  for special in
    select * from jsonb_to_recordset(version.specials) as s (
      name text, days text, "from" integer, "to" integer, leaves integer, covers integer, amount numeric)
    where strpos(s.days, today) > 0 and clock between s."from" * 60000 and s."to" * 60000
  loop
    covered := midnight + special.covers * 60000 + case when special.covers > special."from" then 0 else 86400000 end;
    -- It has to be left within a time.
    continue when special.leaves is not null and leaves not between
      midnight + special.leaves * 60000 + case when special.leaves > special."from" then 0 else 86400000 end and covered;
    rest := (0, '[]');
    if leaves > covered then
      rest := private.quote_time(version, covered, leaves, shift, 0);
    end if;
    if special.amount + rest.amount < best.amount then
      best := (round(special.amount + rest.amount, 2), private.rate_line('special', arrives, least(leaves, covered),
        (special.amount * 100)::bigint, jsonb_build_object('name', special.name)) || rest.lines);
    end if;
  end loop;
  return best;
end;
$$;

-- By a version of rates; without one the hours times the rate of the space, else the price of its zone, else the fallback, to
-- cents. Only at a rate of 0 an hour is free. `posted_rate` is the one of an open stay. Events that were known at `known_at`
-- may make it dearer; null is the price without them.
create function private.price_of_reservation(
  space uuid, starts timestamptz, ends timestamptz, version uuid, posted_rate numeric default null,
  known_at timestamptz default now()
) returns numeric language sql stable set search_path = ''
as $$
  select greatest(case
    when version is not null then (
      select (private.quote_rates(v, starts, ends)).amount from public.rate_versions v where v.id = version)
    when rate > 0 then greatest(round(rate * extract(epoch from ends - starts) / 3600, 2), 0.01)
    else 0
  end, (select max(d.price) from private.list_special_days(space, starts, ends, known_at) d))
  from (
    select coalesce(posted_rate, s.hourly_rate, z.price_per_hour, private.fallback_rate()) as rate
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
    where s.id = space
  ) found;
$$;

-- What a stay costs that is booked now, and how that comes about. Visitors ask too.
create function public.quote_reservation(
  space uuid, start_time timestamptz, end_time timestamptz, vehicle_type text default null
) returns jsonb language plpgsql stable set search_path = ''
as $$
declare
  quoted private.quote;
  event public.special_days;
begin
  perform private.raise_problem('reservation-times-not-finite')
    where (isfinite(start_time) and isfinite(end_time)) is not true;
  perform private.raise_problem('end-before-start') where end_time <= start_time;
  perform private.raise_problem('reservation-too-long') where end_time > start_time + private.longest_reservation();
  perform private.raise_problem('space-gone') where not exists (select from public.parking_spaces s where s.id = space);
  select q.* into quoted from public.rate_versions v, lateral private.quote_rates(v, start_time, end_time) q
  where v.id = private.find_rate_version(space, start_time, vehicle_type);
  if not found then
    quoted.amount := private.price_of_reservation(space, start_time, end_time, null, known_at => null);
    quoted.lines := jsonb_build_array(private.rate_line(
      'hours', round(extract(epoch from start_time) * 1000)::bigint, round(extract(epoch from end_time) * 1000)::bigint,
      (quoted.amount * 100)::bigint, jsonb_build_object(
        'rate', private.price_of_reservation(space, start_time, start_time + interval '1 hour', null, known_at => null),
        'minutes', trim_scale(extract(epoch from end_time - start_time) / 60))));
  end if;
  select * into event from private.list_special_days(space, start_time, end_time, now()) d
  where d.price > quoted.amount order by d.price desc limit 1;
  if found then
    quoted.amount := event.price;
    quoted.lines := jsonb_build_array(private.rate_line(
      'special', round(extract(epoch from start_time) * 1000)::bigint, round(extract(epoch from end_time) * 1000)::bigint,
      (event.price * 100)::bigint, jsonb_build_object('name', event.name)));
  end if;
  return jsonb_build_object(
    'amount', quoted.amount, 'currency', (select p.currency from public.public_settings p), 'lines', quoted.lines);
end;
$$;

grant execute on function
  public.quote_reservation, private.are_rates, private.list_special_days, private.find_rate_table, private.find_rate_version, private.rate_line,
  private.list_rate_pieces, private.quote_time, private.quote_rates, private.price_of_reservation
  to anon, authenticated, service_role;

-- ## supabase/schemas/0550_staff.sql

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

-- ## supabase/schemas/0560_tablets.sql

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

-- ## supabase/schemas/0600_vehicles.sql

-- Vehicles: up to ten for each driver, one of them the default.
--
-- Rules
--   A plate is stored in upper case letters and digits, and a driver has it once.
--   A driver with vehicles has exactly one default: the first vehicle, until the driver chooses another one. When the default
--   is deleted, the newest vehicle becomes the default.
--   A suspended driver neither adds, changes nor deletes a vehicle. Administrators may only read.
--
-- Hooks: [reservations] copies name, plate and type of the chosen vehicle, which may be deleted later. [people] and
-- [back office] search plates.

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null constraint vehicles_name_not_blank check (private.is_visible(name))
    constraint vehicles_name_length check (length(name) <= 60)
    constraint vehicles_name_is_plain check (private.is_plain_line(name)),
  plate text not null
    constraint vehicles_plate_is_normalised check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  type text not null constraint vehicles_type_is_known
    check (type in ('hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other')),
  is_default boolean not null default false,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint vehicles_plate_once_per_driver unique (user_id, plate)
);
create unique index vehicles_one_default_per_driver on public.vehicles (user_id) where is_default;

call private.secure('public.vehicles', is_audited => true, service => 'all', drivers_write => '{insert, update, delete}');
grant delete, insert (id, user_id, name, plate, type), update (name, plate, type, is_default) on public.vehicles to authenticated;

-- ## Triggers, in firing order

-- Before any row is locked, so that no two devices of a driver wait for each other.
create function private.lock_own_vehicles()
returns trigger language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.lock_driver(auth.uid());
  return null;
end;
$$;

create trigger vehicles_lock before insert or update or delete on public.vehicles
  for each statement execute function private.lock_own_vehicles();

create function private.normalise_plate(plate text) returns text language sql immutable
  return upper(regexp_replace(plate, private.unseen() || '|[-\u2010-\u2015\u2212' || private.blanks() || ']', '', 'g'));
grant execute on function private.normalise_plate to authenticated, service_role;

create function private.complete_vehicle() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(case when private.is_plain_line(new.name) then new.name else coalesce(private.to_plain_line(new.name), '') end);
  new.plate := private.normalise_plate(new.plate);
  if tg_op = 'INSERT' then
    -- A program without a driver's session has not locked them above.
    perform private.lock_driver(new.user_id);
    perform private.raise_problem('too-many-vehicles')
      where (select count(*) from public.vehicles where user_id = new.user_id) >= 10;
    new.is_default := not exists (select from public.vehicles where user_id = new.user_id);
  elsif new.is_default and not old.is_default then
    update public.vehicles set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  -- The update above fires this trigger too, one level deeper.
  elsif old.is_default and not new.is_default and pg_trigger_depth() = 1 then
    perform private.reject('Make another vehicle the default instead');
  end if;
  return new;
end;
$$;

create trigger vehicles_complete before insert or update on public.vehicles
  for each row execute function private.complete_vehicle();

create function private.replace_default_vehicle() returns trigger language plpgsql set search_path = ''
as $$
begin
  update public.vehicles set is_default = true
  where id = (
    select id from public.vehicles where user_id = old.user_id order by created_at desc, id limit 1
  );
  return null;
end;
$$;

create trigger vehicles_replace_default after delete on public.vehicles
  for each row when (old.is_default) execute function private.replace_default_vehicle();

-- What administrators read of the vehicles of a driver, the default one first.
create function private.vehicles_of(person uuid) returns jsonb language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'plate', plate, 'type', type) order by is_default desc, created_at, id),
    '[]')
  from public.vehicles where user_id = person;
$$;

-- ## supabase/schemas/0700_reservations.sql

-- Reservations: a space, kept for a driver from start to end. The database decides price, owner and outcome.
--
-- status   held ──paid──▶ active ──▶ completed | cancelled | expired
--            └─not paid─▶ lapsed ──paid late──▶ active
--
-- What happens when a reservation is inserted, from top to bottom of this file:
--   1. check_new_reservation calls the checks by name: times, limits of the driver, no completion before the start, operator's
--      settings, vehicle, space and price, payment. It locks the driver, then the space.
--   2. The policies compare the owner, the constraints of the table compare the values, and reservations_never_overlap
--      rejects what overlaps.
--   3. The triggers after the row record it; those of other subjects charge it and tell the driver.
-- What happens when one changes: check_reservation_change, the policies and constraints, then the triggers after the row.
--
-- Triggers of other files on this table:
--   ledger         charge_or_credit           what it costs, and what is given back
--   changes        space_was_left             a space that was reported as taken is free again
--   receipts       queue_receipt              a reservation that is over gets its receipt
--   fiscal         keep_buyer                 a copy of the tax number that the driver wants on the receipt
--   notifications  notify                     what the driver is told
--   special days   keep_within_hours      no stay begins or ends while its zone is closed
--   outages        keep_off_planned_outage    nobody reserves a space for a time at which it is out of service
--   overview       mark_days                  the sums of a past day are counted again
--
-- Order of locks, in every transaction of the product, so that no two of them wait for each other:
--   1. the driver, by private.lock_driver
--   2. the rows of the payment and of the reservation
--   3. the space, by private.lock_space; several in the order of their ids; then the unpaid holds of guests
--   4. the profile of the driver, which is also the lock of the wallet
--   5. rows of parking_spaces in the order of their ids
-- An update that leaves a reservation active or held takes the lock of its space too: it may write the row anew into
-- reservations_never_overlap, where it could wait for a booking of the same space.
-- Refunds lock the profile before the row of the payment; the lock of the driver, which is first, keeps them from waiting
-- for each other.
-- The scheduler writes rows of many drivers. It leaves out rows and drivers that somebody else has locked, and locks no
-- profile.

-- total_amount is in the currency of the installation.
create table public.reservations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (user_id) on delete set null,
  parking_space_id uuid references public.parking_spaces (id) on delete set null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  total_amount numeric(10, 2) not null default 0,
  status text not null default 'active',
  created_at timestamptz not null default now() check (isfinite(created_at)),
  vehicle_id uuid references public.vehicles (id) on delete set null,
  vehicle_name text constraint reservations_vehicle_name_length check (length(vehicle_name) <= 60),
  -- Name, plate and type are copied from the vehicle. Name and plate are emptied when the account is deleted.
  vehicle_plate text constraint reservations_vehicle_plate_length check (length(vehicle_plate) <= 10),
  vehicle_type text constraint reservations_vehicle_type_length check (length(vehicle_type) <= 16),
  -- When a completed reservation was ended, by the clock of the device that ended it if that time is possible.
  ended_at timestamptz check (isfinite(ended_at)),
  -- By this key the device that ended the reservation recognizes its own end; null for an end by the operator.
  end_key uuid,
  -- Null where nothing is charged: a free space, an operator's booking, or an installation that charges no drivers.
  payment_method text
    constraint reservations_payment_method_is_known check (payment_method in ('wallet', 'card', 'paypal')),
  held_until timestamptz check (isfinite(held_until)),
  -- When an administrator marked the arrival, or the driver opened the barrier; null until then.
  arrived_at timestamptz check (isfinite(arrived_at)),
  -- The earliest start before the driver's changes; null without one. The deadline of free cancelling counts from it.
  first_start timestamptz check (isfinite(first_start)),
  -- A car came in by its plate and pays when it leaves; it keeps its space until end_time, which moves on [walk-ins].
  is_open boolean not null default false,
  -- Until when a car may leave whose stay was paid on a phone [walk-ins].
  paid_until timestamptz check (isfinite(paid_until)),
  -- What an hour cost when it came in.
  posted_rate numeric(10, 2) check (posted_rate between 0 and 99999999.99),
  -- The version of rates that it is priced by, also when it is extended; null for a plain rate.
  rate_version_id uuid references public.rate_versions (id),
  -- Special days that were made later do not change its price.
  priced_at timestamptz not null default now() check (isfinite(priced_at)),
  constraint reservations_end_after_start check (end_time > start_time),
  constraint reservations_times_within_calendar
    check (start_time >= '1970-01-01 00:00+00' and end_time <= '2200-01-01 00:00+00'),
  constraint reservations_active_at_most_31_days
    check (status <> 'active' or end_time <= start_time + interval '744 hours'),
  -- NaN is greater than every number, so an upper bound excludes it.
  constraint reservations_amount_in_range check (total_amount between 0 and 99999999.99),
  constraint reservations_status_is_known
    check (status in ('held', 'lapsed', 'active', 'completed', 'cancelled', 'expired')),
  constraint reservations_held_has_an_end check (status not in ('held', 'lapsed') or held_until is not null),
  -- The range is half open, so that one reservation may begin when another ends.
  constraint reservations_never_overlap exclude using gist (
    parking_space_id with =,
    tstzrange(start_time, end_time) with &&
  ) where (status in ('active', 'held'))
) with (
  -- The overview reads indexes alone, which needs a vacuumed table.
  autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- The reservations of a person: by their times, and for the limits by when they were booked, and those that are not over.
create index reservations_of_person on public.reservations (user_id, start_time desc);
create index reservations_of_person_by_creation on public.reservations (user_id, created_at);
create index reservations_active_of_person on public.reservations (user_id, end_time) where status in ('active', 'held');
-- The reservations of a space: all of them, and those that take it.
create index reservations_of_space_by_start on public.reservations (parking_space_id, start_time);
create index reservations_active_of_space on public.reservations (parking_space_id, end_time)
  where status in ('active', 'held');
-- Reservations that take spaces at some time, that have to end or lapse, and that have ended.
create index reservations_active_by_start on public.reservations (start_time, end_time, parking_space_id)
  where status in ('active', 'held');
create index reservations_active_by_end on public.reservations (end_time) where status = 'active';
create index reservations_open on public.reservations (end_time) where is_open and status = 'active';
create index reservations_held on public.reservations (held_until) where status = 'held';
create index reservations_ended_by_end on public.reservations (coalesce(ended_at, end_time))
  where status in ('completed', 'expired');
-- The lists of the back office.
create index reservations_newest_first on public.reservations (start_time desc);
create index reservations_by_status on public.reservations (status, start_time desc);
create index reservations_by_plate on public.reservations (vehicle_plate) where vehicle_plate is not null;
create index reservations_of_vehicle on public.reservations (vehicle_id) where vehicle_id is not null;
create index reservations_unpaid_of_nobody on public.reservations (created_at) where status = 'lapsed' and user_id is null;
create index reservations_of_rates on public.reservations (rate_version_id) where rate_version_id is not null;

-- ## Who may do what

-- Nobody deletes: what was booked stays on record.
call private.secure('public.reservations', is_audited => true, service => 'select, insert, update, delete');
grant insert (id, user_id, parking_space_id, start_time, end_time, total_amount, status, vehicle_id, payment_method)
  on public.reservations to authenticated;
grant update (status, ended_at, end_key) on public.reservations to authenticated;

create policy drivers_insert_own_reservations on public.reservations for insert to authenticated
  with check (user_id = (select auth.uid()) and status in ('active', 'held') and not (select private.is_suspended()));
-- `using` is about the old status, `with check` about the new one.
create policy drivers_end_own_active_reservations on public.reservations for update to authenticated
  using (user_id = (select auth.uid()) and status = 'active')
  with check (user_id = (select auth.uid()) and status in ('completed', 'cancelled'));
create policy admins_end_active_reservations on public.reservations for update to authenticated
  using ((select private.is_admin()) and status = 'active')
  with check ((select private.is_admin()) and status in ('completed', 'cancelled'));

-- ## Before a reservation is inserted: the checks, in the order in which they are called

create function private.check_reservation_times(start_time timestamptz, end_time timestamptz)
returns void language plpgsql stable set search_path = ''
as $$
declare
  shortest constant integer := coalesce((select min_reservation_minutes from private.settings()), 15);
begin
  perform private.raise_problem('reservation-times-not-finite')
    where (isfinite(start_time) and isfinite(end_time)) is not true;
  perform private.raise_problem('reservation-is-over') where end_time <= now();
  perform private.raise_problem('start-too-early') where start_time < now() - interval '24 hours';
  perform private.raise_problem('start-too-late') where start_time > now() + interval '366 days';
  perform private.raise_problem('end-before-start') where end_time <= start_time;
  perform private.raise_problem('reservation-too-short', shortest::text)
    where end_time < start_time + make_interval(mins => shortest);
  perform private.raise_problem('reservation-too-long') where end_time > start_time + private.longest_reservation();
end;
$$;

-- The bookings of a driver are made one after the other, so that each counts those before it. Everybody has a limit of
-- upcoming reservations; only drivers have one of an hour, and not administrators and programs without a session.
create function private.check_booking_limits(reservation public.reservations)
returns void language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
declare
  limits constant private.limits := private.get_limits();
begin
  if reservation.user_id is null or reservation.status not in ('active', 'held') then
    return;
  end if;
  perform private.lock_driver(reservation.user_id);
  -- With the rights of the caller: nobody learns how many reservations somebody else has.
  perform private.raise_problem('too-many-upcoming-reservations') where (
    select count(*) from public.reservations
    where user_id = reservation.user_id and status in ('active', 'held') and end_time > now()
  ) >= limits.upcoming_reservations;
  perform private.raise_problem('too-many-reservations-in-an-hour')
    where reservation.user_id = auth.uid() and not private.acts_for_operator() and (
      select count(*) from public.reservations
      where user_id = reservation.user_id and created_at > now() - interval '1 hour'
    ) >= limits.reservations_per_hour;
end;
$$;

-- Rules for drivers where there is no sample data. Nobody pays for time that is over, but for five minutes during which
-- the form was open. Administrators also enter drivers who have parked already.
create function private.check_settings_for_reservation(
  start_time timestamptz, end_time timestamptz, is_by_driver boolean default auth.uid() is not null and not private.acts_for_operator()
) returns void language plpgsql stable set search_path = ''
as $$
declare
  settings public.installation_settings;
begin
  if not is_by_driver then
    return;
  end if;
  select * into settings from private.settings();
  perform private.raise_problem('under-maintenance') where settings.maintenance_mode;
  perform private.raise_problem('start-in-the-past')
    where settings.id is not null and start_time < now() - interval '5 minutes';
  perform private.raise_problem('reservation-over-limit', settings.max_reservation_hours::text)
    where end_time > start_time + make_interval(hours => settings.max_reservation_hours);
end;
$$;

-- The reservation keeps a copy, so that it says the same after the driver renames or removes the vehicle.
create function private.copy_vehicle(reservation public.reservations)
returns public.reservations language plpgsql set search_path = ''
as $$
declare
  chosen public.vehicles;
begin
  -- With the rights of the caller, who sees their own vehicles.
  select * into chosen from public.vehicles where id = reservation.vehicle_id and user_id = reservation.user_id;
  perform private.raise_problem('vehicle-not-found') where reservation.vehicle_id is not null and chosen.id is null;
  -- Operators may book without one: administrators, and programs without a driver's session.
  perform private.raise_problem('vehicle-required')
    where chosen.id is null and reservation.user_id = auth.uid()
      and (private.options()).keeps_vehicles and not private.acts_for_operator();
  reservation.vehicle_name := chosen.name;
  reservation.vehicle_plate := chosen.plate;
  reservation.vehicle_type := chosen.type;
  return reservation;
end;
$$;

-- A vehicle of a driver has one reservation at a time. The desk may enter what it sees.
-- With the rights of the caller, who sees their own reservations. The lower bound is for the index.
create function private.check_vehicle(
  reservation public.reservations, is_by_driver boolean default auth.uid() is not null and not private.acts_for_operator()
) returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_problem('vehicle-has-reservation') where is_by_driver and exists (
    select from public.reservations other
    where other.user_id = reservation.user_id and other.vehicle_plate = reservation.vehicle_plate
      and other.id <> reservation.id and other.start_time < reservation.end_time and other.end_time > reservation.start_time
      and other.start_time > reservation.start_time - private.longest_reservation()
      and (other.status = 'active' or other.status = 'held' and other.held_until > now())
  );
end;
$$;

-- Releases what nobody paid in time, of one space or of all, except what is being paid at this moment. The rows are
-- changed one by one in the order of their spaces, since each change locks the row of its space.
-- definer: a driver who books frees the space from the holds of others.
create function private.lapse_holds(space uuid default null)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  unpaid uuid;
begin
  for unpaid in
    select id from public.reservations
    where status = 'held' and held_until <= now() and (space is null or parking_space_id = space)
    order by parking_space_id for update skip locked
  loop
    update public.reservations set status = 'lapsed' where id = unpaid;
  end loop;
end;
$$;

-- An active reservation that ended after this moment still has its space: where drivers end their reservations, the car
-- may be there. After two hours its driver has more likely forgotten to end it.
-- definer: no role of the data API reads the options.
create function private.overstays_since() returns timestamptz language sql stable security definer set search_path = ''
as $$
  select now() - case when (private.options()).tracks_parking then interval '2 hours' else interval '0' end;
$$;

-- Whether somebody else is on the space now and has no right to be there at this start: their reservation is over by
-- then, or the space is occupied without a reservation. Reservations that overlap are left to the constraint.
-- definer: it must see every driver's reservations.
create function private.is_used_by_other(space uuid, driver uuid, starts timestamptz)
returns boolean language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select user_id is distinct from driver and end_time <= starts from public.reservations
      where parking_space_id = space and status = 'active' and start_time <= now()
        and end_time > private.overstays_since()
      order by start_time desc limit 1
    ),
    (select status = 'occupied' from public.parking_spaces where id = space),
    false
  );
$$;

-- Without the lock two inserts that meet inside the exclusion constraint would wait for each other until the deadlock
-- detector ends one.
create function private.lock_available_space(space uuid, driver uuid, starts timestamptz)
returns void language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.lock_space(space);
  perform private.lapse_holds(space);
  perform private.raise_problem('space-taken')
    where exists (select from public.parking_spaces where id = space and status = 'maintenance')
      or private.is_about_now(starts) and private.is_used_by_other(space, driver, starts);
end;
$$;

-- Locks the space and sets the price. total_amount is the price that the client showed, and the most that its driver is
-- charged; 0 says nothing.
create function private.take_space(reservation public.reservations)
returns public.reservations language plpgsql set search_path = ''
as $$
declare
  seen_amount constant numeric := reservation.total_amount;
begin
  perform private.reject('A reservation needs a parking space', 'not_null_violation')
    where reservation.parking_space_id is null;
  perform private.lock_available_space(reservation.parking_space_id, reservation.user_id, reservation.start_time);
  reservation.rate_version_id := private.find_rate_version(
    reservation.parking_space_id, reservation.start_time, reservation.vehicle_type);
  -- A space that does not exist has no price; its foreign key rejects it.
  reservation.total_amount := coalesce(private.price_of_reservation(
    reservation.parking_space_id, reservation.start_time, reservation.end_time, reservation.rate_version_id,
    known_at => reservation.priced_at), 0);
  perform private.raise_problem('price-changed')
    where seen_amount > 0 and seen_amount < reservation.total_amount
      and reservation.user_id = (select auth.uid()) and private.charges_drivers();
  return reservation;
end;
$$;

-- A reservation is active if the wallet pays for it, and held if a card or PayPal does: for ten minutes, or for an hour
-- if an administrator reserves for a driver, who is sent a link. An administrator may also reserve free of charge.
create function private.hold_until_paid(reservation public.reservations)
returns public.reservations language plpgsql set search_path = ''
as $$
declare
  limits constant private.limits := private.get_limits();
  is_own constant boolean := reservation.user_id is not distinct from (select auth.uid());
begin
  reservation.held_until := null;
  if reservation.is_open then
    reservation.total_amount := 0;
    return reservation;
  end if;
  if reservation.status = 'held' then
    reservation.status := 'active';
  end if;
  if not private.charges_drivers() or reservation.status <> 'active' or reservation.user_id is null
    or not (is_own or private.acts_for_operator())
  then
    reservation.payment_method := null;
    return reservation;
  end if;
  if reservation.payment_method is null and not is_own then
    reservation.total_amount := 0;
  end if;
  perform private.raise_problem('reservations-paid-here')
    where reservation.payment_method is null and reservation.total_amount > 0;
  -- A free reservation has no method, also when an operator later gives it time that has a price.
  reservation.payment_method := case when reservation.total_amount > 0 then reservation.payment_method end;
  if coalesce(reservation.payment_method, 'wallet') = 'wallet' then
    return reservation;
  end if;
  perform private.raise_problem('too-many-unpaid-holds')
    from public.reservations
    where user_id = reservation.user_id and status in ('held', 'lapsed') and created_at > now() - interval '1 day'
      and not (select private.acts_for_operator())
    having count(*) >= limits.unpaid_holds_per_day
      or count(*) filter (where created_at > now() - interval '1 hour') >= limits.unpaid_holds_per_hour;
  reservation.status := 'held';
  reservation.held_until := now() + case when is_own then interval '10 minutes' else interval '1 hour' end;
  return reservation;
end;
$$;

create function private.check_new_reservation() returns trigger language plpgsql set search_path = ''
as $$
begin
  -- Every client reads these moments to the millisecond, and says what it saw before it changes them.
  new.start_time := date_trunc('milliseconds', new.start_time);
  new.end_time := date_trunc('milliseconds', new.end_time);
  perform private.check_reservation_times(new.start_time, new.end_time);
  perform private.check_booking_limits(new);
  perform private.check_completion(new);
  perform private.check_settings_for_reservation(new.start_time, new.end_time);
  new := private.copy_vehicle(new);
  perform private.check_vehicle(new);
  new := private.take_space(new);
  return private.hold_until_paid(new);
end;
$$;

-- ## Before a reservation changes

-- A reservation has begun when its start is reached, its driver has arrived, or its barrier may have opened, since a
-- command without a response may have moved it. From then on a driver can neither cancel nor change the reservation.
-- definer: nobody who comes through an API reads the commands.
create function private.has_begun(reservation public.reservations)
returns boolean language plpgsql stable security definer set search_path = ''
as $$
begin
  return reservation.start_time <= now() or reservation.arrived_at is not null or exists (
    select from private.barrier_commands
    where reservation_id = reservation.id and type = 1 and joins is null
      and coalesce(outcome, 'moved') in ('moved', 'barrier-no-response')
  );
end;
$$;

-- The operator's deadline before the earliest start that was booked. Until then a driver gets money back.
create function private.find_deadline(reservation public.reservations)
returns timestamptz language sql stable set search_path = ''
  return least(reservation.start_time, reservation.first_start)
    - make_interval(mins => coalesce((select cancellation_deadline_minutes from private.settings()), 0));

-- A driver ends a reservation after its start only, an administrator at any time.
create function private.check_completion(reservation public.reservations)
returns void language plpgsql set search_path = ''
as $$
begin
  perform private.raise_problem('reservation-not-begun')
    where reservation.status = 'completed' and reservation.start_time > now() and not (select private.acts_for_operator());
end;
$$;

-- Which columns may change, by whom, and from which status to which. What a function writes is named in
-- parqueo.changes_reservation; drivers have no right to these columns anyway.
create function private.check_reservation_change() returns trigger language plpgsql set search_path = ''
as $$
declare
  is_by_walk_ins constant boolean :=
    current_setting('parqueo.changes_reservation', true) is not distinct from 'open ' || old.id;
  is_by_function constant boolean := is_by_walk_ins
    or current_setting('parqueo.changes_reservation', true) is not distinct from old.id::text;
begin
  -- Otherwise a car could leave without paying, in as many ways as there are changes.
  perform private.raise_problem('stay-is-open') where old.is_open and old.status = 'active' and not is_by_walk_ins;
  if old.status = 'active' and new.status <> 'active' then
    -- A driver cancels before a reservation has begun only, an administrator at any time.
    perform private.raise_problem('reservation-begun')
      where new.status = 'cancelled' and new.user_id = (select auth.uid())
        and private.has_begun(new) and not (select private.acts_for_operator());
    perform private.check_completion(new);
  end if;
  -- Deleting an account, a space or a vehicle empties the reference and keeps the record.
  perform private.reject('Person, space, times, amount and vehicle of a reservation never change')
    where (new.user_id is distinct from old.user_id and new.user_id is not null)
      or (new.id, new.created_at) is distinct from (old.id, old.created_at)
      or not is_by_function and (
        (new.parking_space_id is distinct from old.parking_space_id and new.parking_space_id is not null)
        or (new.vehicle_id is distinct from old.vehicle_id and new.vehicle_id is not null)
        or (new.start_time, new.end_time, new.total_amount, new.rate_version_id, new.priced_at)
          is distinct from (old.start_time, old.end_time, old.total_amount, old.rate_version_id, old.priced_at)
        or (new.vehicle_name, new.vehicle_plate, new.vehicle_type)
          is distinct from (old.vehicle_name, old.vehicle_plate, old.vehicle_type)
      );
  perform private.reject('How a reservation is paid never changes')
    where not is_by_walk_ins and (new.payment_method, new.held_until) is distinct from (old.payment_method, old.held_until);
  perform private.reject(format('A %s reservation cannot become %s', old.status, new.status))
    where new.status is distinct from old.status
      and not (old.status = 'active' and private.is_over(new.status))
      and not (old.status = 'held' and new.status = 'lapsed')
      -- For private.serve_payment, also where the money came late.
      and not (old.status in ('held', 'lapsed') and new.status = 'active' and is_by_function);
  -- A plate leads to its driver, so it goes with the account.
  if new.user_id is null and old.user_id is not null then
    new.vehicle_name := null;
    new.vehicle_plate := null;
  end if;
  -- Where an administrator moves somebody's reservation to a later time, its driver has not arrived. Where a driver moves
  -- it, the earliest start is kept for the deadline of free cancelling.
  if new.start_time = old.start_time then
    new.first_start := old.first_start;
  elsif private.acts_for_operator() and new.user_id is distinct from (select auth.uid()) then
    new.first_start := null;
    if new.arrived_at < new.start_time - interval '30 minutes' then
      new.arrived_at := null;
    end if;
  else
    new.first_start := least(old.start_time, old.first_start);
  end if;
  -- Only the completion sets the moment and the key of the end.
  if old.status <> 'active' or new.status <> 'completed' then
    new.ended_at := old.ended_at;
    new.end_key := old.end_key;
  elsif new.ended_at is null or new.ended_at not between new.start_time and now() then
    new.ended_at := now();
  end if;
  return new;
end;
$$;

-- ## After the row: what the person did, and the status of the space

-- A space is reserved while a reservation on it is under way. Statuses that operators set stay.
-- definer: drivers' bookings change the status of spaces, which drivers may not write.
create function private.refresh_status_of(spaces uuid[]) returns void language sql security definer set search_path = ''
-- Otherwise PostgreSQL plans the statement anew for each array, which takes longer than the statement.
set plan_cache_mode = 'force_generic_plan'
as $$
  update public.parking_spaces
  set status = case status when 'available' then 'reserved' else 'available' end
  where id = any (array(
    select s.id from public.parking_spaces s
    where s.id = any (spaces) and s.status in ('available', 'reserved')
      and (s.status = 'reserved') <> exists (
        select from public.reservations r
        where r.parking_space_id = s.id and r.status in ('active', 'held')
          and tstzrange(r.start_time, r.end_time) @> now()
      )
    order by s.id for no key update
  ));
$$;

-- definer: the driver who books may neither write activity nor call the function above.
create function private.follow_reservation() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if new.user_id is not null and new.status not in ('held', 'lapsed') and new.status is distinct from old.status then
    perform private.record_activity(
      new.user_id,
      case when tg_op = 'INSERT' or new.status = 'active' then 'reservation_created' else 'reservation_' || new.status end,
      jsonb_build_object('reservation_id', new.id, 'parking_space_id', new.parking_space_id)
    );
  end if;
  -- A reservation that is not under way changes no space now.
  if tstzrange(least(old.start_time, new.start_time), greatest(old.end_time, new.end_time)) @> now() then
    perform private.refresh_status_of(array[old.parking_space_id, new.parking_space_id]);
  end if;
  return null;
end;
$$;

-- ## The triggers of this file

create trigger reservations_check_new before insert on public.reservations
  for each row execute function private.check_new_reservation();
create trigger reservations_check_change before update on public.reservations
  for each row execute function private.check_reservation_change();

create trigger reservations_record after insert or update or delete on public.reservations
  for each row execute function private.follow_reservation();

grant execute on function private.overstays_since to anon, authenticated, service_role;
grant execute on function
  private.check_reservation_times, private.check_booking_limits, private.check_settings_for_reservation, private.copy_vehicle,
  private.check_vehicle, private.lapse_holds, private.is_used_by_other, private.lock_available_space, private.take_space,
  private.hold_until_paid, private.has_begun, private.find_deadline, private.check_completion
  to authenticated, service_role;

-- ## A space with reservations stays

-- definer: it must see every driver's reservations.
create function private.keep_booked_space() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reject('Parking space has reservations that are not over', 'foreign_key_violation') where exists (
    select from public.reservations
    where parking_space_id = old.id and status in ('active', 'held') and end_time > now()
  );
  return old;
end;
$$;

create trigger parking_spaces_keep_booked before delete on public.parking_spaces
  for each row execute function private.keep_booked_space();

-- ## A vehicle that is removed empties the reference of its reservations

-- The rows are written anew into reservations_never_overlap, which needs the lock of their spaces.
create function private.lock_spaces_of_vehicle() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.lock_spaces(array(
    select parking_space_id from public.reservations where vehicle_id = old.id and status in ('active', 'held')));
  return old;
end;
$$;

create trigger vehicles_lock_spaces before delete on public.vehicles
  for each row execute function private.lock_spaces_of_vehicle();

-- ## When each space is taken, by reservations and by what operators plan

-- Everybody reads it, with the rights of its owner: row level security would hide the reservations of other drivers. It
-- says neither by whom nor for how much.
create view public.space_occupancy with (security_barrier = true) as
  select parking_space_id, start_time, end_time, status
  from public.reservations
  where status in ('active', 'held') and parking_space_id is not null
  union all
  select id, starts_at, coalesce(ends_at, starts_at + interval '1 year'), 'active'
  from public.space_status_overrides where starts_at is not null;

grant select on public.space_occupancy to anon, authenticated, service_role;

-- definer: it says whose staff may act on a reservation, which they do not read.
create function private.zone_of_reservation(reservation uuid)
returns uuid language sql stable security definer set search_path = '' return (
  select s.zone_id from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id where r.id = reservation);

-- ## Giving up a hold

-- Releases a held reservation that its driver will not pay; an administrator may do it for the driver.
-- definer: drivers may not write the status of what is held.
create function public.release_hold(reservation uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  driver constant uuid := (
    select r.user_id from public.reservations r
    where r.id = reservation and (r.user_id = (select auth.uid()) or private.is_admin())
  );
begin
  perform private.reject('Show your second factor to change a reservation', 'insufficient_privilege')
    where not private.has_shown_second_factor();
  perform private.lock_driver(driver);
  update public.reservations set status = 'lapsed' where id = reservation and user_id = driver and status = 'held';
  -- The money came first. The driver may cancel the reservation.
  perform private.raise_problem('hold-was-paid') where not found and exists (
    select from public.reservations where id = reservation and user_id = driver and status = 'active'
  );
  -- A reservation that was given up can no longer be paid.
  perform public.close_payment(p.id, 'abandoned', null, 'return')
  from public.payments p
  where p.reservation_id = reservation and p.user_id = driver and p.state in ('created', 'pending');
end;
$$;

grant execute on function public.release_hold to authenticated;

-- ## What the scheduler does

-- Reservations that nobody ended become 'expired' a day after their end: at most 500 in one run, one by one in the
-- order of their spaces. Those that somebody changes now, or whose driver does something, wait for the next run.
create function private.expire_reservations() returns void language plpgsql set search_path = ''
as $$
declare
  stale public.reservations;
begin
  for stale in
    select * from public.reservations
    where status = 'active' and not is_open and end_time < now() - interval '24 hours'
    order by parking_space_id limit 500 for update skip locked
  loop
    if stale.user_id is null or private.try_lock_driver(stale.user_id) then
      update public.reservations set status = 'expired' where id = stale.id;
    end if;
  end loop;
end;
$$;

-- ## supabase/schemas/0750_special_days.sql

-- Opening hours and closed days: when a stay may begin, end and last.
--
-- Rules
--   A stay begins and ends within the opening_hours of its zone, whoever books it, and may last through the time between.
--   A window may pass midnight, and belongs to the day on which it begins. No part of a stay is on a closed day.
--   An open stay begins within the hours, and ends when the car leaves.
--   What is booked stays as it is. A change is checked where it is new: another start, another end, or another zone.
--
-- Hooks: [search] offers no closed time; [outages] closes days and resolves the reservations on them.

create function private.is_open_at(hours jsonb, moment timestamptz) returns boolean language sql stable
as $$
  select hours is null or exists (
    select from jsonb_to_recordset(hours) as h (days text, "from" integer, "to" integer), (
      select extract(isodow from l.clock)::integer as day, extract(hour from l.clock) * 60 + extract(minute from l.clock) as minute
      from (select moment at time zone private.country_zone() as clock) l
    ) local
    where case
      when local.minute >= h."from" then strpos(h.days, local.day::text) > 0 and (local.minute < h."to" or h."to" <= h."from")
      else h."to" <= h."from" and local.minute < h."to" and strpos(h.days, ((local.day + 5) % 7 + 1)::text) > 0
    end
  );
$$;

-- The zones in which no stay can be from `starts` to `ends`.
create function private.closed_zones(starts timestamptz, ends timestamptz) returns uuid[] language sql stable set search_path = ''
as $$
  select array(
    select z.id from public.parking_zones z
    where z.opening_hours is not null and not (
      private.is_open_at(z.opening_hours, starts) and private.is_open_at(z.opening_hours, ends - interval '1 millisecond'))
    union all
    select z.id from public.special_days d join public.parking_zones z on z.id = coalesce(d.zone_id, z.id)
    where d.kind = 'closed' and d.ended_at is null
      and d.last_day >= private.country_day(starts) and d.first_day <= private.country_day(ends - interval '1 millisecond')
  );
$$;
grant execute on function private.is_open_at, private.closed_zones to anon, authenticated, service_role;

-- definer: drivers do not read what others reserve, and staff no tables of drivers.
create function private.keep_within_hours() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  zone constant public.parking_zones := (
    select z from public.parking_zones z join public.parking_spaces s on s.zone_id = z.id where s.id = new.parking_space_id);
  before public.reservations;
  ends constant timestamptz := case when new.is_open then new.start_time else new.end_time - interval '1 millisecond' end;
begin
  if tg_op = 'UPDATE' then
    if new.is_open then
      return new;
    end if;
    select old.* into before where exists (
      select from public.parking_spaces s where s.id = old.parking_space_id and s.zone_id = zone.id);
  end if;
  -- It names the hours of that day, or the day where it has none.
  perform private.raise_problem(case when open_then is null then 'zone-closed' else 'zone-outside-hours' end,
    coalesce(open_then, to_char(clock, 'DD/MM/YYYY')))
  from (values (new.start_time, before.start_time), (ends, before.end_time - interval '1 millisecond')) edge (moment, was),
    lateral (select edge.moment at time zone private.country_zone() as clock) local,
    lateral (
      select string_agg(to_char(h."from" * interval '1 minute', 'HH24:MI') || '–' || to_char(h."to" * interval '1 minute', 'HH24:MI'), ', ')
        as open_then
      from jsonb_to_recordset(zone.opening_hours) as h (days text, "from" integer, "to" integer)
      where strpos(h.days, extract(isodow from clock)::text) > 0) hours
  where edge.moment is distinct from edge.was and not private.is_open_at(zone.opening_hours, edge.moment);
  perform private.raise_problem('zone-closed', d.name)
  from private.list_special_days(new.parking_space_id, new.start_time, ends + interval '1 millisecond', now()) d
  where d.kind = 'closed' and (before.id is null
    or not (private.start_of_day(d.first_day) < before.end_time and private.start_of_day(d.last_day + 1) > before.start_time));
  return new;
end;
$$;

create trigger reservations_keep_within_hours
  before insert or update of parking_space_id, start_time, end_time on public.reservations
  for each row when (new.status in ('active', 'held')) execute function private.keep_within_hours();

-- ## supabase/schemas/0800_search.sql

-- Search: zones and spaces with what is free for a reservation from `starts` to `ends`. Visitors search too.
--
--   find_spaces      every space with the status that it has for the reservation
--   find_zones       every zone with the number of its available spaces and the distance to a place
--   find_map_zones   the zones within the bounds of a map, and up to five zones of the sheet below the map
--
-- The status of a space for a reservation is the first that holds. Without a reservation a space has its own status.
--   maintenance   the space is out of service
--   closed        the zone is closed at the start or the end, or on a day of the reservation
--   occupied      the reservation begins within five minutes, and an operator or a driver has reported a car on the space
--   reserved      another one, active or held, overlaps it; where it begins within five minutes, also one that is not over,
--                 and one that was not ended in time
--   available     otherwise
--
-- The functions that clients call have no `set search_path`: PostgreSQL then plans them as a part of the query around
-- them, which reads the spaces of the zones that it returns and no others. Every name in them is qualified instead.

-- ## Spaces

-- Its columns have the types of the table, so that queries around it use the indexes of the table.
create type public.found_space as (
  id uuid, name text, zone_id uuid, zone_name text, location text, hourly_rate numeric(10, 2), status text,
  sort_name text collate "C", has_rates boolean
);

create function public.find_spaces(starts timestamptz default null, ends timestamptz default null)
returns setof public.found_space language sql stable
as $$
  select
    s.id, s.name, s.zone_id, s.zone_name, s.location, s.hourly_rate,
    case
      when starts is null or ends is null or s.status = 'maintenance' then s.status
      when s.zone_id = any ((select private.closed_zones(starts, ends))::uuid[]) then 'closed'
      when s.status = 'occupied' and private.is_about_now(starts) then s.status
      when exists (
        select from public.space_occupancy o
        where o.parking_space_id = s.id
          and o.start_time < ends
          and o.end_time > case when private.is_about_now(starts)
            then least(starts, (select private.overstays_since())) else starts end
      ) then 'reserved'
      else 'available'
    end,
    s.sort_name, s.has_rates
  from public.parking_spaces s;
$$;

-- The spaces that public.find_spaces calls reserved, read once for a whole query.
-- definer: it must see every driver's reservations.
create function private.find_taken_spaces(starts timestamptz, ends timestamptz)
returns setof uuid language sql stable security definer set search_path = ''
as $$
  select parking_space_id
  from public.reservations
  where status in ('active', 'held')
    and parking_space_id is not null
    and start_time < ends
    -- This follows from the longest reservation. With it the index skips older ones.
    and start_time > least(starts, private.overstays_since()) - private.longest_reservation()
    and end_time > case when private.is_about_now(starts) then least(starts, private.overstays_since()) else starts end
  union all
  select id from public.space_status_overrides where starts_at < ends and coalesce(ends_at, 'infinity') > starts;
$$;

-- ## Zones

create type public.found_zone as (
  id uuid, name text, description text, description_en text, location text,
  latitude double precision, longitude double precision, rating numeric(2, 1),
  price_per_hour numeric(10, 2), lowest_rate numeric(10, 2), highest_rate numeric(10, 2), amenities jsonb,
  space_count bigint, available_count bigint, distance_km double precision,
  sort_name text collate "C", search_text text, rating_count integer, has_rates boolean, overstay jsonb
);

create function public.find_zones(
  starts timestamptz default null, ends timestamptz default null,
  near_latitude double precision default null, near_longitude double precision default null
) returns setof public.found_zone language sql stable
as $$
  select
    z.id, z.name, z.description, z.description_en, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour,
    z.lowest_rate, z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    (
      select pg_catalog.count(*) from public.find_spaces(starts, ends) s
      where s.zone_id = z.id and s.status = 'available'
    ),
    -- The haversine formula, with the radius of the earth from the specification. Rounding can raise its root above 1.
    case when z.latitude is not null and near_latitude is not null and near_longitude is not null then
      2 * 6371 * pg_catalog.asin(least(1, pg_catalog.sqrt(
        pg_catalog.power(pg_catalog.sind((z.latitude - near_latitude) / 2), 2)
        + pg_catalog.cosd(near_latitude) * pg_catalog.cosd(z.latitude)
          * pg_catalog.power(pg_catalog.sind((z.longitude - near_longitude) / 2), 2)
      )))
    end,
    z.sort_name, z.search_text, z.rating_count, z.has_rates, z.overstay
  from public.parking_zones z;
$$;

-- ## The map with its sheet

-- The ids of up to five zones for the sheet, in its order. They have all wanted amenities. Zones with a space that is
-- free for the reservation come first, then the cheapest. With a place the nearest come first among them, and all are
-- within near_km of it unless no zone is.
create function private.find_sheet_zones(
  starts timestamptz, ends timestamptz, near_latitude double precision, near_longitude double precision,
  near_km double precision, wanted_amenities jsonb
) returns uuid[] language plpgsql stable set search_path = ''
as $$
begin
  if near_latitude is null then
    return array(
      select c.id from (
        (
          select z.id, z.lowest_rate, z.sort_name, 1 as part
          from public.parking_zones z
          -- Without coalesce PostgreSQL expects few zones, and sorts them all instead of reading the cheapest first.
          where coalesce(z.amenities @> wanted_amenities, true) and exists (
            select from public.find_spaces(starts, ends) s where s.zone_id = z.id and s.status = 'available'
            -- This makes PostgreSQL go zone by zone until there are five, instead of reading the spaces of all zones first.
            offset 0
          )
          order by z.lowest_rate, z.sort_name
          limit 5
        )
        union all
        -- Enough for the others, since up to four of them are in the first part too.
        (
          select z.id, z.lowest_rate, z.sort_name, 2
          from public.parking_zones z
          where coalesce(z.amenities @> wanted_amenities, true)
          order by z.lowest_rate, z.sort_name
          limit 9
        )
      ) c
      group by c.id, c.lowest_rate, c.sort_name
      order by min(c.part), c.lowest_rate, c.sort_name, c.id
      limit 5
    );
  end if;
  return array(
    select z.id
    from (
      select n.*, min(n.distance_km) over () as nearest_km
      from (
        select * from public.find_zones(null, null, near_latitude, near_longitude) f
        where coalesce(f.amenities @> wanted_amenities, true)
        -- Counting the spaces of all would take long.
        order by f.distance_km
        limit 100
      ) n
    ) z
    where coalesce(z.nearest_km > near_km, true) or z.distance_km <= near_km
    order by not exists (
      select from public.find_spaces(starts, ends) s where s.zone_id = z.id and s.status = 'available'
    ), z.distance_km, z.lowest_rate, z.sort_name, z.id
    limit 5
  );
end;
$$;

-- The zones within these bounds and those of the sheet, which have a sheet_place.
create function public.find_map_zones(
  west double precision default null, south double precision default null,
  east double precision default null, north double precision default null,
  starts timestamptz default null, ends timestamptz default null,
  near_latitude double precision default null, near_longitude double precision default null,
  near_km double precision default null, wanted_amenities jsonb default null
)
returns table (
  id uuid, name text, description text, description_en text, location text,
  latitude double precision, longitude double precision, rating numeric(2, 1),
  price_per_hour numeric(10, 2), lowest_rate numeric(10, 2), highest_rate numeric(10, 2), amenities jsonb,
  space_count bigint, available_count bigint, rating_count integer, sheet_place integer, has_rates boolean, overstay jsonb
)
language sql stable
as $$
  select
    z.id, z.name, z.description, z.description_en, z.location, z.latitude, z.longitude, z.rating, z.price_per_hour,
    z.lowest_rate, z.highest_rate, z.amenities,
    (select pg_catalog.count(*) from public.parking_spaces s where s.zone_id = z.id),
    -- Up to 100 zones are counted one by one. For more zones the taken spaces are read once.
    case
      when starts is null or ends is null or (
        select pg_catalog.count(*) <= 100 from public.parking_zones n
        where n.latitude between south and north and n.longitude between west and east
      ) then (
        select pg_catalog.count(*) from public.find_spaces(starts, ends) s
        where s.zone_id = z.id and s.status = 'available'
      )
      else (
        select pg_catalog.count(*) from public.parking_spaces s
        where s.zone_id = z.id
          and s.status <> 'maintenance'
          and (s.status <> 'occupied' or not private.is_about_now(starts))
          and s.id not in (select private.find_taken_spaces(starts, ends))
          and (z.id = any ((select private.closed_zones(starts, ends))::uuid[])) is not true
      )
    end,
    z.rating_count,
    pg_catalog.array_position(sheet.ids, z.id), z.has_rates, z.overstay
  from
    -- The offset keeps PostgreSQL from calling the function twice.
    (
      select private.find_sheet_zones(
        starts, ends, near_latitude, near_longitude, near_km, wanted_amenities
      ) as ids
      offset 0
    ) sheet,
    public.parking_zones z
  where (z.latitude between south and north and z.longitude between west and east) or z.id = any (sheet.ids);
$$;

-- ## Who may search: everybody

grant execute on function
  public.find_spaces, public.find_zones, public.find_map_zones, private.find_taken_spaces, private.find_sheet_zones
  to anon, authenticated, service_role;

-- ## supabase/schemas/0900_changes_of_reservations.sql

-- Changes of reservations: longer, at another time, on another space, with another vehicle. Only active ones change.
--
--   extend_reservation   a later end, of a reservation that has begun
--   change_reservation   another time, space of the zone or vehicle, of a reservation that has not begun
--   swap_space           another space at the same times, where the driver finds another car on the space
-- [back office] moves a reservation for an administrator; [payments] extends and changes one that is paid by card or PayPal.
--
-- Rules
--   The client says what it saw: times, space, price. Where that does not hold any more, nothing changes. A repeat finds the
--   reservation as it is to be, and changes nothing.
--   The database sets the price. A driver is charged at most what the client has shown.
--   A reservation keeps its version of rates, so that what it costs in the end is the price of its whole. It gets the one in
--   force where its start moves to another day, or its space or vehicle has another table.
--   Only private.save_changed_reservation writes the new values. It moves the money in the same transaction.
--   Locks are taken in the order of [reservations].
--
-- space_reports   open ──▶ resolved   by an administrator, by another status of the space, by a driver who ends a reservation
--                                     on it, or by its time, `occupied_until` [outages]
-- While a report is open, its space is `occupied`, unless an operator has taken it out of service.

-- ## What every change begins with

-- Locks an active reservation of the caller, or anybody's for an administrator. A suspended driver may cancel it, since
-- what was paid is theirs, and not change it.
create function private.lock_reservation(reservation uuid, is_cancelled boolean default false)
returns public.reservations language plpgsql set search_path = ''
as $$
declare
  found public.reservations;
  is_admin constant boolean := private.acts_for_operator();
begin
  perform private.reject('Show your second factor to change a reservation', 'insufficient_privilege')
    where not private.has_shown_second_factor();
  if not is_cancelled then
    perform private.require_unsuspended();
  end if;
  select * into found from public.reservations
  where id = reservation and (user_id = (select auth.uid()) or is_admin);
  perform private.raise_problem('no-such-reservation') where found.id is null;
  perform private.lock_driver(found.user_id);
  -- So that the account is not deleted before the change is recorded.
  perform from public.profiles where user_id = found.user_id for key share;
  select * into found from public.reservations where id = reservation for no key update;
  perform private.raise_problem('reservation-changed') where found.status <> 'active' or found.parking_space_id is null;
  return found;
end;
$$;

-- Counts the changes of a driver in user_activity. Operators are not limited.
create function private.check_change_rate(
  activities text[] default array['reservation_extended', 'reservation_changed'], most integer default null,
  problem text default 'too-many-changes-in-an-hour'
) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.raise_problem(problem) where not private.acts_for_operator() and (
    select count(*) from public.user_activity
    where user_id = (select auth.uid()) and activity_type = any (activities)
      and created_at > now() - interval '1 hour' and not activity_data ? 'by_operator'
  ) >= coalesce(most, (private.get_limits()).changes_per_hour);
end;
$$;

-- ## What every change ends with

-- What a driver has just paid at the desk: in cash, or by a card terminal or a transfer with its reference.
create type private.desk_payment as (amount numeric, method text, reference text);

-- The one place where times, space, vehicle and amount of a reservation change. What is to be paid or given back for the
-- difference moves here too.
create function private.save_changed_reservation(
  changed public.reservations, activity text, seen_total numeric default null, is_paid boolean default false,
  paid private.desk_payment default null
) returns public.reservations language plpgsql set search_path = ''
as $$
declare
  saved public.reservations;
  -- A captured payment is used for what it was made for, and an administrator says that the driver pays. Otherwise an
  -- operator takes nothing from a driver's wallet.
  is_charged constant boolean := is_paid or changed.user_id is not null and private.charges_drivers()
    and (not private.acts_for_operator() or changed.user_id = (select auth.uid()));
  price_before constant numeric := (select total_amount from public.reservations where id = changed.id);
  kind constant text := case activity when 'reservation_extended' then 'extension' else 'change' end;
begin
  perform private.raise_problem('price-changed') where is_charged and round(seen_total, 2) < changed.total_amount;
  -- The profile before the rows of spaces, which the triggers of the update lock.
  perform from public.profiles where user_id = changed.user_id for no key update;
  perform set_config('parqueo.changes_reservation', changed.id::text, true);
  update public.reservations set
    start_time = date_trunc('milliseconds', changed.start_time),
    end_time = date_trunc('milliseconds', changed.end_time), parking_space_id = changed.parking_space_id,
    total_amount = changed.total_amount, vehicle_id = changed.vehicle_id, vehicle_name = changed.vehicle_name,
    vehicle_plate = changed.vehicle_plate, vehicle_type = changed.vehicle_type, rate_version_id = changed.rate_version_id,
    priced_at = changed.priced_at
  where id = changed.id
  returning * into saved;
  perform set_config('parqueo.changes_reservation', '', true);
  if saved.total_amount < price_before then
    -- At most what was paid over the new price: time that an operator added was not paid.
    perform private.credit_reservation(
      saved, least(price_before - saved.total_amount, (select p.paid from private.paid_for(saved.id) p) - saved.total_amount),
      'change');
  elsif not is_charged then
    perform private.record_gift(kind, saved.user_id, saved.total_amount - price_before, null, saved.id)
    where private.charges_drivers();
  else
    perform private.take_at_desk(
      saved.user_id, saved.parking_space_id, paid, saved.total_amount - price_before, concat_ws(' ', saved.id, gen_random_uuid()), saved.id);
    perform private.charge_reservation(saved, saved.total_amount - price_before, kind);
  end if;
  if saved.user_id is not null then
    perform private.record_activity(saved.user_id, activity, jsonb_build_object(
      'reservation_id', saved.id, 'parking_space_id', saved.parking_space_id));
  end if;
  return saved;
end;
$$;

-- ## A later end

-- The terms that hold for a reservation; null where it costs nothing to stay [overstays].
create function private.overstay_terms(reservation public.reservations) returns jsonb language sql stable set search_path = ''
  return (
    select z.overstay from public.parking_spaces s join public.parking_zones z on z.id = s.zone_id
    where s.id = reservation.parking_space_id and reservation.created_at >= z.overstay_since
      and reservation.user_id is not null and not reservation.is_open and private.charges_drivers());

create function private.end_of_grace(reservation public.reservations) returns timestamptz language sql stable set search_path = ''
  return reservation.end_time + (private.overstay_terms(reservation) ->> 'grace')::integer * interval '1 minute';

create function private.find_latest_end(reservation public.reservations)
returns timestamptz language sql stable set search_path = ''
as $$
  select case
    -- A space out of service takes nobody for longer than was booked.
    when exists (select from public.parking_spaces where id = reservation.parking_space_id and status = 'maintenance')
      then reservation.end_time
    -- Whose grace has passed pays for an overstay, which may cost more.
    when now() > private.end_of_grace(reservation) and not private.acts_for_operator() then reservation.end_time
    else least(
      (
        select min(start_time) from public.space_occupancy
        where parking_space_id = reservation.parking_space_id and start_time >= reservation.end_time
      ),
      (
        -- A reservation may be longer already than the operator allows now.
        select greatest(reservation.end_time, reservation.start_time + make_interval(hours => max_reservation_hours))
        from private.settings() where not private.acts_for_operator()
      ),
      (
        -- The vehicle has another reservation then.
        select min(other.start_time) from public.reservations other
        where other.user_id = reservation.user_id and other.vehicle_plate = reservation.vehicle_plate
          and other.status in ('active', 'held') and other.start_time >= reservation.end_time and not private.acts_for_operator()
      ),
      reservation.start_time + private.longest_reservation()
    )
  end;
$$;

-- What the added time costs: by a plain rate what it costs today; by rates what the whole then costs more than what it has
-- cost, or than the time so far where that was a gift. It is so with an event, too.
create function private.price_of_extension(reservation public.reservations, new_end timestamptz)
returns numeric language sql stable set search_path = ''
as $$
  select coalesce(case when reservation.rate_version_id is null and not exists (
      select from private.list_special_days(
        reservation.parking_space_id, reservation.start_time, new_end, reservation.priced_at) d where d.kind = 'event')
    then private.price_of_reservation(reservation.parking_space_id, reservation.end_time, new_end, null, known_at => null)
    else greatest(0, private.price_of_reservation(
      reservation.parking_space_id, reservation.start_time, new_end, reservation.rate_version_id, known_at => reservation.priced_at)
      - greatest(reservation.total_amount, private.price_of_reservation(
        reservation.parking_space_id, reservation.start_time, reservation.end_time, reservation.rate_version_id,
        known_at => reservation.priced_at)))
  end, 0);
$$;

-- What a reservation is priced by: its version of rates, null for a plain rate, and the events of the days that it may touch.
-- definer: staff read no reservations. Everybody reads rates, and nobody guesses the id of a reservation.
create function public.rates_of_reservation(reservation uuid)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('version', to_jsonb(v), 'events', array(
    select to_jsonb(d) from private.list_special_days(r.parking_space_id, r.start_time,
      r.start_time + private.longest_reservation() + interval '1 day', r.priced_at) d where d.kind = 'event'))
  from public.reservations r left join public.rate_versions v on v.id = r.rate_version_id where r.id = reservation;
$$;
grant execute on function public.rates_of_reservation to authenticated;

-- `seen_amount` is the price of the added time. Extensions that were paid by card come here too.
create function private.lengthen_reservation(
  reservation public.reservations, new_end timestamptz, seen_amount numeric default null, is_paid boolean default false,
  paid private.desk_payment default null
) returns public.reservations language plpgsql set search_path = ''
as $$
declare
  latest_end timestamptz;
  price_before constant numeric := reservation.total_amount;
begin
  perform private.lock_space(reservation.parking_space_id);
  latest_end := private.find_latest_end(reservation);
  perform private.raise_problem('extension-too-long', private.iso_time(latest_end))
    where new_end > latest_end;
  reservation.total_amount := reservation.total_amount + private.price_of_extension(reservation, new_end);
  reservation.end_time := new_end;
  return private.save_changed_reservation(reservation, 'reservation_extended', price_before + seen_amount, is_paid, paid);
end;
$$;

-- Until when an active reservation can be extended; null where only the longest reservation limits it.
create function public.latest_end(reservation uuid) returns timestamptz language sql stable set search_path = ''
as $$
  select nullif(private.find_latest_end(r), r.start_time + private.longest_reservation())
  from public.reservations r
  where r.id = reservation and r.status = 'active' and r.parking_space_id is not null;
$$;

-- When the next reservation on the space of an own active one begins, within a day of its end; null without one.
-- definer: row level security hides the reservations of others.
create function public.next_reservation_begins(reservation uuid)
returns timestamptz language sql stable security definer set search_path = ''
as $$
  select min(other.start_time)
  from public.reservations own
  join public.reservations other on other.parking_space_id = own.parking_space_id
    and other.id <> own.id and other.status in ('active', 'held') and other.start_time >= own.end_time
    and other.start_time < own.end_time + interval '24 hours'
  where own.id = reservation and own.user_id = (select auth.uid()) and own.status = 'active'
    and (select private.has_shown_second_factor());
$$;

-- Extends a reservation that ends at seen_end by hours, in whole minutes. Administrators and cashiers say how the driver pays
-- [ledger]: `payment` is 'wallet'; 'free', which needs a reason; or 'card', for which the driver is told to extend it
-- themselves, and nothing changes. A repeat changes nothing.
-- definer: a driver may not write times and amounts, nor see the reservations of others that limit theirs.
create function public.extend_reservation(
  reservation uuid, hours numeric, seen_end timestamptz, seen_amount numeric default null, reason text default null,
  payment text default null, paid_at_desk numeric default null, desk_method text default 'cash', desk_reference text default null
) returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  is_paid constant boolean := private.is_paid_at_desk(payment, paid,
    (select r.user_id from public.reservations r where r.id = reservation), private.zone_of_reservation(reservation));
  reserved public.reservations := private.lock_reservation(reservation);
  -- NaN is greater than every number.
  minutes constant integer := case when hours between 0 and 744 then round(hours * 60) end;
  new_end constant timestamptz := seen_end + make_interval(mins => minutes);
begin
  -- A repeat whose first response was lost.
  if minutes > 0 and reserved.end_time = new_end then
    return reserved;
  end if;
  perform private.raise_problem('reservation-changed') where reserved.end_time is distinct from seen_end;
  perform private.raise_problem('reservation-too-long') where minutes is null;
  perform private.raise_problem('end-before-start') where new_end <= reserved.end_time;
  perform private.raise_problem('extension-before-start') where reserved.start_time > now();
  perform private.raise_problem('reservation-is-over') where new_end <= now();
  perform private.raise_problem('under-maintenance')
    where not private.acts_for_operator() and (select maintenance_mode from private.settings());
  perform private.check_change_rate();
  if payment = 'card' then
    perform private.raise_problem('extension-too-long', private.iso_time(private.find_latest_end(reserved)))
      where new_end > private.find_latest_end(reserved);
    perform private.add_notification(reserved.user_id, 'extension_wanted',
      concat_ws(' ', 'extension_wanted', reserved.id, private.iso_time(new_end)), private.describe_reservation(reserved),
      reserved.id, now(), now() + interval '1 hour');
    return reserved;
  end if;
  perform private.give_reason(reason);
  return private.lengthen_reservation(reserved, new_end, seen_amount, is_paid, paid);
end;
$$;

-- ## Another time, space or vehicle

-- The reservation as it would be after a change, with its new price. It locks both spaces.
create function private.plan_change(
  reserved public.reservations, start_time timestamptz, new_end timestamptz, parking_space_id uuid, vehicle_id uuid,
  is_by_driver boolean
) returns public.reservations language plpgsql set search_path = ''
as $$
declare
  before constant public.reservations := reserved;
  keeps_table boolean;
begin
  perform private.raise_problem('change-after-start')
    where reserved.start_time <= now() or is_by_driver and private.has_begun(reserved);
  perform private.raise_problem('reservation-too-long') where new_end is null;
  perform private.raise_problem('guest-parks-now') where is_by_driver and private.is_anonymous(reserved.user_id);
  perform private.raise_problem('space-of-other-zone')
    where parking_space_id is distinct from reserved.parking_space_id and not exists (
      select from public.parking_spaces a join public.parking_spaces b on b.zone_id = a.zone_id
      where a.id = reserved.parking_space_id and b.id = parking_space_id
    );
  if vehicle_id is not null then
    reserved.vehicle_id := vehicle_id;
    reserved := private.copy_vehicle(reserved);
  end if;
  keeps_table := (select private.find_rate_table(parking_space_id, reserved.vehicle_type))
    is not distinct from (select private.find_rate_table(before.parking_space_id, before.vehicle_type));
  -- Rules do not depend on the vehicle, and its type only on a space with rates for it.
  if (reserved.start_time, reserved.end_time, reserved.parking_space_id) <> (start_time, new_end, parking_space_id)
    or not keeps_table
  then
    perform private.check_reservation_times(start_time, new_end);
    perform private.check_settings_for_reservation(start_time, new_end, is_by_driver);
    perform private.lock_spaces(array[reserved.parking_space_id, parking_space_id]);
    perform private.lock_available_space(parking_space_id, reserved.user_id, start_time);
    reserved.start_time := start_time;
    reserved.end_time := new_end;
    reserved.parking_space_id := parking_space_id;
    if not keeps_table or private.country_day(start_time) <> private.country_day(before.start_time) then
      reserved.rate_version_id := private.find_rate_version(parking_space_id, start_time, reserved.vehicle_type);
      reserved.priced_at := now();
    end if;
    reserved.total_amount := coalesce(private.price_of_reservation(
      reserved.parking_space_id, reserved.start_time, reserved.end_time, reserved.rate_version_id,
      known_at => reserved.priced_at), 0);
    -- A shorter time on the same space costs no more than before, whatever the rate is now.
    if reserved.parking_space_id = before.parking_space_id
      and reserved.end_time - reserved.start_time < before.end_time - before.start_time
    then
      reserved.total_amount := least(reserved.total_amount, before.total_amount);
    end if;
    if private.charges_drivers() and (is_by_driver or before.user_id = auth.uid())
      and now() > private.find_deadline(before)
    then
      reserved.total_amount := greatest(reserved.total_amount, before.total_amount);
    end if;
  end if;
  perform private.check_vehicle(reserved, is_by_driver);
  return reserved;
end;
$$;

-- Gives a reservation that has not begun another time, space of its zone and vehicle. A repeat changes nothing.
-- The seen values are what the driver saw, `seen_amount` the new price. Without `vehicle_id` the vehicle stays. An
-- administrator says how the driver pays what it costs more, as for an extension, but for a card.
-- definer: a driver may not write times, spaces and amounts.
create function public.change_reservation(
  reservation uuid, start_time timestamptz, hours numeric, parking_space_id uuid,
  seen_start timestamptz, seen_end timestamptz, seen_space uuid,
  vehicle_id uuid default null, seen_amount numeric default null, reason text default null,
  payment text default null, paid_at_desk numeric default null, desk_method text default 'cash', desk_reference text default null
) returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  reserved public.reservations := private.lock_reservation(reservation);
  is_paid constant boolean :=
    private.is_paid_at_desk(payment, paid, reserved.user_id, private.zone_of_reservation(reservation));
  -- Bookings end to the millisecond. NaN is greater than every number.
  milliseconds constant bigint := case when hours between 0 and 744 then round(hours * 3600000) end;
  new_end constant timestamptz := start_time + milliseconds * interval '1 millisecond';
  price_before constant numeric := reserved.total_amount;
  is_moved constant boolean :=
    (reserved.start_time, reserved.end_time, reserved.parking_space_id) is distinct from (start_time, new_end, parking_space_id);
begin
  -- A repeat whose first response was lost.
  if not is_moved and (vehicle_id is null or reserved.vehicle_id = vehicle_id) then
    return reserved;
  end if;
  perform private.raise_problem('reservation-changed')
    where (reserved.start_time, reserved.end_time, reserved.parking_space_id) is distinct from (seen_start, seen_end, seen_space);
  perform private.check_change_rate();
  reserved := private.plan_change(reserved, start_time, new_end, parking_space_id, vehicle_id, not private.acts_for_operator());
  perform private.reject('A change is paid from the wallet, at the desk or not at all') where payment = 'card';
  perform private.give_reason(reason);
  return private.save_changed_reservation(
    reserved, 'reservation_changed', case when is_moved or reserved.total_amount <> price_before then seen_amount end,
    is_paid, paid);
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
end;
$$;

-- ## A space that is taken

create table public.space_reports (
  -- The driver's device chooses it, so that a repeat is the same report.
  id uuid primary key,
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  parking_space_id uuid not null references public.parking_spaces (id) on delete cascade,
  user_id uuid references public.profiles (user_id) on delete set null,
  -- The space that the driver got instead; null if there was none.
  new_parking_space_id uuid references public.parking_spaces (id) on delete set null,
  -- The space is free again from then on, unless an operator freed it before.
  occupied_until timestamptz not null check (isfinite(occupied_until)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- The audit log has who resolved it, where that was an administrator.
  resolved_at timestamptz check (isfinite(resolved_at)),
  -- The reservation that was over and not ended.
  late_reservation_id uuid references public.reservations (id) on delete set null
);

create index space_reports_of_reservation on public.space_reports (reservation_id);
create index space_reports_of_space on public.space_reports (parking_space_id);
create index space_reports_of_new_space on public.space_reports (new_parking_space_id);
create index space_reports_of_late on public.space_reports (late_reservation_id) where late_reservation_id is not null;
create index space_reports_of_driver on public.space_reports (user_id, created_at desc);
create index space_reports_open on public.space_reports (created_at desc) where resolved_at is null;

call private.secure('public.space_reports', is_audited => true, service => 'all');
grant update (resolved_at) on public.space_reports to authenticated;

create policy admins_resolve_space_reports on public.space_reports for update to authenticated
  using ((select private.is_admin()) and resolved_at is null)
  with check ((select private.is_admin()) and resolved_at is not null);

-- The free spaces that a reservation can move to, on which the rest of it costs no more. Spaces of its zone come first,
-- those with the fewest names between them first; then spaces of the zones within 1 km, the nearest first.
create function private.find_other_spaces(
  reservation public.reservations, excluded uuid[] default '{}', target uuid default null
) returns table (id uuid) language sql stable set search_path = ''
as $$
  with own as (
    select s.id, s.zone_id, z.latitude, z.longitude
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
    where s.id = reservation.parking_space_id
  ), ranked as materialized (
    select s.id, s.status, s.has_rates, case when z.id = own.zone_id then -1 else z.distance_km end as distance_km,
      row_number() over (partition by z.id order by s.sort_name, s.id) as place
    from own, lateral public.find_zones(null, null, own.latitude, own.longitude) z
    join public.parking_spaces s on s.zone_id = z.id
    where z.id = own.zone_id or z.distance_km <= 1
      and z.id <> all ((select private.closed_zones(reservation.start_time, reservation.end_time))::uuid[])
  ), free as materialized (
    select c.id, c.distance_km, c.place, c.has_rates,
      case when c.distance_km < 0 then abs(c.place - own_place.place) end as steps
    from ranked c left join ranked own_place on own_place.id = reservation.parking_space_id
    where c.id <> reservation.parking_space_id and (target is null or c.id = target)
      and c.id not in (select e from unnest(excluded) e where e is not null)
      -- A space that is reserved now may be free when the reservation begins.
      and (c.status = 'available' or c.status = 'reserved' and reservation.start_time > now() + interval '15 minutes')
      and not exists (
        select from public.space_occupancy r
        where r.parking_space_id = c.id
          and tstzrange(r.start_time, r.end_time) && tstzrange(reservation.start_time, reservation.end_time)
      )
  ), rest as materialized (
    select starts, private.price_of_reservation(reservation.parking_space_id, starts, reservation.end_time,
      private.find_rate_version(reservation.parking_space_id, starts, reservation.vehicle_type)) as price
    from (select greatest(now(), reservation.start_time) as starts) moment
  )
  select f.id
  from free f, rest
  where private.price_of_reservation(f.id, rest.starts, reservation.end_time,
    case when f.has_rates then private.find_rate_version(f.id, rest.starts, reservation.vehicle_type) end) <= rest.price
  order by
    -- Spaces on which somebody has not ended a reservation that is over come last: the car may be there.
    exists (
      select from public.reservations late
      where late.parking_space_id = f.id and late.status = 'active' and late.end_time <= now()
    ),
    f.distance_km, f.steps, f.place
  limit 50;
$$;

-- Moves a reservation to a space and says whether it could. A failure gives back the locks that it took, so that no two
-- drivers who hold several spaces wait for each other.
create function private.move_to_space(reservation public.reservations, space uuid, waits boolean)
returns boolean language plpgsql set search_path = '' set lock_timeout = '500ms'
as $$
begin
  if waits then
    perform private.lock_space(space);
  elsif not private.try_lock_space(space) then
    return false;
  end if;
  perform from public.profiles where user_id = reservation.user_id for no key update;
  perform from public.parking_spaces where id in (reservation.parking_space_id, space) order by id for no key update;
  if not exists (select from public.parking_spaces where id = space and status = 'available') then
    raise exclusion_violation;
  end if;
  reservation.parking_space_id := space;
  perform private.save_changed_reservation(reservation, 'space_swapped');
  return true;
exception
  when exclusion_violation or lock_not_available or deadlock_detected then
    return false;
end;
$$;

-- Reports the space of a reservation as taken and moves the reservation to the nearest free space that costs no more,
-- if there is one. `seen_space` is the space that the driver saw, `key` the id of the report. A repeat changes nothing.
-- definer: a driver may not write reservations and reports, nor see who is on other spaces.
create function public.swap_space(reservation uuid, seen_space uuid, key uuid)
returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations := private.lock_reservation(reservation);
  limits constant private.limits := private.get_limits();
  candidate uuid;
  new_space uuid;
begin
  -- A repeat whose first response was lost.
  if exists (select from public.space_reports r where r.id = key and r.reservation_id = reserved.id) then
    return reserved;
  end if;
  perform private.raise_problem('reservation-changed')
    where key is null or reserved.parking_space_id is distinct from seen_space;
  perform private.raise_problem('swap-outside-reservation')
    where not now() between reserved.start_time - interval '15 minutes' and reserved.end_time;
  perform private.raise_problem('too-many-swaps') where not private.acts_for_operator() and (
    select count(*) from public.space_reports r
    where r.reservation_id = reserved.id and r.new_parking_space_id is not null
  ) >= limits.swaps_per_reservation;
  perform private.check_change_rate(
    array['space_swapped', 'space_reported'], limits.swaps_per_hour, 'too-many-swaps-in-an-hour');

  -- Nobody books the space while this driver is moved away from it.
  perform private.lock_space(reserved.parking_space_id);
  foreach candidate in array array(select private.find_other_spaces(reserved)) loop
    exit when new_space is not null;
    new_space := case when private.move_to_space(reserved, candidate, false) then candidate end;
  end loop;
  -- Somebody else had locked these at the same moment, and may not have taken them.
  foreach candidate in array array(select private.find_other_spaces(reserved) where new_space is null limit 5) loop
    exit when new_space is not null;
    new_space := case when private.move_to_space(reserved, candidate, true) then candidate end;
  end loop;

  insert into public.space_reports (
    id, reservation_id, parking_space_id, user_id, new_parking_space_id, late_reservation_id, occupied_until)
  values (
    key, reserved.id, reserved.parking_space_id, reserved.user_id, new_space, (
      select r.id from public.reservations r
      where r.parking_space_id = reserved.parking_space_id and r.status = 'active' and r.end_time <= now() and r.id <> reserved.id
      order by r.end_time desc limit 1),
    -- Before its start the reservation may still be cancelled, so that its report must not close the space for long.
    least(reserved.end_time, now() + case when reserved.start_time > now() then interval '1 hour' else interval '24 hours' end));
  update public.parking_spaces set status = 'occupied'
  where id = reserved.parking_space_id and status in ('available', 'reserved');
  -- private.save_changed_reservation records a move.
  if new_space is null and reserved.user_id is not null then
    perform private.record_activity(reserved.user_id, 'space_reported', jsonb_build_object(
      'reservation_id', reserved.id, 'parking_space_id', reserved.parking_space_id));
  end if;
  select * into reserved from public.reservations where id = reserved.id;
  return reserved;
end;
$$;

create function private.complete_space_report() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.resolved_at := now();
  return new;
end;
$$;

create trigger space_reports_complete before update of resolved_at on public.space_reports
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function private.complete_space_report();

-- A driver who ends a reservation on a reported space has left it, so that it is free.
-- definer: the driver who ends a reservation may not write spaces and reports.
create function private.free_left_space() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- A trigger resolves the reports of the space.
  update public.parking_spaces s set status = 'available'
  where s.id = new.parking_space_id and s.status = 'occupied'
    and exists (select from public.space_reports r where r.parking_space_id = s.id and r.resolved_at is null)
    -- A driver who reported the space and got no other one did not park there.
    and not exists (
      select from public.space_reports r
      where r.parking_space_id = s.id and r.resolved_at is null and r.reservation_id = new.id
    )
    and not exists (select from public.space_status_overrides o where o.id = s.id and o.starts_at is null);
  if found then
    perform private.refresh_status_of(array[new.parking_space_id]);
  end if;
  return null;
end;
$$;

create trigger reservations_space_was_left after update of status on public.reservations
  for each row when (
    old.status = 'active' and new.status = 'completed' and new.parking_space_id is not null and new.user_id = auth.uid()
  ) execute function private.free_left_space();

-- ## What clients call

grant execute on function
  public.latest_end, private.find_latest_end, private.overstay_terms, private.end_of_grace, public.next_reservation_begins, public.extend_reservation,
  public.change_reservation, public.swap_space to authenticated;
grant execute on function public.next_reservation_begins to service_role;

-- ## supabase/schemas/1000_locks.sql

-- Locks: the barriers in front of spaces, tickets, and the arrivals of drivers.
--
-- A space with a kavass_device_id has a barrier, which the lock's vendor moves. The database decides who may move
-- it when, and keeps commands and responses. An administrator moves any barrier through the service (is_acting_admin,
-- then record_lock_command before and after the command). A driver moves the barrier of a reservation:
--
--   begin_barrier_command ──rejected──▶ a problem, and nothing is stored
--           └──▶ under way (outcome null) ──finish_barrier_command──▶ moved | barrier-offline | barrier-rejected | ...
--                    └── after 30 seconds without a response ──▶ barrier-no-response
--
-- Rules
--   One command at a time for each barrier. The same command from another phone joins the one under way.
--   A repeat with the same key is the same command.
--   Every command stands in the audit log twice: when it is sent, and with its response.
--   Nobody knows whether a car stands above a barrier, except that one which is up has none. So a driver raises a barrier
--   that was up until their reservation opened it, and that nobody else may have passed since. Otherwise staff looks and raises it.
--   After its end a reservation opens the barrier only for a driver who has arrived before.
--   Locks are taken in this order: the reservation, the advisory lock of the barrier, its commands. A command does not
--   wait for a reservation that somebody changes: its barrier is busy.
--
-- `arrived_at` of a reservation is set by an administrator who scans the ticket, or by the barrier that opens.

-- ## Commands of administrators

-- Writes into the audit log that a command was sent, or with a code that the vendor has responded. So a command without a
-- response shows too.
-- definer: nobody else writes the log.
create function public.record_lock_command(
  actor uuid, command uuid, did text, type integer, code integer default null, msg text default null
) returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reject('This is no command for a lock')
    where not coalesce(actor is not null and command is not null and type in (1, 2) and length(did) between 1 and 64, false);
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values (
    actor, case type when 1 then 'lower' else 'raise' end, 'locks', did,
    jsonb_build_object('command', command, 'type', type, 'state', 'sent')
      || case when code is null then '{}' else
        jsonb_build_object('state', 'answered', 'code', code, 'msg', left(msg, 500)) end);
end;
$$;

grant execute on function public.record_lock_command to service_role;

-- ## The barrier of a reservation

-- Commands of drivers to barriers. Those of the last day are kept here, and all of them in the audit log.
create table private.barrier_commands (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The driver's device chooses one for each command.
  key uuid not null,
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  -- The vendor's id of the lock.
  did text not null check (length(did) between 1 and 64),
  -- 1 lowers, 2 raises.
  type smallint not null check (type in (1, 2)),
  -- The equal command that is under way, so that this one is not sent; null for a command that is sent.
  joins uuid,
  -- Null while it is under way.
  outcome text check (outcome in (
    'moved', 'barrier-no-response', 'barrier-offline', 'barrier-rejected', 'barrier-unreachable'
  )),
  -- Whether the vendor's response has been recorded. It may come after the outcome.
  is_answered boolean not null default false,
  -- Whether the vendor listed the lock as up before the command was sent, which is asked before it is lowered.
  was_up boolean not null default false,
  created_at timestamptz not null default now(),
  constraint barrier_commands_key_once_per_driver unique (user_id, key)
);

create unique index barrier_commands_one_under_way on private.barrier_commands (did)
  where outcome is null and joins is null;
create index barrier_commands_of_person on private.barrier_commands (user_id, created_at);
create index barrier_commands_of_reservation on private.barrier_commands (reservation_id);

-- A command takes up to 10 seconds. After 30 seconds its server was stopped.
create function private.close_abandoned_commands(device text) returns void language sql set search_path = ''
as $$
  update private.barrier_commands set outcome = 'barrier-no-response'
  where did = device and outcome is null and joins is null and created_at < now() - interval '30 seconds';
$$;

-- The barrier may be lowered until the reservation expires, also after its end: a car that is late must get out.
create function private.check_opening(reservation public.reservations) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.raise_problem('barrier-without-reservation')
    where reservation.status <> 'active' or reservation.end_time <= now() - interval '24 hours';
  perform private.raise_problem('barrier-too-early') where reservation.start_time > now() + interval '10 minutes';
  -- Before the start the space belongs to a reservation that is not over, whose driver may be out for a moment.
  perform private.raise_problem('barrier-still-of-other') where reservation.start_time > now() and exists (
    select from public.reservations
    where parking_space_id = reservation.parking_space_id and status = 'active' and id <> reservation.id
      and start_time <= now() and end_time > now()
  );
  -- After the end the space belongs to the next driver once their reservation has begun.
  perform private.raise_problem('barrier-of-next-reservation') where reservation.end_time <= now() and exists (
    select from public.reservations next
    where next.parking_space_id = reservation.parking_space_id and next.id <> reservation.id and next.status = 'active'
      and next.start_time >= reservation.end_time and private.has_begun(next)
  );
  -- A driver who came in before the end must get out. Nobody comes in after it.
  perform private.raise_problem('barrier-after-end') where reservation.end_time <= now() and reservation.arrived_at is null;
end;
$$;

-- The driver who has just left may raise the barrier, while nobody else may be on the space.
create function private.check_closing(reservation public.reservations, device text)
returns void language plpgsql set search_path = ''
as $$
declare
  -- When the barrier was lowered for this reservation: the latest lowering that moved, if an attempt found it up and the
  -- reservation has not moved since.
  lowered_at constant timestamptz := (
    select max(was.created_at)
    from private.barrier_commands was join private.barrier_commands moved using (reservation_id, did, type)
    where reservation_id = reservation.id and did = device and type = 1 and was.was_up
      and moved.outcome = 'moved' and moved.created_at >= was.created_at and not exists (
        select from public.user_activity a
        where a.user_id = reservation.user_id and a.activity_type in ('reservation_changed', 'space_swapped')
          and a.created_at >= was.created_at and a.activity_data ->> 'reservation_id' = reservation.id::text)
  );
  -- From then on another driver may have come over the lowered barrier without a command: early, before the planned end, or
  -- after the driver ended the reservation.
  others_since constant timestamptz := greatest(
    lowered_at, least(reservation.end_time - interval '10 minutes', now() - interval '30 minutes'));
begin
  perform private.raise_problem('barrier-reservation-not-ended') where reservation.status = 'active';
  perform private.raise_problem('barrier-close-too-late')
    where reservation.status <> 'completed'
      -- An administrator may have ended it while the car was there.
      or not exists (
        select from public.user_activity
        where user_id = reservation.user_id and created_at > now() - interval '30 minutes'
          and activity_type = 'reservation_completed' and activity_data ->> 'reservation_id' = reservation.id::text
          and not activity_data ? 'by_operator'
      )
      -- A device without a connection sends the end later.
      or reservation.ended_at <= now() - interval '30 minutes';
  perform private.raise_problem('barrier-not-opened') where lowered_at is null;
  perform private.raise_problem('barrier-space-used') where exists (
    -- Somebody else has sent the barrier a command since. Just before, a lowering without a response may have come late.
    select from public.audit_log
    where subject_table = 'locks' and subject_id = device
      and created_at > lowered_at - case action when 'lower' then interval '1 minute' else interval '0' end
      and after ->> 'reservation' is distinct from reservation.id::text
  ) or exists (
    -- A lock may be on several spaces. A driver may come 10 minutes early, one who is late may still be there, and one
    -- whose reservation was over within 5 minutes may be driving out.
    select from public.reservations r
    join public.parking_spaces s on s.id = r.parking_space_id
    where s.kavass_device_id = device and r.id <> reservation.id
      and r.start_time between now() - private.longest_reservation() - interval '24 hours' and now() + interval '10 minutes'
      and (r.status = 'active' or exists (
        select from public.user_activity a
        where a.user_id = r.user_id
          and a.created_at > greatest(r.start_time - interval '10 minutes', least(others_since, now() - interval '5 minutes'))
          and a.activity_type in ('reservation_completed', 'reservation_cancelled', 'reservation_expired')
          and a.activity_data ->> 'reservation_id' = r.id::text
      ))
  ) or exists (
    -- An administrator has moved, cancelled or ended a reservation while its car may have been there, where it may stand yet.
    select from public.audit_log a
    join public.parking_spaces s on s.id::text = a.before ->> 'parking_space_id'
    where s.kavass_device_id = device and a.subject_table = 'reservations' and a.subject_id <> reservation.id::text
      and a.created_at > lowered_at and a.before ->> 'status' = 'active'
      and (a.before ->> 'start_time')::timestamptz <= now() + interval '10 minutes'
  ) or exists (
    -- Somebody reported a car, or works there.
    select from public.parking_spaces s
    where s.kavass_device_id = device and s.status in ('occupied', 'maintenance')
  );
end;
$$;

create function private.record_barrier_command(sent private.barrier_commands, response jsonb)
returns void language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values (
    sent.user_id, case sent.type when 1 then 'lower' else 'raise' end, 'locks', sent.did,
    jsonb_build_object('command', sent.id, 'type', sent.type, 'reservation', sent.reservation_id) || response
  );
$$;

-- Begins to lower (open) or raise (close) the barrier of a reservation, or finds the same command under way. Staff may do it
-- for drivers of their zones, and say why they raise one.
-- definer: nobody who comes through an API reads or writes the commands, and the rules read everybody's reservations.
create function public.begin_barrier_command(
  person uuid, reservation uuid, action text, key uuid, assurance text default 'aal1', reason text default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  wanted constant smallint := case action when 'open' then 1 when 'close' then 2 end;
  duty constant text := (
    select private.find_duty(person, case action when 'open' then 'lower_barrier' else 'raise_barrier' end, s.zone_id)
    from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
    where r.id = reservation and r.user_id is distinct from person);
  reserved public.reservations;
  device text;
  earlier private.barrier_commands;
  under_way private.barrier_commands;
  new_command private.barrier_commands;
begin
  perform private.reject('This is no command for a barrier')
    where person is null or reservation is null or key is null or wanted is null;
  perform private.reject('Show your second factor to move a barrier', 'insufficient_privilege')
    where not private.is_assured(person, assurance);

  select * into earlier from private.barrier_commands c
  where c.user_id = person and c.key = begin_barrier_command.key;
  if found then
    perform private.reject('This key belongs to another command')
      where (earlier.reservation_id, earlier.type) is distinct from (reservation, wanted);
    perform private.close_abandoned_commands(earlier.did);
    return jsonb_build_object('command', coalesce(earlier.joins, earlier.id), 'is_new', false);
  end if;

  -- A reservation is not cancelled, changed or ended while its barrier begins to open.
  select * into reserved from public.reservations r where r.id = reservation and (r.user_id = person or duty is not null)
  for share skip locked;
  if not found then
    perform private.raise_problem('barrier-busy')
    from public.reservations r where r.id = reservation and (r.user_id = person or duty is not null);
    perform private.raise_problem('barrier-without-reservation');
  end if;
  -- A suspended driver may only get the car out of a reservation that has begun.
  perform private.raise_problem('account-shut-out')
    where (action = 'close' or reserved.start_time > now()) and private.is_shut_out(person);
  select s.kavass_device_id into device from public.parking_spaces s where s.id = reserved.parking_space_id;
  perform private.raise_problem('barrier-missing') where device is null;
  if duty is not null then
    perform private.raise_problem('barrier-reason-required')
      where action = 'close' and private.to_plain_line(left(reason, 300)) is null;
    perform set_config('parqueo.duty', duty, true);
  elsif action = 'open' then
    perform private.check_opening(reserved);
  else
    perform private.check_closing(reserved, device);
  end if;

  -- Only commands that begin at the same moment wait here.
  perform pg_advisory_xact_lock(hashtextextended('barrier ' || device, 0));
  perform private.raise_problem('barrier-too-often')
  from private.barrier_commands c where c.user_id = person and c.created_at > now() - interval '1 day'
  having count(*) >= 100 or count(*) filter (where c.created_at > now() - interval '1 minute') >= 10;
  delete from private.barrier_commands c
  where c.user_id = person and c.created_at < now() - interval '1 day' and not exists (
    select from public.reservations r where r.id = c.reservation_id and r.status = 'active'
  );
  perform private.close_abandoned_commands(device);
  select * into under_way from private.barrier_commands c
  where c.did = device and c.outcome is null and c.joins is null;
  -- Two phones of one driver give one command.
  perform private.raise_problem('barrier-busy')
    where under_way.id is not null
      and (under_way.user_id, under_way.reservation_id, under_way.type) is distinct from (person, reservation, wanted);
  insert into private.barrier_commands (user_id, key, reservation_id, did, type, joins)
  values (person, key, reservation, device, wanted, under_way.id)
  on conflict on constraint barrier_commands_key_once_per_driver do nothing
  returning * into new_command;
  if not found then
    -- An equal request of this moment was first.
    return public.begin_barrier_command(person, reservation, action, key, assurance, reason);
  end if;
  if new_command.joins is not null then
    return jsonb_build_object('command', new_command.joins, 'is_new', false);
  end if;
  perform private.record_barrier_command(new_command, jsonb_strip_nulls(jsonb_build_object(
    'state', 'sent', 'reason', case when duty is not null then private.to_plain_line(left(reason, 300)) end)));
  return jsonb_build_object('command', new_command.id, 'is_new', true, 'did', device);
end;
$$;

-- definer: as above.
create function public.read_barrier_command(command uuid)
returns text language sql stable security definer set search_path = ''
as $$
  select outcome from private.barrier_commands where id = command;
$$;

-- Records what became of a command. A repeat changes nothing. A driver whose command before the end of the reservation opens
-- the barrier has arrived; after the end the car is to leave.
-- definer: as above.
create function public.finish_barrier_command(
  command uuid, outcome text, code integer, msg text default null, was_up boolean default false
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  arriving public.reservations;
  finished private.barrier_commands;
begin
  select r.* into arriving
  from public.reservations r join private.barrier_commands c on c.reservation_id = r.id
  where c.id = command and c.type = 1 and finish_barrier_command.outcome = 'moved' and c.created_at < r.end_time
    and r.status = 'active' and r.arrived_at is null
  for no key update of r;
  -- Somebody may have read the outcome that it has after 30 seconds.
  update private.barrier_commands c set
    outcome = coalesce(c.outcome, finish_barrier_command.outcome), was_up = finish_barrier_command.was_up, is_answered = true
  where c.id = command and not c.is_answered
  returning * into finished;
  if finished.id is null then
    return;
  end if;
  perform private.record_barrier_command(finished, jsonb_build_object(
    'state', 'answered', 'code', code, 'msg', left(msg, 500), 'outcome', outcome));
  if arriving.id is not null then
    perform private.lock_space(arriving.parking_space_id);
    update public.reservations set arrived_at = now() where id = arriving.id;
  end if;
  if outcome = 'moved' then
    perform private.record_activity(
      finished.user_id,
      case finished.type when 1 then 'barrier_opened' else 'barrier_closed' end,
      jsonb_build_object('reservation_id', finished.reservation_id)
    );
  end if;
end;
$$;

grant execute on function
  public.begin_barrier_command, public.read_barrier_command, public.finish_barrier_command to service_role;

-- ## Tickets

-- An open stay has no end: its ticket says 1970.
create function private.end_on_ticket(reservation public.reservations) returns timestamptz language sql stable set search_path = ''
  return case when reservation.is_open and reservation.status = 'active' then 'epoch' else reservation.end_time end;

-- What the ticket of an active reservation of this person says, or of anybody's for administrators and those of the staff who sell it, and
-- hand it to a driver without the app. `assurance` is the `aal` of the token.
-- definer: the service reads the reservation for a driver whose session it has verified.
create function public.ticket_of_reservation(reservation uuid, person uuid, assurance text default 'aal1')
returns table (zone text, space text, plate text, start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = ''
as $$
  select coalesce(s.zone_name, ''), coalesce(s.name, ''), coalesce(r.vehicle_plate, ''), r.start_time, private.end_on_ticket(r)
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = reservation and r.status = 'active'
    and (public.is_acting_admin(person, assurance) or private.is_assured(person, assurance) and (r.user_id = person
      or private.find_duty(person, case when r.is_open then 'let_in' else 'reserve' end, s.zone_id) is not null));
$$;

-- definer: a person who scans a ticket has no account. The service calls it for a ticket whose signature it has verified,
-- and learns nothing of the driver.
create function public.state_of_ticket(reservation uuid)
returns table (status text, zone text, space text, plate text, start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.status, coalesce(s.zone_name, ''), coalesce(s.name, ''), coalesce(r.vehicle_plate, ''),
    r.start_time, private.end_on_ticket(r)
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = reservation;
$$;

grant execute on function public.ticket_of_reservation, public.state_of_ticket to service_role;

-- ## Arrivals

-- The scan that marked an arrival: a repeat of it is told again that the arrival is new.
create table private.arrival_scans (
  reservation_id uuid primary key references public.reservations (id) on delete cascade,
  scan uuid not null,
  arrived_at timestamptz not null
);

-- Marks the arrival of a driver, from 30 minutes before the start of the reservation to its end. A repeat finds the first
-- arrival. The seen times are what the administrator saw.
-- definer: nobody writes the column.
create function public.mark_arrival(
  reservation uuid, seen_start timestamptz, seen_end timestamptz, scan uuid default null
) returns table (arrived_at timestamptz, is_new boolean)
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  reserved public.reservations;
begin
  perform private.require_duty('mark_arrival', private.zone_of_reservation(reservation));
  reserved := private.lock_reservation(reservation);
  if reserved.arrived_at is not null then
    return query select reserved.arrived_at, exists (
      select from private.arrival_scans s
      where s.reservation_id = reserved.id and s.scan = mark_arrival.scan and s.arrived_at = reserved.arrived_at
    );
    return;
  end if;
  perform private.raise_problem('reservation-changed')
    where (reserved.start_time, reserved.end_time) is distinct from (seen_start, seen_end);
  perform private.raise_problem('arrival-too-early') where now() < reserved.start_time - interval '30 minutes';
  perform private.raise_problem('arrival-too-late') where now() >= reserved.end_time;
  perform private.lock_space(reserved.parking_space_id);
  update public.reservations r set arrived_at = now() where r.id = reserved.id;
  if scan is not null then
    insert into private.arrival_scans as s (reservation_id, scan, arrived_at)
    values (reserved.id, mark_arrival.scan, now())
    on conflict (reservation_id) do update set scan = excluded.scan, arrived_at = excluded.arrived_at;
  end if;
  return query select now(), true;
end;
$$;

-- Takes back the arrival that an administrator saw. A repeat changes nothing.
-- definer: as above.
create function public.unmark_arrival(reservation uuid, seen_arrival timestamptz)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  reserved public.reservations;
begin
  perform private.require_duty('mark_arrival', private.zone_of_reservation(reservation));
  reserved := private.lock_reservation(reservation);
  if reserved.arrived_at is null then
    return;
  end if;
  perform private.raise_problem('reservation-changed') where reserved.arrived_at is distinct from seen_arrival;
  perform private.lock_space(reserved.parking_space_id);
  update public.reservations r set arrived_at = null where r.id = reserved.id;
end;
$$;

grant execute on function public.mark_arrival, public.unmark_arrival to authenticated;

-- ## supabase/schemas/1100_ledger.sql

-- The ledger: double-entry books of every dollar or peso. They only grow; another transaction corrects a mistake.
--
-- A transaction has two or more signed entries, which sum to zero. What a kind of transaction moves:
--
--   kind                                from                   to
--   payment                             clearing_*             wallet; refunds where the wallet is full or gone
--   second_capture                      clearing_*             refunds
--   reservation, extension, change, overstay   wallet          deferred and tax
--   change, cancellation, reservation_refund   deferred, revenue once  cash where it was paid at the desk, then
--                                       it is earned; tax, or  wallet; adjustments where the driver is gone
--                                       tax_expense when late
--   earned                              deferred               revenue
--   refund_requested                    wallet                 refunds
--   refund_completed                    refunds                clearing_*
--   refund_failed                       refunds                wallet; adjustments where it cannot hold it
--   disputed                            disputes               clearing_*; the other way round where it is won
--   cash_payment                        cash                   wallet
--   terminal_payment, transfer_payment  clearing_terminal, clearing_transfer   wallet
--   shift                               cash, safe, adjustments, cash_over_short, between each other [shifts]
--   bank_deposit                        bank                   safe, clearing_terminal, clearing_transfer
--   dispute_lost                        losses                 disputes
--   settlement                          bank, commissions ...  clearing_*; adjustments for differences [settlements]
--   adjustment                          adjustments            wallet, or the other way round
--   waived                              wallet                 waived
--   account_closed                      wallet                 adjustments
--
-- What is paid for a reservation is income when it is over: until then the operator owes the parking. The transaction that
-- ends it posts what is left of it in `deferred`, dated at the last millisecond of its time or, if it is over before, now:
-- the month of the service, also for one until midnight and where the job that expires reservations comes a day later. A
-- month has all its income when no reservation until its end is active any more. The tax is due when it is charged.
--
-- Everything that one transaction of the database writes has one time, its now(): rows of payments, refunds and postings
-- stand in one day and one month. Within it a wallet first gets and then pays.
--
-- profiles.wallet_balance is the sum of the entries of a wallet: it follows each entry in the same statement, and a
-- balance that somebody writes is posted as an adjustment. The lock of a wallet is the row of its profile.
-- ledger_sources says which payment the money of each of its entries came from.
--
-- The settings limit what one administrator gives within a day, to all people and in every way, lower prices too:
-- private.gifts. Over the limit it is a row of wallet_corrections, on which another administrator decides:
--
--   state   proposed ──▶ approved (and posted, or allowed) | declined
--
-- Nobody gives to themselves, and each gift has a reason.
--
-- Hooks: [receipts] queues reservations whose money moved, [overview] marks days to add up again, [notifications] tells
-- the driver what is given back.

create table public.ledger_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'wallet', 'revenue', 'tax',
    -- Paid for reservations that are not over, without the tax.
    'deferred',
    -- Tax that went back to drivers when it could not be taken off any more.
    'tax_expense',
    -- Money that AZUL and PayPal have captured.
    'clearing_azul', 'clearing_paypal',
    -- On the way back to a driver's card or PayPal account.
    'refunds',
    -- Money that was paid at the desk: in the drawers of open shifts, by card terminals and transfers; what is in the safe,
    -- and what counts found.
    'cash', 'clearing_terminal', 'clearing_transfer', 'safe', 'cash_over_short',
    -- Money that AZUL and PayPal took back by themselves.
    'disputes',
    -- What administrators adjust, and what is left in a wallet whose account an operator deletes.
    'adjustments',
    -- What drivers gave up when they deleted their accounts.
    'waived',
    -- What became of the money in clearing, by the statements of providers; and disputes that were not won.
    'bank', 'commissions', 'tax_on_commissions', 'withheld', 'losses'
  )),
  user_id uuid references public.profiles (user_id) on delete set null check (user_id is null or kind = 'wallet'),
  created_at timestamptz not null default now() check (isfinite(created_at)));

create table public.ledger_transactions (
  id uuid primary key default gen_random_uuid(),
  -- Name and role of the administrator when it was posted, as the accounts do not last. [accounting] writes it.
  actor text check (length(actor) <= 200),
  -- Each cause of a transaction has a key, so that it is posted once.
  key text not null constraint ledger_transactions_key_is_unique unique check (length(key) between 1 and 120),
  kind text not null check (kind in (
    'adjustment', 'account_closed', 'waived', 'cash_payment', 'terminal_payment', 'transfer_payment', 'shift', 'bank_deposit',
    'payment', 'second_capture',
    'reservation', 'extension', 'change', 'overstay', 'cancellation', 'reservation_refund', 'earned',
    'refund_requested', 'refund_completed', 'refund_failed',
    -- A refund or a dispute that was made at the provider, or a dispute that was won.
    'disputed',
    'dispute_lost', 'settlement'
  )),
  reason text check (length(reason) <= 300),
  reservation_id uuid references public.reservations (id),
  -- The amount and the tax of a charge or a return at each rate: [{rate, is_late, amount, tax}].
  tax_lines jsonb not null default '[]' check (jsonb_typeof(tax_lines) = 'array' and length(tax_lines::text) <= 2000),
  -- [payments] adds the foreign key.
  payment_id uuid,
  -- Whose drawer it moved. [shifts] adds the foreign key.
  shift_id uuid,
  -- The approval of a card terminal, or the bank's number of a transfer.
  reference text check (length(reference) <= 64),
  -- The administrator who did it; null for drivers and for what happens by itself.
  actor_id uuid,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- The transaction of the database.
  posted_in xid8 not null default pg_current_xact_id()
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

-- Kinds that charge for a reservation, and kinds that give back of it. A change does either.
create function private.is_charge(kind text) returns boolean language sql immutable parallel safe
  return kind in ('reservation', 'extension', 'change', 'overstay');
create function private.is_return(kind text) returns boolean language sql immutable parallel safe
  return kind in ('cancellation', 'change', 'reservation_refund');

create table public.ledger_entries (
  transaction_id uuid not null references public.ledger_transactions (id),
  account_id uuid not null references public.ledger_accounts (id),
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  primary key (transaction_id, account_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

-- Where the money of each entry of a wallet came from, and of what reservations give back: parts that sum to the entry.
create table private.ledger_sources (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  account_id uuid not null,
  -- The payment that brought the money; null for credits and cash. [payments] adds the foreign key.
  payment_id uuid,
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  -- Whether the payment was made for what the entry pays: it was captured and charged in one transaction of the database.
  is_direct boolean not null,
  -- The part of a charge that comes back.
  gives_back bigint references private.ledger_sources (id) check (gives_back is null or amount > 0),
  foreign key (transaction_id, account_id) references public.ledger_entries (transaction_id, account_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

-- What a wallet still has of each payment: the sums of its sources, so that no posting adds up the history of a wallet.
create table private.unused_sources (
  account_id uuid not null references public.ledger_accounts (id),
  payment_id uuid,
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99),
  -- The oldest money is used first.
  first_source bigint not null,
  constraint unused_sources_once unique nulls not distinct (account_id, payment_id)
);

create index unused_sources_of_account on private.unused_sources (account_id) where amount > 0;
create unique index ledger_accounts_one_of_each_kind on public.ledger_accounts (kind) where kind <> 'wallet';
create unique index ledger_accounts_one_wallet_of_person on public.ledger_accounts (user_id) where user_id is not null;
create index ledger_transactions_of_reservation on public.ledger_transactions (reservation_id)
  where reservation_id is not null;
create index ledger_transactions_of_shift on public.ledger_transactions (shift_id) where shift_id is not null;
-- What tells references apart: dashes and zeros before them do not.
create function private.bare_reference(reference text) returns text language sql immutable parallel safe
  return ltrim(translate(upper(btrim(reference)), '-', ''), '0');
-- Terminals count their approvals anew; banks do not.
create unique index ledger_transactions_reference_once on public.ledger_transactions
  (kind, private.bare_reference(reference), (case when kind = 'terminal_payment' then (created_at at time zone 'America/Santo_Domingo')::date end))
  nulls not distinct where reference is not null;
create index ledger_transactions_of_payment on public.ledger_transactions (payment_id) where payment_id is not null;
create index ledger_transactions_by_time on public.ledger_transactions (created_at, kind);
create index ledger_entries_of_account on public.ledger_entries (account_id);
create index ledger_sources_of_entry on private.ledger_sources (transaction_id, account_id);
create index ledger_sources_of_account on private.ledger_sources (account_id, payment_id);
create index ledger_sources_of_payment on private.ledger_sources (payment_id) where payment_id is not null;
create index ledger_sources_given_back on private.ledger_sources (gives_back) where gives_back is not null;

-- private.find_wallet adds wallets.
insert into public.ledger_accounts (kind)
values
  ('deferred'), ('revenue'), ('tax'), ('tax_expense'), ('clearing_azul'), ('clearing_paypal'), ('refunds'), ('cash'),
  ('clearing_terminal'), ('clearing_transfer'), ('safe'), ('cash_over_short'), ('disputes'), ('adjustments'), ('waived'), ('bank'), ('commissions'), ('tax_on_commissions'), ('withheld'), ('losses');

-- ## Who reads the books: drivers the entries of their wallet, administrators everything

-- definer: the policies of transactions and entries ask it for the account of the caller.
create function private.own_wallet() returns uuid language sql stable security definer set search_path = ''
as $$
  select id from public.ledger_accounts where user_id = (select auth.uid());
$$;
grant execute on function private.own_wallet to authenticated;

call private.secure('public.ledger_accounts');
call private.secure('public.ledger_entries', own => 'account_id = (select private.own_wallet())');
-- Without actor_id, since drivers must not learn which administrator it was.
call private.secure('public.ledger_transactions', columns => '(id, kind, reason, reservation_id, payment_id, created_at)',
  own => 'exists (
    select from public.ledger_entries e where e.transaction_id = id and e.account_id = (select private.own_wallet()))');

-- ## What holds for the owner of the tables too

create trigger ledger_transactions_append_only before update or delete or truncate on public.ledger_transactions
  for each statement execute function private.reject_write('The ledger is append-only');
create trigger ledger_entries_append_only before update or delete or truncate on public.ledger_entries
  for each statement execute function private.reject_write('The ledger is append-only');
create trigger ledger_sources_append_only before update or delete or truncate on private.ledger_sources
  for each statement execute function private.reject_write('The ledger is append-only');
create trigger ledger_accounts_never_deleted before delete or truncate on public.ledger_accounts
  for each statement execute function private.reject_write('The ledger is append-only');
-- The only change: the wallet of a deleted person forgets whose it was.
create trigger ledger_accounts_keep before update on public.ledger_accounts for each row
  when (new.user_id is not null or to_jsonb(new) - 'user_id' <> to_jsonb(old) - 'user_id')
  execute function private.reject_write('The ledger is append-only');

create function private.check_ledger_entry() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject('Entries are added with their transaction', 'insufficient_privilege')
    where (select posted_in from public.ledger_transactions where id = new.transaction_id) <> pg_current_xact_id();
  perform private.reject('Cash moves in a shift') from public.ledger_transactions t, public.ledger_accounts a
  where t.id = new.transaction_id and a.id = new.account_id and a.kind = 'cash' and t.shift_id is null;
  return new;
end;
$$;
create trigger ledger_entries_check
  before insert on public.ledger_entries for each row execute function private.check_ledger_entry();

-- At the commit, when all entries are there. Both tables have it, since a transaction without entries is wrong too.
create function private.check_ledger_sum() returns trigger language plpgsql set search_path = ''
as $$
declare
  posted constant uuid := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
begin
  perform private.reject('The entries of a transaction sum to zero')
    where (select count(*) < 2 or sum(amount) <> 0 from public.ledger_entries where transaction_id = posted);
  return null;
end;
$$;
create constraint trigger ledger_transactions_sum_to_zero
  after insert on public.ledger_transactions deferrable initially deferred
  for each row execute function private.check_ledger_sum();
create constraint trigger ledger_entries_sum_to_zero after insert on public.ledger_entries deferrable initially deferred
  for each row execute function private.check_ledger_sum();

-- Each entry with its transaction and its account.
create view private.postings as
  select
    t.id, t.key, t.kind, t.reason, t.reservation_id, t.payment_id, t.shift_id, t.actor_id, t.actor, t.created_at, t.posted_in,
    e.account_id, e.amount, a.kind as account, a.user_id
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id;

-- ## Posting
-- definer, as all that post: drivers read no account but their own, and nobody else writes the books.

create function private.find_account(wanted text) returns uuid language sql stable security definer set search_path = ''
as $$
  select id from public.ledger_accounts where kind = wanted and kind <> 'wallet';
$$;

-- Locks the profile first, as everything that moves a wallet does.
create function private.find_wallet(person uuid) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  wallet uuid;
begin
  perform from public.profiles where user_id = person for no key update;
  select id into wallet from public.ledger_accounts where user_id = person;
  if wallet is null then
    insert into public.ledger_accounts (kind, user_id) values ('wallet', person) returning id into wallet;
  end if;
  return wallet;
end;
$$;

-- Locks a wallet and says how much more it can hold; null where nobody has it.
create function private.lock_wallet_room(person uuid) returns numeric language sql set search_path = ''
as $$
  select 99999999.99 - wallet_balance from public.profiles where user_id = person for no key update;
$$;

-- Returns false where the same key was posted before. Amounts of zero are left out.
create function private.post(
  key text, kind text, accounts uuid[], amounts numeric[],
  reservation uuid default null, payment uuid default null, reason text default null, moment timestamptz default now(),
  tax_lines jsonb default '[]', shift uuid default null, reference text default null
) returns boolean language plpgsql security definer set search_path = ''
as $$
declare
  posted uuid;
begin
  insert into public.ledger_transactions
    (key, kind, reservation_id, payment_id, reason, created_at, tax_lines, shift_id, reference, actor_id)
  values (key, kind, reservation, payment, reason, moment, tax_lines, shift, reference, case when private.acts_for_operator() then (select auth.uid()) end)
  on conflict on constraint ledger_transactions_key_is_unique do nothing
  returning id into posted;
  if posted is null then
    return false;
  end if;
  insert into public.ledger_entries (transaction_id, account_id, amount)
  select posted, e.account, e.amount from unnest(accounts, amounts) as e (account, amount) where e.amount <> 0;
  return true;
end;
$$;

-- definer: nobody writes the log.
create function private.audit_posting() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if private.acts_for_operator() then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
    select
      (select auth.uid()), 'insert',
      case t.kind
        when 'adjustment' then 'wallet_adjustments'
        when 'cash_payment' then 'wallet_cash_payments'
        when 'terminal_payment' then 'wallet_terminal_payments'
        when 'transfer_payment' then 'wallet_transfer_payments'
        when 'refund_requested' then 'wallet_top_up_refunds'
        else 'wallet_refunds'
      end,
      coalesce(a.user_id, r.user_id),
      jsonb_build_object(
        'user_id', coalesce(a.user_id, r.user_id), 'amount', new.amount, 'reason', t.reason,
        'reservation_id', t.reservation_id)
    from public.ledger_accounts a, public.ledger_transactions t
    left join public.reservations r on r.id = t.reservation_id
    where a.id = new.account_id and t.id = new.transaction_id
      and (a.user_id is not null or a.kind = 'cash' and t.kind = 'reservation_refund')
      and (t.kind in ('adjustment', 'cash_payment', 'terminal_payment', 'transfer_payment', 'reservation_refund')
        -- A refund of a top-up. One of a reservation is posted as one of the kinds above, too.
        or t.kind = 'refund_requested' and t.reservation_id is null);
  end if;
  return null;
end;
$$;
create trigger ledger_entries_audit
  after insert on public.ledger_entries for each row execute function private.audit_posting();

-- ## The balance of a wallet and its entries
-- Two triggers each write what the other one watches; settings of the transaction keep them apart.

-- definer: the caller may not write profiles.
create function private.follow_wallet() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  wallet public.ledger_accounts;
  room numeric;
begin
  select * into wallet from public.ledger_accounts where id = new.account_id;
  if wallet.kind <> 'wallet' or current_setting('parqueo.balance_is_written', true) = 'yes' then
    return null;
  end if;
  perform private.reject('This wallet has no owner any more') where wallet.user_id is null;
  room := private.lock_wallet_room(wallet.user_id);
  perform private.raise_problem('wallet-full', room::text) where new.amount > room;
  perform set_config('parqueo.follows_ledger', 'yes', true);
  update public.profiles set wallet_balance = wallet_balance + new.amount where user_id = wallet.user_id;
  perform set_config('parqueo.follows_ledger', '', true);
  return null;
end;
$$;
create trigger ledger_entries_follow_wallet
  after insert on public.ledger_entries for each row execute function private.follow_wallet();

create function private.post_written_balance() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  difference constant numeric := new.wallet_balance - coalesce(old.wallet_balance, 0);
begin
  if difference = 0 or current_setting('parqueo.follows_ledger', true) = 'yes' then
    return null;
  end if;
  -- Without a reason, which an administrator owes.
  perform private.record_gift('correction', new.user_id, difference, null);
  perform set_config('parqueo.balance_is_written', 'yes', true);
  perform private.post(
    'balance ' || gen_random_uuid(), 'adjustment',
    array[private.find_wallet(new.user_id), private.find_account('adjustments')], array[difference, -difference]);
  perform set_config('parqueo.balance_is_written', '', true);
  return null;
end;
$$;
create trigger profiles_post_written_balance after insert or update of wallet_balance on public.profiles
  for each row execute function private.post_written_balance();

-- What is left in the wallet of a deleted account waits for the operator in the adjustments.
create function private.close_wallet() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- A profile that is being deleted cannot follow its wallet.
  perform set_config('parqueo.balance_is_written', 'yes', true);
  perform private.post(
    'account_closed ' || a.id, 'account_closed',
    array[a.id, private.find_account('adjustments')], array[-old.wallet_balance, old.wallet_balance])
  from public.ledger_accounts a where a.user_id = old.user_id;
  perform set_config('parqueo.balance_is_written', '', true);
  return old;
end;
$$;
create trigger profiles_close_wallet before delete on public.profiles
  for each row when (old.wallet_balance > 0) execute function private.close_wallet();

-- ## Corrections by administrators

create table public.wallet_corrections (
  -- The idempotency key of the administrator who proposed it.
  id uuid primary key,
  user_id uuid references public.profiles (user_id) on delete set null,
  -- A payment to confirm by hand, and its reference in the provider's portal. [payments] adds the foreign key.
  payment_id uuid,
  provider_reference text check (length(provider_reference) <= 64),
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  -- Posts nothing: whoever proposed it may give so much to the person above the limit, within a day of the approval.
  is_allowance boolean not null default false check (not is_allowance or payment_id is null and amount > 0),
  reason text not null check (length(reason) between 1 and 300),
  -- No foreign keys: corrections stay when the accounts of their administrators are deleted.
  proposed_by uuid not null,
  proposed_at timestamptz not null default now() check (isfinite(proposed_at)),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'declined')),
  decided_by uuid,
  decided_at timestamptz check (isfinite(decided_at)),
  constraint wallet_corrections_decided_by_somebody
    check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint wallet_corrections_approved_by_another check (state <> 'approved' or decided_by <> proposed_by));

create index wallet_corrections_of_person on public.wallet_corrections (user_id) where user_id is not null;
create index wallet_corrections_of_payment on public.wallet_corrections (payment_id) where payment_id is not null;

call private.secure('public.wallet_corrections', own => null);
create trigger wallet_corrections_audit after insert or update of state on public.wallet_corrections
  for each row execute function private.audit_admin_write();

-- Corrections that wait for another administrator.
create view public.proposed_corrections with (security_invoker = true) as
  select
    c.id, c.user_id, c.payment_id, c.provider_reference, c.amount, c.is_allowance, c.reason, c.proposed_at,
    person.email as person_email, proposer.email as proposer_email, c.proposed_by = (select auth.uid()) as is_own
  from public.wallet_corrections c
  left join public.profiles person on person.user_id = c.user_id
  left join public.profiles proposer on proposer.user_id = c.proposed_by
  where c.state = 'proposed';
grant select on public.proposed_corrections to authenticated, service_role;

-- What administrators give to others by hand, in money or in time and space without a price; below zero what they take.
create table private.gifts (
  id bigint generated always as identity primary key,
  actor_id uuid not null,
  -- Name and role, as in the ledger.
  actor text not null check (length(actor) <= 200),
  -- No foreign key: it stays when the account is deleted. Null for prices, and where the driver had left before.
  user_id uuid,
  kind text not null check (kind in (
    -- A wallet that was corrected, and a payment that was confirmed by hand.
    'correction', 'payment',
    -- Money that goes back: of a reservation or a top-up, of one that had begun (also as 'change'), and in cash.
    'refund', 'cancellation', 'cash',
    -- Time and space: a reservation, a longer or dearer one, and a dearer space at the old price.
    'free', 'extension', 'change', 'move',
    -- A car that left without paying.
    'unpaid',
    -- A day of the spaces whose price was lowered by more than half, or that nobody pays any more.
    'price', 'charges',
    -- What a provider's statement has that the books do not, and commissions above a tenth of its sales [settlements].
    'settlement'
  )),
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  reason text not null check (length(reason) between 10 and 300),
  reservation_id uuid references public.reservations (id),
  created_at timestamptz not null default now() check (isfinite(created_at)));

create index gifts_of_administrator on private.gifts (actor_id, created_at);
create index gifts_of_reservation on private.gifts (reservation_id) where reservation_id is not null;

create function private.name_actor(person public.profiles) returns text language sql stable set search_path = ''
  return left(coalesce(nullif(btrim(person.full_name), ''), person.email), 170)
    || format(' (%s)', coalesce(private.duty_at_work(), 'admin'));

-- Every way in which an administrator gives calls it. Nothing happens where a driver or a program acts, and with sample
-- data. Without a reason it takes the one that private.give_reason was told.
-- definer: nobody else writes gifts.
create function private.record_gift(kind text, person uuid, amount numeric, reason text, reservation uuid default null)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(amount, 0) = 0 or not private.acts_for_operator() or not exists (select from private.settings()) then
    return;
  end if;
  reason := btrim(coalesce(reason, current_setting('parqueo.reason', true)));
  perform private.raise_problem('own-money') where person = (select auth.uid());
  perform private.require_reason(reason);
  insert into private.gifts (actor_id, actor, user_id, kind, amount, reason, reservation_id)
  select p.user_id, private.name_actor(p), person, record_gift.kind, record_gift.amount, record_gift.reason, reservation
  from public.profiles p where p.user_id = (select auth.uid());
end;
$$;

-- For functions that are far from where the gift is known.
create function private.give_reason(reason text) returns void language sql set search_path = ''
as $$
  select set_config('parqueo.reason', coalesce(btrim(reason), ''), true);
$$;

-- The person, whom they made an administrator or staff within this time, and so on; unless it is `only_below`, also whoever
-- made them one.
create function private.list_appointed(person uuid, within interval, only_below boolean default false)
returns setof uuid language sql stable set search_path = ''
as $$
  with recursive made (by, person) as materialized (
    select l.actor_id, l.subject_id::uuid from public.audit_log l
    where l.subject_table = 'user_roles' and l.action = 'insert' and l.created_at > now() - within
    union all
    select (l.before ->> 'invited_by')::uuid, (l.after ->> 'user_id')::uuid from public.audit_log l
    where l.subject_table = 'zone_staff' and l.before ->> 'user_id' is null and l.created_at > now() - within
  ), known (id) as (
    select list_appointed.person
    union
    select case k.id when m.by then m.person else m.by end
    from known k join made m on k.id = m.by or k.id = m.person and not only_below
  )
  select id from known where id is not null;
$$;

-- Rejects a gift that, with what the administrator has given or taken within 24 hours, is over the limit of the settings.
-- What another administrator has allowed them for a person does not count, nor does a limit that was raised within 24
-- hours: the log has the earlier one. Administrators who were appointed by each other within 24 hours count as one person.
-- The only administrator sets prices and posts statements as they like. It runs at the commit, so that its lock is the last of a transaction.
-- definer: it reads gifts and the log.
create function private.check_gifts() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '3s'
as $$
declare
  most constant numeric := (
    select least(min(s.wallet_correction_limit), min((l.before ->> 'wallet_correction_limit')::numeric))
    from private.settings() s left join public.audit_log l
      on l.subject_table = 'installation_settings' and l.created_at > now() - interval '24 hours');
begin
  perform pg_advisory_xact_lock(hashtext('private.gifts'));
  perform private.raise_problem(
    case when new.kind in ('price', 'charges') then 'prices-over-limit' when new.kind = 'settlement'
      then 'settlement-over-limit' else 'second-admin-required' end, most::text)
  from (
    select sum(abs(g.amount)) - coalesce((
      select sum(c.amount) from public.wallet_corrections c
      where c.is_allowance and c.state = 'approved' and c.proposed_by = g.actor_id and c.user_id is not distinct from g.user_id
        and c.decided_at > now() - interval '24 hours' and new.amount > 0), 0) as alone
    from private.gifts g
    where g.actor_id in (select private.list_appointed(new.actor_id, '24 hours')) and sign(g.amount) = sign(new.amount)
      and g.created_at > now() - interval '24 hours' and (g.kind not in ('price', 'charges', 'settlement')
        or exists (select from public.user_roles other where other.user_id <> g.actor_id))
    group by g.actor_id, g.user_id
  ) given having sum(greatest(given.alone, 0)) > most;
  return null;
end;
$$;
create constraint trigger gifts_check after insert on private.gifts deferrable initially deferred
  for each row execute function private.check_gifts();
-- The log has a correction and a refund from their posting.
create trigger gifts_audit after insert on private.gifts for each row when (new.kind not in ('correction', 'refund'))
  execute function private.audit_admin_write('id');
-- The highest price that a space or a zone had before a change within 24 hours.
create function private.earlier_price(subject text, id uuid) returns numeric language sql stable set search_path = ''
  return (
    select max(coalesce(l.before ->> 'hourly_rate', l.before ->> 'price_per_hour')::numeric) from public.audit_log l
    where (l.subject_table, l.subject_id) = (subject, earlier_price.id::text) and l.created_at > now() - interval '24 hours');

-- What lower prices give away is a day of their spaces: 24 hours of the difference, once a price is less than half of the
-- highest one within 24 hours, which the log has. So is what nobody charges any more.
-- definer: it reads the log.
create function private.watch_prices() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  given numeric;
begin
  if tg_table_name = 'installation_settings' then
    select sum(coalesce(s.hourly_rate, z.price_per_hour, private.fallback_rate())) into given
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id;
  elsif not private.charges_drivers() then
    return null;
  elsif tg_table_name = 'parking_zones' then
    select sum(rate.top - rate.now) into given
    from (select coalesce(old.price_per_hour, private.fallback_rate()), coalesce(new.price_per_hour, private.fallback_rate()),
      private.earlier_price('parking_zones', new.id)) zone (before, now, top), public.parking_spaces s cross join lateral (
      select greatest(zone.before, zone.top, private.earlier_price('parking_spaces', s.id)), zone.now
    ) rate (top, now)
    where s.zone_id = new.id and s.hourly_rate is null and rate.now < rate.top / 2 and rate.now < zone.before;
  else
    select sum(rate.top - moved.now) into given
    from (
      select n.id, coalesce(n.hourly_rate, z.price_per_hour, private.fallback_rate()) as now,
        coalesce(o.hourly_rate, left_zone.price_per_hour, private.fallback_rate()) as before,
        case when o.hourly_rate is null then private.earlier_price('parking_zones', o.zone_id) end as of_zone
      from changed n join replaced o on o.id = n.id
      left join public.parking_zones z on z.id = n.zone_id
      left join public.parking_zones left_zone on left_zone.id = o.zone_id
      where (n.hourly_rate, n.zone_id) is distinct from (o.hourly_rate, o.zone_id)
    ) moved cross join lateral (
      select greatest(moved.before, moved.of_zone, private.earlier_price('parking_spaces', moved.id)) as top
    ) rate where moved.now < rate.top / 2;
  end if;
  perform private.record_gift(case tg_table_name when 'installation_settings' then 'charges' else 'price' end, null,
    least(round(coalesce(given, 0) * 24, 2), 1000000), 'price_lowered');
  return null;
end;
$$;
create trigger parking_spaces_watch_prices after update on public.parking_spaces
  referencing new table as changed old table as replaced for each statement execute function private.watch_prices();
create trigger parking_zones_watch_prices after update on public.parking_zones
  for each row when (new.price_per_hour is distinct from old.price_per_hour) execute function private.watch_prices();
create trigger installation_settings_watch_charges after update on public.installation_settings
  for each row when (old.charges_drivers and not new.charges_drivers) execute function private.watch_prices();

-- As watch_prices(), where a version of rates is added or a table is given or taken away, also for days, of all zones without one: 1, 8 or 24 hours
-- cost less than half of what they cost within 24 hours or will until then, in the mean of a week.
-- definer: it reads the log.
create function private.watch_rates() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  written constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  -- Null for an assignment.
  version constant uuid := case when written ? 'per_hour' then written ->> 'id' end;
  until constant timestamptz := coalesce((written ->> 'valid_from')::timestamptz, now());
  yesterday constant timestamptz := now() - interval '24 hours';
  given numeric;
begin
  if not private.charges_drivers() or not private.acts_for_operator() then
    return null;
  end if;
  with log as materialized (
    select l.action, l.subject_id::uuid as row_id, a.* from public.audit_log l, jsonb_populate_record(null::public.rate_assignments, l.before) a
    where l.subject_table = 'rate_assignments' and l.created_at > yesterday
  ), touched as materialized (
    select distinct s.id, s.zone_id, a.vehicle_type, greatest(
      coalesce(s.hourly_rate, z.price_per_hour, private.fallback_rate()), private.earlier_price('parking_spaces', s.id),
      case when s.hourly_rate is null then private.earlier_price('parking_zones', z.id) end) as plain
    from (select a.zone_id, a.space_id, a.vehicle_type from public.rate_assignments a where version is not null and a.rate_table_id = (written ->> 'rate_table_id')::uuid
      union all select d.zone_id, null, null from public.special_days d where version is not null
        and d.rate_table_id = (written ->> 'rate_table_id')::uuid and d.ended_at is null and d.last_day >= current_date
      union all select a.zone_id, a.space_id, a.vehicle_type from jsonb_populate_record(null::public.rate_assignments, written) a where version is null) a
    join public.parking_spaces s on s.id = a.space_id or s.zone_id = a.zone_id or num_nonnulls(a.space_id, a.zone_id) = 0 and s.zone_id is not null
    left join public.parking_zones z on z.id = s.zone_id
  ), pairs as materialized (
    select t.id, t.plain, now_by.id as now_by, before_by.id as before_by
    from touched t cross join lateral (
      select version as id where version is not null
      union all select private.find_rate_version(t.id,
        greatest(now(), private.start_of_day((written ->> 'first_day')::date)), t.vehicle_type) where version is null
      union all select v.id from public.rate_versions v
      where version is null and v.rate_table_id = (written ->> 'rate_table_id')::uuid and v.valid_from > now()
    ) now_by cross join lateral (
      -- The tables since yesterday; null for the plain rate.
      select l.rate_table_id as id from log l
      where (l.space_id = t.id or l.zone_id = t.zone_id) and (l.vehicle_type is null or l.vehicle_type = t.vehicle_type)
      union all select (
        select a.rate_table_id from public.rate_assignments a
        where (a.space_id = t.id or a.zone_id = t.zone_id) and (a.vehicle_type is null or a.vehicle_type = t.vehicle_type)
          and a.id not in (select l.row_id from log l where l.action = 'insert')
        order by a.space_id is null, a.vehicle_type is null limit 1)
    ) held cross join lateral (
      select v.id from public.rate_versions v
      where v.rate_table_id = held.id and v.valid_from <= until and v.id is distinct from version and not exists (
        select from public.rate_versions n where n.rate_table_id = v.rate_table_id and n.valid_from > v.valid_from and n.valid_from <= yesterday)
      union all select null
      where not exists (select from public.rate_versions n where n.rate_table_id = held.id and n.valid_from <= yesterday)
    ) before_by
  ), costs as materialized (
    select v.id, hours, avg((private.quote_rates(v, s.starts, s.starts + make_interval(hours => hours))).amount) as cost
    from public.rate_versions v, unnest(array[1, 8, 24]) hours, generate_series(
      date_trunc('week', now()), date_trunc('week', now()) + interval '6 days 20 hours', '5 hours') s (starts)
    where v.id in (select p.now_by from pairs p union select p.before_by from pairs p) group by v.id, hours
  )
  select sum(space.given) into given from (
    select max(price.top - price.now) as given from pairs p cross join unnest(array[1, 8, 24]) stay cross join lateral (
      select coalesce((select c.cost from costs c where (c.id, c.hours) = (p.before_by, stay)) * 24 / stay, p.plain * 24),
        coalesce((select c.cost from costs c where (c.id, c.hours) = (p.now_by, stay)) * 24 / stay, p.plain * 24)
    ) price (top, now) where price.now < price.top / 2 group by p.id
  ) space;
  perform private.record_gift('price', null, least(round(coalesce(given, 0), 2), 1000000), 'price_lowered');
  return null;
end;
$$;
create trigger rate_versions_watch_rates after insert on public.rate_versions
  for each row execute function private.watch_rates();
create trigger special_days_watch_rates after insert on public.special_days
  for each row when (new.kind = 'table') execute function private.watch_rates();
create trigger rate_assignments_watch_rates after insert or update or delete on public.rate_assignments
  for each row execute function private.watch_rates();

create trigger gifts_only_grow before update or delete or truncate on private.gifts
  for each statement execute function private.reject_write('What was given is never changed');

-- What an administrator does with money has a reason of ten letters at least, all of which one sees, and, where it may be
-- repeated, a key.
create function private.require_reason(reason text, key uuid default '00000000-0000-0000-0000-000000000000')
returns void language plpgsql set search_path = ''
as $$
begin
  perform private.raise_problem('reason-required')
    where key is null or length(regexp_replace(coalesce(reason, ''), '[^[:alpha:]]', '', 'g')) < 10
      or length(reason) > 300 or not private.is_plain_line(translate(reason, E'\n\r\t', '   '));
end;
$$;

create function private.check_correction(
  person uuid, amount numeric, reason text, key uuid, has_person boolean default true
) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_reason(reason, key);
  perform private.raise_problem('amount-out-of-range')
    where amount is null or amount <> round(amount, 2) or amount = 0 or abs(amount) > 1000000;
  perform private.raise_problem('driver-gone')
    where has_person and not exists (select from public.profiles where user_id = person);
end;
$$;

-- Whether a refund of the reservation, or an entry of the account, was posted with this key before.
create function private.is_repeat(key text, reason text, amount numeric, account uuid, reservation uuid default null)
returns boolean language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.ledger_transactions t where t.key = is_repeat.key) then
    return false;
  end if;
  perform private.reject('This key belongs to another amount or reason') where not exists (
    select from private.postings t
    where (t.key, t.reason, t.actor_id) = (is_repeat.key, btrim(is_repeat.reason), (select auth.uid()))
      and (t.account_id = is_repeat.account or t.reservation_id = reservation and t.amount > 0)
    having sum(t.amount) = is_repeat.amount
  );
  return true;
end;
$$;

-- Returns the balance.
create function private.post_correction(
  person uuid, amount numeric, reason text, key text, is_approved boolean default false
) returns numeric language plpgsql set search_path = ''
as $$
declare
  wallet constant uuid := private.find_wallet(person);
  balance constant numeric := (select wallet_balance from public.profiles where user_id = person);
begin
  if private.is_repeat(key, reason, amount, wallet) then
    return balance;
  elsif balance + amount < 0 then
    perform private.raise_problem('wallet-too-low', (-balance - amount)::text);
  elsif not is_approved then
    perform private.record_gift('correction', person, amount, reason);
  end if;
  perform private.post(
    key, 'adjustment', array[wallet, private.find_account('adjustments')], array[amount, -amount], null, null,
    btrim(reason));
  return balance + amount;
end;
$$;

-- An administrator corrects a wallet. Returns its balance. A repeat with the same key changes nothing.
create function public.adjust_wallet(person uuid, amount numeric, reason text, key uuid)
returns numeric language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.check_correction(person, amount, reason, key);
  return private.post_correction(person, amount, reason, 'adjustment ' || key);
end;
$$;

-- Proposes to correct a wallet, to confirm a payment, which has its driver and amount, or to be allowed to give so much to
-- the person, to the driver of the reservation or, without either, by lower prices. A repeat changes nothing.
-- definer: nobody writes corrections.
create function public.propose_correction(
  key uuid, reason text, person uuid, amount numeric, payment uuid default null, provider_reference text default null,
  is_allowance boolean default false, reservation uuid default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  if payment is not null then
    perform private.require_admin();
    select p.user_id, p.amount into person, amount from public.payments p where p.id = payment;
    perform private.raise_problem('payment-not-confirmable')
      where amount is null or btrim(coalesce(provider_reference, '')) !~ '^[0-9A-Za-z-]{4,64}$';
    perform private.require_reason(reason, key);
  else
    person := coalesce((select r.user_id from public.reservations r where r.id = reservation), person);
    perform private.check_correction(
      person, amount, reason, key, person is not null or reservation is not null or is_allowance is not true);
  end if;
  perform private.raise_problem('own-money') where person = (select auth.uid());
  perform private.raise_problem('amount-out-of-range') where is_allowance and amount < 0;
  reason := btrim(reason);
  provider_reference := case when payment is not null then btrim(provider_reference) end;
  insert into public.wallet_corrections
    (id, user_id, payment_id, provider_reference, amount, is_allowance, reason, proposed_by)
  values (key, person, payment, provider_reference, amount, is_allowance, reason, (select auth.uid()))
  on conflict (id) do nothing;
  perform private.reject('This key belongs to another correction') where not exists (
    select from public.wallet_corrections c
    where (c.id, c.amount, c.is_allowance, c.reason, c.proposed_by, c.user_id, c.payment_id, c.provider_reference)
      is not distinct from (key, propose_correction.amount, propose_correction.is_allowance, propose_correction.reason,
        (select auth.uid()), person, payment, propose_correction.provider_reference)
  );
end;
$$;

-- The administrator who proposed a correction may decline it. A repeat changes nothing.
-- definer: as all that post.
create function public.decide_correction(correction uuid, approve boolean)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  wanted constant text := case when approve then 'approved' else 'declined' end;
  decided public.wallet_corrections;
begin
  perform private.require_admin();
  perform private.lock_driver(c.user_id) from public.wallet_corrections c where c.id = correction;
  select * into decided from public.wallet_corrections c where c.id = correction for no key update;
  if decided.state = wanted then
    return;
  end if;
  perform private.raise_problem('correction-decided') where decided.state is distinct from 'proposed';
  perform private.raise_problem('correction-is-own') where approve and decided.proposed_by = (select auth.uid());
  perform private.raise_problem('own-money') where approve and decided.user_id = (select auth.uid());
  -- Either of them could have made other accounts of theirs administrators.
  perform private.raise_problem('correction-by-new-admin')
    where approve and (select auth.uid()) in (select private.list_appointed(decided.proposed_by, '30 days'));
  perform private.raise_problem('driver-gone')
    where approve and decided.user_id is null and decided.payment_id is null and not decided.is_allowance;
  update public.wallet_corrections c set state = wanted, decided_by = (select auth.uid()), decided_at = now()
  where c.id = correction;
  if approve and decided.payment_id is not null then
    perform public.confirm_payment(decided.payment_id, decided.provider_reference, decided.reason);
  elsif approve and not decided.is_allowance then
    perform private.post_correction(decided.user_id, decided.amount, decided.reason, 'correction ' || correction, true);
  end if;
end;
$$;

grant execute on function public.adjust_wallet, public.propose_correction, public.decide_correction to authenticated;

-- ## What a reservation costs

-- definer: drivers would have a grant of the column too.
create function private.find_actor_email(entry uuid)
returns text language sql stable security definer set search_path = ''
as $$
  select coalesce(u.email, t.actor)
  from public.ledger_transactions t left join auth.users u on u.id = t.actor_id
  where t.id = entry and (select private.is_admin());
$$;
grant execute on function private.find_actor_email to authenticated, service_role;

-- What was charged for a reservation and given back of it, tax included. Only administrators see rows, since only they
-- read the accounts of the entries.
create view public.reservation_charges with (security_invoker = true) as
  select
    t.id, t.reservation_id, t.kind, t.reason, t.created_at,
    sum(e.amount) as amount, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
    private.find_actor_email(t.id) as actor_email
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where t.reservation_id is not null and t.kind <> 'earned' and a.kind in ('deferred', 'revenue', 'tax', 'tax_expense')
  group by t.id;

grant select on public.reservation_charges to authenticated, service_role;

-- In percent. Where fiscal documents are issued, a rate that DGII does not know is the general one.
create function private.tax_rate() returns numeric language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when s.tax_rate in (0, 16, 18) or i.opened_at is null then coalesce(s.tax_rate, 0) else 18 end
    from private.settings() s, private.fiscal_installation i);
end;
$$;

-- Prices include the tax.
create function private.tax_of(amount numeric) returns numeric language sql stable set search_path = ''
  return coalesce(round(amount * private.tax_rate() / (100 + private.tax_rate()), 2), 0);

-- What was paid for a reservation and not given back, and the part of it that is tax.
create function private.paid_for(reservation uuid, out paid numeric, out tax numeric)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.amount), 0), coalesce(sum(c.tax), 0)
  from public.reservation_charges c where c.reservation_id = reservation;
$$;

-- What was paid for a reservation and is neither given back nor earned, without the tax.
create function private.deferred_of(reservation uuid) returns numeric language sql stable set search_path = ''
as $$
  -- A condition on the account would let PostgreSQL read all that was ever deferred.
  select coalesce(sum(t.amount) filter (where t.account = 'deferred'), 0) from private.postings t
  where t.reservation_id = reservation;
$$;

-- What was charged for a reservation at each rate and not given back. What is late was given back without its tax.
create view private.reservation_tax_lines as
  select t.reservation_id, line.rate, coalesce(line.is_late, false) as is_late, sum(line.amount) as amount,
    sum(line.tax) as tax, max(t.created_at) filter (where line.amount > 0) as charged_at
  from public.ledger_transactions t,
    jsonb_to_recordset(t.tax_lines) as line (rate numeric, is_late boolean, amount numeric, tax numeric)
  where t.reservation_id is not null group by t.reservation_id, line.rate, coalesce(line.is_late, false);

-- The tax lines of what a reservation gives back, below zero: the rate that was charged last comes first. What stands on
-- documents of more than 30 days ago comes last, and is late.
create function private.list_returned_tax(reservation uuid, paid numeric, credit numeric)
returns jsonb language plpgsql stable set search_path = ''
as $$
declare
  on_time constant numeric := least(credit, greatest(0, paid - private.find_late_amount(reservation)));
begin
  return (
    with rates as (
      select l.rate, sum(l.amount) as paid, sum(l.tax) as tax,
        sum(sum(l.amount)) over (order by max(l.charged_at) desc, l.rate) - sum(l.amount) as before
      from private.reservation_tax_lines l where l.reservation_id = reservation group by l.rate having sum(l.amount) > 0
    ), parts as (
      select r.*, s.is_late, greatest(0, s.first - r.before) as first, least(r.paid, s.last - r.before) as last
      from rates r, (values (false, 0, on_time), (true, on_time, credit)) as s (is_late, first, last)
    )
    select coalesce(jsonb_agg(jsonb_build_object('rate', p.rate, 'is_late', p.is_late, 'amount', p.first - p.last,
      'tax', round(p.tax * p.first / p.paid, 2) - round(p.tax * p.last / p.paid, 2))), '[]')
    from parts p where p.last > p.first);
end;
$$;

create function private.charge_reservation(reservation public.reservations, amount numeric, kind text)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  wallet uuid;
  tax constant numeric := private.tax_of(amount);
  balance numeric;
begin
  if amount <= 0 then
    return;
  end if;
  wallet := private.find_wallet(reservation.user_id);
  select wallet_balance into balance from public.profiles where user_id = reservation.user_id;
  perform private.raise_problem('wallet-too-low', (amount - balance)::text) where balance < amount;
  -- What one customer paid parks no car of another: what a guest of the desk has paid before is for the car of the first payment,
  -- and a guest of a sign pays each time.
  if (private.is_guest(reservation.user_id) or private.is_anonymous(reservation.user_id)) and amount > (
    select coalesce(sum(p.amount), 0) from private.postings p
    where p.account_id = wallet and p.amount > 0 and p.posted_in = pg_current_xact_id())
  then
    perform private.raise_problem('guest-without-wallet') where private.is_anonymous(reservation.user_id);
    perform private.raise_problem('guest-pays-for-own-car')
      where (reservation.vehicle_plate = (select r.vehicle_plate from public.reservations r
        where r.user_id = reservation.user_id and r.total_amount > 0 and r.status not in ('held', 'lapsed')
        order by r.created_at, r.id limit 1)) is not true;
  end if;
  -- A reservation is charged once. What is added to it may be charged often.
  if not private.post(
    concat_ws(' ', kind, reservation.id, case when kind <> 'reservation' then gen_random_uuid() end), kind,
    array[wallet, private.find_account('deferred'), private.find_account('tax')],
    array[-amount, amount - tax, tax], reservation.id, tax_lines => jsonb_build_array(jsonb_build_object(
      'rate', coalesce(private.tax_rate(), 0), 'amount', amount, 'tax', tax)))
  then
    perform private.reject('This reservation was charged before');
  end if;
end;
$$;

-- ## What is paid at the desk

-- Whether a cashier lets a driver pay for a reservation in this zone, or for more of it: from the wallet, into which what
-- was paid at the desk goes first. 'card' is a link that the driver follows, 'free' a gift. Drivers say nothing of it, and
-- where nothing is charged nobody pays.
create function private.is_paid_at_desk(payment text, paid private.desk_payment, driver uuid, zone uuid)
returns boolean language plpgsql stable set search_path = ''
as $$
begin
  if payment is null and paid.amount is null then
    return false;
  end if;
  perform private.require_duty(case
    when payment = 'free' then 'give_back' when paid.amount is null then 'reserve' else 'take_cash' end, zone);
  perform private.reject('payment is wallet, card or free; with paid_at_desk it is wallet')
    where payment is null or payment not in ('wallet', 'card', 'free') or paid.amount is not null and payment <> 'wallet';
  perform private.raise_problem('driver-gone') where driver is null and payment <> 'free';
  return payment = 'wallet' and private.charges_drivers();
end;
$$;

-- Puts what a driver has just paid at the desk into the wallet, from which it is charged then: at most what is due; only
-- managers let the wallet pay the rest. The reason is the one that private.give_reason was told.
create function private.take_at_desk(
  driver uuid, space uuid, paid private.desk_payment, due numeric, cause text, reservation uuid default null)
returns void language plpgsql set search_path = ''
as $$
declare
  reason constant text := current_setting('parqueo.reason', true);
  means constant text := paid.method || '_payment';
  approval constant text := case when paid.method <> 'cash' then upper(btrim(paid.reference)) end;
begin
  perform private.require_duty_for_spaces('give_back', array[space]) where coalesce(paid.amount, 0) < due and driver <> (select auth.uid());
  if paid.amount is null then
    return;
  end if;
  perform private.reject('desk_method is cash, terminal or transfer')
    where (paid.method in ('cash', 'terminal', 'transfer')) is not true;
  perform private.require_reason(reason);
  perform private.raise_problem('own-money') where driver = (select auth.uid());
  perform private.raise_problem('amount-out-of-range') where paid.amount <> round(paid.amount, 2) or paid.amount <= 0 or paid.amount > 1000000;
  perform private.raise_problem('price-changed') where not private.charges_drivers();
  perform private.raise_problem('amount-out-of-range') where paid.amount > due;
  perform private.raise_problem('reference-required') where paid.method <> 'cash' and (approval ~ '^[0-9A-Z-]{4,64}$') is not true;
  perform private.raise_problem('reference-used') where exists (
    select from public.ledger_transactions t
    where (t.kind, private.bare_reference(t.reference)) = (means, private.bare_reference(approval))
      and (paid.method = 'transfer' or t.created_at >= private.start_of_day(private.country_day(now()))));
  perform private.post(
    means || ' ' || cause, means, array[private.find_wallet(driver),
      private.find_account(case paid.method when 'cash' then 'cash' else 'clearing_' || paid.method end)],
    array[paid.amount, -paid.amount], reservation, null, reason, shift => (private.lock_own_shift(space)).id, reference => approval);
end;
$$;

-- The keys of what a new reservation was paid with at the desk, before its row existed.
create function private.desk_keys(reservation uuid) returns text[] language sql immutable set search_path = ''
  return array['cash_payment ' || reservation, 'terminal_payment ' || reservation, 'transfer_payment ' || reservation];

-- What was paid at the desk for a reservation in this way, and was not given back in it.
create function private.desk_money_of(reservation uuid, account text default 'cash')
returns numeric language sql stable set search_path = ''
as $$
  select -coalesce(sum(t.amount), 0) from private.postings t
  where t.account = desk_money_of.account and (t.key = any (private.desk_keys(reservation)) or t.reservation_id = reservation);
$$;

-- Gives back at most what was paid: by the operator first in cash what was paid in cash, out of the drawer of the caller; the
-- rest to the wallet, or to the adjustments without a driver. Returns the part that is not cash. Cash reaches a wallet only when its driver leaves,
-- and is given up there.
create function private.credit_reservation(
  reservation public.reservations, amount numeric, kind text, reason text default null, key uuid default null
) returns numeric language plpgsql security definer set search_path = ''
as $$
declare
  wallet constant uuid := case
    when reservation.user_id is null then private.find_account('adjustments') else private.find_wallet(reservation.user_id)
  end;
  paid constant numeric := (select p.paid from private.paid_for(reservation.id) p);
  -- What was paid at the desk may come from anybody: back in a wallet, somebody would have it who did not pay.
  at_desk numeric := private.desk_money_of(reservation.id) + private.desk_money_of(reservation.id, 'clearing_terminal')
    + private.desk_money_of(reservation.id, 'clearing_transfer');
  credit numeric;
  cash numeric;
  tax_lines jsonb;
  tax numeric;
  deferred numeric;
  late_tax numeric;
begin
  credit := least(amount, paid);
  if credit <= 0 then
    return 0;
  end if;
  tax_lines := private.list_returned_tax(reservation.id, paid, credit);
  select coalesce(-sum(l.tax) filter (where not l.is_late), 0), coalesce(-sum(l.tax) filter (where l.is_late), 0)
  into tax, late_tax from jsonb_to_recordset(tax_lines) as l (is_late boolean, tax numeric);
  deferred := least(credit - tax - late_tax, private.deferred_of(reservation.id));
  cash := least(credit, private.desk_money_of(reservation.id));
  if not private.acts_for_operator() or coalesce(current_setting('parqueo.leaves', true), '') = 'yes' then
    perform private.raise_problem('paid-in-cash')
      where at_desk > 0 and reservation.user_id = (select auth.uid()) and coalesce(current_setting('parqueo.leaves', true), '') <> 'yes';
    select 0, 0 into cash, at_desk;
  end if;
  if kind = 'reservation_refund' then
    perform private.record_gift('refund', reservation.user_id, credit, reason, reservation.id);
  elsif private.has_begun(reservation) then
    perform private.record_gift(kind, reservation.user_id, credit, reason, reservation.id);
  else
    perform private.record_gift(case when cash > 0 then 'cash' else kind end, reservation.user_id, least(credit, at_desk), reason, reservation.id);
  end if;
  perform private.post(
    concat_ws(' ', kind, coalesce(key, reservation.id), case when kind = 'change' then gen_random_uuid() end), kind,
    array[private.find_account('cash'), wallet, private.find_account('deferred'), private.find_account('revenue'),
      private.find_account('tax'), private.find_account('tax_expense')],
    array[cash, credit - cash, -deferred, deferred - (credit - tax - late_tax), -tax, -late_tax], reservation.id, null,
    reason, tax_lines => tax_lines, shift => case when cash > 0 then (private.lock_own_shift(reservation.parking_space_id, cash)).id end);
  return credit - cash;
end;
$$;

-- A reservation is charged when it becomes active. A driver who cancels before the operator's deadline gets everything
-- back, and so does a driver whose reservation an operator cancels. What then is left of one that is over is earned.
create function private.move_money_of_reservation() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'active' and old.status is distinct from 'active' and new.payment_method is not null then
    perform private.charge_reservation(new, new.total_amount, 'reservation');
  elsif old.status = 'active' and new.status = 'cancelled'
    and (new.user_id is distinct from (select auth.uid()) or now() <= private.find_deadline(new))
  then
    perform private.credit_reservation(new, new.total_amount, 'cancellation');
  end if;
  if private.is_over(new.status) then
    perform private.post(
      'earned ' || new.id, 'earned', array[private.find_account('deferred'), private.find_account('revenue')],
      array[-rest, rest], new.id, moment => least(now(), new.end_time - interval '1 millisecond'))
    from private.deferred_of(new.id) rest where rest > 0;
  end if;
  return null;
end;
$$;
create trigger reservations_charge_or_credit after insert or update of status on public.reservations
  for each row execute function private.move_money_of_reservation();

-- ## Which payment the money of an entry came from

-- Charges use the payment made for them, then credits and cash, then the oldest payment. Returns reverse that, the last
-- first.
create function private.add_sources() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  account constant text := (select kind from public.ledger_accounts where id = new.account_id);
  posted public.ledger_transactions;
  own uuid;
  is_return boolean;
  rest numeric := abs(new.amount);
  source record;
begin
  select * into posted from public.ledger_transactions where id = new.transaction_id;
  is_return := private.is_return(posted.kind) and new.amount > 0;
  if account <> 'wallet' and not (is_return and account in ('cash', 'adjustments')) then
    return null;
  end if;
  own := coalesce(posted.payment_id, (
    select t.payment_id from public.ledger_transactions t
    where t.reservation_id = posted.reservation_id and t.posted_in = posted.posted_in and t.kind = 'payment'
    order by t.created_at desc limit 1));
  for source in
    select s.payment_id, s.payment_id is not distinct from own and own is not null as is_direct, null as gives_back,
      s.amount as most, s.payment_id is not null as place, s.first_source as nth
    from private.unused_sources s
    where s.account_id = new.account_id and new.amount < 0 and s.amount > 0
    union all
    select s.payment_id, s.is_direct, s.id, -s.amount - coalesce(sum(back.amount), 0), false, -s.id
    from public.ledger_transactions t
    join private.ledger_sources s on s.transaction_id = t.id and s.amount < 0
    left join private.ledger_sources back on back.gives_back = s.id
    where t.reservation_id = posted.reservation_id and private.is_charge(t.kind)
      and is_return and account <> 'cash'
    group by s.id having -s.amount > coalesce(sum(back.amount), 0)
    order by is_direct desc, place, nth
  loop
    exit when rest = 0;
    insert into private.ledger_sources (transaction_id, account_id, payment_id, amount, is_direct, gives_back)
    values (new.transaction_id, new.account_id, source.payment_id, sign(new.amount) * least(rest, source.most),
      source.is_direct, source.gives_back);
    rest := rest - least(rest, source.most);
  end loop;
  insert into private.ledger_sources (transaction_id, account_id, payment_id, amount, is_direct)
  select new.transaction_id, new.account_id, posted.payment_id, sign(new.amount) * rest, false where rest > 0;
  insert into private.unused_sources as unused (account_id, payment_id, amount, first_source)
  select s.account_id, s.payment_id, sum(s.amount), min(s.id) from private.ledger_sources s
  where s.transaction_id = new.transaction_id and s.account_id = new.account_id and account = 'wallet'
  group by s.account_id, s.payment_id
  on conflict on constraint unused_sources_once do update set amount = unused.amount + excluded.amount;
  return null;
end;
$$;
create trigger ledger_entries_sources
  after insert on public.ledger_entries for each row execute function private.add_sources();

-- What was charged for a reservation and given back of it, with the payment that was made for it; null is the wallet.
create view private.reservation_parts as
  select s.id, t.reservation_id, s.transaction_id, case when s.is_direct then s.payment_id end as payment_id, -s.amount as amount
  from public.ledger_transactions t join private.ledger_sources s on s.transaction_id = t.id
  where private.is_charge(t.kind) or private.is_return(t.kind);

-- ## What clients read of wallets

create view public.wallet_entries with (security_invoker = true) as
  select
    t.id, a.user_id, e.amount, t.kind, t.reason, t.created_at, t.reservation_id, t.payment_id,
    private.find_actor_email(t.id) as actor_email
  from public.ledger_entries e
  join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id
  where a.kind = 'wallet';

grant select on public.wallet_entries to authenticated, service_role;

-- ## The rules of the books

-- The rules that always hold, each with the number of rows that break it. Later files create some of the tables.
create function private.check_books()
returns table (rule text, faults bigint) language plpgsql stable set search_path = ''
as $$
begin
  return query
  with accounts as materialized (
    select a.id, a.kind, a.user_id, coalesce(sum(e.amount), 0) as balance
    from public.ledger_accounts a left join public.ledger_entries e on e.account_id = a.id group by a.id
  ), going_back as materialized (
    select r.payment_id, coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0) as refunded,
      coalesce(sum(r.amount) filter (where r.finished_at is null), 0) as open
    from public.payment_refunds r where not r.is_second_capture group by r.payment_id
  )
  select 'transactions-sum-to-zero', count(*) from (
    select from public.ledger_transactions t left join public.ledger_entries e on e.transaction_id = t.id
    group by t.id having count(e.amount) < 2 or sum(e.amount) <> 0) broken
  union all
  select 'accounts-sum-to-zero', count(*) from (select from accounts a having sum(a.balance) <> 0) broken
  union all
  select 'balances-are-their-entries', count(*) from public.profiles p left join accounts a on a.user_id = p.user_id
  where p.wallet_balance < 0 or p.wallet_balance <> coalesce(a.balance, 0)
  union all
  select 'wallets-of-deleted-accounts-are-empty', count(*) from accounts a
  where a.kind = 'wallet' and a.user_id is null and a.balance <> 0
  union all
  select 'refunds-account-is-on-its-way', count(*) from accounts a
  where a.kind = 'refunds'
    and a.balance <> (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.finished_at is null)
  union all
  -- A provider owes what it captured and did not give back.
  select 'clearing-is-captured-less-refunded', count(*) from accounts a
  where a.kind in ('clearing_azul', 'clearing_paypal') and a.balance <> (
    select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0)
      - coalesce(sum(r.amount) filter (where r.is_second_capture), 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id where 'clearing_' || p.provider = a.kind
  ) - (
    select coalesce(sum(p.amount), 0) from public.payments p
    where p.captured_at is not null and 'clearing_' || p.provider = a.kind
  ) + (
    -- The amount that the provider took back by itself.
    select coalesce(sum(t.amount), 0) from private.postings t where t.kind = 'disputed' and t.account_id = a.id
  ) + (
    select coalesce(sum(l.settled), 0) from public.settlements s join public.settlement_lines l on l.settlement_id = s.id
    where s.posted_at is not null and 'clearing_' || s.provider = a.kind)
  union all
  select 'cash-is-what-open-shifts-hold', count(*) from (
    select from private.postings t left join public.shifts s on s.id = t.shift_id
    where t.account = 'cash' group by t.shift_id, s.id, s.closed_at
    having s.id is null or s.closed_at is not null and sum(t.amount) <> 0) broken
  union all
  select 'counts-are-posted', count(*) from public.shifts s
  where s.closed_at is not null and s.difference + (
    select coalesce(sum(m.amount), 0) from public.shift_movements m where m.shift_id = s.id and m.kind = 'correction'
  ) <> (
    select coalesce(sum(t.amount), 0) from private.postings t where t.shift_id = s.id and t.account = 'cash_over_short')
  union all
  select 'reservations-are-paid-up-to-their-price', count(*) from public.reservations r join (
    select t.reservation_id, sum(t.amount) as paid, coalesce(sum(t.amount) filter (where t.account like 'tax%'), 0) as tax
    from private.postings t
    where t.account in ('deferred', 'revenue', 'tax', 'tax_expense') and t.reservation_id is not null
    group by t.reservation_id
  ) p on p.reservation_id = r.id
  left join public.overstays o on o.reservation_id = r.id
  where p.paid not between 0 and r.total_amount + coalesce(o.amount, 0) or p.tax not between 0 and p.paid
    or p.paid > 0 and r.status in ('held', 'lapsed')
  union all
  select 'reservations-that-are-over-are-earned', count(*) from (
    select from private.postings t join public.reservations r on r.id = t.reservation_id
    where t.account = 'deferred' and private.is_over(r.status) group by r.id having sum(t.amount) <> 0) broken
  union all
  select 'deferred-is-paid-for-what-is-not-over', count(*) from accounts a
  where a.kind = 'deferred' and a.balance <> (
    select coalesce(sum(t.amount), 0) from private.postings t join public.reservations r on r.id = t.reservation_id
    where t.account in ('deferred', 'revenue') and not private.is_over(r.status))
  union all
  select 'booked-reservations-are-charged', count(*) from public.reservations r
  where r.payment_method is not null and r.total_amount > 0 and r.status not in ('held', 'lapsed') and not exists (
    select from public.ledger_transactions t
    where t.reservation_id = r.id and private.is_charge(t.kind))
  union all
  select 'captured-payments-serve-or-go-back', count(*)
  from public.payments p left join going_back b on b.payment_id = p.id
  where p.captured_at is not null and (p.served is null or p.purpose in ('reservation', 'exit') and not p.served)
    and b.payment_id is null
  union all
  select 'payments-say-what-went-back', count(*)
  from public.payments p left join going_back b on b.payment_id = p.id
  where p.refunded <> coalesce(b.refunded, 0) or (p.state = 'refunding') <> (coalesce(b.open, 0) > 0)
    or p.refunded + coalesce(b.open, 0) > p.amount
    or p.state = 'refunded' and p.refunded <> p.amount
    or p.state = 'partly_refunded' and p.refunded not between 0.01 and p.amount - 0.01
    or p.state = 'captured' and p.refunded <> 0
  union all
  select 'captured-payments-are-posted-once', count(*) from (
    select from public.payments p
    left join public.ledger_transactions t on t.payment_id = p.id and t.kind = 'payment'
    group by p.id having count(t.id) <> case when p.captured_at is null then 0 else 1 end) broken
  union all
  select 'entries-say-where-money-came-from', count(*) from (
    select from private.postings t
    left join private.ledger_sources s on s.transaction_id = t.id and s.account_id = t.account_id
    where t.account = 'wallet' or t.account in ('cash', 'adjustments') and t.amount > 0
      and private.is_return(t.kind)
    group by t.id, t.account_id, t.amount having coalesce(sum(s.amount), 0) <> t.amount
    union all
    select from accounts a join private.ledger_sources s on s.account_id = a.id
    left join private.unused_sources u on u.account_id = a.id and u.payment_id is not distinct from s.payment_id
    where a.kind = 'wallet' group by a.id, s.payment_id, u.amount having sum(s.amount) is distinct from u.amount
    union all
    select from private.ledger_sources back join private.ledger_sources s on s.id = back.gives_back
    group by s.id having sum(back.amount) > -s.amount) broken;
end;
$$;

-- What the last check of the books found, a row for each rule.
create table private.book_checks (
  rule text primary key check (length(rule) <= 60),
  faults bigint not null check (faults >= 0),
  checked_at timestamptz not null check (isfinite(checked_at)),
  -- Null while the rule holds.
  broken_since timestamptz check (isfinite(broken_since)));

-- Every scheduler calls it each hour. Checks the books once a day, or each hour while a rule is broken, and returns the
-- broken rules.
create function private.watch_books() returns setof private.book_checks language plpgsql set search_path = ''
as $$
declare
  broken private.book_checks;
begin
  if private.begin_work('watch_books') and (
    select coalesce(min(checked_at) < now() - interval '23 hours' or max(faults) > 0, true) from private.book_checks
  ) then
    insert into private.book_checks as known (rule, faults, checked_at, broken_since)
    select c.rule, c.faults, now(), case when c.faults > 0 then now() end from private.check_books() c
    on conflict (rule) do update set faults = excluded.faults, checked_at = excluded.checked_at,
      broken_since = case when excluded.faults > 0 then coalesce(known.broken_since, excluded.broken_since) end;
    -- Rules that an earlier version had.
    delete from private.book_checks where checked_at < now();
    perform private.report_people();
  end if;
  for broken in select * from private.book_checks where faults > 0 order by rule loop
    raise warning 'The books are wrong: % (% rows)', broken.rule, broken.faults;
    return next broken;
  end loop;
end;
$$;

-- ## supabase/schemas/1200_payments.sql

-- Payments by card (AZUL) and PayPal: for a held reservation, an extension, a change or the exit of an open stay, or to top up a wallet.
--
-- state   created ──▶ pending ──▶ captured ◀──▶ refunding ──▶ refunded
--            │         │    │     ▲      ▲            ▲ │
--            │         │    ▼     │      │            │ ▼
--            │         │  declined┘      │       partly_refunded
--            │         ▼    ▲            │
--            └─────▶ abandoned ──────────┘
--
-- created: the server may send the driver to the provider. pending: the provider's order is known. A declined or
-- abandoned payment is still captured when the provider says that it was paid.
--
-- Only capture_payment() brings money in. In one transaction it puts the amount into the wallet and does what the
-- payment is for: it makes a reservation active, lengthens or changes it, for which the wallet pays. Money that comes too late
-- for a reservation goes back to where it came from [refunds]; money for an extension or a change stays in the wallet.
-- Anybody pays an exit: its money is in the wallet of the stay, never in that of the payer.
--
-- The server calls these functions with the rights of the service, for drivers whose session it has verified.
-- Hooks: [walk-ins] prices exits, [refunds] moves captured payments on, [notifications] tells the driver of money that came too late.

-- ## Cards that a provider keeps for a driver

create table public.saved_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  provider text not null default 'azul' check (provider = 'azul'),
  -- The provider's name for the card. Only the server reads it.
  token text not null check (length(token) between 1 and 100),
  brand text not null check (length(brand) <= 30),
  last4 text not null check (length(last4) <= 4 and last4 ~ '^[0-9]{4}$'),
  expires text not null check (length(expires) <= 6 and expires ~ '^20[0-9]{2}(0[1-9]|1[0-2])$'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint saved_cards_token_is_unique unique (user_id, token));

call private.secure('public.saved_cards', has_admins => false, drivers_write => '{delete}',
  columns => '(id, user_id, provider, brand, last4, expires, created_at)');
grant delete on public.saved_cards to authenticated;

-- ## Payments

-- Each try to pay.
create table public.payments (
  id uuid primary key,
  user_id uuid references public.profiles (user_id) on delete set null,
  purpose text not null check (purpose in ('reservation', 'extension', 'change', 'exit', 'top_up')),
  method text not null check (method in ('card', 'paypal')),
  provider text not null generated always as (case method when 'card' then 'azul' else 'paypal' end) stored
    check (provider in ('azul', 'paypal')),
  reservation_id uuid references public.reservations (id),
  -- The end after an extension or a change, and the end that the driver saw before; what else a change is to.
  new_end timestamptz check (isfinite(new_end)),
  new_start timestamptz check (isfinite(new_start)),
  new_space_id uuid references public.parking_spaces (id) on delete set null,
  new_vehicle_id uuid references public.vehicles (id) on delete set null,
  seen_end timestamptz check (isfinite(seen_end)),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  -- The part of the amount that is tax, for the provider's page.
  tax numeric(12, 2) not null default 0 check (tax between 0 and amount),
  currency text not null check (currency in ('USD', 'DOP')),
  state text not null default 'created' check (state in (
    'created', 'pending', 'captured', 'declined', 'abandoned', 'refunding', 'refunded', 'partly_refunded'
  )),
  -- AZUL's OrderNumber, PayPal's id of the order.
  provider_order text check (length(provider_order) between 1 and 64),
  -- AZUL's order and RRN, PayPal's id of the capture.
  provider_reference text check (length(provider_reference) between 1 and 64),
  card_id uuid references public.saved_cards (id) on delete set null,
  -- What was paid with, for receipts: 'Visa ···· 1732'.
  paid_with text check (length(paid_with) <= 60),
  save_card boolean not null default false,
  language text not null check (language in ('en', 'es')),
  -- The key of the sentence that says why it was declined.
  failure text check (length(failure) <= 60),
  refunded numeric(12, 2) not null default 0 check (refunded between 0 and amount),
  -- Whether the money did what it was for; null until it is captured.
  served boolean,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- Until when the reservation is held for this payment.
  expires_at timestamptz not null check (isfinite(expires_at)),
  captured_at timestamptz check (isfinite(captured_at)),
  -- Who said that it was paid. A reference of the provider replaces one that an operator typed. AZUL's signed return does
  -- not say that it was a sale.
  captured_by text check (captured_by in ('return', 'webhook', 'check', 'comparison', 'operator')),
  -- How often the provider was asked, and when it is asked next.
  attempts integer not null default 0 check (attempts between 0 and 1000),
  next_attempt_at timestamptz check (isfinite(next_attempt_at)),
  constraint payments_paypal_takes_dollars check (method = 'card' or currency = 'USD'),
  constraint payments_purpose_has_its_reservation check ((purpose = 'top_up') = (reservation_id is null)),
  constraint payments_extension_has_its_ends check (
    (purpose in ('extension', 'change')) = (new_end is not null) and (new_end is null) = (seen_end is null)
    and (purpose = 'change') = (new_start is not null)),
  constraint payments_captured_has_its_reference check (
    (captured_at is not null) = (state in ('captured', 'refunding', 'refunded', 'partly_refunded'))
    and (captured_at is null or provider_reference is not null and provider_order is not null)
  ));

alter table public.ledger_transactions
  add constraint ledger_transactions_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table private.ledger_sources
  add constraint ledger_sources_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table public.wallet_corrections
  add constraint wallet_corrections_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- An order and a capture of a provider pay one payment.
create unique index payments_one_of_each_order on public.payments (provider, provider_order)
  where provider_order is not null;
create unique index payments_one_of_each_capture on public.payments (provider, provider_reference)
  where provider_reference is not null and captured_by is distinct from 'operator';
create index payments_of_person on public.payments (user_id, created_at desc);
create index payments_of_reservation on public.payments (reservation_id) where reservation_id is not null;
create index payments_of_card on public.payments (card_id) where card_id is not null;
create index payments_to_space on public.payments (new_space_id) where new_space_id is not null;
create index payments_to_vehicle on public.payments (new_vehicle_id) where new_vehicle_id is not null;
-- For the scheduler.
create index payments_not_started on public.payments (expires_at) where state = 'created';
create index payments_to_check on public.payments (next_attempt_at) where next_attempt_at is not null;
-- For comparisons and the overview.
create index payments_by_capture on public.payments (provider, captured_at) where captured_at is not null;
create index payments_declined on public.payments (created_at) where state = 'declined';

call private.secure('public.payments');

create function private.check_payment_move() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject(format('A %s payment cannot become %s', old.state, new.state))
    where new.state <> old.state and (old.state, new.state) not in (
      ('created', 'pending'), ('created', 'abandoned'),
      ('pending', 'captured'), ('pending', 'declined'), ('pending', 'abandoned'),
      ('declined', 'captured'), ('abandoned', 'captured'), ('abandoned', 'declined'),
      ('captured', 'refunding'), ('partly_refunded', 'refunding'),
      ('refunding', 'refunded'), ('refunding', 'partly_refunded'), ('refunding', 'captured')
    );
  perform private.reject('What a payment is for never changes')
    where (new.id, new.purpose, new.method, new.reservation_id, new.amount, new.currency, new.created_at)
        is distinct from (old.id, old.purpose, old.method, old.reservation_id, old.amount, old.currency, old.created_at)
      or new.user_id is distinct from old.user_id and new.user_id is not null
      or old.captured_at is not null and new.captured_at is distinct from old.captured_at
      or old.captured_at is not null and old.captured_by is distinct from 'operator'
        and (new.provider_reference is distinct from old.provider_reference or new.captured_by = 'operator')
      or old.provider_order is not null and new.provider_order is distinct from old.provider_order;
  return new;
end;
$$;
create trigger payments_check_move
  before update on public.payments for each row execute function private.check_payment_move();

-- ## What providers send: returns and webhooks as they came, once each

-- Nobody reads it through an API.
create table private.payment_events (
  provider text not null check (provider in ('azul', 'paypal')),
  event_id text not null check (length(event_id) between 1 and 200),
  payment_id uuid references public.payments (id),
  kind text not null check (length(kind) <= 80),
  body text not null check (length(body) <= 16000),
  received_at timestamptz not null default now() check (isfinite(received_at)),
  primary key (provider, event_id));

create index payment_events_of_payment on private.payment_events (payment_id) where payment_id is not null;
create index payment_events_by_age on private.payment_events (received_at);

-- False for an event that is here already.
create function public.add_payment_event(provider text, event_id text, payment uuid, kind text, body text)
returns boolean language sql security definer set search_path = ''
as $$
  with added as (
    insert into private.payment_events (provider, event_id, payment_id, kind, body)
    values (provider, event_id, (select p.id from public.payments p where p.id = payment), left(kind, 80), left(body, 16000))
    on conflict do nothing returning 1
  )
  select exists (select from added);
$$;

-- ## Beginning

-- Checks what a payment is for, and sets its amount. `seen_amount` is that of a top-up, or the price that the driver saw.
create function private.price_payment(person uuid, wanted public.payments, seen_amount numeric)
returns public.payments language plpgsql set search_path = ''
as $$
declare
  reservation public.reservations;
  settings public.installation_settings;
  room numeric;
begin
  select * into settings from private.settings();
  wanted.currency := settings.currency;
  wanted.expires_at := now() + interval '10 minutes';
  wanted.tax := 0;
  if wanted.purpose = 'top_up' then
    perform private.raise_problem('guest-without-wallet') where private.is_anonymous(person);
    perform private.raise_problem('top-up-out-of-range')
      where (seen_amount between settings.top_up_min and settings.top_up_max) is not true
        or seen_amount <> round(seen_amount, 2);
    wanted.amount := seen_amount;
    room := private.lock_wallet_room(person);
    perform private.raise_problem('wallet-full', room::text) where wanted.amount > room;
    return wanted;
  end if;
  select * into reservation from public.reservations r
  where r.id = wanted.reservation_id and (r.user_id = person or wanted.purpose = 'exit');
  if reservation.id is null then
    perform private.raise_problem('no-such-reservation');
  elsif wanted.purpose = 'exit' then
    perform private.raise_problem('stay-has-ended') where not reservation.is_open or reservation.status <> 'active';
    wanted.amount := private.agree_on_exit(reservation, seen_amount, interval '10 minutes');
  elsif wanted.purpose = 'reservation' then
    perform private.raise_problem('hold-is-over') where reservation.status <> 'held' or reservation.held_until <= now();
    perform private.raise_problem('reservation-changed') where wanted.method is distinct from reservation.payment_method;
    wanted.amount := reservation.total_amount;
    wanted.expires_at := reservation.held_until;
  elsif wanted.purpose = 'change' then
    perform private.raise_problem('reservation-changed')
      where reservation.status <> 'active' or reservation.parking_space_id is null;
    wanted.seen_end := reservation.end_time;
    wanted.amount := (private.plan_change(
      reservation, wanted.new_start, wanted.new_end, wanted.new_space_id, wanted.new_vehicle_id, true)).total_amount
      - reservation.total_amount;
    perform private.raise_problem('space-taken') where exists (
      select from public.reservations other
      where other.parking_space_id = wanted.new_space_id and other.id <> reservation.id
        and other.status in ('active', 'held') and other.start_time < wanted.new_end and other.end_time > wanted.new_start);
  else
    perform private.raise_problem('reservation-changed')
      where reservation.status <> 'active' or reservation.parking_space_id is null or reservation.start_time > now();
    perform private.raise_problem('under-maintenance') where settings.maintenance_mode;
    perform private.raise_problem('end-before-start')
      where wanted.new_end is null or not isfinite(wanted.new_end)
        or wanted.new_end <= greatest(reservation.end_time, now()) or wanted.new_end <> date_trunc('minute', wanted.new_end)
          and mod(extract(epoch from wanted.new_end - reservation.end_time), 60) <> 0;
    perform private.raise_problem('extension-too-long', private.iso_time(private.find_latest_end(reservation)))
      where wanted.new_end > private.find_latest_end(reservation);
    wanted.seen_end := reservation.end_time;
    wanted.amount := private.price_of_extension(reservation, wanted.new_end);
  end if;
  perform private.raise_problem('price-changed')
    where wanted.purpose <> 'reservation' and round(seen_amount, 2) < wanted.amount;
  perform private.raise_problem('nothing-to-pay') where wanted.amount <= 0;
  wanted.tax := private.tax_of(wanted.amount);
  return wanted;
end;
$$;

-- Whose wallet has the money of a payment.
create function private.holder_of(payment public.payments) returns uuid language sql stable set search_path = ''
  return case payment.purpose when 'exit' then (
    select r.user_id from public.reservations r where r.id = payment.reservation_id) else payment.user_id end;

-- What the server is told of a payment.
create function private.describe_payment(payment public.payments) returns jsonb language sql stable set search_path = ''
as $$
  select to_jsonb(payment) || jsonb_build_object(
    'has_approval', exists (
      select from private.payment_events e where e.payment_id = payment.id and e.kind = 'return-approved'),
    'card_token', (select c.token from public.saved_cards c where c.id = payment.card_id));
$$;

-- `payment` is an idempotency key, and `assurance` the `aal` of the driver's token.
create function public.begin_payment(
  person uuid, assurance text, payment uuid, purpose text, method text, reservation uuid, amount numeric,
  new_end timestamptz, save_card boolean, card uuid, language text,
  new_start timestamptz default null, new_space uuid default null, new_vehicle uuid default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  wanted public.payments;
  earlier public.payments;
begin
  perform private.reject('This is no payment') where person is null or payment is null or not private.charges_drivers();
  perform private.reject('Show your second factor to pay', 'insufficient_privilege')
    where not private.is_assured(person, assurance);
  perform pg_advisory_xact_lock(hashtextextended('payments of ' || person, 0));
  select * into earlier from public.payments p where p.id = payment;
  if found then
    perform private.reject('This id belongs to another payment')
      where (earlier.user_id, earlier.purpose, earlier.method, earlier.reservation_id) is distinct from
          (person, purpose, method, reservation)
        or (earlier.new_end, earlier.new_start, earlier.new_space_id, earlier.new_vehicle_id) is distinct from
          (new_end, new_start, new_space, new_vehicle)
        or earlier.purpose = 'top_up' and earlier.amount <> amount;
    return private.describe_payment(earlier);
  end if;
  perform private.raise_problem('account-shut-out') where private.is_shut_out(person);
  perform private.raise_problem('too-many-payments') where (
    select count(*) from public.payments p where p.user_id = person and p.created_at > now() - interval '1 hour'
  ) >= (private.get_limits()).payments_per_hour;
  perform private.raise_problem('card-not-found') where card is not null and not exists (
    select from public.saved_cards c where c.id = card and c.user_id = person and method = 'card'
  );
  wanted.id := payment;
  wanted.user_id := person;
  wanted.purpose := purpose;
  wanted.method := method;
  wanted.reservation_id := reservation;
  wanted.new_end := new_end;
  wanted.new_start := new_start;
  wanted.new_space_id := new_space;
  wanted.new_vehicle_id := new_vehicle;
  wanted := private.price_payment(person, wanted, amount);
  perform private.raise_problem('paypal-takes-dollars') where wanted.method = 'paypal' and wanted.currency <> 'USD';
  insert into public.payments (
    id, user_id, purpose, method, reservation_id, new_end, new_start, new_space_id, new_vehicle_id, seen_end, amount, tax,
    currency, card_id, save_card, language, expires_at, next_attempt_at)
  values (
    payment, person, purpose, method, reservation, new_end, new_start, new_space, new_vehicle, wanted.seen_end,
    wanted.amount, wanted.tax, wanted.currency, card, coalesce(save_card, false) and method = 'card', language, wanted.expires_at, wanted.expires_at + interval '1 minute')
  returning * into wanted;
  return private.describe_payment(wanted);
end;
$$;

-- Called before the driver is sent to the provider, so that the order is known here whatever happens there.
create function public.start_payment(payment uuid, provider_order text)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments p set
    state = 'pending', provider_order = start_payment.provider_order, next_attempt_at = now() + interval '2 minutes'
  where p.id = payment and p.state = 'created';
  -- The driver gave it up meanwhile.
  perform private.raise_problem('hold-is-over')
    from public.payments p where p.id = payment and p.state = 'abandoned' and p.provider_order is null;
  perform private.reject('This payment has another order')
    where not exists (
      select from public.payments p where p.id = payment and p.provider_order = start_payment.provider_order);
end;
$$;

create function public.read_payment(payment uuid)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p where p.id = payment;
$$;

create function public.find_payment(provider text, provider_order text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p
  where (p.provider, p.provider_order) = (find_payment.provider, find_payment.provider_order);
$$;

-- All that a browser without the driver's session reads of a payment from which the provider sent it back. Nobody guesses an id.
create function public.has_arrived(payment uuid) returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.payments p where p.id = payment and p.captured_at is not null);
$$;

-- ## Capturing

-- Does what a payment was made for, when its money is in the wallet: it makes a held reservation active, or a lapsed
-- one whose space is free, which a trigger charges; or it extends or changes one. Returns false where that is not possible.
create function private.serve_payment(payment public.payments)
returns boolean language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
declare
  reservation public.reservations;
begin
  if payment.purpose = 'top_up' then
    return true;
  end if;
  select * into reservation from public.reservations where id = payment.reservation_id for no key update;
  if payment.purpose in ('extension', 'change') and (
    reservation.status <> 'active' or reservation.parking_space_id is null or reservation.user_id is null
    or reservation.end_time <> payment.seen_end)
    -- The car has left, or somebody else paid its exit.
    or payment.purpose = 'exit' and (reservation.status <> 'active' or reservation.total_amount + payment.amount
      > private.price_of_open_stay(reservation, payment.created_at))
  then
    return false;
  elsif payment.purpose = 'exit' then
    perform private.charge_reservation(
      reservation, payment.amount, case when reservation.total_amount > 0 then 'extension' else 'reservation' end);
    perform set_config('parqueo.changes_reservation', 'open ' || reservation.id, true);
    update public.reservations set total_amount = total_amount + payment.amount, payment_method = 'wallet',
      paid_until = least(now(), payment.expires_at) + interval '15 minutes' where id = reservation.id;
    perform set_config('parqueo.changes_reservation', '', true);
    return true;
  elsif payment.purpose = 'change' then
    perform private.save_changed_reservation(
      private.plan_change(
        reservation, payment.new_start, payment.new_end, payment.new_space_id, payment.new_vehicle_id, true),
      'reservation_changed', reservation.total_amount + payment.amount, true);
    return true;
  elsif payment.purpose = 'extension' then
    if payment.new_end <= now()
      -- The price was raised meanwhile: the driver pays no more than they saw.
      or private.price_of_extension(reservation, payment.new_end) > payment.amount
    then
      return false;
    end if;
    perform private.lengthen_reservation(reservation, payment.new_end, is_paid => true);
    return true;
  elsif reservation.end_time <= now()
    or exists (select from public.parking_spaces s where s.id = reservation.parking_space_id and s.status = 'maintenance')
  then
    return false;
  elsif reservation.status = 'lapsed' and reservation.parking_space_id is not null and reservation.user_id is not null
    -- Not for a reservation that went by, nor where the driver has booked another space for that time.
    and reservation.start_time > now() - interval '15 minutes'
    and (private.zone_of_reservation(reservation.id) = any (
      private.closed_zones(reservation.start_time, reservation.end_time))) is not true
    and not exists (
      select from public.reservations other
      where other.user_id = reservation.user_id and other.id <> reservation.id and other.status in ('active', 'held')
        and tstzrange(other.start_time, other.end_time) && tstzrange(reservation.start_time, reservation.end_time)
    )
  then
    perform private.lock_available_space(reservation.parking_space_id, reservation.user_id, reservation.start_time);
  elsif reservation.status is distinct from 'held' then
    return false;
  end if;
  -- The driver may have booked another space for the vehicle since the ten minutes were over.
  perform private.check_vehicle(reservation, true);
  perform set_config('parqueo.changes_reservation', reservation.id::text, true);
  update public.reservations set status = 'active' where id = reservation.id;
  perform set_config('parqueo.changes_reservation', '', true);
  return true;
exception
  when exclusion_violation or check_violation then
    return false;
end;
$$;

-- The provider has the money. Returns captured, already-captured, captured-twice (the second one goes back) or mismatch
-- (of the amount; nothing happens). `card` is {token, brand, last4, expires}.
create function public.capture_payment(
  payment uuid, amount numeric, currency text, provider_reference text, cause text, card jsonb default null
) returns text language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  clearing uuid;
  has_room boolean;
begin
  perform private.lock_driver(p.user_id) from public.payments p where p.id = payment;
  select * into paid from public.payments p where p.id = payment for no key update;
  perform private.reject('This is no payment that can be captured')
    where paid.id is null or provider_reference is null or paid.provider_order is null;
  perform from public.reservations r where r.id = paid.reservation_id for no key update;
  perform private.lock_spaces(array[r.parking_space_id, paid.new_space_id])
  from public.reservations r where r.id = paid.reservation_id;
  clearing := private.find_account('clearing_' || paid.provider);
  if (paid.amount, paid.currency) is distinct from (amount, currency) then
    perform public.record_difference(
      paid.provider, 'amount', paid.id, paid.provider_order,
      concat_ws(' ', provider_reference, amount, currency, 'by', cause));
    return 'mismatch';
  elsif paid.captured_by = 'operator' and cause <> 'operator' then
    update public.payments p set provider_reference = capture_payment.provider_reference, captured_by = cause
    where p.id = paid.id;
    update public.payment_refunds r set capture_reference = capture_payment.provider_reference
    where r.payment_id = paid.id and r.finished_at is null and not r.is_second_capture;
    perform private.note_capture(paid, provider_reference, cause);
    return 'already-captured';
  elsif paid.captured_at is not null then
    if paid.provider_reference = provider_reference and paid.captured_by = 'return' and cause in ('check', 'comparison') then
      update public.payments p set captured_by = cause where p.id = paid.id;
      perform private.note_capture(paid, provider_reference, cause);
    end if;
    if paid.provider_reference = capture_payment.provider_reference or exists (
      select from public.payment_refunds r
      where r.payment_id = paid.id and r.capture_reference = capture_payment.provider_reference)
    then
      return 'already-captured';
    end if;
    -- Two approvals of one order: the second one goes back.
    insert into public.payment_refunds (payment_id, amount, reason, capture_reference, is_second_capture, next_attempt_at)
    values (paid.id, amount, 'second_capture', provider_reference, true, now());
    perform private.post(
      'second_capture ' || paid.provider || ' ' || provider_reference, 'second_capture',
      array[clearing, private.find_account('refunds')], array[-amount, amount], paid.reservation_id, paid.id);
    perform public.record_difference(paid.provider, 'captured-twice', paid.id, paid.provider_order, provider_reference);
    return 'captured-twice';
  end if;
  update public.payments p set
    state = 'captured', captured_at = now(), captured_by = cause, provider_reference = capture_payment.provider_reference,
    next_attempt_at = null, failure = null,
    paid_with = case
      when card ->> 'last4' is not null then left(concat_ws(' ', card ->> 'brand', '····', card ->> 'last4'), 60)
      when paid.method = 'paypal' then 'PayPal'
    end
  where p.id = payment returning * into paid;
  perform private.note_capture(paid, provider_reference, cause);
  has_room := coalesce(paid.amount <= private.lock_wallet_room(private.holder_of(paid)), false);
  perform private.post(
    'payment ' || paid.id, 'payment',
    array[clearing, case when has_room then private.find_wallet(private.holder_of(paid)) else private.find_account('refunds') end],
    array[-paid.amount, paid.amount], paid.reservation_id, paid.id);
  -- The account was deleted meanwhile, or its wallet is full.
  if not has_room then
    insert into public.payment_refunds (payment_id, amount, reason, capture_reference, next_attempt_at)
    values (paid.id, paid.amount, case when private.holder_of(paid) is null then 'account_closed' else 'wallet_full' end,
      provider_reference, now());
    update public.payments p set state = 'refunding', served = false where p.id = paid.id;
    return 'captured';
  end if;
  if paid.save_card and card ->> 'token' is not null then
    insert into public.saved_cards (user_id, token, brand, last4, expires)
    select paid.user_id, card ->> 'token', left(card ->> 'brand', 30), card ->> 'last4', card ->> 'expires'
    where card ->> 'last4' ~ '^[0-9]{4}$' and card ->> 'expires' ~ '^20[0-9]{2}(0[1-9]|1[0-2])$'
      and length(card ->> 'token') between 1 and 100 and card ->> 'brand' is not null
    on conflict on constraint saved_cards_token_is_unique
      do update set brand = excluded.brand, last4 = excluded.last4, expires = excluded.expires;
  end if;
  update public.payments p set served = private.serve_payment(paid) where p.id = paid.id returning * into paid;
  perform private.charge_owed(paid.user_id) where paid.purpose = 'top_up';
  -- Money for a reservation that cannot be confirmed goes back; that for an extension stays in the wallet.
  if not paid.served and paid.purpose in ('reservation', 'exit') then
    perform private.request_refund(paid, paid.amount, 'came_too_late');
  end if;
  return 'captured';
end;
$$;

-- An administrator has read in the provider's portal that it was paid. A repeat changes nothing.
-- definer: only the service captures.
create function public.confirm_payment(payment uuid, provider_reference text, reason text)
returns text language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
begin
  perform private.require_admin();
  perform private.require_reason(reason, payment);
  -- If the provider says it at this moment, the typed reference must not count as a second capture.
  perform private.lock_driver(p.user_id) from public.payments p where p.id = payment;
  select * into paid from public.payments p where p.id = payment for no key update;
  perform private.raise_problem('payment-not-confirmable')
    where paid.state is null or paid.state not in ('pending', 'declined', 'abandoned')
      or btrim(coalesce(confirm_payment.provider_reference, '')) !~ '^[0-9A-Za-z-]{4,64}$'
      or exists (
        select from public.payments other
        where other.provider = paid.provider and private.bare_reference(other.provider_reference)
          = private.bare_reference(confirm_payment.provider_reference));
  perform private.record_gift('payment', paid.user_id, paid.amount, reason, paid.reservation_id)
  where not exists (select from public.wallet_corrections c where c.payment_id = paid.id and c.state = 'approved');
  perform public.add_payment_event(paid.provider, 'operator ' || paid.id, paid.id, 'confirmed by an operator', btrim(reason));
  return public.capture_payment(paid.id, paid.amount, paid.currency, btrim(provider_reference), 'operator');
end;
$$;

-- ## Closing

-- The provider declined a payment, or the driver gave it up. A captured payment stays captured.
create function public.close_payment(payment uuid, state text, failure text, cause text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  closed public.payments;
begin
  perform private.reject('A payment is closed as declined or abandoned')
    where state is null or state not in ('declined', 'abandoned');
  perform private.lock_driver(p.user_id) from public.payments p where p.id = payment;
  update public.payments p set
    state = close_payment.state, failure = close_payment.failure,
    -- Only the provider ends the checks: a driver who came back without paying may pay in another tab.
    next_attempt_at = case when cause = 'return' then p.next_attempt_at end
  where p.id = payment
    and (p.state = 'pending'
      or (p.state, close_payment.state) in (('created', 'abandoned'), ('abandoned', 'declined')))
  returning p.* into closed;
  if closed.purpose = 'reservation' then
    update public.reservations set status = 'lapsed' where id = closed.reservation_id and status = 'held'
      and not exists (
        select from public.payments other
        where other.reservation_id = closed.reservation_id and other.id <> closed.id and other.state in ('created', 'pending')
      );
  end if;
end;
$$;

-- ## Asking the provider

-- Payments without an outcome are asked about for a day; those whose driver the server never sent to the provider are
-- abandoned. `given_up`: this check is the last one.
create function public.claim_payment_checks(most integer)
returns setof jsonb language plpgsql security definer set search_path = ''
as $$
declare
  due public.payments;
  is_given_up boolean;
begin
  for due in select * from private.claim(null::public.payments, most) loop
    is_given_up := due.state = 'pending' and due.created_at < now() - interval '1 day';
    if due.state = 'created' or due.created_at < now() - interval '1 day' then
      update public.payments p set
        next_attempt_at = null, state = case when p.state in ('created', 'pending') then 'abandoned' else p.state end
      where p.id = due.id returning * into due;
    end if;
    return next private.describe_payment(due) || jsonb_build_object('given_up', is_given_up);
  end loop;
end;
$$;

-- The provider has not decided. It is asked each day for a month.
create function public.keep_checking(payment uuid) returns void language sql security definer set search_path = ''
as $$
  update public.payments p set next_attempt_at = greatest(p.next_attempt_at, now() + interval '1 day')
  where p.id = payment and p.captured_at is null and p.created_at between now() - interval '30 days' and now() - interval '1 day';
$$;

-- ## Who calls these functions: the service; an administrator confirms

grant execute on function
  public.begin_payment, public.start_payment, public.read_payment, public.find_payment, public.add_payment_event,
  public.capture_payment, public.close_payment, public.claim_payment_checks, public.keep_checking to service_role;
grant execute on function public.confirm_payment to authenticated;
grant execute on function public.has_arrived to anon, authenticated;

-- ## supabase/schemas/1250_shifts.sql

-- Shifts: the cash drawer of one cashier, from its float to its count.
--
-- shifts            open ──close_shift──▶ closed
-- shift_movements   waiting ──decide_movement──▶ done | withdrawn; what needs no second person is done at once
--
-- Money of a shift, by its ledger's transaction of the kind 'shift'; payments and refunds are in [ledger]
--   float, in     from the safe into the drawer
--   drop          from the drawer into the safe
--   out           from the drawer for an expense of the operator, to the adjustments
--   count         what was counted goes into the safe, the difference to cash_over_short
--   correction    what the safe holds more or less of a closed shift, against cash_over_short
--
-- Rules
--   Cash is taken and given back only in the open shift of the caller, who has one at a time, for the zone or for all; administrators too.
--   The count is blind: what should be in the drawer is sent to nobody before it, not even in a rejection. It is made once
--   and posted at once. Where the difference is above the limit of the settings, its cashier opens no other shift before
--   somebody has written a note.
--   Drops and expenses of a shift that are above the limit together wait for a second person who may take cash in the zone.
--   A closed shift never changes; a manager, other than its cashier, adds a correction with its own date. A manager also
--   closes a forgotten shift, which says so. A shift belongs to the day on which it was opened.
--   Money in the safe and in the clearing accounts of the desk goes to the bank with the reference of its slip, used once.
--   Each act has an idempotency key. No foreign keys to people: shifts stay when accounts are deleted.

create table public.shifts (
  -- The idempotency key of the cashier who opened it.
  id uuid primary key,
  cashier_id uuid not null,
  cashier text not null check (length(cashier) <= 200),
  zone_id uuid references public.parking_zones (id) on delete set null,
  zone_name text check (length(zone_name) <= 255),
  opened_at timestamptz not null default now() check (isfinite(opened_at)),
  opening_float numeric(12, 2) not null check (opening_float between 0 and 1000000),
  closed_at timestamptz check (isfinite(closed_at)),
  closed_by text check (length(closed_by) <= 200),
  -- Closed by somebody else.
  is_forgotten boolean not null default false,
  -- How many there were of each bill and coin.
  counts jsonb check (length(counts::text) <= 1000),
  counted numeric(12, 2) check (counted between 0 and 99999999.99),
  expected numeric(12, 2) check (expected between -99999999.99 and 99999999.99),
  difference numeric(12, 2) check (difference between -99999999.99 and 99999999.99 and difference = counted - expected),
  needs_note boolean not null default false,
  note text check (length(note) <= 300),
  constraint shifts_closed_are_counted check (num_nulls(closed_at, closed_by, counts, counted, expected, difference) in (0, 6))
);
create unique index shifts_one_open_of_cashier on public.shifts (cashier_id) where closed_at is null;
create index shifts_by_opening on public.shifts (opened_at, id);
create index shifts_of_zone on public.shifts (zone_id) where zone_id is not null;
create index shifts_of_cashier on public.shifts (cashier_id, opened_at desc);

alter table public.ledger_transactions
  add constraint ledger_transactions_shift_id_fkey foreign key (shift_id) references public.shifts (id);

create table public.shift_movements (
  -- The idempotency key.
  id uuid primary key,
  shift_id uuid not null references public.shifts (id),
  kind text not null check (kind in ('drop', 'in', 'out', 'correction')),
  amount numeric(12, 2) not null
    check (amount between -1000000 and 1000000 and amount <> 0 and (amount > 0 or kind = 'correction')),
  reason text check (length(reason) <= 300),
  state text not null check (state in ('waiting', 'done', 'withdrawn')),
  made_by text not null check (length(made_by) <= 200),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  decided_by text check (length(decided_by) <= 200),
  decided_at timestamptz check (isfinite(decided_at))
);
create index shift_movements_of_shift on public.shift_movements (shift_id, created_at);
create index shift_movements_waiting on public.shift_movements (shift_id) where state = 'waiting';

call private.secure('public.shifts', own => null, has_admins => false, is_audited => true);
call private.secure('public.shift_movements', own => null, has_admins => false, is_audited => true);

-- ## What holds for the owner of the tables too

create trigger shifts_never_deleted before delete or truncate on public.shifts
  for each statement execute function private.reject_write('Shifts are never deleted');
create trigger shift_movements_never_deleted before delete or truncate on public.shift_movements
  for each statement execute function private.reject_write('Movements of cash are never deleted');
-- A closed shift gets the note that it lacks, and forgets a zone that is deleted.
create trigger shifts_keep before update on public.shifts for each row
  when ((new.id, new.cashier_id, new.cashier, new.opened_at, new.opening_float, coalesce(new.zone_id, old.zone_id))
      is distinct from (old.id, old.cashier_id, old.cashier, old.opened_at, old.opening_float, old.zone_id)
    or old.closed_at is not null and to_jsonb(new) - array['zone_id', 'note'] <> to_jsonb(old) - array['zone_id', 'note']
    or old.note is not null and new.note is distinct from old.note)
  execute function private.reject_write('A shift is never changed');
create trigger shift_movements_keep before update on public.shift_movements for each row
  when (old.state <> 'waiting' or to_jsonb(new) - array['state', 'decided_by', 'decided_at']
    <> to_jsonb(old) - array['state', 'decided_by', 'decided_at'])
  execute function private.reject_write('A movement of cash is never changed');

-- ## The drawer of the caller

create function private.name_caller() returns text language sql stable set search_path = ''
  return (select private.name_actor(p) from public.profiles p where p.user_id = auth.uid());

-- What should be in the drawer.
create function private.expected_in(shift uuid) returns numeric language sql stable set search_path = ''
  return (select -coalesce(sum(t.amount), 0) from private.postings t where t.shift_id = shift and t.account = 'cash');

-- The open shift of the caller, which is not closed before the end of the transaction. It takes money for its zone alone, unless its
-- cashier works in all, and gives back no more than it holds.
create function private.lock_own_shift(space uuid default null, gives_back numeric default 0) returns public.shifts language plpgsql set search_path = ''
as $$
declare
  own public.shifts;
begin
  select * into own from public.shifts s where s.cashier_id = auth.uid() and s.closed_at is null for no key update;
  perform private.raise_problem('shift-needed') where own.id is null;
  perform private.raise_problem('shift-of-other-zone') from public.parking_spaces s where s.id = space and own.zone_id <> s.zone_id and not private.may('take_cash');
  perform private.raise_problem('drawer-too-low') where gives_back > 0 and private.expected_in(own.id) < gives_back;
  return own;
end;
$$;

create function private.denominations() returns numeric[] language sql stable set search_path = ''
  return (select case s.currency when 'DOP' then array[2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1]
    else array[100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01] end from private.settings() s);

-- A shift and the sums of its movements; with what it took and what was expected once it is closed.
create function private.describe_shift(shift public.shifts) returns jsonb language sql stable set search_path = ''
as $$
  select to_jsonb(shift) - array['cashier_id'] || jsonb_build_object(
    'is_own', shift.cashier_id = auth.uid(), 'day', private.country_day(shift.opened_at))
    || (
      select coalesce(jsonb_object_agg(m.kind, m.amount), '{}') from (
        select kind, sum(amount) as amount from public.shift_movements
        where shift_id = shift.id and state = 'done' group by kind) m)
    || case when shift.closed_at is null then '{}' else (
      select jsonb_build_object(
        'cash', coalesce(-sum(t.amount) filter (where t.kind = 'cash_payment' and t.account = 'cash'), 0),
        'terminal', coalesce(-sum(t.amount) filter (where t.account = 'clearing_terminal'), 0),
        'transfer', coalesce(-sum(t.amount) filter (where t.account = 'clearing_transfer'), 0),
        'refunds', coalesce(sum(t.amount) filter (where private.is_return(t.kind) and t.account = 'cash'), 0),
        'stays', count(distinct coalesce(t.reservation_id::text, split_part(t.key, ' ', 2))) filter (where t.account = 'wallet'))
      from private.postings t where t.shift_id = shift.id
    ) end;
$$;

-- ## What a cashier does
-- definer, here and below: nobody writes these tables, and nobody reads what a drawer should hold.

-- Opens a shift in a zone; null where its cashier works in all. A repeat is the same shift.
create function public.open_shift(key uuid, zone uuid, opening_float numeric)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  opened public.shifts;
begin
  perform private.require_duty('take_cash', zone), private.lock_driver(auth.uid());
  select * into opened from public.shifts s where s.id = key and s.cashier_id = auth.uid();
  if opened.id is not null then
    return private.describe_shift(opened);
  end if;
  perform private.raise_problem('price-changed') where not private.charges_drivers();
  perform private.raise_problem('shift-open')
    where exists (select from public.shifts s where s.cashier_id = auth.uid() and s.closed_at is null);
  perform private.raise_problem('shift-needs-note')
    where exists (select from public.shifts s where s.cashier_id = auth.uid() and s.needs_note and s.note is null);
  insert into public.shifts (id, cashier_id, cashier, zone_id, zone_name, opening_float)
  values (key, auth.uid(), private.name_caller(), zone,
    (select z.name from public.parking_zones z where z.id = zone), opening_float)
  returning * into opened;
  perform private.post('shift_float ' || key, 'shift', array[private.find_account('cash'), private.find_account('safe')],
    array[-opened.opening_float, opened.opening_float], shift => key) where opened.opening_float > 0;
  return private.describe_shift(opened);
end;
$$;

create function private.post_movement(movement public.shift_movements) returns void language plpgsql set search_path = ''
as $$
declare
  -- Money that enters an account of the operator is below zero.
  into_drawer constant numeric := case movement.kind when 'correction' then 0 when 'in' then movement.amount else -movement.amount end;
  into_safe constant numeric := case movement.kind when 'out' then 0 when 'in' then -movement.amount else movement.amount end;
begin
  perform private.post('shift_' || movement.kind || ' ' || movement.id, 'shift',
    array[private.find_account('cash'), private.find_account('safe'),
      private.find_account(case movement.kind when 'correction' then 'cash_over_short' else 'adjustments' end)],
    array[-into_drawer, -into_safe, into_drawer + into_safe], null, null, movement.reason, shift => movement.shift_id);
end;
$$;

-- Moves cash of the own drawer; or corrects a closed shift, of which the safe holds more, or less, than was counted. Returns
-- whether it is done or waits for a second person. A repeat changes nothing.
create function public.move_cash(key uuid, kind text, amount numeric, reason text default null, shift uuid default null)
returns text language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  own public.shifts;
  moved public.shift_movements;
begin
  if kind = 'correction' then
    select * into own from public.shifts s where s.id = shift;
    perform private.require_duty('close_shift', own.zone_id);
    perform private.raise_problem('second-person-needed') where own.cashier_id = auth.uid();
    perform private.raise_problem('shift-open') where own.closed_at is null;
  else
    own := private.lock_own_shift();
    perform private.require_duty('take_cash', own.zone_id);
  end if;
  select * into moved from public.shift_movements m where m.id = key and m.shift_id = own.id;
  if moved.id is not null then
    return moved.state;
  end if;
  perform private.require_reason(reason, key) where kind <> 'drop';
  insert into public.shift_movements (id, shift_id, kind, amount, reason, made_by, state)
  select key, own.id, move_cash.kind, move_cash.amount, nullif(btrim(move_cash.reason), ''), private.name_caller(),
    case when move_cash.kind in ('drop', 'out') and move_cash.amount + coalesce(sum(m.amount), 0)
      > (select s.cash_confirm_limit from private.settings() s) then 'waiting' else 'done' end
  from public.shift_movements m
  where m.shift_id = own.id and m.kind in ('drop', 'out') and m.state = 'done' and m.decided_by is null
  returning * into moved;
  perform private.post_movement(moved) where moved.state = 'done';
  return moved.state;
end;
$$;

-- A second person confirms what waits, or either of them withdraws it. A repeat changes nothing.
create function public.decide_movement(movement uuid, approve boolean)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  wanted constant text := case when approve then 'done' else 'withdrawn' end;
  held public.shifts;
  moved public.shift_movements;
begin
  select s.* into held from public.shift_movements m join public.shifts s on s.id = m.shift_id
  where m.id = movement for key share of s;
  perform private.require_duty('take_cash', held.zone_id);
  select * into moved from public.shift_movements m where m.id = movement for update;
  if moved.state = wanted then
    return;
  end if;
  perform private.raise_problem('movement-decided') where moved.state is distinct from 'waiting' or held.closed_at is not null;
  -- Nor by an account that the cashier has made staff.
  perform private.raise_problem('second-person-needed')
    where approve and auth.uid() in (select private.list_appointed(held.cashier_id, '30 days', only_below => true));
  update public.shift_movements m set state = wanted, decided_by = private.name_caller(), decided_at = now()
  where m.id = movement returning * into moved;
  perform private.post_movement(moved) where approve;
end;
$$;

-- Closes a shift with its count, {"500": 3, ...}, and returns its slip. A repeat with the same count returns it again, and
-- adds the note that it lacks.
create function public.close_shift(shift uuid, counts jsonb, note text default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.shifts;
  total numeric;
  due numeric;
begin
  select * into held from public.shifts s where s.id = shift for update;
  perform private.require_duty(case when held.cashier_id = auth.uid() then 'take_cash' else 'close_shift' end, held.zone_id);
  perform private.reject('There is no such shift') where held.id is null;
  perform private.reject('counts has a number of each bill and coin')
    where jsonb_typeof(counts) is distinct from 'object' or length(counts::text) > 1000;
  perform private.reject('There is no such bill or coin') from jsonb_each(counts) c
  where case when c.key ~ '^[0-9]{1,4}([.][0-9]{1,2})?$' then c.key::numeric <> all (private.denominations()) else true end
    or (c.value::text ~ '^[0-9]{1,5}$') is not true;
  note := nullif(btrim(note), '');
  perform private.require_reason(note) where note is not null;
  if held.closed_at is not null then
    perform private.raise_problem('shift-closed') where held.counts <> close_shift.counts or held.note <> close_shift.note;
    update public.shifts s set note = close_shift.note where s.id = held.id and s.note is null returning * into held;
    return private.describe_shift(s) from public.shifts s where s.id = shift;
  end if;
  perform private.raise_problem('movement-waits')
    where exists (select from public.shift_movements m where m.shift_id = held.id and m.state = 'waiting');
  select coalesce(sum(c.key::numeric * c.value::text::numeric), 0) into total from jsonb_each(counts) c;
  -- No column overflows with it, since PostgreSQL says which values a rejected row has.
  perform private.raise_problem('amount-out-of-range') where total > 10000000;
  due := private.expected_in(held.id);
  perform private.post('shift_count ' || held.id, 'shift',
    array[private.find_account('cash'), private.find_account('safe'), private.find_account('cash_over_short')],
    array[due, -total, total - due], shift => held.id) where due <> 0 or total <> 0;
  update public.shifts s set
    closed_at = now(), closed_by = private.name_caller(), is_forgotten = held.cashier_id <> auth.uid(),
    counts = close_shift.counts, counted = total, expected = due, difference = total - due, note = close_shift.note,
    needs_note = abs(total - due) > (select x.cash_difference_limit from private.settings() x)
  where s.id = held.id returning * into held;
  return private.describe_shift(held);
end;
$$;

-- What the screen of a cashier shows: the own shift, open or the last one; what waits for a second person; and where the
-- caller may open one.
create function public.my_shift() returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.reject('Your duties do not allow this', 'insufficient_privilege')
    where not exists (select from private.zones_with('take_cash')) and not private.may('take_cash');
  return jsonb_build_object(
    'shift', (
      select private.describe_shift(s) from public.shifts s
      where s.cashier_id = auth.uid() order by s.opened_at desc, s.id limit 1),
    'waiting', (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('is_own', s.cashier_id = auth.uid()) order by m.created_at), '[]')
      from public.shift_movements m join public.shifts s on s.id = m.shift_id
      where m.state = 'waiting' and private.may('take_cash', s.zone_id)),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.sort_name, z.id), '[]')
      from public.parking_zones z where z.id in (select private.zones_with('take_cash'))),
    'denominations', to_jsonb(private.denominations()));
end;
$$;

-- ## What managers, accountants and administrators do

-- The first 1000 shifts that were opened on these days, in the zones whose books the caller reads.
create function public.list_shifts(first_day date, last_day date)
returns setof jsonb language sql stable security definer set search_path = ''
as $$
  select private.reject('Your duties do not allow this', 'insufficient_privilege')
    where not exists (select from private.zones_with('read_books')) and not private.may('read_books');
  select private.require_days(first_day, last_day);
  select private.describe_shift(s) from public.shifts s
  where s.opened_at >= private.start_of_day(first_day) and s.opened_at < private.start_of_day(last_day + 1)
    and (private.may('read_books') or s.zone_id = any (array(select private.zones_with('read_books'))))
  order by s.opened_at desc, s.id limit 1000;
$$;

-- Money that went to the bank, with the reference of its slip. A repeat changes nothing.
create function public.deposit_at_bank(key uuid, account text, amount numeric, reference text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_duty('close_shift');
  reference := upper(btrim(reference));
  perform private.reject('account is safe, clearing_terminal or clearing_transfer')
    where (account in ('safe', 'clearing_terminal', 'clearing_transfer')) is not true;
  perform private.raise_problem('amount-out-of-range') where (amount between 0.01 and 99999999.99) is not true;
  perform private.raise_problem('reference-required') where (reference ~ '^[0-9A-Z-]{4,64}$') is not true;
  perform private.raise_problem('reference-used') where exists (
    select from public.ledger_transactions t
    where (t.kind, private.bare_reference(t.reference)) = ('bank_deposit', private.bare_reference(deposit_at_bank.reference))
      and t.key <> 'bank_deposit ' || deposit_at_bank.key);
  if private.post('bank_deposit ' || key, 'bank_deposit', array[private.find_account(account), private.find_account('bank')],
    array[round(amount, 2), -round(amount, 2)], reference => reference)
  then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
    values (auth.uid(), 'insert', 'bank_deposits', reference, jsonb_build_object('amount', amount));
  end if;
end;
$$;

grant execute on function
  public.open_shift, public.move_cash, public.decide_movement, public.close_shift, public.my_shift,
  public.list_shifts, public.deposit_at_bank to authenticated;

-- ## supabase/schemas/1260_plates.sql

-- Plates: what staff know of a car by its plate, and note.
--
-- safelist       plates that need no reservation in a zone, or in all: kept by managers
-- plate_notes    what staff saw of a car, with a photo where they took one; nobody is fined
--
-- Rules
--   A check responds for the zones of the caller alone, and names no driver. It stands in the audit log with its plate for a year.
--   Notes are never changed and go after 90 days, and what stood on the safelist 90 days after its end.
--   They name a plate and no person: the copy of a driver's data and the end of an account [leaving] leave them out.
--   A photo is a JPEG without what cameras write into it. Managers read it, and on the same day whoever took it.

create table public.safelist (
  -- The idempotency key.
  id uuid primary key,
  plate text not null check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  -- Null: all zones.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  reason text not null check (length(reason) <= 120 and private.is_visible(reason) and private.is_plain_line(reason)),
  valid_from timestamptz not null check (isfinite(valid_from)),
  valid_until timestamptz check (isfinite(valid_until) and valid_until >= valid_from),
  made_by text not null check (length(made_by) <= 200)
);
create index safelist_of_zone on public.safelist (zone_id);

-- Whether a JPEG has one picture of less than 2048 by 2048 and, of the segments for applications, JFIF's alone. It reads at most 100 headers; in what
-- follows them a zero comes after each 255 that begins no marker.
create function private.is_bare_jpeg(photo bytea) returns boolean language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  place integer := 2;
  marker integer;
begin
  for segment in 1 .. 100 loop
    exit when substr(photo, 1, 2) <> '\xffd8' or place + 8 > octet_length(photo) or get_byte(photo, place) <> 255;
    marker := get_byte(photo, place + 1);
    exit when marker < 192 or marker between 225 and 239 or marker = 254;
    exit when marker < 208 and marker not in (196, 200, 204) and greatest(get_byte(photo, place + 5), get_byte(photo, place + 7)) > 7;
    place := place + 2 + get_byte(photo, place + 2) * 256 + get_byte(photo, place + 3);
    continue when marker <> 218;
    photo := substr(photo, place + 1);
    return position('\xffd9' in photo) > 0 and position('\xffd9' in photo) = octet_length(photo) - 1 and not exists (
      select from generate_series(225, 254) m
      where m not between 240 and 253 and position(set_byte('\xff00', 1, m) in photo) > 0);
  end loop;
  return false;
end;
$$;

create table public.plate_notes (
  id uuid primary key,
  plate text not null check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  -- Null: seen on a space in no zone.
  zone_id uuid references public.parking_zones (id) on delete set null,
  kind text not null check (kind in ('no_payment', 'wrong_space', 'two_spaces', 'blocked_way', 'other')),
  note text check (length(note) <= 300 and private.is_visible(note) and private.is_legible(note)),
  photo bytea check (octet_length(photo) <= 300000 and private.is_bare_jpeg(photo)),
  maker_id uuid not null,
  made_by text not null check (length(made_by) <= 200),
  created_at timestamptz not null default now() check (isfinite(created_at))
);
create index plate_notes_by_plate on public.plate_notes (plate, created_at desc);
create index plate_notes_of_zone on public.plate_notes (zone_id);
create index plate_notes_of_maker on public.plate_notes (maker_id, created_at);

call private.secure('public.safelist', own => null, has_admins => false, is_audited => true);
call private.secure('public.plate_notes', own => null, has_admins => false);
-- The log stays longer than what somebody noted.
create trigger plate_notes_audit after insert on public.plate_notes
  for each row execute function private.audit_admin_write('plate', 'note', 'photo');

-- Plates with the same look are taken for each other.
create function private.look_of(plate text) returns text language sql immutable parallel safe
  return translate(plate, 'OIBS', '0185');
grant execute on function private.look_of to authenticated, service_role;
create index reservations_by_look on public.reservations (private.look_of(vehicle_plate)) where vehicle_plate is not null;

-- Requires the duty in a zone, or in any where it is null.
create function private.require_duty_somewhere(act text, zone uuid) returns void language sql set search_path = ''
as $$
  select private.require_duty(act, case when zone is not null or private.may(act) then zone
    else (select z.id from private.zones_with(act) z (id) limit 1) end);
$$;

-- Logs that the caller looks up one of many, as many times a minute as the limits allow: nobody collects them all. The checks of
-- one person come one after the other, so that each counts those before it.
create function private.record_check(subject text, words text, told jsonb default null) returns void language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('checks of ' || auth.uid(), 0));
  select private.raise_problem('plate-check-limit') where (private.get_limits()).plate_checks_per_minute <= (
    select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.subject_table = subject and a.created_at > now() - interval '1 minute');
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after) values (auth.uid(), 'check', subject, words, told);
$$;

-- What is known of a plate and of those with its look, what matters most first; `zone` is where the caller stands. A
-- reservation is now, inside (now and open), elsewhere (now, in another zone), grace (over for 15 minutes), arrives or over.
create function public.check_plate(plate text, zone uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  today constant date := private.country_day(now());
begin
  perform private.require_duty_somewhere('check_plate', zone);
  plate := private.normalise_plate(left(plate, 40));
  perform private.reject('A plate has 2 to 10 letters and digits') where (plate ~ '^[A-Z0-9]{2,10}$') is not true;
  perform private.record_check('plates', plate, jsonb_build_object('zone_id', zone));
  return jsonb_build_object('plate', plate, 'found', (
    select coalesce(jsonb_agg(to_jsonb(f) order by f.is_similar, f.rank, f.starts_at, f.id), '[]') from (
      select l.plate <> check_plate.plate as is_similar, 0 as rank, l.id, 'listed' as state, l.plate, null as space_name, z.name as zone_name,
        l.valid_from as starts_at, l.valid_until as ends_at, l.reason
      from public.safelist l left join public.parking_zones z on z.id = l.zone_id
      where private.look_of(l.plate) = private.look_of(check_plate.plate) and l.valid_from <= now()
        and (l.valid_until > now()) is not false and (l.zone_id is null or private.may('check_plate', l.zone_id))
      union all
      select r.vehicle_plate <> check_plate.plate,
        array_position(array['now', 'inside', 'elsewhere', 'grace', 'arrives', 'over'], told.state),
        r.id, told.state, r.vehicle_plate, s.name, s.zone_name, r.start_time, nullif(stay.ends_at, 'infinity'), null
      from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
      cross join lateral (
        select case when r.status <> 'active' then coalesce(r.ended_at, r.end_time)
          when r.is_open then 'infinity' else r.end_time end as ends_at) stay
      cross join lateral (
        select case when stay.ends_at < now() - interval '15 minutes' then 'over'
          when r.status <> 'active' or stay.ends_at <= now() then 'grace' when r.start_time > now() then 'arrives'
          when s.zone_id is distinct from coalesce(zone, s.zone_id) then 'elsewhere' when r.is_open then 'inside' else 'now' end as state) told
      where private.look_of(r.vehicle_plate) = private.look_of(check_plate.plate) and r.status in ('active', 'completed', 'expired')
        and r.start_time < private.start_of_day(today + 2)
        and (r.status = 'active' or stay.ends_at >= least(private.start_of_day(today), now() - interval '15 minutes'))
        and private.may('check_plate', s.zone_id)
      order by 1, 2, 8 limit 50
    ) f), 'visits', (
    select count(*) from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
    where r.vehicle_plate = check_plate.plate and r.status in ('completed', 'expired')
      and r.start_time between now() - interval '30 days' and now() and private.may('check_plate', s.zone_id)
    ), 'notes', (
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc), '[]') from (
      select n.id, n.kind, n.created_at, z.name as zone_name, case when may_read then n.note end as note,
        case when may_read then n.made_by end as made_by, case when may_read and row_number() over (order by n.created_at desc) <= 3
          then translate(encode(n.photo, 'base64'), E'\n', '') end as photo
      from public.plate_notes n left join public.parking_zones z on z.id = n.zone_id cross join lateral (
        select private.may('keep_safelist', n.zone_id) or n.maker_id = auth.uid() and private.country_day(n.created_at) = today) s (may_read)
      where n.plate = check_plate.plate and private.may('check_plate', n.zone_id) order by n.created_at desc limit 50
    ) n));
end;
$$;

-- Keeps what the caller saw; `photo` is in base64. A repeat changes nothing.
create function public.add_plate_note(
  key uuid, plate text, zone uuid, kind text, note text default null, photo text default null
) returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('check_plate', zone);
  select private.reject('A photo has at most 300 kB') where length(photo) > 400000;
  select pg_advisory_xact_lock(hashtextextended('plates of ' || auth.uid(), 0));
  select private.raise_problem('plate-note-limit') where (private.get_limits()).plate_notes_per_hour <= (
    select count(*) from public.plate_notes n
    where n.maker_id = auth.uid() and n.created_at > now() - interval '1 hour' and n.id <> key);
  insert into public.plate_notes (id, plate, zone_id, kind, note, photo, maker_id, made_by)
  values (key, private.normalise_plate(left(plate, 40)), zone, kind, nullif(btrim(note), ''), decode(photo, 'base64'),
    auth.uid(), private.name_caller())
  on conflict do nothing;
$$;

-- The entries that have not ended, in the zones where the caller keeps them.
create function public.list_safelist()
returns table (id uuid, plate text, zone_name text, reason text, valid_from timestamptz, valid_until timestamptz, made_by text)
language sql security definer set search_path = ''
as $$
  select private.require_duty_somewhere('keep_safelist', null);
  select l.id, l.plate, z.name, l.reason, l.valid_from, l.valid_until, l.made_by
  from public.safelist l left join public.parking_zones z on z.id = l.zone_id
  where (l.valid_until > now()) is not false
    and (l.zone_id in (select private.zones_with('keep_safelist')) or l.zone_id is null and private.may('keep_safelist'))
  order by l.plate, z.sort_name nulls first, l.id limit 1000;
$$;

create function public.add_to_safelist(key uuid, plate text, zone uuid, reason text, first_day date, last_day date default null)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('keep_safelist', zone);
  select private.raise_problem('safelist-days-reversed')
    where (first_day >= '2000-01-01' and coalesce(last_day, first_day) between first_day and '2199-12-31') is not true;
  select private.raise_problem('safelist-full') where (
    select count(*) from public.safelist l where l.zone_id is not distinct from zone and (l.valid_until > now()) is not false) >= 500;
  insert into public.safelist (id, plate, zone_id, reason, valid_from, valid_until, made_by)
  values (key, private.normalise_plate(left(plate, 40)), zone, btrim(reason), private.start_of_day(first_day),
    private.start_of_day(last_day + 1), private.name_caller())
  on conflict do nothing;
$$;

-- An entry ends now, or never begins. A repeat changes nothing.
create function public.end_on_safelist(id uuid)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('keep_safelist', (select l.zone_id from public.safelist l where l.id = end_on_safelist.id));
  update public.safelist l set valid_until = greatest(now(), l.valid_from)
  where l.id = end_on_safelist.id and (l.valid_until > greatest(now(), l.valid_from)) is not false;
$$;

grant execute on function public.check_plate, public.add_plate_note, public.list_safelist, public.add_to_safelist, public.end_on_safelist to authenticated;

-- ## supabase/schemas/1300_refunds.sql

-- Refunds: money on its way from a wallet back to the card or PayPal account that it came from.
--
-- payment_refunds.state   requested ──claimed──▶ sent ──▶ succeeded | failed
--                                                 └──▶ manual ──▶ succeeded | failed
--
-- Money is given back to the wallet first (cancel_reservation, refund_reservation), and sent on where the caller asks
-- for it. A worker claims refunds that are due, tells the provider, and records the outcome. A refund that no program
-- can tell the provider of, or that is open after ten days, is manual: an administrator makes it in the provider's
-- portal. A failed refund goes back into the wallet.
--
-- A payment is `refunding` as long as a refund of it is open. Several may be open: the provider is told of the oldest
-- one first, and private.refundable() says what is left. A second capture of an order goes back too, and leaves the
-- state of the payment as it is.
--
-- Money in a wallet belongs to the payments that brought it until it is spent [ledger]. private.find_unused_payments() says
-- what is left of each.
--
-- Hooks: [notifications] tells the driver what became of a refund.

-- ## Refunds

create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  reason text check (length(reason) <= 300),
  -- The capture that is given back: that of the payment, or a second one of the same order.
  capture_reference text not null check (length(capture_reference) between 1 and 64),
  is_second_capture boolean not null default false,
  state text not null default 'requested' check (state in ('requested', 'sent', 'succeeded', 'failed', 'manual')),
  provider_reference text check (length(provider_reference) <= 64),
  -- The administrator who says that it was made in the provider's portal.
  finished_by uuid,
  error text check (length(error) <= 300),
  attempts integer not null default 0 check (attempts between 0 and 1000),
  next_attempt_at timestamptz check (isfinite(next_attempt_at)),
  -- The order in which the refunds of a payment are sent.
  created_at timestamptz not null default now() check (isfinite(created_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  constraint payment_refunds_finished_when_over check ((finished_at is not null) = (state in ('succeeded', 'failed'))));

create index payment_refunds_of_payment on public.payment_refunds (payment_id);
create index payment_refunds_due on public.payment_refunds (next_attempt_at) where next_attempt_at is not null;
-- The lists of the back office.
create index payment_refunds_manual on public.payment_refunds (created_at) where state = 'manual';
create index payment_refunds_failed on public.payment_refunds (finished_at) where state = 'failed';

call private.secure('public.payment_refunds', own => 'exists (
  select from public.payments p where p.id = payment_id and p.user_id = (select auth.uid()))');

-- A refund that an administrator made in the provider's portal.
create trigger payment_refunds_audit after update of state on public.payment_refunds
  for each row when (old.state = 'manual' and new.state is distinct from old.state)
  execute function private.audit_admin_write();

create function private.check_refund_move() returns trigger language plpgsql set search_path = ''
as $$
declare
  -- Notes of the worker and of operators.
  progress text[] := array['state', 'provider_reference', 'error', 'attempts', 'next_attempt_at', 'finished_at', 'finished_by'];
begin
  perform private.reject('Refunds are never deleted') where tg_op = 'DELETE';
  -- A worker has claimed it.
  new.state := case when new.state = 'requested' and new.attempts > old.attempts then 'sent' else new.state end;
  perform private.reject(format('A %s refund cannot become %s', old.state, new.state))
    where new.state <> old.state and (old.state, new.state) not in (
      ('requested', 'sent'), ('sent', 'succeeded'), ('sent', 'failed'), ('sent', 'manual'),
      ('manual', 'succeeded'), ('manual', 'failed')
    );
  -- The provider's reference replaces the one that an operator typed for the payment.
  if new.capture_reference <> old.capture_reference and old.finished_at is null and not old.is_second_capture
    and new.capture_reference = (select p.provider_reference from public.payments p where p.id = old.payment_id)
  then
    progress := array_append(progress, 'capture_reference');
  end if;
  perform private.reject('What a refund gives back never changes')
    where to_jsonb(new) - progress <> to_jsonb(old) - progress or old.finished_at is not null and new is distinct from old;
  return new;
end;
$$;
create trigger payment_refunds_check_move
  before update or delete on public.payment_refunds for each row execute function private.check_refund_move();

-- ## What can still be given back

-- The voids, refunds and disputes that providers list.
create table private.payment_reversals (
  provider text not null check (provider in ('azul', 'paypal')),
  -- AZUL's order and RRN, PayPal's id of the refund or of the dispute.
  reference text not null check (length(reference) between 1 and 64),
  payment_id uuid not null references public.payments (id),
  kind text not null check (kind in ('void', 'refund', 'dispute')),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  -- Whether a refund that the product asked for stands for this money.
  is_known boolean not null,
  won_at timestamptz check (isfinite(won_at)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  primary key (provider, reference));

create index payment_reversals_of_payment on private.payment_reversals (payment_id);

-- What came in with a payment, less what went back, what is on its way and what the provider took back by itself.
create function private.refundable(payment public.payments) returns numeric language sql stable set search_path = ''
as $$
  select case when payment.captured_at is null then 0 else greatest(
    0,
    payment.amount - payment.refunded
    - (select coalesce(sum(r.amount), 0) from public.payment_refunds r
       where r.payment_id = payment.id and r.finished_at is null and not r.is_second_capture)
    - (select coalesce(sum(v.amount), 0) from private.payment_reversals v
       where v.payment_id = payment.id and not v.is_known and v.won_at is null)
  ) end;
$$;

-- What is left of the payments in a wallet, the latest first.
create function private.find_unused_payments(person uuid)
returns table (payment_id uuid, amount numeric) language sql stable set search_path = ''
as $$
  select p.id, least(sum(s.amount), private.refundable(p))
  from public.ledger_accounts a
  join private.ledger_sources s on s.account_id = a.id
  join public.payments p on p.id = s.payment_id
  where a.user_id = person group by p.id
  having least(sum(s.amount), private.refundable(p)) > 0 order by min(s.id) desc;
$$;

-- ## Asking for a refund

-- Takes money out of the wallet for the way back. The worker tells the provider later.
-- definer, here and below: as all that post.
create function private.request_refund(
  payment public.payments, amount numeric, reason text, refund uuid default gen_random_uuid()
) returns uuid language plpgsql security definer set search_path = ''
as $$
begin
  select * into payment from public.payments where id = payment.id for no key update;
  perform private.raise_problem('refund-not-possible') where amount <= 0 or amount > private.refundable(payment);
  insert into public.payment_refunds (id, payment_id, amount, reason, capture_reference, next_attempt_at)
  values (refund, payment.id, amount, reason, payment.provider_reference, now());
  update public.payments set state = 'refunding' where id = payment.id;
  perform private.post(
    'refund_requested ' || refund, 'refund_requested',
    array[private.find_wallet(private.holder_of(payment)), private.find_account('refunds')], array[-amount, amount],
    payment.reservation_id, payment.id, reason);
  return refund;
end;
$$;

-- The captured payments of a reservation that can be given back, the latest first.
create function private.find_refundable_payments(reservation uuid)
returns setof public.payments language sql stable set search_path = ''
as $$
  select p.* from public.payments p
  where p.reservation_id = reservation and private.refundable(p) > 0
  order by p.captured_at desc;
$$;

-- Sends up to `amount` from the wallet to where the payments of a reservation came from, the latest first.
create function private.refund_to_source(reservation uuid, amount numeric, reason text)
returns void language plpgsql set search_path = ''
as $$
begin
  perform private.request_refund(p.payment, least(p.most, refund_to_source.amount - p.before), reason)
  from (
    select f as payment, private.refundable(f) as most,
      sum(private.refundable(f)) over (order by f.captured_at desc, f.id) - private.refundable(f) as before
    from private.find_refundable_payments(reservation) f
  ) p
  where p.before < refund_to_source.amount;
end;
$$;

-- Sends what is left of the payments in the wallet of a person who leaves to where they came from.
create function private.refund_wallet(person uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.request_refund(p, unused.amount, 'account_closed')
  from private.find_unused_payments(person) unused join public.payments p on p.id = unused.payment_id;
end;
$$;

-- Cancels as an update of the status does. With `to_source` what is given back goes on to where it was paid from.
-- An administrator says why where money goes back of one that has begun or was paid at the desk.
create function public.cancel_reservation(reservation uuid, to_source boolean default false, reason text default null)
returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  balance_before numeric;
  credited numeric;
begin
  -- The response to an earlier try was lost.
  select * into reserved from public.reservations r
  where r.id = reservation and r.user_id = (select auth.uid()) and r.status = 'cancelled'
    and private.has_shown_second_factor();
  if found then
    return reserved;
  end if;
  -- A manager cancels for the drivers of the zone.
  perform private.require_duty('cancel', private.zone_of_reservation(reservation))
    from public.reservations r where r.id = reservation and r.user_id is distinct from (select auth.uid())
      and private.may('cancel', private.zone_of_reservation(reservation));
  reserved := private.lock_reservation(reservation, is_cancelled => true);
  perform private.give_reason(case when private.acts_for_operator() then reason end);
  select wallet_balance into balance_before from public.profiles where user_id = reserved.user_id for no key update;
  update public.reservations set status = 'cancelled' where id = reserved.id returning * into reserved;
  select wallet_balance - balance_before into credited from public.profiles where user_id = reserved.user_id;
  if to_source and credited > 0 then
    perform private.refund_to_source(reserved.id, credited, null);
  end if;
  return reserved;
end;
$$;

-- An administrator gives back what was paid for a reservation, or a part of it, to the wallet or on to where it came
-- from. Returns how much. A repeat with the same key changes nothing.
create function public.refund_reservation(reservation uuid, amount numeric, to_source boolean, reason text, key uuid)
returns numeric language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  credited numeric;
begin
  perform private.require_admin();
  perform private.require_reason(reason, key);
  select * into reserved from public.reservations where id = reservation;
  perform private.raise_problem('no-such-reservation') where reserved.id is null;
  perform private.lock_driver(coalesce(reserved.user_id, reserved.id));
  -- It may be ending at this moment, which earns what is left of it.
  select * into reserved from public.reservations where id = reservation for no key update;
  if private.is_repeat('reservation_refund ' || key, reason, amount, null, reserved.id) then
    return amount;
  end if;
  perform private.raise_problem('refund-over-paid', (select paid from private.paid_for(reserved.id))::text)
    where amount is null or amount <> round(amount, 2) or amount <= 0
      or amount > (select paid from private.paid_for(reserved.id));
  credited := private.credit_reservation(reserved, amount, 'reservation_refund', btrim(reason), key);
  if to_source and reserved.user_id is not null then
    perform private.refund_to_source(reserved.id, credited, btrim(reason));
  end if;
  return amount;
end;
$$;

-- An administrator sends what a wallet still has of a top-up back to the card or PayPal account: never cash or credits that
-- came after it was spent. A repeat with the same key changes nothing.
create function public.refund_top_up(payment uuid, amount numeric, reason text, key uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  most numeric;
begin
  perform private.require_admin();
  perform private.require_reason(reason, key);
  perform private.lock_driver(p.user_id) from public.payments p where p.id = payment;
  select * into paid from public.payments p where p.id = payment for no key update;
  if exists (select from public.payment_refunds r where r.id = key and r.payment_id = paid.id) then
    return;
  end if;
  perform private.raise_problem('refund-not-possible')
    where (paid.purpose = 'top_up' and paid.captured_at is not null and paid.user_id is not null) is not true;
  perform from public.profiles p where p.user_id = paid.user_id for no key update;
  most := coalesce((select u.amount from private.find_unused_payments(paid.user_id) u where u.payment_id = paid.id), 0);
  perform private.raise_problem('refund-over-top-up', most::text)
    where amount is null or amount <> round(amount, 2) or amount <= 0 or amount > most;
  perform private.record_gift('refund', paid.user_id, amount, reason);
  perform private.request_refund(paid, amount, btrim(reason), key);
end;
$$;

-- ## Sending it to the provider

-- What the worker sends. A refund is tried for ten days.
create function public.claim_payment_refunds(most integer)
returns table (
  id uuid, payment_id uuid, provider text, provider_order text, provider_reference text, amount numeric,
  payment_amount numeric, tax numeric, currency text, captured_at timestamptz, attempts integer, refunded_before boolean
)
language sql security definer set search_path = ''
as $$
  select r.id, r.payment_id, p.provider, p.provider_order, r.capture_reference, r.amount, p.amount, p.tax, p.currency,
    p.captured_at, r.attempts, exists (
      select from public.payment_refunds other
      where other.payment_id = r.payment_id and other.id <> r.id and other.state = 'succeeded'
    )
  from private.claim(null::public.payment_refunds, most) r join public.payments p on p.id = r.payment_id;
$$;

-- `pending` and `retry` are tried again later; `manual` waits for an administrator.
create function public.finish_payment_refund(refund uuid, outcome text, provider_reference text, error text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  back public.payment_refunds;
  paid public.payments;
begin
  perform private.reject('This is no outcome of a refund')
    where outcome is null or outcome not in ('succeeded', 'pending', 'failed', 'manual', 'retry');
  perform private.lock_driver(p.user_id)
  from public.payments p join public.payment_refunds r on r.payment_id = p.id where r.id = refund;
  select p.* into paid from public.payments p
  where p.id = (select r.payment_id from public.payment_refunds r where r.id = refund) for no key update;
  select * into back from public.payment_refunds r where r.id = refund for update;
  if back.id is null or back.finished_at is not null
    -- An administrator finishes a manual refund, the worker does not.
    or back.state = 'manual' and outcome not in ('succeeded', 'failed')
  then
    return;
  elsif outcome in ('pending', 'retry') and back.created_at < now() - interval '10 days'
    -- Eight attempts are within the days of AZUL's lists that tell what an earlier attempt did.
    or outcome = 'retry' and paid.provider = 'azul' and back.attempts >= 8
  then
    outcome := 'manual';
  end if;
  update public.payment_refunds r set
    state = case when outcome in ('pending', 'retry') then 'sent' else outcome end,
    provider_reference = coalesce(left(finish_payment_refund.provider_reference, 64), r.provider_reference),
    error = case when outcome = 'succeeded' then null else left(finish_payment_refund.error, 300) end,
    next_attempt_at = case when outcome in ('pending', 'retry') then r.next_attempt_at end,
    finished_at = case when outcome in ('succeeded', 'failed') then now() end
  where r.id = refund;
  if outcome = 'succeeded' then
    perform private.post(
      'refund_completed ' || refund, 'refund_completed',
      array[private.find_account('refunds'), private.find_account('clearing_' || paid.provider)],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
  elsif outcome = 'failed' then
    -- Back into the wallet. A second capture, and what has no account or no room in it, waits for the operator.
    perform private.post(
      'refund_failed ' || refund, 'refund_failed',
      array[
        private.find_account('refunds'),
        case when not back.is_second_capture and back.amount <= private.lock_wallet_room(private.holder_of(paid))
          then private.find_wallet(private.holder_of(paid)) else private.find_account('adjustments') end
      ],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
  end if;
  if outcome in ('succeeded', 'failed') and not back.is_second_capture then
    paid.refunded := paid.refunded + case outcome when 'succeeded' then back.amount else 0 end;
    update public.payments p set
      refunded = paid.refunded,
      state = case
        when exists (
          select from public.payment_refunds r
          where r.payment_id = paid.id and r.finished_at is null and not r.is_second_capture
        ) then 'refunding'
        when paid.refunded = paid.amount then 'refunded'
        when paid.refunded > 0 then 'partly_refunded'
        else 'captured'
      end
    where p.id = paid.id;
  end if;
end;
$$;

-- An administrator has made a refund in the provider's portal, and names its reference, or says why it cannot be made. AZUL's
-- is the order and the number (RRN) without zeros before it, as AZUL's lists have it; the order may be left out.
-- definer: only the service finishes other refunds.
create function public.finish_manual_refund(
  refund uuid, succeeded boolean, provider_reference text default null, reason text default null
) returns void language plpgsql security definer set search_path = ''
as $$
declare
  typed constant text := case when succeeded then upper(btrim(coalesce(provider_reference, ''))) end;
  paid public.payments;
  reference text := typed;
begin
  perform private.require_admin();
  -- Two administrators may type the same reference at once.
  perform pg_advisory_xact_lock(hashtext('public.finish_manual_refund'));
  select p.* into paid from public.payments p join public.payment_refunds r on r.payment_id = p.id
  where r.id = refund and r.state = 'manual';
  perform private.raise_problem('refund-not-possible') where succeeded is null or paid.id is null;
  perform private.raise_problem('own-money') where paid.user_id = (select auth.uid());
  perform private.raise_problem('reference-required') where typed !~ '^[0-9A-Z-]{4,64}$';
  if paid.provider = 'azul' then
    reference := paid.provider_order || '-' || ltrim(regexp_replace(typed, '^' || paid.provider_order || '-', ''), '0');
    perform private.raise_problem('reference-required') where reference !~ '^[0-9A-Z]+-[0-9]{3,40}$';
  end if;
  perform private.raise_problem('refund-reference-used') where exists (
    select from public.payments p left join public.payment_refunds r on r.payment_id = p.id and r.id <> refund
    where p.provider = paid.provider and reference in (upper(p.provider_reference), upper(r.provider_reference)));
  perform private.require_reason(reason) where not succeeded;
  update public.payment_refunds r set finished_by = (select auth.uid()) where r.id = refund and succeeded;
  perform public.finish_payment_refund(
    refund, case when succeeded then 'succeeded' else 'failed' end, reference, btrim(reason));
end;
$$;

-- ## Who calls these functions: drivers and administrators, and the service

grant execute on function
  public.cancel_reservation, public.refund_reservation, public.refund_top_up, public.finish_manual_refund
  to authenticated;
grant execute on function public.claim_payment_refunds, public.finish_payment_refund to service_role;

-- ## supabase/schemas/1320_overstays.sql

-- Overstays: what a driver pays who stays longer than reserved, in zones whose operator has turned that on.
--
-- overstays.state   owed ──from the wallet, or at the desk──▶ paid ──▶ waived   by a manager, who gives back what was paid
--                     ├─────────────────────────────────────────────▶ waived
--                   unproven ──staff takes it, or lets the driver owe it──▶ owed
--
-- Rules
--   A zone has terms in `overstay` [zones]. Whoever booked before they were set or changed pays nothing: nobody posted them.
--   Once the grace has passed, the time counts from the end of the reservation, for 24 hours at most.
--   A person says when the car left: its driver, at the moment of the tap, or staff. What time alone ends costs nothing.
--   A tap that a device sends more than 30 minutes later proves nothing. Then the last move of the barrier counts; without one
--   nobody pays until staff has looked at it.
--   Nothing is charged where the barrier did not move, or the product was down [jobs], between the end and the end of the grace.
--   The wallet pays if it has enough, also later when the driver tops it up or books. Else the driver may book once more, up to a limit.
--   It is income of the day on which it is paid. A driver objects by a message about the reservation [messages]: staff reads there what was written in the seven days after the charge.

create table public.overstays (
  reservation_id uuid primary key references public.reservations (id),
  user_id uuid references public.profiles (user_id) on delete set null,
  amount numeric(10, 2) not null check (amount between 0.01 and 99999999.99),
  state text not null default 'owed' check (state in ('unproven', 'owed', 'paid', 'waived')),
  created_at timestamptz not null default now() check (isfinite(created_at)));
create index overstays_of_person on public.overstays (user_id, created_at) where user_id is not null;

call private.secure('public.overstays');

-- What the driver pays whose car leaves then. A cap of the rates that is reached costs nothing more.
create function private.price_of_overstay(reservation public.reservations, leaves timestamptz)
returns numeric language plpgsql stable set search_path = ''
as $$
declare
  terms constant jsonb := private.overstay_terms(reservation);
  grace_ends constant timestamptz := private.end_of_grace(reservation);
  counted constant timestamptz := least(leaves, reservation.end_time + interval '24 hours');
begin
  return case when leaves > grace_ends and not private.was_down(reservation.end_time, grace_ends) and not exists (
    select from private.barrier_commands c
    where c.reservation_id = reservation.id and c.joins is null and c.outcome is distinct from 'moved'
      and c.created_at between reservation.end_time and grace_ends)
  then round(least((terms ->> 'cap')::numeric, (terms ->> 'value')::numeric * case terms ->> 'rate'
    when 'fixed' then ceil(extract(epoch from counted - reservation.end_time) / 3600)
    else private.price_of_extension(reservation, counted) end), 2) else 0 end;
end;
$$;

-- What a reservation costs more that ends now, for its driver before the end, and for the desk.
-- definer, here and below: nobody reads commands and accounts, or writes what is owed.
create function public.quote_overstay(reservation uuid) returns numeric language sql stable security definer set search_path = ''
as $$
  select private.require_duty('see_today', private.zone_of_reservation(reservation)) where not exists (
    select from public.reservations r
    where r.id = reservation and r.user_id = (select auth.uid()) and private.has_shown_second_factor());
  select case r.status when 'active' then private.price_of_overstay(r, now()) else 0 end
  from public.reservations r where r.id = reservation;
$$;

-- Charges the wallet of a driver for what it can pay, the oldest first; for a reservation at the desk it has to.
create function private.charge_owed(driver uuid, at_desk uuid default null)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  owed record;
begin
  for owed in
    select r as reservation, r.id, o.amount from public.overstays o join public.reservations r on r.id = o.reservation_id
    where o.user_id = driver and o.state = 'owed' and (at_desk is null or r.id = at_desk) order by o.created_at
  loop
    continue when at_desk is null
      and (select p.wallet_balance from public.profiles p where p.user_id = driver for no key update) < owed.amount;
    perform private.charge_reservation(owed.reservation, owed.amount, 'overstay');
    perform private.post(concat_ws(' ', 'earned', owed.id, 'overstay'), 'earned',
      array[private.find_account('deferred'), private.find_account('revenue')], array[-rest, rest], owed.id)
    from private.deferred_of(owed.id) rest;
    update public.overstays o set state = 'paid' where o.reservation_id = owed.id;
  end loop;
end;
$$;

-- Fires after reservations_charge_or_credit, which has earned what was booked.
create function private.add_overstay() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  left_at constant timestamptz := case when new.ended_at > now() - interval '30 minutes' then new.ended_at else (
    select max(c.created_at) from private.barrier_commands c
    where c.reservation_id = new.id and c.outcome = 'moved' and c.created_at > new.end_time) end;
begin
  insert into public.overstays (reservation_id, user_id, amount, state)
  select new.id, new.user_id, due, case when left_at is null then 'unproven' else 'owed' end
  from private.price_of_overstay(new, coalesce(left_at, now())) due where due > 0;
  perform private.charge_owed(new.user_id) where found;
  return null;
end;
$$;
create trigger reservations_charge_overstay after update of status on public.reservations
  for each row when (old.status = 'active' and new.status = 'completed') execute function private.add_overstay();

-- Staff says that the car has left a reservation that is over. A repeat changes nothing, and returns nothing.
create function public.mark_left(reservation uuid) returns setof uuid language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('mark_arrival', private.zone_of_reservation(reservation));
  update public.reservations r set status = 'completed' where r.id = reservation and r.status = 'active' and r.end_time <= now() returning r.id;
$$;

-- Takes at the desk what is owed or unproven, or lets the driver off: `payment` is 'wallet'; 'card', by which a manager lets the
-- driver owe it; or 'free' with the reason of a manager, who gives back what was paid as any refund of the reservation. A repeat
-- changes nothing.
create function public.pay_overstay(
  reservation uuid, payment text, seen_amount numeric default null, paid_at_desk numeric default null, reason text default null,
  desk_method text default 'cash', desk_reference text default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  reserved public.reservations;
  owed public.overstays;
begin
  select * into reserved from public.reservations r where r.id = reservation;
  perform private.is_paid_at_desk(coalesce(payment, ''), paid, reserved.user_id, private.zone_of_reservation(reservation));
  perform private.require_reason(reason) where payment = 'free';
  perform private.give_reason(reason);
  perform private.lock_driver(reserved.user_id);
  select * into reserved from public.reservations r where r.id = reservation for no key update;
  select * into owed from public.overstays o where o.reservation_id = reservation;
  if payment = 'free' then
    perform private.record_gift('unpaid', reserved.user_id, owed.amount, reason, reserved.id) where owed.state in ('unproven', 'owed');
    perform private.credit_reservation(reserved, owed.amount, 'reservation_refund', btrim(reason)) where owed.state = 'paid';
    update public.overstays o set state = 'waived' where o.reservation_id = reservation;
  elsif owed.state in ('unproven', 'owed') then
    perform private.raise_problem('price-changed') where (round(seen_amount, 2) >= owed.amount) is not true;
    update public.overstays o set state = 'owed' where o.reservation_id = reservation;
    perform private.take_at_desk(reserved.user_id, reserved.parking_space_id, paid, owed.amount, concat_ws(' ', reserved.id, 'overstay'), reserved.id);
    perform private.charge_owed(reserved.user_id, case when payment <> 'card' then reserved.id end);
  end if;
end;
$$;

-- Fires after reservations_check_new, which has locked the driver.
create function private.check_owed() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.charge_owed(new.user_id);
  perform private.raise_problem('overstay-owed', owed.amount::text)
  from (select sum(o.amount) as amount, min(o.created_at) as since
    from public.overstays o where o.user_id = new.user_id and o.state = 'owed') owed
  where owed.amount > (private.get_limits()).owed_by_driver or exists (select from public.reservations r
    where r.user_id = new.user_id and r.created_at > owed.since and r.status <> 'lapsed');
  return new;
end;
$$;
create trigger reservations_check_new_owed before insert on public.reservations
  for each row when (new.user_id = auth.uid() and not private.acts_for_operator()) execute function private.check_owed();

grant execute on function public.quote_overstay, public.mark_left, public.pay_overstay to authenticated;

-- ## supabase/schemas/1400_differences.sql

-- Differences: where the records of a provider and those of the product disagree, until somebody resolves it.
--
-- The worker compares each finished day of each provider, and again later (claim_comparison, list_captures,
-- finish_comparison), and records what differs; so do payments and webhooks. The same difference is recorded once. An
-- administrator resolves it with a sentence. What the product repairs by itself gets an outcome.
--
-- The worker calls record_reversal() for each void, refund and dispute that a provider lists. Money that no refund of the
-- product asked for moves from what the provider owes to the account of disputes.
--
-- Hooks: [payments] calls note_capture() for each capture; [settlements] posts what a dispute has lost.

create table public.payment_differences (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('azul', 'paypal')),
  kind text not null check (kind in (
    'amount', 'missing-here', 'missing-there', 'captured-twice', 'bad-signature', 'dispute',
    -- A refund or a void that nobody asked for here.
    'refunded-there',
    -- AZUL has approved something that is no sale.
    'not-a-sale',
    -- The provider could not be asked about an order. The detail says why; it is empty where the provider is never asked.
    'not-confirmed',
    -- Only AZUL's signed return says that it was paid.
    'unverified',
    -- A line of a provider's statement that says more than the books, or something that they do not have [settlements].
    'settlement'
  )),
  payment_id uuid references public.payments (id),
  provider_order text not null default '' check (length(provider_order) <= 64),
  -- The reference of the reversal, for disputes and for what was refunded there.
  detail text not null default '' check (length(detail) <= 300),
  amount numeric(12, 2) check (amount between 0 and 99999999.99),
  -- How many messages with a wrong signature the row stands for.
  times integer not null default 1 check (times between 1 and 1000000),
  -- Whether money is, or may be, in the wrong place.
  is_alarm boolean not null
    generated always as (kind <> 'unverified' and not (kind = 'not-confirmed' and detail = '')) stored,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  resolved_at timestamptz check (isfinite(resolved_at)),
  resolution text check (length(resolution) <= 300),
  -- What the product did about it by itself.
  outcome text check (outcome in ('repaired', 'verified', 'won', 'lost')),
  constraint payment_differences_resolved_with_reason
    check ((resolved_at is null) = (resolution is null and outcome is null)));

-- A difference is open once. An order may have several reversals.
create unique index payment_differences_once on public.payment_differences
  (provider, kind, provider_order, coalesce(payment_id, '00000000-0000-0000-0000-000000000000'),
   (case when kind in ('dispute', 'refunded-there', 'settlement') and amount is not null then detail else '' end))
  where resolved_at is null;
create index payment_differences_by_order on public.payment_differences (provider, kind, provider_order);
create index payment_differences_by_time on public.payment_differences (created_at desc, id);
create index payment_differences_open on public.payment_differences (created_at desc) where resolved_at is null;
create index payment_differences_of_payment on public.payment_differences (payment_id) where payment_id is not null;

call private.secure('public.payment_differences', own => null, is_audited => true);
grant update (resolved_at, resolution) on public.payment_differences to authenticated;

create policy admins_resolve_differences on public.payment_differences for update to authenticated
  using ((select private.is_admin()) and resolved_at is null) with check ((select private.is_admin()));

-- What somebody has resolved is not recorded again when its day is compared again.
-- definer: the service writes no differences by itself.
create function public.record_difference(
  provider text, kind text, payment uuid, provider_order text, detail text, amount numeric default null
) returns void language sql security definer set search_path = ''
as $$
  insert into public.payment_differences (provider, kind, payment_id, provider_order, detail, amount)
  select said.*
  from (
    select provider, kind, (select p.id from public.payments p where p.id = payment),
      left(coalesce(provider_order, ''), 64), left(coalesce(detail, ''), 300), amount
  ) as said (provider, kind, payment_id, provider_order, detail, amount)
  where not exists (
    select from public.payment_differences known
    where (known.provider, known.kind, known.provider_order, known.detail)
        = (said.provider, said.kind, said.provider_order, said.detail)
      and known.payment_id is not distinct from said.payment_id)
  on conflict do nothing;
$$;

-- Counts a message that its provider has not signed. Anybody can send such messages: a provider has one open alarm of
-- them, a new one comes an hour after the last one at the earliest, and nothing of what they say is kept. The payment is
-- the one that the first of them named.
-- definer: the service writes no differences by itself.
create function public.record_forgery(provider text, payment uuid default null)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.forgeries ' || provider));
  update public.payment_differences d set times = least(d.times + 1, 1000000), detail = '× ' || least(d.times + 1, 1000000)
  where d.id = (
    select known.id from public.payment_differences known
    where known.provider = record_forgery.provider and known.kind = 'bad-signature'
      and (known.resolved_at is null or known.created_at > now() - interval '1 hour')
    order by known.created_at desc limit 1
  );
  if not found then
    perform public.record_difference(record_forgery.provider, 'bad-signature', p.id, p.provider_order, '× 1')
    from (select) as one left join public.payments p on p.id = record_forgery.payment;
  end if;
end;
$$;

-- definer: it reads who posted.
create function private.resolve_difference() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  new.resolution := btrim(new.resolution);
  perform private.require_reason(new.resolution) where new.outcome is null;
  -- Nobody explains away what they typed themselves.
  perform private.raise_problem('difference-is-own') where new.outcome is null and (
    exists (select from public.payment_refunds r where r.payment_id = new.payment_id and r.finished_by = (select auth.uid()))
    or exists (select from public.ledger_transactions t
      where t.payment_id = new.payment_id and t.kind = 'payment' and t.actor_id = (select auth.uid())));
  new.resolved_at := now();
  return new;
end;
$$;
create trigger payment_differences_resolve before update of resolution, resolved_at, outcome on public.payment_differences
  for each row execute function private.resolve_difference();

-- A capture resolves differences of its payment: a lost sale is found, and a sale that only a return spoke for is
-- verified. `payment` is the row before this call where the capture was known already.
create function private.note_capture(payment public.payments, reference text, cause text)
returns void language plpgsql set search_path = ''
as $$
begin
  if cause = 'return' and payment.provider = 'azul' then
    perform public.record_difference(
      payment.provider, 'unverified', payment.id, payment.provider_order, reference, payment.amount);
  elsif cause = 'comparison' and payment.captured_by = cause then
    perform public.record_difference(
      payment.provider, 'missing-here', payment.id, payment.provider_order, reference, payment.amount);
  end if;
  update public.payment_differences d set
    outcome = case d.kind when 'unverified' then 'verified' else 'repaired' end, amount = payment.amount
  where d.payment_id = payment.id and d.resolved_at is null
    and (d.kind in ('missing-here', 'not-confirmed') or d.kind = 'unverified' and cause not in ('return', 'operator'));
end;
$$;

-- ## What a provider takes back

-- The provider owes the money of a dispute again that was won.
create function private.win_reversal(reversal private.payment_reversals)
returns void language plpgsql set search_path = ''
as $$
begin
  update private.payment_reversals v set won_at = now()
  where (v.provider, v.reference) = (reversal.provider, reversal.reference);
  perform private.post(
    'dispute_won ' || reversal.provider || ' ' || reversal.reference, 'disputed',
    array[private.find_account('clearing_' || reversal.provider), private.find_account(case when exists (
      select from public.ledger_transactions t
      where t.key = 'dispute_lost ' || reversal.provider || ' ' || reversal.reference) then 'losses' else 'disputes' end)],
    array[-reversal.amount, reversal.amount],
    (select p.reservation_id from public.payments p where p.id = reversal.payment_id), reversal.payment_id);
end;
$$;

-- The provider lists a void, a refund or a dispute of an order, or of the capture with this reference. Without a
-- currency it has that of the payment. The wallet stays as it is: an operator decides. Null while a dispute is open.
create function public.record_reversal(
  provider text, provider_order text, reference text, kind text, amount numeric, currency text, is_won boolean default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  known private.payment_reversals;
  refund_of uuid;
begin
  select r.payment_id into refund_of
  from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = record_reversal.provider and r.provider_reference = reference limit 1;
  select * into paid from public.payments p
  where p.id = refund_of or refund_of is null and p.provider = record_reversal.provider
    and record_reversal.provider_order in (p.provider_order, p.provider_reference)
  for no key update;
  -- The operator may sell elsewhere with the same account of PayPal.
  if paid.id is null and provider = 'paypal' then
    return;
  elsif paid.captured_at is null
    or (paid.amount < amount or paid.currency <> coalesce(currency, paid.currency)) is not false
  then
    perform public.record_difference(
      provider, 'refunded-there', paid.id, provider_order, reference, least(abs(amount), 99999999.99));
    return;
  end if;
  select * into known from private.payment_reversals v
  where (v.provider, v.reference) = (record_reversal.provider, record_reversal.reference);
  if known.reference is null then
    insert into private.payment_reversals (provider, reference, payment_id, kind, amount, is_known)
    -- The reference of a refund is unknown if its response was lost, or if an operator made it in the portal.
    values (provider, reference, paid.id, kind, amount, is_won is true or refund_of is not null or record_reversal.kind <> 'dispute' and (
      (select count(*) from public.payment_refunds r
       where r.payment_id = paid.id and r.amount = record_reversal.amount and r.state <> 'failed')
        > (select count(*) from private.payment_reversals v
           where v.payment_id = paid.id and v.amount = record_reversal.amount and v.is_known and v.kind <> 'dispute')
      -- A lost dispute may show up again as a refund of at most its amount.
      or coalesce(
        (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.payment_id = paid.id and r.state <> 'failed')
          + (select sum(v.amount) from private.payment_reversals v
             where v.payment_id = paid.id and v.kind = 'dispute' and not v.is_known and v.won_at is null)
          >= record_reversal.amount + (select coalesce(sum(v.amount), 0) from private.payment_reversals v
                   where v.payment_id = paid.id and v.kind <> 'dispute' and v.is_known), false)
    )) returning * into known;
    update public.payment_differences d set outcome = 'repaired'
    where d.payment_id = paid.id and d.detail = reference and d.kind = 'missing-there' and d.resolved_at is null;
    if known.is_known then
      return;
    end if;
    perform private.post(
      'disputed ' || provider || ' ' || reference, 'disputed',
      array[private.find_account('disputes'), private.find_account('clearing_' || provider)], array[-amount, amount],
      paid.reservation_id, paid.id);
    perform public.record_difference(
      provider, case kind when 'dispute' then kind else 'refunded-there' end, paid.id, paid.provider_order, reference, amount);
  end if;
  perform private.win_reversal(known) where is_won and not known.is_known and known.won_at is null;
  update public.payment_differences d set outcome = case when is_won then 'won' else 'lost' end
  where d.payment_id = paid.id and d.detail = reference and d.kind = 'dispute' and d.resolved_at is null and is_won is not null;
end;
$$;

-- An administrator has read at the provider that a dispute was won.
-- definer: only the service posts.
create function public.win_dispute(difference uuid, resolution text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reversal private.payment_reversals;
begin
  perform private.require_admin();
  select v.* into reversal
  from public.payment_differences d join private.payment_reversals v on v.provider = d.provider and v.reference = d.detail
  where d.id = difference and d.kind = 'dispute' and d.resolved_at is null and v.won_at is null for update;
  perform private.raise_problem('dispute-not-open') where reversal.reference is null;
  perform private.win_reversal(reversal);
  update public.payment_differences d set resolution = win_dispute.resolution where d.id = difference;
end;
$$;

-- ## The daily comparison

-- When each day was last compared.
create table private.payment_comparisons (
  provider text not null check (provider in ('azul', 'paypal')),
  day date not null check (isfinite(day)),
  started_at timestamptz not null default now() check (isfinite(started_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  primary key (provider, day));

-- A day of Santo Domingo to compare, or null: each day once it is over, and again a day, a week, a month and three months
-- later, since providers take money back late.
create function public.claim_comparison(provider text) returns date language sql security definer set search_path = ''
as $$
  insert into private.payment_comparisons as c (provider, day)
  select claim_comparison.provider, d.day
  from private.list_days(
    greatest(
      (select private.country_day(min(p.captured_at)) from public.payments p where p.provider = claim_comparison.provider),
      private.country_day(now()) - 91
    ), private.country_day(now()) - 1
  ) d
  left join private.payment_comparisons known on known.provider = claim_comparison.provider and known.day = d.day
  where exists (select from public.payments p where p.provider = claim_comparison.provider and p.captured_at is not null)
    and (known.day is null or known.started_at <= now() - interval '1 hour' or known.finished_at >= known.started_at)
    and (
      known.finished_at is null
      or exists (
        select from unnest(array[2, 8, 31, 91]) as age
        where private.country_day(now()) >= d.day + age and private.country_day(known.finished_at) < d.day + age
      )
    )
  order by known.finished_at is not null, d.day limit 1
  on conflict (provider, day) do update set started_at = now()
    where c.started_at <= now() - interval '1 hour' or c.finished_at >= c.started_at
  returning day;
$$;

create function public.list_captures(provider text, day date)
returns table (
  payment_id uuid, provider_order text, provider_reference text, amount numeric, currency text, captured_by text
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.provider_order, p.provider_reference, p.amount, p.currency, p.captured_by
  from public.payments p
  where p.provider = list_captures.provider and p.captured_at >= private.start_of_day(day)
    and p.captured_at < private.start_of_day(day + 1);
$$;

-- Orders that were begun that day and are not paid.
create function public.list_unpaid(provider text, day date)
returns setof jsonb language sql stable security definer set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p
  where p.provider = list_unpaid.provider and p.provider_order is not null and p.state in ('declined', 'abandoned')
    and p.created_at >= private.start_of_day(day) and p.created_at < private.start_of_day(day + 1);
$$;

-- The orders of refunds that somebody says to have made in the portal that day.
create function public.list_refunds_by_hand(provider text, day date)
returns setof text language sql stable security definer set search_path = ''
as $$
  select p.provider_order from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = list_refunds_by_hand.provider and r.finished_by is not null
    and r.finished_at >= private.start_of_day(day) and r.finished_at < private.start_of_day(day + 1);
$$;

-- Where the provider has listed nothing under the reference that somebody typed, it is a difference.
create function public.finish_comparison(provider text, day date)
returns void language sql security definer set search_path = ''
as $$
  select public.record_difference(
    p.provider, 'missing-there', p.id, p.provider_order, r.provider_reference, r.amount)
  from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = finish_comparison.provider and r.finished_by is not null
    and r.finished_at >= private.start_of_day(day) and r.finished_at < private.start_of_day(day + 1)
    and not exists (
      select from private.payment_reversals v where (v.provider, v.reference) = (p.provider, r.provider_reference));
  update private.payment_comparisons c set finished_at = now()
  where (c.provider, c.day) = (finish_comparison.provider, finish_comparison.day);
$$;

-- ## Who calls these functions: the service; an administrator wins a dispute

grant execute on function
  public.record_difference, public.record_forgery, public.record_reversal, public.claim_comparison, public.list_captures, public.list_unpaid,
  public.list_refunds_by_hand,
  public.finish_comparison to service_role;
grant execute on function public.win_dispute to authenticated;

-- ## supabase/schemas/1500_receipts.sql

-- Receipts: what was paid for a reservation, when it is over or as soon as it is paid for good, as the operator decides.
--
-- a reservation is paid or ends, or money of it moves later ──▶ receipts_due ──issue_receipts()──▶ receipts ──▶ a mail to the driver
--
-- The first receipt of a reservation states all that was paid. When money moves later, one more receipt states the
-- difference and names the first one in `corrects`; its amount is below zero when money was given back. More that is paid
-- waits for the end of the reservation.
--
-- Rules
--   A reservation that its driver may still cancel free of charge has none: numbers that DGII has authorised are not spent on
--   money that goes back.
--   Numbers have no gaps: one worker at a time issues, and takes the number after the last one.
--   A receipt is never changed or deleted. The names, the place and the plate in it are copies.
--   The deletion of the account removes the driver and the plate from a receipt, and nothing else.
--
-- Hooks: [ledger] says what was paid and by which means. [jobs] calls issue_receipts() every 30 seconds.

create table public.receipts (
  id uuid primary key default gen_random_uuid(),
  number bigint not null constraint receipts_number_is_unique unique check (number between 1 and 999999999999),
  user_id uuid references public.profiles (user_id) on delete set null,
  reservation_id uuid not null references public.reservations (id),
  corrects uuid references public.receipts (id),
  legal_name text not null check (length(legal_name) <= 120),
  tax_number text check (length(tax_number) <= 11),
  legal_address text check (length(legal_address) <= 200),
  zone_name text check (length(zone_name) <= 200),
  space_name text check (length(space_name) <= 200),
  place text check (length(place) <= 200),
  start_time timestamptz not null check (isfinite(start_time)),
  end_time timestamptz not null check (isfinite(end_time)),
  plate text check (length(plate) <= 20),
  -- Includes the tax.
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99 and amount <> 0),
  tax numeric(12, 2) not null check (abs(tax) <= abs(amount)),
  -- In percent; null where parts were charged at different rates.
  tax_rate numeric(5, 2) check (tax_rate between 0 and 100),
  -- Amount and tax at each rate: [{rate, is_late, amount, tax}]. The tax of a late one is given back, but not taken off.
  tax_lines jsonb not null default '[]' check (jsonb_typeof(tax_lines) = 'array' and length(tax_lines::text) <= 2000),
  currency text not null check (currency in ('USD', 'DOP')),
  -- The method and the card, such as 'Visa ···· 1732', of the first entry of paid_by.
  method text not null check (method in ('wallet', 'card', 'paypal', 'cash', 'terminal', 'transfer')),
  paid_with text check (length(paid_with) <= 60),
  -- The provider's reference of the payment, or the id of the ledger's transaction.
  transaction_id text not null check (length(transaction_id) between 1 and 64),
  issued_at timestamptz not null default now() check (isfinite(issued_at)),
  -- [{method, paid_with, form, amount}] in the order of time. The form is DGII's code: that of what filled a wallet.
  paid_by jsonb not null check (jsonb_typeof(paid_by) = 'array' and paid_by <> '[]')
    check (length(paid_by::text) <= 20000)
);

create index receipts_of_person on public.receipts (user_id, issued_at desc);
-- For the month of the accountant.
create index receipts_by_time on public.receipts (issued_at);
create index receipts_of_reservation on public.receipts (reservation_id, number);
create index receipts_that_correct on public.receipts (corrects) where corrects is not null;

call private.secure('public.receipts', is_of_books => true);

create function private.keep_receipt() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject('Receipts are never changed or deleted', 'insufficient_privilege')
    where tg_op <> 'UPDATE' or new.user_id is not null or old.user_id is null
      or (to_jsonb(new) - 'user_id') is distinct from (to_jsonb(old) - 'user_id');
  -- A plate leads to its driver, so it goes with the account.
  new.plate := null;
  return new;
end;
$$;

create trigger receipts_keep
  before update or delete on public.receipts for each row execute function private.keep_receipt();
create trigger receipts_never_truncated before truncate on public.receipts
  for each statement execute function private.reject_write('Receipts are never changed or deleted');

-- ## The queue

-- Reservations that are to have a receipt and whose money has moved since the last one. Each event adds a row, so that no
-- transaction waits for another one.
create table private.receipts_due (
  id bigint generated always as identity primary key,
  reservation_id uuid not null references public.reservations (id),
  due_at timestamptz not null default now() check (isfinite(due_at))
);

create index receipts_due_by_time on private.receipts_due (due_at, id);
create index receipts_due_of_reservation on private.receipts_due (reservation_id);

-- When the receipt of a reservation is due by the operator's settings; null while it is due at the end.
create function private.find_due_time(reservation public.reservations)
returns timestamptz language sql stable set search_path = ''
as $$
  select case
    when private.is_over(reservation.status) then now()
    when s.receipt_moment = 'payment' and reservation.status = 'active'
      then greatest(now(), private.find_deadline(reservation))
  end
  from public.installation_settings s;
$$;

-- definer, here and below: no role of the data API writes receipts and their queue, and drivers do not read the settings.
create function private.queue_receipt() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  reservation constant uuid := coalesce(to_jsonb(new) ->> 'reservation_id', to_jsonb(new) ->> 'id');
begin
  -- A held reservation becomes active in the transaction that charges it.
  insert into private.receipts_due (reservation_id, due_at)
  select r.id, private.find_due_time(r) from public.reservations r
  where r.id = reservation and private.find_due_time(r) is not null
    and exists (select from public.ledger_transactions t where t.reservation_id = r.id);
  return null;
end;
$$;

create trigger reservations_queue_receipt after update of status, start_time on public.reservations
  for each row when (old.status = 'active' and (private.is_over(new.status) or new.start_time < old.start_time))
  execute function private.queue_receipt();
create trigger ledger_transactions_queue_receipt after insert on public.ledger_transactions
  for each row when (new.reservation_id is not null and (private.is_charge(new.kind) or private.is_return(new.kind)))
  execute function private.queue_receipt();

-- ## Issuing

-- What the receipts of each reservation do not state yet, at each rate.
create view private.unreceipted_tax_lines as
  select l.reservation_id, l.rate, l.is_late, sum(l.amount) as amount, sum(l.tax) as tax
  from (
    select t.reservation_id, t.rate, t.is_late, t.amount, t.tax from private.reservation_tax_lines t
    union all
    select r.reservation_id, said.rate, said.is_late, -said.amount, -said.tax
    from public.receipts r,
      jsonb_to_recordset(r.tax_lines) as said (rate numeric, is_late boolean, amount numeric, tax numeric)
  ) l
  group by l.reservation_id, l.rate, l.is_late having sum(l.amount) <> 0;

-- Finds reservations whose receipts are due; one fault does not stop the others.
create function private.issue_receipts() returns void language plpgsql security definer set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select oldest.reservation_id
    from (
      select reservation_id, due_at, id from private.receipts_due where due_at <= now() order by due_at, id limit 500
    ) oldest
    group by oldest.reservation_id order by min(oldest.due_at), min(oldest.id)
  loop
    begin
      perform private.issue_receipt(due);
    exception when others then
      -- A receipt that cannot be issued goes to the end of the queue.
      raise warning 'no receipt for reservation %: %', due, sqlerrm;
      delete from private.receipts_due where reservation_id = due;
      insert into private.receipts_due (reservation_id) values (due);
    end;
  end loop;
end;
$$;

-- Issues nothing if the receipts of the reservation already state what was paid. What went back at one rate and what was paid
-- at another one are two receipts, first what went back, since a document either charges or gives back.
create function private.issue_receipt(reservation uuid) returns void language plpgsql set search_path = ''
as $$
declare
  reserved public.reservations;
  operator public.installation_settings;
  receipt public.receipts;
  due_at timestamptz;
begin
  -- First, so that money that moves from now on queues the reservation again.
  delete from private.receipts_due where reservation_id = reservation;
  select * into reserved from public.reservations where id = reservation;
  select * into operator from public.installation_settings;

  select coalesce(jsonb_agg(to_jsonb(l) - 'reservation_id' order by l.rate, l.is_late), '[]'),
    case when min(l.rate) = max(l.rate) then min(l.rate) end, coalesce(sum(l.amount), 0),
    coalesce(sum(l.tax) filter (where not l.is_late), 0)
  into receipt.tax_lines, receipt.tax_rate, receipt.amount, receipt.tax
  from private.unreceipted_tax_lines l where l.reservation_id = reservation and sign(l.amount) = (
    select min(sign(u.amount)) from private.unreceipted_tax_lines u where u.reservation_id = reservation);
  due_at := private.find_due_time(reserved);
  -- It was moved to a later time, or the operator has lengthened the deadline.
  if due_at > now() then
    insert into private.receipts_due (reservation_id, due_at) values (reservation, due_at);
  end if;
  select r.id into receipt.corrects
  from public.receipts r where r.reservation_id = reservation order by r.number limit 1;
  if receipt.amount = 0 or due_at is null or due_at > now()
    -- A driver may add a minute at a time.
    or receipt.corrects is not null and receipt.amount > 0 and not private.is_over(reserved.status)
  then
    return;
  end if;
  receipt.paid_by := private.list_paid_by(reservation, receipt.amount);
  receipt.method := receipt.paid_by #>> '{0,method}';
  receipt.paid_with := receipt.paid_by #>> '{0,paid_with}';
  select p.provider_reference into receipt.transaction_id
  from public.payments p
  where p.id in (select part.payment_id from private.reservation_parts part where part.reservation_id = reservation)
  order by p.captured_at limit 1;
  if receipt.transaction_id is null or receipt.corrects is not null then
    select c.id into receipt.transaction_id
    from public.reservation_charges c where c.reservation_id = reservation order by c.created_at desc limit 1;
  end if;

  -- A sequence would leave a gap where a transaction is rolled back.
  receipt.number := (select coalesce(max(r.number), 0) + 1 from public.receipts r);
  insert into public.receipts (
    number, user_id, reservation_id, corrects, legal_name, tax_number, legal_address,
    zone_name, space_name, place, start_time, end_time, plate,
    amount, tax, tax_rate, tax_lines, currency, method, paid_with, paid_by, transaction_id)
  select
    receipt.number, reserved.user_id, reservation, receipt.corrects,
    coalesce(operator.legal_name, operator.app_name), operator.tax_number, operator.legal_address,
    left(s.zone_name, 200), left(s.name, 200), left(coalesce(nullif(btrim(s.location), ''), z.location), 200),
    reserved.start_time, reserved.end_time, reserved.vehicle_plate,
    receipt.amount, receipt.tax, receipt.tax_rate, receipt.tax_lines, operator.currency, receipt.method, receipt.paid_with,
    receipt.paid_by, receipt.transaction_id
  from (select) as one
  left join public.parking_spaces s on s.id = reserved.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id
  returning * into receipt;

  perform private.tell_of_receipt(receipt.id);
  if receipt.amount < 0 then
    perform private.issue_receipt(reservation);
  end if;
end;
$$;

-- Sends the mail of a receipt once its fiscal documents can be shown, and again when there are other ones.
create function private.tell_of_receipt(receipt uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.add_notification(
    r.user_id, 'receipt', left(concat_ws(' ', 'receipt', r.id, (
      select string_agg(said ->> 'security_code', ' ') from jsonb_array_elements(fiscal -> 'documents') as said)), 120),
    private.describe_reservation(reserved) || jsonb_build_object('receipt',
      to_jsonb(r) - 'user_id' - 'reservation_id' - 'corrects' || jsonb_build_object(
        'corrects_number', (select f.number from public.receipts f where f.id = r.corrects),
        'fiscal_documents', fiscal -> 'documents')),
    r.reservation_id, now(), now() + interval '7 days')
  from public.receipts r
  join public.reservations reserved on reserved.id = r.reservation_id
  cross join public.fiscal_documents_of_receipt(r.id) as fiscal
  where r.id = receipt and r.user_id is not null and not (fiscal ->> 'is_awaited')::boolean;
end;
$$;

-- The means of payment for the next receipt of a reservation, which sum to its amount: those that paid more than its
-- receipts state, or those that got money back. What went the other way comes off the last of them, and what another
-- receipt states is of the wallet.
create function private.list_paid_by(reservation uuid, amount numeric default null) returns jsonb language sql stable set search_path = ''
as $$
  with own as (
    select * from public.ledger_transactions t where t.reservation_id = reservation or t.key = any (private.desk_keys(reservation))
  ), parts as (
    -- Charges. What a wallet spends has the form of the payment that filled it.
    select case when s.is_direct then p.method else 'wallet' end as method, case when s.is_direct then p.paid_with end as paid_with,
      case when p.method = 'card' then 3 else 8 end as form, -s.amount as amount, s.id as place
    from own t join private.ledger_sources s on s.transaction_id = t.id and s.amount < 0
    left join public.payments p on p.id = s.payment_id
    where private.is_charge(t.kind)
    union all
    -- What was given back, to the wallet or in cash.
    select case e.account when 'cash' then 'cash' else 'wallet' end, null, case e.account when 'cash' then 1 else 8 end, -e.amount, null
    from own t join private.postings e on e.id = t.id and e.account in ('cash', 'wallet', 'adjustments')
    where private.is_return(t.kind) and e.amount > 0
    union all
    -- Money of the desk that went into the wallet for this reservation, and money that left the wallet for where it came from.
    select moved.method, moved.paid_with, moved.form, moved.amount, null
    from own t join private.postings e on e.id = t.id and e.account = 'wallet'
    left join public.payments p on p.id = t.payment_id
    cross join lateral (values (coalesce(p.method, split_part(t.kind, '_', 1)))) as used (method)
    cross join lateral (values
      ('wallet', null, 8, -e.amount),
      (used.method, p.paid_with,
        case used.method when 'cash' then 1 when 'transfer' then 2 when 'card' then 3 when 'terminal' then 3 else 8 end, e.amount)
    ) as moved (method, paid_with, form, amount)
    where t.kind in ('cash_payment', 'terminal_payment', 'transfer_payment') or t.kind = 'refund_requested' and exists (
      select from own back where back.posted_in = t.posted_in and private.is_return(back.kind))
    union all
    select said.method, said.paid_with, said.form, -said.amount, null
    from public.receipts r, jsonb_to_recordset(r.paid_by) as said (method text, paid_with text, form integer, amount numeric)
    where r.reservation_id = reservation
  ), parts_of_receipt as (
    select * from parts
    union all
    select 'wallet', null, 8, list_paid_by.amount - sum(p.amount), null from parts p having list_paid_by.amount <> sum(p.amount)
  ), sums as (
    select method, paid_with, form, sum(amount) as amount, min(place) as place, sum(sum(amount)) over () as total
    from parts_of_receipt group by method, paid_with, form
  ), listed as (
    select *, sum(abs(amount)) over (order by place, method, paid_with, form) - abs(amount) as before
    from sums where sign(amount) = sign(total)
  )
  select coalesce(jsonb_agg(jsonb_build_object('method', method, 'paid_with', paid_with, 'form', form,
    'amount', sign(total) * least(abs(amount), abs(total) - before)) order by place, method, paid_with, form), '[]')
  from listed where before < abs(total);
$$;

-- ## supabase/schemas/1600_fiscal.sql

-- Fiscal documents: the electronic receipts (e-CF) of Dominican law 32-23, which the server signs and sends to DGII.
--
-- a receipt ──▶ due ──a number──▶ numbered ──signed──▶ signed ──sent──▶ sent ──▶ accepted | conditional | rejected
--                                                        (DGII responds to the summary of an E32 at once)
--
-- A driver with a tax number (RNC) gets an E31, one without an E32. An E34 is a note for money given back of one of them.
--
-- Rules
--   Nothing is issued until the server has a certificate or a provider, and the operator a name, an RNC, an address, a range
--   and, where the currency is not the peso, a rate of the day.
--   A number is taken in the transaction that stores it: never twice, never outside its range, never after its expiry.
--   A receipt above zero that cannot have its document waits for it, and what was given back of it waits behind it. The back
--   office shows them until nothing is missing any more. What was paid before documents were issued here gets none.
--   A note waits until its document is accepted. The notes of a document never exceed it, and are at its rates of tax and of
--   the day: amounts are in pesos. After 30 days a note gives no tax back: it is of the net amount.
--   A signed document is never changed or deleted. A rejected one may be issued again as a new document: with the issuer of
--   the settings, the buyer that the administrator gives, and a new number unless DGII says that the old one is not spent.
--   A provider (PSFE) signs and sends in one step, so a document that waits for it stays numbered.
--   What others send counts when the holder of a trusted certificate signed it, which the server verifies. A signer sends at
--   most 100 documents and 100 approvals a day, all together 1,000 of each. The number of an issuer is taken once for each
--   signer, so that nobody blocks it for its issuer. What is not decided yet may be removed.
--   A document of others is unconfirmed until DGII has said that it accepted it, with this amount and for this buyer. Only a
--   confirmed one is decided on. A number of an issuer is confirmed once.
--   The mail with the receipt waits until DGII has accepted, or for ten minutes while DGII is out of reach (contingency).

-- Written by the server when it starts. Without an environment nothing is issued.
create table private.fiscal_installation (
  only_row boolean primary key default true check (only_row),
  environment text check (environment in ('testecf', 'certecf', 'ecf')),
  -- The environment that was last there, and since when: receipts from then on have documents, also those of a pause.
  opened_in text check (opened_in in ('testecf', 'certecf', 'ecf')),
  opened_at timestamptz check (isfinite(opened_at))
);

insert into private.fiscal_installation default values;

-- ## Numbers

-- Numbers that DGII has authorised. What is left begins at next_number; voiding uses it up.
create table public.fiscal_ranges (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  first_number bigint not null check (first_number between 1 and 9999999999),
  last_number bigint not null check (last_number between 1 and 9999999999),
  next_number bigint not null,
  -- The last day on which its numbers may be used.
  expires_on date not null check (expires_on between '2020-01-01' and '2199-12-31'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint fiscal_ranges_has_numbers check (last_number >= first_number),
  constraint fiscal_ranges_next_within check (next_number between first_number and last_number + 1),
  constraint fiscal_ranges_never_overlap
    exclude using gist (environment with =, type with =, int8range(first_number, last_number, '[]') with &&)
);

call private.secure('public.fiscal_ranges', is_of_books => true, own => null, is_audited => true, admins_write => '{insert}');
grant insert (type, first_number, last_number, expires_on), delete on public.fiscal_ranges to authenticated;
-- A range that was typed wrong is removed before its first number is used.
create policy admins_remove_unused_fiscal_ranges on public.fiscal_ranges for delete to authenticated
  using ((select private.is_admin()) and next_number = first_number);

-- definer, here and below: no role of the data API writes these tables.
create function private.check_fiscal_range() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  new.next_number := new.first_number;
  select i.environment into new.environment from private.fiscal_installation i;
  perform private.raise_problem('fiscal-off') where new.environment is null;
  perform private.raise_problem('fiscal-range-numbers') where new.last_number < new.first_number;
  perform private.raise_problem('fiscal-range-expired') where new.expires_on < private.country_day(now());
  perform private.raise_problem('fiscal-range-overlaps') where exists (
    select from public.fiscal_ranges r
    where r.environment = new.environment and r.type = new.type
      and int8range(r.first_number, r.last_number, '[]') && int8range(new.first_number, new.last_number, '[]'));
  return new;
end;
$$;

create trigger fiscal_ranges_check before insert on public.fiscal_ranges
  for each row execute function private.check_fiscal_range();

-- What was left of ranges: DGII is told that these numbers are never used.
create table public.fiscal_voids (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  first_number bigint not null check (first_number between 1 and 9999999999),
  last_number bigint not null check (last_number between first_number and 9999999999),
  state text not null default 'due' check (state in ('due', 'accepted', 'rejected')),
  response text check (length(response) <= 2000),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

call private.secure('public.fiscal_voids', is_of_books => true, own => null, is_audited => true);
grant update (state) on public.fiscal_voids to authenticated;
create policy admins_retry_refused_fiscal_voids on public.fiscal_voids for update to authenticated
  using ((select private.is_admin()) and state = 'rejected') with check (state = 'due');

create function public.void_fiscal_numbers(fiscal_range uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.fiscal_voids (environment, type, first_number, last_number)
  select r.environment, r.type, r.next_number, r.last_number
  from public.fiscal_ranges r where r.id = fiscal_range and r.next_number <= r.last_number for update;
  perform private.raise_problem('fiscal-range-used-up') where not found;
  update public.fiscal_ranges set next_number = last_number + 1 where id = fiscal_range;
end;
$$;

-- Takes the next number of a type, as DGII writes it, with the last day of its range; null where none is left.
create function private.take_fiscal_number(type text, out encf text, out expires_on date)
language sql set search_path = ''
as $$
  update public.fiscal_ranges set next_number = next_number + 1
  where id = (
    select r.id from public.fiscal_ranges r join private.fiscal_installation i using (environment)
    where r.type = take_fiscal_number.type and r.next_number <= r.last_number and r.expires_on >= private.country_day(now())
    order by r.expires_on, r.first_number limit 1 for update of r
  )
  returning 'E' || fiscal_ranges.type || lpad((next_number - 1)::text, 10, '0'), expires_on;
$$;

-- ## Who asks for a document with a tax number

create function private.is_tax_id(number text) returns boolean language sql immutable parallel safe
  return number ~ '^(\d{9}|\d{11})$';
grant execute on function private.is_tax_id to authenticated, service_role;

-- The tax number of a driver, and whether the next reservations get it.
create table public.fiscal_buyers (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  tax_number text not null
    constraint fiscal_buyers_tax_number_is_one check (length(tax_number) <= 11 and private.is_tax_id(tax_number)),
  name text not null constraint fiscal_buyers_name_not_blank check (private.is_visible(name))
    constraint fiscal_buyers_name_length check (length(name) <= 150)
    constraint fiscal_buyers_name_on_one_line check (private.is_plain_line(name)),
  is_wanted boolean not null default true,
  updated_at timestamptz not null default now() check (isfinite(updated_at))
);

call private.secure('public.fiscal_buyers', is_audited => true, drivers_write => '{insert, update}');
grant insert (user_id, tax_number, name, is_wanted), update (user_id, tax_number, name, is_wanted), delete
  on public.fiscal_buyers to authenticated;
create policy drivers_remove_own_fiscal_buyer on public.fiscal_buyers for delete to authenticated
  using (user_id = (select auth.uid()));
create trigger fiscal_buyers_clean before insert or update of name on public.fiscal_buyers
  for each row execute function private.strip_unseen('name');
create trigger fiscal_buyers_clean_number before insert or update of tax_number on public.fiscal_buyers
  for each row execute function private.clean_tax_number();
create trigger fiscal_buyers_touch_updated_at before update on public.fiscal_buyers
  for each row execute function private.touch_updated_at();

-- Each reservation gets a copy when it is booked. Without its driver it stays until the document is issued.
create table public.reservation_buyers (
  reservation_id uuid primary key references public.reservations (id) on delete cascade,
  user_id uuid references public.profiles (user_id) on delete set null,
  tax_number text not null check (length(tax_number) <= 11 and private.is_tax_id(tax_number)),
  name text not null check (length(name) between 1 and 150)
);

create index reservation_buyers_of_person on public.reservation_buyers (user_id);
call private.secure('public.reservation_buyers');

create function private.keep_buyer() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.reservation_buyers (reservation_id, user_id, tax_number, name)
  select new.id, b.user_id, b.tax_number, btrim(b.name)
  from public.fiscal_buyers b where b.user_id = new.user_id and b.is_wanted;
  return null;
end;
$$;

create trigger reservations_keep_buyer after insert on public.reservations
  for each row when (new.user_id is not null) execute function private.keep_buyer();

-- Gives a reservation a buyer as long as no document was issued: its driver until it is over, an administrator later, too.
create function public.ask_for_tax_credit(reservation uuid, tax_number text, name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reserved public.reservations;
begin
  select * into reserved from public.reservations r
  where r.id = reservation and (r.user_id = (select auth.uid()) or private.acts_for_operator()) for no key update;
  perform private.raise_problem('no-such-reservation') where reserved.id is null or not private.has_shown_second_factor();
  perform private.raise_problem('fiscal-document-issued') where private.is_over(reserved.status) and not private.acts_for_operator()
    or exists (
      select from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id where r.reservation_id = reserved.id);
  tax_number := regexp_replace(tax_number, '[\s-]', '', 'g');
  name := left(private.to_plain_line(name), 150);
  perform private.raise_problem('fiscal-buyer') where private.is_tax_id(tax_number) is not true or coalesce(name, '') = '';
  insert into public.reservation_buyers (reservation_id, user_id, tax_number, name)
  values (reserved.id, reserved.user_id, tax_number, name)
  on conflict (reservation_id) do update set tax_number = excluded.tax_number, name = excluded.name;
end;
$$;
grant execute on function public.ask_for_tax_credit to authenticated;

-- Of 250,000 pesos or more DGII wants to know who pays. It runs at the commit, when the desk has said whose it is.
create function private.require_buyer() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('fiscal-buyer') where new.total_amount >= public.fiscal_buyer_limit()
    and not exists (select from public.reservation_buyers b where b.reservation_id = new.id);
  return null;
end;
$$;

create constraint trigger reservations_require_buyer after insert or update of total_amount on public.reservations
  deferrable initially deferred for each row
  when (new.total_amount >= 250 and new.payment_method is not null) execute function private.require_buyer();

-- Forgets buyers without an account whose reservation gets no document any more.
create function private.forget_buyers() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.reservation_buyers b
  where b.user_id is null and b.reservation_id = coalesce(new.reservation_id, old.reservation_id)
    and not exists (select from private.unreceipted_tax_lines l where l.reservation_id = b.reservation_id and l.amount > 0)
    and not exists (
      select from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
      where r.reservation_id = b.reservation_id);
  return null;
end;
$$;

create trigger reservation_buyers_forget after update of user_id on public.reservation_buyers
  for each row when (new.user_id is null) execute function private.forget_buyers();
-- When the receipt and its documents are there.
create constraint trigger receipts_due_forget_buyers after delete on private.receipts_due
  deferrable initially deferred for each row execute function private.forget_buyers();

-- ## What a dollar costs

-- In pesos, as an administrator types it. The bounds refuse a decimal point in the wrong place.
create table public.exchange_rates (
  day date primary key check (day between '2020-01-01' and '2199-12-31'),
  rate numeric(7, 4) not null check (rate between 20 and 300)
);

call private.secure('public.exchange_rates', is_of_books => true, own => null, is_audited => true, admins_write => '{insert, update}');
grant insert (day, rate), update (day, rate) on public.exchange_rates to authenticated;

-- The rate of today, or the last one of the 7 days before; null where there is none.
create function private.find_exchange_rate(currency text) returns numeric language sql stable security definer set search_path = ''
as $$
  select case when currency = 'DOP' then 1 else (
    select r.rate from public.exchange_rates r
    where r.day between private.country_day(now()) - 7 and private.country_day(now()) order by r.day desc limit 1) end;
$$;

-- ## Documents

create table public.fiscal_documents (
  id uuid primary key default gen_random_uuid(),
  receipt_id uuid not null references public.receipts (id),
  user_id uuid references public.profiles (user_id) on delete set null,
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  type text not null check (type in ('31', '32', '34')),
  -- The document that a note gives money back of.
  modifies uuid references public.fiscal_documents (id),
  encf text constraint fiscal_documents_encf_is_one check (encf ~ '^E(31|32|34)\d{10}$'),
  -- The last day of the number's range.
  expires_on date check (isfinite(expires_on)),
  -- Amount and tax of a note are above zero, too. The amount includes the tax.
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  tax numeric(12, 2) not null check (tax between 0 and amount),
  buyer_tax_number text check (length(buyer_tax_number) <= 11 and private.is_tax_id(buyer_tax_number)),
  buyer_name text check (length(buyer_name) between 1 and 150),
  -- {tax_number, name, address, place_code}: the operator as the settings had it when the number was taken.
  issuer jsonb check (length(issuer::text) <= 1000),
  -- [{form, amount}] by DGII's codes: 1 cash, 3 card, 8 other.
  paid_by jsonb not null default '[]' check (jsonb_typeof(paid_by) = 'array' and length(paid_by::text) <= 1000),
  -- A note of more than 30 days after its document: it gives no tax back, and is of the net amount alone.
  is_late boolean not null default false check (not is_late or type = '34' and tax = 0),
  -- Amounts of documents are in pesos. The currency of the receipt, and what one of it cost in pesos.
  currency text not null default 'DOP' check (currency in ('USD', 'DOP')),
  exchange_rate numeric(7, 4) not null default 1 check (exchange_rate between 0.0001 and 999.9999),
  state text not null default 'due'
    check (state in ('due', 'numbered', 'signed', 'sent', 'accepted', 'conditional', 'rejected')),
  xml text check (length(xml) <= 20000),
  -- DGII gets a signed summary of an E32.
  summary text check (length(summary) <= 10000),
  security_code text check (length(security_code) = 6),
  signed_at timestamptz check (isfinite(signed_at)),
  -- Signed while DGII was out of reach: it has to be sent within 72 hours.
  is_contingency boolean not null default false,
  track_id text check (length(track_id) <= 64),
  -- DGII's messages.
  response text check (length(response) <= 2000),
  -- Whether a rejected document has used up its number.
  is_number_spent boolean not null default true,
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  -- When another document took the place of this one, which was rejected.
  reissued_at timestamptz check (isfinite(reissued_at)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint fiscal_documents_reissue_of_rejected check (reissued_at is null or state = 'rejected'),
  constraint fiscal_documents_notes_modify check ((type = '34') = (modifies is not null)),
  constraint fiscal_documents_buyer_of_31 check (type <> '31' or (buyer_tax_number is not null and buyer_name is not null)),
  constraint fiscal_documents_numbered check (state = 'due' or encf is not null),
  constraint fiscal_documents_signed
    -- A provider may reject a document before it signs it.
    check (state in ('due', 'numbered', 'rejected')
      or (xml is not null and security_code is not null and signed_at is not null))
);

-- A number that a rejection has not used up is used again.
create unique index fiscal_documents_number_is_unique on public.fiscal_documents (environment, encf)
  where state <> 'rejected' or is_number_spent;
create index fiscal_documents_of_receipt on public.fiscal_documents (receipt_id);
create index fiscal_documents_of_person on public.fiscal_documents (user_id, created_at desc);
create index fiscal_documents_by_time on public.fiscal_documents (created_at desc, id);
-- For days and months, by the date of issue.
create index fiscal_documents_by_signature on public.fiscal_documents (signed_at);
create index fiscal_documents_that_modify on public.fiscal_documents (modifies) where modifies is not null;
create index fiscal_documents_open on public.fiscal_documents (next_attempt_at)
  where state in ('due', 'numbered', 'signed', 'sent');

call private.secure('public.fiscal_documents', is_of_books => true);

create function private.keep_fiscal_document() returns trigger language plpgsql set search_path = ''
as $$
declare
  -- What changes while a document is sent, and with the account.
  progress constant text[] := array['state', 'is_contingency', 'track_id', 'response', 'is_number_spent', 'attempts',
    'next_attempt_at', 'finished_at', 'reissued_at', 'user_id'];
begin
  perform private.reject('Fiscal documents are never deleted', 'insufficient_privilege') where tg_op <> 'UPDATE';
  perform private.reject('A signed fiscal document is never changed', 'insufficient_privilege')
    where old.state not in ('due', 'numbered')
      and (to_jsonb(new) - progress) is distinct from (to_jsonb(old) - progress);
  perform private.reject('DGII has decided on this fiscal document', 'insufficient_privilege')
    where old.state in ('accepted', 'conditional', 'rejected') and new.state <> old.state;
  return new;
end;
$$;

create trigger fiscal_documents_keep before update or delete on public.fiscal_documents
  for each row execute function private.keep_fiscal_document();
create trigger fiscal_documents_never_truncated before truncate on public.fiscal_documents
  for each statement execute function private.reject_write('Fiscal documents are never deleted');

-- The history of each document.
create table public.fiscal_events (
  id bigint generated always as identity primary key,
  document_id uuid not null references public.fiscal_documents (id),
  state text not null check (length(state) <= 20),
  encf text check (length(encf) <= 13),
  response text check (length(response) <= 2000),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

create index fiscal_events_of_document on public.fiscal_events (document_id, id);
call private.secure('public.fiscal_events', is_of_books => true, own => null);
create trigger fiscal_events_only_grow before update or delete on public.fiscal_events
  for each row execute function private.reject_write('The history of fiscal documents is never changed');

-- What a document charges, or a note gives back, at each rate. The receipt's columns are in its currency.
create table public.fiscal_lines (
  document_id uuid not null references public.fiscal_documents (id),
  rate numeric(5, 2) not null check (rate between 0 and 18 and rate in (0, 16, 18)),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  tax numeric(12, 2) not null check (tax between 0 and amount),
  receipt_amount numeric(12, 2) not null check (receipt_amount between 0.01 and 99999999.99),
  receipt_tax numeric(12, 2) not null check (receipt_tax between 0 and receipt_amount),
  primary key (document_id, rate)
);

call private.secure('public.fiscal_lines', own => 'exists (
  select from public.fiscal_documents d where d.id = document_id and d.user_id = (select auth.uid()))');
create trigger fiscal_lines_never_change before update or delete or truncate on public.fiscal_lines
  for each statement execute function private.reject_write('The lines of fiscal documents are never changed');

create function private.record_fiscal_event() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.fiscal_events (document_id, state, encf, response) values (new.id, new.state, new.encf, new.response);
  return null;
end;
$$;

create trigger fiscal_documents_record after insert or update of state on public.fiscal_documents
  for each row execute function private.record_fiscal_event();

-- ## What a receipt makes

-- What keeps documents from being issued: keys of sentences in the back office. Documents are issued where it is empty.
create function private.list_fiscal_obstacles() returns text[] language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when i.environment is null then 'off' end,
    case when private.find_exchange_rate(s.currency) is null then 'exchange_rate' end,
    case when s.legal_name is null then 'name' end,
    case when private.is_tax_id(s.tax_number) is not true then 'tax_number' end,
    case when s.legal_address is null then 'address' end,
    case when coalesce(s.tax_rate, -1) not in (0, 16, 18) then 'tax_rate' end,
    case when not exists (select from public.fiscal_ranges r where r.environment = i.environment) then 'range' end
  ], null)
  from private.fiscal_installation i, public.installation_settings s;
$$;

-- The operator on a document; null while a part is missing, and then no document takes a number.
create function private.read_issuer() returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('tax_number', s.tax_number, 'name', s.legal_name, 'address', left(s.legal_address, 100),
    'place_code', s.legal_place_code)
  from public.installation_settings s
  where private.is_tax_id(s.tax_number) and s.legal_name is not null and s.legal_address is not null;
$$;

-- Receipts that wait for their documents.
create table private.receipts_without_document (receipt_id uuid primary key references public.receipts (id));

-- What stands on documents of more than 30 days ago, or on receipts that get none: its tax cannot be taken off any more.
create function private.find_late_amount(reservation uuid) returns numeric language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(r.amount), 0) from public.receipts r
  where r.reservation_id = reservation and r.amount > 0 and private.country_day(coalesce((
    select max(coalesce(d.signed_at, now())) from public.fiscal_documents d
    where d.receipt_id = r.id and d.type <> '34' and d.reissued_at is null), (
    select now() from private.receipts_without_document w where w.receipt_id = r.id), r.issued_at)) < private.country_day(now()) - 30;
$$;

-- How the amount of a document was paid, by DGII's codes.
create function private.list_fiscal_forms(paid_by jsonb, amount numeric) returns jsonb language sql immutable set search_path = ''
as $$
  with forms as (
    select coalesce(p.form, 8) as form, sum(abs(p.amount)) as paid,
      sum(sum(abs(p.amount))) over (order by coalesce(p.form, 8)) as until, sum(sum(abs(p.amount))) over () as total
    from jsonb_to_recordset(paid_by) as p (form integer, amount numeric) group by coalesce(p.form, 8)
  )
  select jsonb_agg(jsonb_build_object('form', f.form, 'amount', part.amount) order by f.form)
  from forms f cross join lateral (select round(amount * f.until / f.total, 2) - round(amount * (f.until - f.paid) / f.total, 2) as amount) part
  where part.amount > 0;
$$;

-- Adds a document of a receipt with its lines: [{rate, amount, tax}] above zero in the receipt's currency. Those of a note
-- have what is left of the document that it modifies: all of the pesos go with all of the receipt's currency.
create function private.add_fiscal_document(document public.fiscal_documents, lines jsonb) returns void
language sql set search_path = ''
as $$
  with part as (
    select l.rate, pesos.amount, case when document.exchange_rate = 1 or l.tax = 0 then l.tax
      when l.amount = l.amount_left then l.pesos_tax_left
      else least(round(pesos.amount * l.rate / (100 + l.rate), 2), l.pesos_tax_left) end as tax,
      l.amount as receipt_amount, l.tax as receipt_tax
    from jsonb_to_recordset(lines) as l (
      rate numeric, amount numeric, tax numeric, amount_left numeric, pesos_left numeric, pesos_tax_left numeric),
      lateral (select case when l.amount = l.amount_left then l.pesos_left
        else least(round(l.amount * document.exchange_rate, 2), l.pesos_left) end as amount) pesos
  ), added as (
    insert into public.fiscal_documents (receipt_id, user_id, environment, type, modifies, is_late, buyer_tax_number,
      buyer_name, currency, exchange_rate, amount, tax, paid_by)
    select document.receipt_id, document.user_id, document.environment, document.type, document.modifies,
      coalesce(document.is_late, false), document.buyer_tax_number, document.buyer_name, document.currency,
      document.exchange_rate, s.amount, s.tax, private.list_fiscal_forms(r.paid_by, s.amount)
    from public.receipts r, (select sum(p.amount) as amount, sum(p.tax) as tax from part p) s
    where r.id = document.receipt_id returning id
  )
  insert into public.fiscal_lines (document_id, rate, amount, tax, receipt_amount, receipt_tax)
  select added.id, part.* from added, part;
$$;

-- What was paid gets a document. Money given back gets a note for each document that it reduces at the same rate, the newest
-- first, whatever keeps new documents from being issued; what was paid before documents were issued gets none.
create function private.make_fiscal_documents(receipt public.receipts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.fiscal_documents;
  note record;
begin
  document.receipt_id := receipt.id;
  document.user_id := receipt.user_id;
  document.currency := receipt.currency;
  document.exchange_rate := private.find_exchange_rate(receipt.currency);
  if receipt.amount > 0 and private.list_fiscal_obstacles() = '{}' and document.exchange_rate is not null then
    select i.environment, case when b.tax_number is null then '32' else '31' end, b.tax_number, b.name
    into document.environment, document.type, document.buyer_tax_number, document.buyer_name
    from private.fiscal_installation i left join public.reservation_buyers b on b.reservation_id = receipt.reservation_id;
    perform private.add_fiscal_document(document, receipt.tax_lines);
    delete from public.reservation_buyers b where b.reservation_id = receipt.reservation_id and b.user_id is null;
  end if;
  for note in
    with needed as (
      select l.rate, coalesce(l.is_late, false) as is_late, -l.amount as amount, -l.tax as tax,
        sum(-l.amount) over (partition by l.rate order by l.is_late) + l.amount as before
      from jsonb_to_recordset(receipt.tax_lines) as l (rate numeric, is_late boolean, amount numeric, tax numeric)
      where l.amount < 0 and receipt.amount < 0
    ), open as (
      select d.id, l.rate, l.receipt_amount - coalesce(sum(back.receipt_amount), 0) as amount,
        l.receipt_tax - coalesce(sum(back.receipt_tax), 0) as tax, d.created_at,
        l.amount - coalesce(sum(back.amount), 0) as pesos, l.tax - coalesce(sum(back.tax), 0) as pesos_tax
      from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id
      join public.fiscal_lines l on l.document_id = d.id
      left join public.fiscal_documents n on n.modifies = d.id and n.reissued_at is null
      left join public.fiscal_lines back on back.document_id = n.id and back.rate = l.rate
      where r.reservation_id = receipt.reservation_id and d.type <> '34' and d.reissued_at is null
      group by d.id, l.document_id, l.rate having l.receipt_amount > coalesce(sum(back.receipt_amount), 0)
    ), spans as (
      select o.*, sum(o.amount) over (partition by o.rate order by o.created_at desc, o.id) - o.amount as before from open o
    ), parts as (
      select s.id, n.rate, n.is_late, n.tax, s.tax as most_tax, n.amount, s.amount as amount_left, s.pesos, s.pesos_tax,
        greatest(n.before, s.before) - n.before as first, least(n.before + n.amount, s.before + s.amount) - n.before as last
      from needed n join spans s using (rate)
    ), taxed as (
      select p.*, least(p.most_tax, round(p.tax * p.last / p.amount, 2) - round(p.tax * p.first / p.amount, 2)) as part_tax
      from parts p where p.last > p.first
    )
    select t.id, t.is_late, jsonb_agg(jsonb_build_object('rate', t.rate,
      'amount', t.last - t.first - case when t.is_late then t.part_tax else 0 end,
      'tax', case when t.is_late then 0 else t.part_tax end,
      'amount_left', t.amount_left, 'pesos_left', t.pesos, 'pesos_tax_left', t.pesos_tax)) as lines
    from taxed t group by t.id, t.is_late
  loop
    select d.environment, d.id, d.buyer_tax_number, d.buyer_name, d.currency, d.exchange_rate
    into document.environment, document.modifies, document.buyer_tax_number, document.buyer_name, document.currency,
      document.exchange_rate
    from public.fiscal_documents d where d.id = note.id;
    document.type := '34';
    document.is_late := note.is_late;
    perform private.add_fiscal_document(document, note.lines);
  end loop;
end;
$$;

-- The parts of a receipt at the rates that DGII knows. What was charged at any other rate has the general one, 18 %.
create function private.use_known_rates(tax_lines jsonb) returns jsonb language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(known)), '[]') from (
    select case when l.rate in (0, 16) then l.rate else 18 end as rate, l.is_late, sum(l.amount) as amount,
      sum(case when l.rate in (0, 16, 18) then l.tax else round(l.amount * 18 / 118, 2) end) as tax
    from jsonb_to_recordset(tax_lines) as l (rate numeric, is_late boolean, amount numeric, tax numeric) group by 1, 2) known;
$$;

-- Makes the documents of receipts that wait, of all or of a reservation, in the order of their numbers.
create function private.add_missing_documents(reservation uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waiting public.receipts;
begin
  for waiting in
    select r.* from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
    where (reservation is null or r.reservation_id = reservation) and (select private.list_fiscal_obstacles()) = '{}'
    order by r.number limit 100 for update of w skip locked
  loop
    continue when waiting.amount < 0 and private.awaits_document(waiting);
    begin
      waiting.tax_lines := private.use_known_rates(waiting.tax_lines);
      perform private.make_fiscal_documents(waiting);
      delete from private.receipts_without_document w where w.receipt_id = waiting.id and (waiting.amount < 0
        or exists (select from public.fiscal_documents d where d.receipt_id = waiting.id));
    exception when others then
      raise warning 'no fiscal document for receipt %: %', waiting.number, sqlerrm;
    end;
  end loop;
end;
$$;

-- Whether an earlier receipt of the reservation waits for its document.
create function private.awaits_document(receipt public.receipts) returns boolean language sql stable set search_path = ''
as $$
  select exists (
    select from private.receipts_without_document w join public.receipts r on r.id = w.receipt_id
    where r.reservation_id = receipt.reservation_id and r.number < receipt.number);
$$;

create function private.add_fiscal_documents() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.receipts_without_document (receipt_id)
  select new.id from private.fiscal_installation i
  where i.opened_at is not null and (new.amount > 0 or private.awaits_document(new));
  if found then
    perform private.add_missing_documents(new.reservation_id);
  else
    new.tax_lines := private.use_known_rates(new.tax_lines);
    perform private.make_fiscal_documents(new);
  end if;
  return null;
end;
$$;

create trigger receipts_add_fiscal_documents after insert on public.receipts
  for each row execute function private.add_fiscal_documents();

-- Issues a rejected document again to this buyer, or to the consumer without one. A note has the buyer of its document. The
-- number is used again for the same type alone; one that is left over is voided.
create function public.reissue_fiscal_document(
  document uuid, reason text, buyer_tax_number text default null, buyer_name text default null
) returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  rejected public.fiscal_documents;
  issued public.fiscal_documents;
begin
  perform private.require_admin();
  perform private.require_reason(reason);
  select * into rejected from public.fiscal_documents where id = document for update;
  perform private.raise_problem('fiscal-not-rejected')
    where rejected.state is distinct from 'rejected' or rejected.reissued_at is not null;
  issued := rejected;
  if rejected.type <> '34' then
    issued.buyer_tax_number := nullif(regexp_replace(reissue_fiscal_document.buyer_tax_number, '[\s-]', '', 'g'), '');
    issued.buyer_name := case when issued.buyer_tax_number is not null
      then left(private.to_plain_line(reissue_fiscal_document.buyer_name), 150) end;
    -- DGII wants to know who paid 250,000 pesos or more.
    perform private.raise_problem('fiscal-buyer') where case when issued.buyer_tax_number is null
      then issued.amount >= 250000 else not private.is_tax_id(issued.buyer_tax_number) or issued.buyer_name is null end;
    issued.type := case when issued.buyer_tax_number is null then '32' else '31' end;
  else
    select o.buyer_tax_number, o.buyer_name into issued.buyer_tax_number, issued.buyer_name
    from public.fiscal_documents o where o.id = rejected.modifies;
  end if;
  issued.issuer := private.read_issuer();
  issued.is_number_spent := rejected.is_number_spent or issued.issuer is null or issued.type <> rejected.type
    or rejected.expires_on < private.country_day(now());

  update public.fiscal_documents set reissued_at = now() where id = document;
  insert into public.fiscal_documents
    (receipt_id, user_id, environment, type, modifies, amount, tax, buyer_tax_number, buyer_name, paid_by, is_late, currency,
    exchange_rate, issuer, encf, expires_on, state)
  values (issued.receipt_id, issued.user_id, issued.environment, issued.type, issued.modifies, issued.amount,
    issued.tax, issued.buyer_tax_number, issued.buyer_name, issued.paid_by, issued.is_late, issued.currency,
    issued.exchange_rate, issued.issuer,
    case when not issued.is_number_spent then issued.encf end,
    case when not issued.is_number_spent then issued.expires_on end,
    case when issued.is_number_spent then 'due' else 'numbered' end)
  returning id into issued.id;
  insert into public.fiscal_lines (document_id, rate, amount, tax, receipt_amount, receipt_tax)
  select issued.id, l.rate, l.amount, l.tax, l.receipt_amount, l.receipt_tax
  from public.fiscal_lines l where l.document_id = document;
  insert into public.fiscal_voids (environment, type, first_number, last_number)
  select rejected.environment, rejected.type, number, number
  from (select right(rejected.encf, 10)::bigint as number) as left_over
  where issued.is_number_spent and not rejected.is_number_spent and rejected.expires_on >= private.country_day(now());
  -- Notes that waited for the document wait for the new one.
  update public.fiscal_documents n
  set modifies = issued.id, buyer_tax_number = issued.buyer_tax_number, buyer_name = issued.buyer_name
  where n.modifies = document and n.state = 'due';
  insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
  values ((select auth.uid()), 'update', 'fiscal_documents', document,
    jsonb_build_object('buyer_tax_number', rejected.buyer_tax_number, 'buyer_name', rejected.buyer_name),
    jsonb_build_object('buyer_tax_number', issued.buyer_tax_number, 'buyer_name', issued.buyer_name,
      'encf', rejected.encf, 'user_id', rejected.user_id, 'reason', btrim(reason)));
  return issued.id;
end;
$$;

-- ## What others send

-- Documents that others issued to the operator, and what buyers say of the operator's.
create table public.fiscal_received (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('document', 'approval')),
  environment text not null check (environment in ('testecf', 'certecf', 'ecf')),
  issuer text not null check (length(issuer) <= 11),
  buyer text not null check (length(buyer) <= 11),
  encf text not null check (length(encf) <= 13),
  issuer_name text check (length(issuer_name) <= 150),
  issued_on date not null check (isfinite(issued_on)),
  amount numeric(18, 2) not null check (amount between 0 and 9999999999999),
  -- The holder of the certificate, as it names them: a person whom the issuer, or the buyer who approves, lets sign.
  signer text not null check (length(signer) between 1 and 200),
  security_code text not null check (length(security_code) between 6 and 6),
  xml text not null check (length(xml) <= 65536),
  received_at timestamptz not null default now() check (isfinite(received_at)),
  -- What DGII says of a document. It may still learn of one that it does not know.
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'confirmed', 'unknown')),
  confirmed_at timestamptz check (isfinite(confirmed_at)),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  -- DGII takes no approval of the types 32, 41, 43, 46 and 47. The environment of the certification confirms nothing.
  takes_approval boolean generated always as (
    kind = 'document' and encf ~ '^E(31|33|34|44|45)' and (state = 'confirmed' or environment = 'certecf')) stored,
  constraint fiscal_received_confirmed check ((state = 'confirmed') = (confirmed_at is not null)),
  constraint fiscal_received_once unique (kind, environment, issuer, encf, signer)
);

create unique index fiscal_received_is_confirmed_once on public.fiscal_received (environment, issuer, encf)
  where state = 'confirmed';
create index fiscal_received_by_time on public.fiscal_received (kind, received_at);
create index fiscal_received_open on public.fiscal_received (next_attempt_at)
  where kind = 'document' and state <> 'confirmed';
call private.secure('public.fiscal_received', is_of_books => true, own => null);
create trigger fiscal_received_never_changes
  before update of kind, environment, issuer, buyer, encf, issuer_name, issued_on, amount, signer, security_code, xml, received_at
  on public.fiscal_received
  for each row execute function private.reject_write('What others have sent is never changed');
create trigger fiscal_received_audit after delete on public.fiscal_received
  for each row execute function private.audit_admin_write('xml');

-- What the operator says of a received document: that it is right, or why not. The issuer is told, and then DGII.
create table public.fiscal_approvals (
  received_id uuid primary key references public.fiscal_received (id),
  -- The reason of a rejection; null for an approval.
  reason text check (length(reason) <= 250 and btrim(reason) <> '' and private.is_plain_line(reason)),
  state text not null default 'due' check (state in ('due', 'sent', 'failed')),
  is_issuer_told boolean not null default false,
  response text check (length(response) <= 2000),
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

call private.secure('public.fiscal_approvals', is_of_books => true, own => null, is_audited => true);
grant insert (received_id, reason) on public.fiscal_approvals to authenticated;
create policy admins_decide_on_received_documents on public.fiscal_approvals for insert to authenticated
  with check ((select private.is_admin()) and exists (
    select from public.fiscal_received r where r.id = received_id and r.takes_approval));

grant delete on public.fiscal_received to authenticated;
create policy admins_remove_undecided_received_documents on public.fiscal_received for delete to authenticated
  using ((select private.is_admin()) and not exists (
    select from public.fiscal_approvals a where a.received_id = fiscal_received.id));

-- Keeps a document or an approval that the server has verified: kept, duplicate, unknown (an approval of what was not issued
-- to this buyer for this amount) or full (enough for a day).
create function private.keep_fiscal_received(received jsonb, out outcome text) language plpgsql set search_path = ''
as $$
declare
  sent public.fiscal_received := jsonb_populate_record(null::public.fiscal_received, received);
begin
  select i.environment into strict sent.environment from private.fiscal_installation i;
  -- One after the other, so that nobody passes the limits by sending much at once.
  perform pg_advisory_xact_lock(hashtextextended('fiscal_received', 0));
  outcome := case
    when sent.kind = 'approval' and not exists (
      select from public.fiscal_documents d
      where d.environment = sent.environment and d.encf = sent.encf and d.type <> '32'
        and d.state in ('signed', 'sent', 'accepted', 'conditional')
        and d.amount = sent.amount and d.buyer_tax_number = sent.buyer) then 'unknown'
    when exists (
      select from public.fiscal_received r
      where (r.kind, r.environment, r.issuer, r.encf, r.signer)
        = (sent.kind, sent.environment, sent.issuer, sent.encf, sent.signer)) then 'duplicate'
    when (
      select count(*) >= 1000 or count(*) filter (where r.signer = sent.signer) >= 100 from public.fiscal_received r
      where r.kind = sent.kind and r.received_at > now() - interval '1 day') then 'full'
    else 'kept'
  end;
  if outcome = 'kept' then
    insert into public.fiscal_received
      (kind, environment, issuer, buyer, encf, issuer_name, issued_on, amount, signer, security_code, xml)
    values (sent.kind, sent.environment, sent.issuer, sent.buyer, sent.encf, sent.issuer_name, sent.issued_on, sent.amount,
      sent.signer, sent.security_code, sent.xml);
  end if;
end;
$$;

-- Keeps whether DGII knows a document as it was received.
create function private.confirm_fiscal_received(document uuid, is_known boolean) returns void
language sql set search_path = ''
as $$
  update public.fiscal_received r set
    state = case when is_known then 'confirmed' else 'unknown' end,
    confirmed_at = case when is_known then now() end
  where r.id = document and r.state <> 'confirmed' and not (is_known and exists (
    select from public.fiscal_received o
    where (o.environment, o.issuer, o.encf) = (r.environment, r.issuer, r.encf) and o.state = 'confirmed'));
$$;

-- ## What the server does

create function private.open_fiscal(opened text) returns void language sql set search_path = ''
as $$
  update private.fiscal_installation i set environment = opened, opened_in = coalesce(opened, i.opened_in),
    opened_at = case when coalesce(opened, i.opened_in) is distinct from i.opened_in then now() else i.opened_at end
  where i.environment is distinct from opened;
  delete from private.receipts_without_document w using public.receipts r, private.fiscal_installation i
  where r.id = w.receipt_id and r.issued_at < i.opened_at;
$$;

-- Numbers documents that are due, and claims documents to sign, send or ask about.
create function private.claim_fiscal_documents(most integer)
returns setof public.fiscal_documents language sql set search_path = ''
as $$
  select private.add_missing_documents();
  with waiting as (
    select d.id, d.type from public.fiscal_documents d join private.fiscal_installation i using (environment)
    where d.state = 'due' and private.read_issuer() is not null and (d.modifies is null or exists (
      select from public.fiscal_documents o where o.id = d.modifies and o.state in ('accepted', 'conditional')))
    order by d.created_at, d.id limit 100 for update of d skip locked
  -- Materialized, so that no plan takes numbers twice.
  ), taken as materialized (select w.id, n.* from waiting w, lateral private.take_fiscal_number(w.type) n)
  update public.fiscal_documents d
  set encf = taken.encf, expires_on = taken.expires_on, issuer = private.read_issuer(), state = 'numbered'
  from taken where d.id = taken.id and taken.encf is not null;
  select * from private.claim(null::public.fiscal_documents, most, 'state <> ''due''');
$$;

-- What a document says besides its own columns.
create function private.read_fiscal_content(document uuid) returns jsonb language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'receipt_number', r.number, 'zone_name', r.zone_name, 'space_name', r.space_name, 'plate', r.plate,
    'start_time', r.start_time, 'end_time', r.end_time,
    'lines', (
      select jsonb_agg(jsonb_build_object('rate', l.rate, 'total', l.amount, 'net', l.amount - l.tax, 'tax', l.tax,
        'inReceipt', jsonb_build_object('total', l.receipt_amount, 'net', l.receipt_amount - l.receipt_tax, 'tax', l.receipt_tax))
        order by l.rate desc)
      from public.fiscal_lines l where l.document_id = d.id),
    'modified_encf', o.encf, 'modified_signed_at', o.signed_at, 'modified_amount', o.amount)
  from public.fiscal_documents d
  join public.receipts r on r.id = d.receipt_id
  left join public.fiscal_documents o on o.id = d.modifies
  where d.id = document;
$$;

-- Returns null where another server was faster.
create function private.keep_fiscal_signature(
  document uuid, signed_xml text, signed_summary text, code text, moment timestamptz
) returns boolean language sql set search_path = ''
as $$
  update public.fiscal_documents
  set state = 'signed', xml = signed_xml, summary = signed_summary, security_code = code, signed_at = moment
  where id = document and state = 'numbered' returning true;
$$;

-- The outcome is DGII's response: sent, accepted, conditional or rejected; or retry where there was none. Each pause
-- before the next try is longer.
create function private.report_fiscal_document(
  document uuid, outcome text, track text default null, said text default null, number_spent boolean default true
) returns void language plpgsql set search_path = ''
as $$
declare
  reported public.fiscal_documents;
begin
  update public.fiscal_documents d set
    state = case when outcome = 'retry' then d.state else outcome end,
    track_id = coalesce(track, d.track_id),
    response = left(coalesce(said, d.response), 2000),
    is_number_spent = number_spent,
    attempts = case when outcome = 'sent' and d.state = 'signed' then 0 else d.attempts end,
    next_attempt_at = now() + case
      when outcome = 'sent' and d.state = 'signed' then interval '1 second'
      else least(interval '5 seconds' * power(2, least(d.attempts, 10)), interval '10 minutes') end,
    is_contingency = d.is_contingency
      or (outcome = 'retry' and d.state = 'signed' and d.signed_at < now() - interval '10 minutes'),
    finished_at = case when outcome in ('accepted', 'conditional', 'rejected') then now() end
  where d.id = document and d.state in ('numbered', 'signed', 'sent')
  returning * into reported;
  perform private.tell_of_receipt(reported.receipt_id);
end;
$$;

-- ## For people

-- The documents of a receipt that its driver may see, and whether there will be more. Policies decide whose. A driver sees
-- a document when DGII has accepted it, or while DGII is out of reach.
create function public.fiscal_documents_of_receipt(receipt uuid) returns jsonb language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'documents', coalesce(jsonb_agg(jsonb_build_object(
      'environment', d.environment, 'type', d.type, 'encf', d.encf, 'expires_on', d.expires_on, 'amount', d.amount,
      'buyer_tax_number', d.buyer_tax_number, 'buyer_name', d.buyer_name, 'security_code', d.security_code,
      'signed_at', d.signed_at, 'is_contingency', d.is_contingency and d.state in ('signed', 'sent'), 'issuer', d.issuer,
      'modifies', o.encf, 'is_whole', o.amount = d.amount, 'is_late', d.is_late, 'lines', (
        select jsonb_agg(to_jsonb(l) order by l.rate desc) from public.fiscal_lines l where l.document_id = d.id)
      ) order by d.created_at, d.id)
      filter (where is_shown), '[]'),
    'is_awaited', coalesce(bool_or(d.reissued_at is null and not is_shown), false))
  from public.fiscal_documents d
  left join public.fiscal_documents o on o.id = d.modifies
  cross join lateral (
    select d.state in ('accepted', 'conditional') or d.is_contingency and d.state <> 'rejected' as is_shown
  ) shown
  where d.receipt_id = receipt;
$$;
grant execute on function public.fiscal_documents_of_receipt to authenticated;

-- The documents with what they are about, for the list and its file.
create view public.admin_fiscal_documents with (security_invoker = true) as
  select
    d.*, private.country_day(d.signed_at) as issued_on, r.number as receipt_number, r.reservation_id, o.encf as modified_encf
  from public.fiscal_documents d
  join public.receipts r on r.id = d.receipt_id
  left join public.fiscal_documents o on o.id = d.modifies;
grant select on public.admin_fiscal_documents to authenticated, service_role;

-- From how much on a reservation needs a buyer, in the currency of the operator; null where no documents are issued.
create function public.fiscal_buyer_limit() returns numeric language sql stable security definer set search_path = ''
as $$
  select ceil(100 * 250000 / private.find_exchange_rate(s.currency)) / 100 from public.installation_settings s
  where private.list_fiscal_obstacles() = '{}';
$$;
grant execute on function public.fiscal_buyer_limit to anon, authenticated, service_role;

-- What is missing, waits, was rejected or runs out.
create function public.fiscal_overview() returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty('read_books');
  select jsonb_build_object(
    'environment', i.environment, 'obstacles', private.list_fiscal_obstacles(),
    'waiting', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state in ('due', 'numbered', 'signed', 'sent')),
    -- With the oldest of them.
    'without_document', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0),
        'receipts', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'issued_at', r.issued_at,
          'amount', r.amount) order by r.number) filter (where r.place <= 100), '[]'))
      from (select r.id, r.number, r.issued_at, r.amount, row_number() over (order by r.number) as place from private.receipts_without_document w
        join public.receipts r on r.id = w.receipt_id where r.amount > 0) r),
    'without_number', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state = 'due' and d.created_at < now() - interval '10 minutes'
        and (d.modifies is null or exists (
          select from public.fiscal_documents o where o.id = d.modifies and o.state in ('accepted', 'conditional')))),
    'exchange_rate', (select to_jsonb(r) from public.exchange_rates r order by r.day desc limit 1),
    -- What DGII said.
    'refused_voids', (select coalesce(jsonb_agg(v.response), '[]') from public.fiscal_voids v
      where v.environment = i.environment and v.state = 'rejected'),
    -- A document has to be sent to DGII within 72 hours of its signature.
    'deadline', (select min(d.signed_at) + interval '72 hours' from public.fiscal_documents d
      where d.environment = i.environment and d.state in ('signed', 'sent')),
    'rejected', (select count(*) from public.fiscal_documents d
      where d.environment = i.environment and d.state = 'rejected' and d.reissued_at is null),
    -- Less than a tenth of the numbers of a type is left, without ranges that are used up or voided, or less than 30 days.
    'types_running_out', (select coalesce(jsonb_agg(t.type order by t.type), '[]') from (
      select r.type from public.fiscal_ranges r where r.environment = i.environment group by r.type
      having coalesce(sum(r.last_number - r.next_number + 1)
          filter (where r.expires_on >= private.country_day(now())), 0) * 10
          < coalesce(sum(r.last_number - r.first_number + 1)
          filter (where r.expires_on >= private.country_day(now()) and r.next_number <= r.last_number), 1)
        or max(r.expires_on) filter (where r.next_number <= r.last_number) < private.country_day(now()) + 30
    ) t))
  from private.fiscal_installation i;
$$;

grant execute on function public.void_fiscal_numbers, public.reissue_fiscal_document, public.fiscal_overview
  to authenticated;

-- ## supabase/schemas/1700_accounting.sql

-- The accountant's month: what the operator hands over once a month, as files and on paper.
--
--   accounting_accounts   each account of the ledger: its balance at the start, debit, credit, its balance at the end
--   accounting_totals     how many rows each of the files below has, and their sums
--   accounting_journal    each entry of the ledger, with the operator's code of its account
--   accounting_receipts   receipts with net, tax and total
--   accounting_payments   what providers captured, also twice, or took back in disputes, with their order and reference
--   accounting_refunds    what was asked to go back, or arrived
--   accounting_wallets    what each driver had in the wallet when the month was over: the operator's liability
--   accounting_cash       what was taken at the desk, and by whom
--   accounting_people     what administrators and staff gave away, gave back, cancelled and changed by hand, person by person
--   accounting_bridge     from the charges of the ledger to the documents that DGII has accepted, to the cent; with
--                         accounting_bridge_lines, what each of its lines is made of
--   accounting_open       what is open in the month, and what keeps it from being closed
--
-- Rules
--   A month is one of Santo Domingo. Any day names the month that it is in; a month that runs ends with its last posting.
--   An entry above zero is a credit and one below zero a debit: money in a wallet is owed, and so is what was earned.
--   The journal sums to zero in each transaction and in all. The months together are the ledger.
--   Months are closed in their order, once they are over and nothing can be posted in them any more. Then their entries have
--   numbers, which go on from the month before. Nothing is posted with a time in a closed month or before it.
--   The bridge of a closed month is the one that was kept when it was closed. Its package is made once, and names no driver.
--   Who may read the books reads it, and the server. A response has at most 1,000 rows, in an order that does not change; the
--   caller asks for those after the last one that it has. The server reads all rows at once.

-- The most rows of a response; null for the server. The data API always says who calls.
create function private.most_rows() returns integer language sql stable
  return case when coalesce(current_setting('request.jwt.claims', true), '') <> '' then 1000 end;

create function private.check_month(month date) returns void language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_duty('read_books') where private.most_rows() is not null;
  perform private.raise_problem('days-out-of-range')
    where month is null or not month between '2000-01-01' and '2199-12-31';
end;
$$;

-- Without a search path PostgreSQL puts these into the queries that call them, which read by index then.
create function private.start_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_day(date_trunc('month', month::timestamp)::date);
create function private.end_of_month(month date) returns timestamptz language sql stable parallel safe
  return private.start_of_month((month + interval '1 month')::date);
create function private.is_in_month(moment timestamptz, month date) returns boolean language sql stable parallel safe
  return moment >= private.start_of_month(month) and moment < private.end_of_month(month);

create function private.month_of(day date) returns date language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;

-- ## Closed months

create table public.closed_months (
  month date primary key check (month between '2000-01-01' and '2199-12-31' and extract(day from month) = 1),
  closed_at timestamptz not null default now() check (isfinite(closed_at)),
  -- Copied, as accounts do not last.
  closed_by text not null check (length(closed_by) <= 200),
  -- For what was open.
  reason text check (length(reason) <= 300),
  -- The numbers of its entries; the last one is below the first one where it has none.
  first_number bigint not null check (first_number > 0),
  last_number bigint not null check (last_number >= first_number - 1),
  -- {accounts, files, bridge, open, corrections} when it was closed.
  totals jsonb not null check (length(totals::text) <= 50000)
);
call private.secure('public.closed_months', is_of_books => true, own => null, is_audited => true);
create trigger closed_months_keep before update or delete or truncate on public.closed_months
  for each statement execute function private.reject_write('A closed month is never changed');

create table private.month_packages (
  month date primary key references public.closed_months,
  attempts integer not null default 0 check (attempts between 0 and 1000000),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  has_failed boolean not null default false,
  content bytea check (octet_length(content) between 1 and 268435456),
  hash text generated always as (encode(sha256(content), 'hex')) stored check (length(hash) <= 64)
);
create trigger month_packages_keep before update on private.month_packages for each row
  when (old.content is not null) execute function private.reject_write('A package is never changed');

-- definer: drivers post, and read neither closed months nor administrators.
create function private.check_posting() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- A month that is being closed has all that was posted in it.
  perform pg_advisory_xact_lock_shared(hashtext('public.closed_months')) where new.created_at < private.start_of_month(private.country_day(now()));
  perform private.raise_problem('month-closed')
    where new.created_at < (select private.end_of_month(max(month)) from public.closed_months);
  select private.name_actor(p) into new.actor from public.profiles p where p.user_id = new.actor_id;
  return new;
end;
$$;
create trigger ledger_transactions_check before insert on public.ledger_transactions
  for each row execute function private.check_posting();

-- ## The files of a month

-- definer, here and below: policies would be asked for each row. Each function asks for the right to read the books first.
create function public.accounting_accounts(month date)
returns table (account text, code text, opening numeric, debit numeric, credit numeric, closing numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with moved as (
    select
      e.account_id,
      sum(e.amount) filter (where t.created_at < (select private.start_of_month(month))) as before,
      sum(-e.amount) filter (where t.created_at >= (select private.start_of_month(month)) and e.amount < 0) as debit,
      sum(e.amount) filter (where t.created_at >= (select private.start_of_month(month)) and e.amount > 0) as credit,
      sum(e.amount) as after
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    where t.created_at < (select private.end_of_month(month)) group by e.account_id
  )
  select
    a.kind, s.account_codes ->> a.kind, coalesce(sum(m.before), 0), coalesce(sum(m.debit), 0),
    coalesce(sum(m.credit), 0), coalesce(sum(m.after), 0)
  from public.installation_settings s, public.ledger_accounts a left join moved m on m.account_id = a.id
  group by a.kind, s.account_codes order by a.kind;
$$;

-- What each line of the bridge is made of: from the charges of the ledger, with their tax, to the documents of the month that
-- DGII has accepted, by the day of their signature. The lines sum to zero. Amounts include the tax. `corrections` stands
-- beside: what changes `of_month`, which is closed. Returns and disputes of what was charged then, receipts that correct one
-- of it, and documents that were signed in it or modify one of it. Nested loops, which PostgreSQL would choose, take ten times as long.
create function private.list_bridge(month date)
returns table (line text, id uuid, happened_at timestamptz, reference text, of_month date, amount numeric, tax numeric)
language sql stable set search_path = '' set enable_nestloop = off
as $$
  with charges as materialized (
    select t.id, t.reservation_id, t.created_at, t.kind, sum(t.amount) as amount,
      coalesce(sum(t.amount) filter (where t.account = 'tax'), 0) as tax
    from private.postings t
    where t.account in ('deferred', 'revenue', 'tax', 'tax_expense') and t.kind <> 'earned'
      and t.created_at < private.end_of_month(month)
    group by t.id, t.reservation_id, t.created_at, t.kind
  ), unstated as materialized (
    select reservation_id, min(moment) as first_moment, max(moment) as moment, sum(amount) as amount, sum(tax) as tax,
      coalesce(sum(amount) filter (where moment < private.start_of_month(month)), 0) as amount_before,
      coalesce(sum(tax) filter (where moment < private.start_of_month(month)), 0) as tax_before
    from (
      select c.reservation_id, c.created_at, c.amount, c.tax from charges c where c.reservation_id is not null
      union all
      select r.reservation_id, r.issued_at, -r.amount, -r.tax from public.receipts r
    ) as move (reservation_id, moment, amount, tax) where moment < private.end_of_month(month) group by reservation_id
  ), receipts as materialized (
    select r.* from public.receipts r where private.is_in_month(r.issued_at, month)
  ), documents as materialized (
    select d.id, d.receipt_id, d.encf, d.state, d.signed_at, d.finished_at, d.created_at, d.modifies, lines.*, d.state in ('accepted', 'conditional') as is_accepted,
      private.is_in_month(d.signed_at, month) as is_signed, private.is_in_month(r.issued_at, month) as is_stated
    from public.fiscal_documents d
    join private.fiscal_installation i on i.opened_in = d.environment
    join public.receipts r on r.id = d.receipt_id
    -- In the currency of the books.
    cross join lateral (
      select sum(l.receipt_amount) * case d.type when '34' then -1 else 1 end as amount,
        sum(l.receipt_tax) * case d.type when '34' then -1 else 1 end as tax
      from public.fiscal_lines l where l.document_id = d.id
    ) lines
    where d.reissued_at is null and (private.is_in_month(d.signed_at, month) or private.is_in_month(r.issued_at, month)
      or private.is_in_month(d.finished_at, month))
  ), corrections (id, happened_at, reference, amount, tax, moment) as (
    select c.id, c.created_at, c.reservation_id::text, c.amount, c.tax, u.first_moment
    from charges c join unstated u on u.reservation_id = c.reservation_id where private.is_return(c.kind) and c.amount < 0 and private.is_in_month(c.created_at, month)
    union all
    select t.id, t.created_at, p.provider_reference, t.amount, 0, p.captured_at
    from private.postings t join public.payments p on p.id = t.payment_id
    where t.kind = 'disputed' and t.account like 'clearing%' and private.is_in_month(t.created_at, month)
    union all
    select r.id, r.issued_at, r.number::text, r.amount, r.tax, o.issued_at
    from receipts r join public.receipts o on o.id = r.corrects
    union all
    select d.id, case when is_signed then d.signed_at else d.finished_at end, d.encf, d.amount, d.tax,
      case when is_signed then o.signed_at else d.signed_at end
    from documents d left join public.fiscal_documents o on o.id = d.modifies
    where is_signed or private.is_in_month(d.finished_at, month)
  )
  select 'ledger', id, created_at, reservation_id::text, null::date, amount, tax from charges
  where private.is_in_month(created_at, month)
  union all
  select part.* from unstated u cross join lateral (values
    ('earlier', reservation_id, moment, reservation_id::text, null::date, amount_before, tax_before),
    ('later', reservation_id, moment, reservation_id::text, null, -u.amount, -u.tax)
  ) as part (line, id, moment, reference, of_month, amount, tax) where (part.amount, part.tax) <> (0, 0)
  union all
  -- The tax that went back without a note, and of what was given back the part that was paid without a document.
  select part.* from receipts r
  left join (select receipt_id, sum(amount) as amount, sum(tax) as tax from documents group by receipt_id) d on d.receipt_id = r.id
  cross join lateral (
    select coalesce(-sum(l.tax), 0) as late from jsonb_to_recordset(r.tax_lines) as l (is_late boolean, tax numeric) where l.is_late
  ) back cross join lateral (values
    ('late_tax', r.id, r.issued_at, r.number::text, null::date, late, 0),
    ('without_document', r.id, r.issued_at, r.number::text, null, coalesce(d.amount, 0) - r.amount - late,
      coalesce(d.tax, 0) - r.tax)
  ) as part (line, id, moment, reference, of_month, amount, tax)
  where part.amount <> 0 and (line = 'late_tax' or d.receipt_id is null or r.amount < 0)
  union all
  select part.line, d.id, coalesce(d.signed_at, d.created_at), d.encf, null, part.sign * d.amount, part.sign * d.tax
  from documents d cross join lateral (values
    ('rejected', -1, is_stated and d.state = 'rejected'),
    ('waiting', -1, is_stated and not is_accepted and d.state <> 'rejected'),
    ('signed_in_another', -1, is_stated and is_accepted and not is_signed),
    ('stated_in_another', 1, not is_stated and is_accepted and is_signed),
    ('accepted', -1, is_signed and is_accepted)
  ) as part (line, sign, counts) where part.counts
  union all
  select 'corrections', id, happened_at, reference, private.month_of(private.country_day(moment)), amount, tax
  from corrections where moment < private.start_of_month(month)
    and moment < (select private.end_of_month(max(c.month)) from public.closed_months c);
$$;

-- `total` is what the rows of a file sum to; of the journal, its debit, which equals its credit.
create function public.accounting_totals(month date)
returns table (file text, entries bigint, tax numeric, total numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with moved as materialized (
    select t.account, t.kind, t.amount from private.postings t where private.is_in_month(t.created_at, month)
  ), owed as (
    select sum(t.amount) as balance from private.postings t
    where t.account = 'wallet' and t.created_at < (select private.end_of_month(month))
    group by t.account_id having sum(t.amount) <> 0
  )
  select 'journal', count(*), 0.0, coalesce(sum(greatest(-m.amount, 0)), 0) from moved m
  union all
  select 'cash', count(*), 0.0, coalesce(sum(-m.amount), 0) from moved m where m.account = 'cash'
  union all
  select 'wallets', count(*), 0.0, coalesce(sum(o.balance), 0) from owed o
  union all
  select 'receipts', count(*), coalesce(sum(r.tax), 0), coalesce(sum(r.amount), 0) from public.receipts r
  where private.is_in_month(r.issued_at, month)
  union all
  select 'payments', count(*), 0.0, coalesce(-sum(m.amount), 0) from moved m
  where m.account like 'clearing%' and m.kind in ('payment', 'second_capture', 'disputed')
  union all
  -- Only what arrived in the month has left.
  select 'refunds', count(*), 0.0, coalesce(sum(r.amount) filter (where r.state = 'succeeded'
      and private.is_in_month(r.finished_at, month)), 0)
  from public.payment_refunds r
  where private.is_in_month(r.created_at, month) or private.is_in_month(r.finished_at, month)
  union all
  -- What the bridge does not explain.
  select file.name, coalesce(file.entries, count(l.line)), coalesce(sum(l.tax), 0), coalesce(sum(l.amount), 0)
  from (values ('bridge', 12), ('bridge_lines', null)) as file (name, entries)
  left join private.list_bridge(month) l on l.line <> 'corrections' group by file.name, file.entries;
$$;

-- `document` is what the provider calls the payment, else the reservation. The entries of a transaction share a number, which
-- they have once the month is closed. The receipt is the one that states what was charged or given back.
create function public.accounting_journal(
  month date, after_time timestamptz default null, after_transaction uuid default null, after_account uuid default null
) returns table (
  number bigint, transaction_id uuid, account_id uuid, created_at timestamptz, day date, account text, code text,
  debit numeric, credit numeric, document text, kind text, reason text, driver text, actor text, receipt bigint, encf text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with page as materialized (
    select t.* from private.postings t
    where private.is_in_month(t.created_at, month) and t.created_at >= coalesce(after_time, '-infinity')
      and (after_time is null or (t.created_at, t.id, t.account_id) > (after_time, after_transaction, after_account))
    order by t.created_at, t.id, t.account_id limit private.most_rows()
  )
  select
    c.first_number - 1 + dense_rank() over (order by t.created_at, t.id) + (
      select count(*) from public.ledger_transactions o
      where private.is_in_month(o.created_at, month)
        and (o.created_at, o.id) < (select p.created_at, p.id from page p order by p.created_at, p.id limit 1)),
    t.id, t.account_id, t.created_at, private.country_day(t.created_at), t.account, s.account_codes ->> t.account,
    greatest(-t.amount, 0), greatest(t.amount, 0), coalesce(p.provider_reference, t.reservation_id::text), t.kind,
    t.reason, person.email, (select o.actor from public.ledger_transactions o where o.id = t.id), stated.number, stated.encf
  from public.installation_settings s
  cross join page t
  left join public.closed_months c on c.month = private.month_of(accounting_journal.month)
  left join public.profiles person on person.user_id = t.user_id
  left join public.payments p on p.id = t.payment_id
  left join lateral (
    select r.number, (
      select string_agg(d.encf, ' ' order by d.created_at, d.id) from public.fiscal_documents d
      where d.receipt_id = r.id and d.state <> 'rejected') as encf
    from public.receipts r where r.reservation_id = t.reservation_id and r.issued_at >= t.created_at
    order by r.number limit 1
  ) stated on private.is_charge(t.kind) or private.is_return(t.kind) or t.kind = 'earned'
  order by t.created_at, t.id, t.account_id;
$$;

create function public.accounting_receipts(month date, after_number bigint default 0)
returns table (
  number bigint, issued_at timestamptz, driver text, net numeric, tax numeric, total numeric, tax_rate numeric,
  currency text, method text, paid_with text, corrects bigint
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    r.number, r.issued_at, person.email, r.amount - r.tax, r.tax, r.amount, r.tax_rate, r.currency, r.method,
    r.paid_with, first.number
  from public.receipts r
  left join public.receipts first on first.id = r.corrects
  left join public.profiles person on person.user_id = r.user_id
  where private.is_in_month(r.issued_at, month) and r.number > coalesce(after_number, 0)
  order by r.number limit private.most_rows();
$$;

create function public.accounting_payments(
  month date, after_time timestamptz default null, after_transaction uuid default null
) returns table (
  transaction_id uuid, captured_at timestamptz, kind text, driver text, purpose text, provider text, provider_order text,
  provider_reference text, paid_with text, amount numeric, refunded numeric, currency text, state text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    t.id, t.created_at, t.kind, person.email, p.purpose, p.provider, p.provider_order,
    case t.kind when 'payment' then p.provider_reference else regexp_replace(t.key, '^\S+ \S+ ', '') end, p.paid_with,
    -t.amount, case t.kind when 'payment' then p.refunded else 0 end, p.currency, p.state
  from private.postings t
  join public.payments p on p.id = t.payment_id
  left join public.profiles person on person.user_id = p.user_id
  where private.is_in_month(t.created_at, month) and t.account like 'clearing%'
    and t.kind in ('payment', 'second_capture', 'disputed')
    and (after_time is null or (t.created_at, t.id) > (after_time, after_transaction))
  order by t.created_at, t.id limit private.most_rows();
$$;

-- Each refund has the state that it has now. One that is asked for in a month and arrives in another one is in both.
create function public.accounting_refunds(
  month date, after_time timestamptz default null, after_refund uuid default null
) returns table (
  refund_id uuid, requested_at timestamptz, finished_at timestamptz, driver text, provider text, provider_order text,
  provider_reference text, refund_reference text, amount numeric, currency text, state text, reason text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select
    r.id, r.created_at, r.finished_at, person.email, p.provider, p.provider_order, r.capture_reference,
    r.provider_reference, r.amount, p.currency, r.state, r.reason
  from public.payment_refunds r
  join public.payments p on p.id = r.payment_id
  left join public.profiles person on person.user_id = p.user_id
  where (private.is_in_month(r.created_at, month) or private.is_in_month(r.finished_at, month))
    and (after_time is null or (r.created_at, r.id) > (after_time, after_refund))
  order by r.created_at, r.id limit private.most_rows();
$$;

-- Without those that were empty. A driver who has deleted the account since then has no name.
create function public.accounting_wallets(month date, after_wallet uuid default null)
returns table (wallet_id uuid, driver text, name text, balance numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select a.id, person.email, person.full_name, held.balance
  from public.ledger_accounts a
  -- For each wallet by itself: a page has few of all entries.
  cross join lateral (
    select sum(e.amount) as balance
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
    where e.account_id = a.id and t.created_at < (select private.end_of_month(month))
  ) held
  left join public.profiles person on person.user_id = a.user_id
  where a.kind = 'wallet' and held.balance <> 0 and (after_wallet is null or a.id > after_wallet)
  order by a.id limit private.most_rows();
$$;

create function public.accounting_cash(
  month date, after_time timestamptz default null, after_transaction uuid default null
) returns table (
  transaction_id uuid, created_at timestamptz, driver text, taken_by text, amount numeric, kind text, reason text
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select t.id, t.created_at, person.email, t.actor, -t.amount, t.kind, t.reason
  from private.postings t
  left join lateral (
    select paid.email from private.postings other join public.profiles paid on paid.user_id = other.user_id
    where other.id = t.id limit 1
  ) person on true
  where t.account = 'cash' and private.is_in_month(t.created_at, month)
    and (after_time is null or (t.created_at, t.id) > (after_time, after_transaction))
  order by t.created_at, t.id limit private.most_rows();
$$;

-- What people did by hand: gifts with their worth, and from the log what moves no money by itself.
create view private.acts_of_staff as
  select g.actor_id, g.actor, g.kind, g.amount, g.created_at from private.gifts g
  union all
  select l.actor_id, left(l.actor_name, 170) || format(' (%s)', l.actor_role), act.kind, null, l.created_at
  from public.audit_log l cross join lateral (values
    ('prices', l.subject_table = 'parking_spaces' and l.before ->> 'hourly_rate' <> l.after ->> 'hourly_rate'
      or l.subject_table = 'parking_zones' and l.before ->> 'price_per_hour' <> l.after ->> 'price_per_hour'
      or l.subject_table in ('rate_versions', 'rate_assignments') or l.subject_table = 'special_days' and l.after ->> 'kind' <> 'closed'),
    ('listed', l.subject_table = 'safelist' and l.action = 'insert'),
    ('drawer', l.subject_table = 'shift_movements' and l.action = 'insert' and l.after ->> 'kind' in ('out', 'correction')),
    ('charges_off', l.subject_table = 'installation_settings'
      and l.before ->> 'charges_drivers' = 'true' and l.after ->> 'charges_drivers' = 'false'),
    ('cancelled', l.subject_table = 'reservations' and l.after ->> 'status' = 'cancelled'
      and l.before ->> 'status' <> 'cancelled'),
    ('moved', l.subject_table = 'reservations' and (l.before ->> 'parking_space_id', l.before ->> 'start_time')
      <> (l.after ->> 'parking_space_id', l.after ->> 'start_time'))
  ) as act (kind, counts)
  where act.counts and l.actor_role is not null
    and l.after ->> 'user_id' is distinct from l.actor_id::text;

-- `taken` is what was taken out of wallets.
create function public.accounting_people(month date)
returns table (person uuid, actor text, kind text, entries bigint, given numeric, taken numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select s.actor_id, max(s.actor), s.kind, count(*), coalesce(sum(s.amount) filter (where s.amount > 0), 0),
    coalesce(-sum(s.amount) filter (where s.amount < 0), 0)
  from private.acts_of_staff s where private.is_in_month(s.created_at, month)
  group by s.actor_id, s.kind order by max(s.actor), s.actor_id, s.kind limit 1000;
$$;

-- ## The bridge

-- `unexplained` is the sum of the lines: zero, or an alarm. `corrected_since` is what later months correct of a closed one.
create function public.accounting_bridge(month date)
returns table (line text, entries bigint, amount numeric, tax numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select k.* from public.closed_months c, jsonb_to_recordset(c.totals -> 'bridge') k (line text, entries bigint, amount numeric, tax numeric)
  where c.month = private.month_of(accounting_bridge.month)
  union all
  select 'corrected_since', coalesce(sum(k.entries), 0)::bigint, coalesce(sum(k.amount), 0), coalesce(sum(k.tax), 0)
  from public.closed_months c left join (
    select k.* from public.closed_months o, jsonb_to_recordset(o.totals -> 'corrections') k (of_month date, entries bigint, amount numeric, tax numeric)
    union all
    select l.of_month, 1, l.amount, l.tax from (select max(o.month) as last from public.closed_months o) o,
      generate_series(o.last + interval '1 month', least(o.last + interval '1 year', now()), '1 month') open,
      private.list_bridge(open::date) l where l.line = 'corrections'
  ) k on k.of_month = c.month
  where c.month = private.month_of(accounting_bridge.month) group by c.month
  union all
  (select known.line, count(l.id) filter (where known.line <> 'unexplained'), coalesce(sum(l.amount), 0), coalesce(sum(l.tax), 0)
  from unnest(array['ledger', 'earlier', 'later', 'without_document', 'late_tax', 'rejected', 'waiting',
    'signed_in_another', 'stated_in_another', 'accepted', 'unexplained', 'corrections']) with ordinality known (line, place)
  left join private.list_bridge(month) l
    on l.line = known.line or known.line = 'unexplained' and l.line <> 'corrections'
  where not exists (select from public.closed_months c where c.month = private.month_of(accounting_bridge.month))
  group by known.line, known.place order by known.place);
$$;

create function public.accounting_bridge_lines(
  month date, after_line text default null, after_time timestamptz default null, after_id uuid default null
) returns table (
  line text, id uuid, happened_at timestamptz, reference text, of_month date, amount numeric, tax numeric
) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select l.* from private.list_bridge(month) l
  where after_line is null or (l.line, l.happened_at, l.id) > (after_line, after_time, after_id)
  order by l.line, l.happened_at, l.id limit private.most_rows();
$$;

-- ## Closing

-- What is open in a month that is to be closed. The problem that keeps it from being closed comes first.
create function public.accounting_open(month date)
returns table (kind text, entries bigint, amount numeric) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select problem, 0::bigint, 0::numeric
  from (
    select private.month_of(accounting_open.month) as month, coalesce(
      (select (max(c.month) + interval '1 month')::date from public.closed_months c),
      (select private.month_of(private.country_day(min(t.created_at))) from public.ledger_transactions t)) as next
  ) wanted cross join lateral (select case
    when wanted.month < next then 'month-closed'
    -- Whatever began in the month has been posted by then.
    when now() < private.end_of_month(wanted.month) + interval '10 minutes' then 'month-not-over'
    when wanted.month > next then 'month-before-open'
    -- What is earned is posted when a reservation ends, with the time of its end.
    when exists (
      select from public.reservations r where r.status = 'active' and r.end_time <= private.end_of_month(wanted.month)
    ) then 'month-has-active'
  end as problem) found where problem is not null
  union all
  select b.line, b.entries, b.amount from public.accounting_bridge(month) b, private.fiscal_installation i
  where b.line in ('without_document', 'rejected', 'waiting') and b.entries > 0 and i.opened_in is not null
    or b.line = 'unexplained' and (b.amount, b.tax) <> (0, 0)
  union all
  select a.account, 1, a.closing from public.accounting_accounts(month) a where a.account like 'clearing%' and a.closing <> 0
  union all
  select 'differences', count(*), sum(d.amount) from public.payment_differences d
  where d.resolved_at is null and d.created_at < private.end_of_month(month) having count(*) > 0;
$$;

-- Closes a month, with a reason where something is open.
create function public.close_month(month date, reason text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  found jsonb;
begin
  perform private.require_admin(), private.check_month(month), pg_advisory_xact_lock(hashtext('public.closed_months'));
  found := (select coalesce(jsonb_agg(o), '[]') from public.accounting_open(month) o);
  perform private.raise_problem(o ->> 'kind') from jsonb_array_elements(found) o where o ->> 'kind' like 'month-%';
  if found <> '[]' then
    perform private.require_reason(reason);
  end if;
  insert into public.closed_months (month, closed_by, reason, first_number, last_number, totals)
  select private.month_of(close_month.month), left(coalesce(nullif(p.full_name, ''), p.email), 200),
    nullif(left(btrim(close_month.reason), 300), ''), n.before + 1, n.before + n.entries, jsonb_build_object(
      'accounts', (select jsonb_agg(a) from public.accounting_accounts(close_month.month) a),
      'files', (select jsonb_agg(f) from public.accounting_totals(close_month.month) f),
      'bridge', (select jsonb_agg(b) from public.accounting_bridge(close_month.month) b), 'open', found,
      'corrections', (select coalesce(jsonb_agg(k), '[]') from (
        select l.of_month, count(*) as entries, sum(l.amount) as amount, sum(l.tax) as tax
        from private.list_bridge(close_month.month) l where l.line = 'corrections' group by l.of_month) k))
  from public.profiles p, (
    select (select coalesce(max(c.last_number), 0) from public.closed_months c) as before, count(*) as entries
    from public.ledger_transactions t where private.is_in_month(t.created_at, close_month.month)
  ) n where p.user_id = (select auth.uid());
  insert into private.month_packages (month) values (private.month_of(close_month.month));
end;
$$;

-- Half a megabyte of a package in Base64; empty after its end.
create function public.closed_month_part(month date, part integer) returns text language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select encode(substring(p.content from least(part, 1000) * 524288 + 1 for 524288), 'base64')
  from private.month_packages p where p.month = private.month_of(closed_month_part.month);
$$;

grant execute on function
  public.closed_month_part, public.accounting_accounts, public.accounting_totals, public.accounting_journal, public.accounting_receipts,
  public.accounting_payments, public.accounting_refunds, public.accounting_wallets, public.accounting_cash, public.accounting_people,
  public.accounting_bridge, public.accounting_bridge_lines, public.accounting_open, public.close_month
  to authenticated;

-- ## supabase/schemas/1730_settlements.sql

-- Settlements: a provider's statement of what it paid into the operator's bank account.
--
--   import_settlement()   stores a statement and finds what each of its lines settles
--   discard_settlement()  removes one that is not posted, such as a wrong file
--   post_settlement()     clearing_* -> bank, commissions, tax_on_commissions, withheld
-- A line settles one transaction that moved the clearing account of its provider, and none is settled twice: the account
-- holds what was captured and is not settled. What a line says beyond that is a difference [differences], which an
-- administrator explains before the statement is posted. Its amount comes out of the adjustments, never out of clearing.
-- Differences, and commissions above a tenth of what the lines move, count as given by whoever posts the statement [ledger].
--
-- Hook: a dispute that is resolved without being won, by its provider or here, moves from the account of disputes to the losses.

create table public.settlements (
  id uuid primary key,
  provider text not null check (provider in ('azul', 'paypal')),
  number text not null check (length(number) between 1 and 60 and private.is_plain_line(number)),
  period_start date not null check (period_start between '2000-01-01' and '2199-12-31'),
  period_end date not null check (period_end between period_start and period_start + 366),
  deposit_date date not null check (deposit_date between '2000-01-01' and '2199-12-31'),
  gross numeric(12, 2) not null check (gross between -99999999.99 and 99999999.99),
  commission numeric(12, 2) not null check (commission between -99999999.99 and 99999999.99),
  tax numeric(12, 2) not null check (tax between -99999999.99 and 99999999.99),
  -- The ITBIS that acquirers withhold for DGII: 2 % of each sale (Norma General 08-04 and 06-2023). `tax` is on commissions.
  withheld numeric(12, 2) not null check (withheld between -99999999.99 and 99999999.99),
  deposit numeric(12, 2) not null
    check (deposit between -99999999.99 and 99999999.99 and deposit = gross - commission - tax - withheld),
  differences integer not null default 0 check (differences between 0 and 100),
  -- SHA-256 of the file.
  file_hash text not null constraint settlements_file_is_unique unique
    check (length(file_hash) <= 64 and file_hash ~ '^[0-9a-f]{64}$'),
  -- No foreign keys: statements stay when the accounts of their administrators are deleted.
  imported_by uuid not null,
  imported_at timestamptz not null default now() check (isfinite(imported_at)),
  posted_by uuid,
  -- The time of its posting in the ledger.
  posted_at timestamptz check (isfinite(posted_at)),
  constraint settlements_number_is_unique unique (provider, number));

-- A sale brings money and costs a commission, a refund is its mirror, a fee is a commission alone. ITBIS is at most 18 %, with
-- a peso for rounding.
create function private.fits_line(kind text, gross numeric, commission numeric, tax numeric, withheld numeric)
returns boolean language sql immutable parallel safe
  return coalesce(abs(tax) <= abs(commission) * 0.18 + 1 and abs(tax) <= abs(commission) and abs(withheld) <= abs(gross) * 0.18
    and case
    when kind in ('sale', 'dispute') and gross > 0
      then least(commission, tax, withheld) >= 0 and commission + tax + withheld <= gross
    when kind in ('refund', 'dispute') and gross < 0
      then greatest(commission, tax, withheld) <= 0 and commission + tax + withheld >= gross
    when kind = 'fee' then gross = 0 and commission >= 0 and tax >= 0 and withheld = 0
    when kind = 'other' then commission = 0 and withheld = 0 end, false);

create table public.settlement_lines (
  settlement_id uuid not null references public.settlements (id),
  number integer not null check (number between 1 and 1000000),
  provider text not null check (provider in ('azul', 'paypal')),
  kind text not null check (kind in ('sale', 'refund', 'dispute', 'fee', 'other')),
  provider_order text not null default '' check (length(provider_order) <= 64 and private.is_plain_line(provider_order)),
  reference text not null check (length(reference) <= 64 and private.is_plain_line(reference)),
  gross numeric(12, 2) not null check (gross between -99999999.99 and 99999999.99),
  commission numeric(12, 2) not null check (commission between -99999999.99 and 99999999.99),
  tax numeric(12, 2) not null check (tax between -99999999.99 and 99999999.99),
  withheld numeric(12, 2) not null check (withheld between -99999999.99 and 99999999.99),
  net numeric(14, 2) not null generated always as (gross - commission - tax - withheld) stored
    check (net between -99999999.99 and 99999999.99),
  -- The transaction of the ledger, and what it brought into clearing.
  settles uuid constraint settlement_lines_settle_once unique references public.ledger_transactions (id),
  settled numeric(12, 2) not null default 0 check (settled between -99999999.99 and 99999999.99),
  difference_id uuid references public.payment_differences (id),
  primary key (settlement_id, number),
  constraint settlement_lines_amounts_fit check (private.fits_line(kind, gross, commission, tax, withheld)));

create unique index settlement_lines_once on public.settlement_lines
  (provider, kind, provider_order, reference, (gross > 0)) where kind in ('sale', 'refund', 'dispute');
create index settlement_lines_of_difference on public.settlement_lines (difference_id) where difference_id is not null;

call private.secure('public.settlements', is_of_books => true, own => null, is_audited => true);
call private.secure('public.settlement_lines', is_of_books => true, own => null);

create trigger settlements_keep before update or delete on public.settlements for each row
  when (old.posted_at is not null) execute function private.reject_write('A posted statement is never changed');
create trigger settlement_lines_keep before update of kind, gross, commission, tax, withheld, settles, settled
  on public.settlement_lines for each row
  when (old.settles is not null) execute function private.reject_write('What a line settles is never changed');

-- Finds what the lines settle: by reference, else by order, where only a sale may differ. Without nested
-- loops, which PostgreSQL would choose for new lines: it has no statistics of them.
create function private.match_lines(settlement uuid) returns void language sql set search_path = '' set enable_nestloop = off
as $$
  -- What moved the clearing accounts and is not settled, by each of its names; above zero the provider owes it.
  with moves as materialized (
    select t.id, p.provider, -t.amount as amount, t.kind in ('payment', 'second_capture') as is_sale,
      unnest(array[true, false, false]) as is_own, unnest(array[
        case t.kind when 'payment' then p.provider_reference when 'refund_completed' then r.provider_reference
          else regexp_replace(t.key, '^\S+ \S+ ', '') end, p.provider_order, p.provider_reference]) as name
    from private.postings t
    join public.payments p on p.id = t.payment_id
    left join public.payment_refunds r on r.payment_id = p.id and t.key = 'refund_completed ' || r.id
    where t.account like 'clearing%' and t.kind <> 'settlement'
      and not exists (select from public.settlement_lines l where l.settles = t.id)
  ), best as (
    select distinct on (l.number) l.number, m.id, m.amount
    from (
      select s.*, unnest(array[reference, provider_order, provider_order || '-' || ltrim(reference, '0')]) as name
      from public.settlement_lines s where s.settlement_id = settlement and s.settles is null
    ) l join moves m on m.name = l.name and m.provider = l.provider
    where l.kind in ('sale', 'refund', 'dispute') and m.is_sale = (l.kind = 'sale') and sign(m.amount) = sign(l.gross)
      and (m.is_own or l.kind = 'sale' or m.amount = l.gross)
    order by l.number, m.is_own desc, m.amount = l.gross desc, m.id
  )
  update public.settlement_lines l set settles = won.id, settled = won.amount
  from (select distinct on (b.id) b.* from best b order by b.id, b.number) won
  where l.settlement_id = settlement and l.number = won.number;
  update public.payment_differences d set outcome = 'repaired' from public.settlement_lines l
  where l.settlement_id = settlement and d.id = l.difference_id and d.resolved_at is null and l.gross = l.settled;
$$;

-- Stores a statement {id, provider, number, period_start, period_end, deposit_date, deposit, currency, file_hash} with its
-- lines {number, kind, provider_order, reference, gross, commission, tax, withheld, net}. A repeat changes nothing.
-- definer, here and below: nobody writes these tables.
create function public.import_settlement(statement jsonb, lines jsonb)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  stored public.settlements;
  said public.settlement_lines[];
  found integer;
begin
  perform private.require_admin();
  perform private.raise_problem('import-out-of-bounds') where octet_length(lines::text) > 2097152
    or case jsonb_typeof(lines) when 'array' then jsonb_array_length(lines) not between 1 and 5000 else true end;
  stored := jsonb_populate_record(null::public.settlements, statement);
  said := array(select l from jsonb_populate_recordset(null::public.settlement_lines, lines) l);
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  if exists (select from public.settlements s where (s.id, s.imported_by) = (stored.id, (select auth.uid()))) then
    return;
  end if;
  perform private.raise_problem('settlement-other-currency', s.currency)
    from public.installation_settings s where s.currency is distinct from statement ->> 'currency';
  perform private.raise_problem('settlement-imported', s.number) from public.settlements s
    where s.file_hash = stored.file_hash or (s.provider, s.number) = (stored.provider, stored.number);
  perform private.raise_problem('day-to-come') where stored.deposit_date > private.country_day(now());
  perform private.raise_problem('settlement-line-malformed', l.number::text) from unnest(said) l
    group by l.number having count(*) > 1;
  perform private.raise_problem('settlement-line-malformed', l.number::text) from unnest(said) l
    where not private.fits_line(l.kind, l.gross, l.commission, l.tax, l.withheld)
      or l.net is distinct from l.gross - l.commission - l.tax - l.withheld;
  perform private.raise_problem('settlement-deposit', concat(stored.deposit, ' ≠ ', sum(l.net))) from unnest(said) l
    having sum(l.net) is distinct from stored.deposit;
  insert into public.settlements
  select stored.id, stored.provider, stored.number, stored.period_start, stored.period_end, stored.deposit_date,
    sum(l.gross), sum(l.commission), sum(l.tax), sum(l.withheld), stored.deposit, 0, stored.file_hash, (select auth.uid())
  from unnest(said) l;
  insert into public.settlement_lines (
    settlement_id, number, provider, kind, provider_order, reference, gross, commission, tax, withheld)
  select stored.id, l.number, stored.provider, l.kind, l.provider_order, l.reference, l.gross, l.commission, l.tax, l.withheld
  from unnest(said) l order by l.number on conflict do nothing;
  perform private.raise_problem('settlement-line-settled', concat_ws(' ', l.number || ':', l.provider_order, l.reference))
    from unnest(said) l left join public.settlement_lines s on (s.settlement_id, s.number) = (stored.id, l.number)
    where s.number is null order by l.number limit 1;
  perform private.match_lines(stored.id);
  with differing as (
    update public.settlement_lines l set difference_id = gen_random_uuid()
    where l.settlement_id = stored.id and l.gross <> l.settled returning l.*
  )
  insert into public.payment_differences (id, provider, kind, payment_id, provider_order, detail, amount)
  select f.difference_id, f.provider, 'settlement', t.payment_id, f.provider_order,
    concat_ws(' · ', stored.number, f.number, f.reference, f.gross || ' ≠ ' || f.settled), abs(f.gross - f.settled)
  from differing f left join public.ledger_transactions t on t.id = f.settles;
  get diagnostics found = row_count;
  perform private.raise_problem('settlement-not-ours', found::text) where found > 100;
  update public.settlements s set differences = found where s.id = stored.id;
end;
$$;

-- Removes a statement that is not posted, and the differences that nobody has resolved.
create function public.discard_settlement(settlement uuid)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_admin();
  with gone as (delete from public.settlement_lines l where l.settlement_id = settlement returning l.difference_id)
  delete from public.payment_differences d using gone where d.id = gone.difference_id and d.resolved_at is null;
  delete from public.settlements s where s.id = settlement;
$$;

-- Posts a statement whose differences are resolved. A repeat changes nothing.
create function public.post_settlement(settlement uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '10s'
as $$
declare
  stored public.settlements;
  settled numeric;
  given numeric;
  moment timestamptz;
  open integer;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into stored from public.settlements s where s.id = settlement for update;
  if stored.id is null or stored.posted_at is not null then
    return;
  end if;
  perform private.match_lines(settlement);
  -- On the day of the deposit, but not before what it settles, nor before the books, nor in a closed month.
  select sum(l.settled), sum(abs(l.gross - l.settled)) + greatest(0, sum(abs(l.commission)) - sum(abs(l.gross)) / 10), count(*) filter (where l.gross <> l.settled and d.resolved_at is null), least(now(), greatest(
    private.start_of_day(stored.deposit_date + 1) - interval '1 millisecond', max(t.created_at),
    (select min(o.created_at) from public.ledger_transactions o),
    (select private.end_of_month(max(c.month)) from public.closed_months c)))
  into settled, given, open, moment
  from public.settlement_lines l left join public.payment_differences d on d.id = l.difference_id
  left join public.ledger_transactions t on t.id = l.settles
  where l.settlement_id = settlement;
  perform private.raise_problem('settlement-has-differences', open::text) where open > 0;
  perform private.record_gift('settlement', null, least(round(given, 2), 1000000), 'settlement_posted');
  if (stored.deposit, stored.commission, stored.tax, stored.withheld, settled) <> (0, 0, 0, 0, 0) then
    perform private.post(
      'settlement ' || settlement, 'settlement',
      array[
        private.find_account('bank'), private.find_account('commissions'), private.find_account('tax_on_commissions'),
        private.find_account('withheld'), private.find_account('clearing_' || stored.provider),
        private.find_account('adjustments')],
      array[-stored.deposit, -stored.commission, -stored.tax, -stored.withheld, settled, stored.gross - settled],
      null, null, stored.number, moment);
  end if;
  update public.settlements s set posted_by = (select auth.uid()), posted_at = moment where s.id = settlement;
end;
$$;

-- For form IT-1, in pesos at the last rate until the deposit, else the first one: what the statements that were posted in the month have.
create function public.withheld_of_month(month date) returns numeric language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select coalesce(sum(round(s.withheld * case i.currency when 'DOP' then 1 else (
    select r.rate from public.exchange_rates r
    order by r.day <= s.deposit_date desc, abs(r.day - s.deposit_date) limit 1) end, 2)), 0)
  from public.settlements s, public.installation_settings i where private.is_in_month(s.posted_at, month);
$$;

-- A rate is of a day that has come. What closed months declared at theirs stays.
create function private.keep_exchange_rate() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('day-to-come') where new.day > private.country_day(now());
  perform private.raise_problem('month-closed') from public.closed_months c where c.month >= private.month_of(least(old.day, new.day));
  return new;
end;
$$;
create trigger exchange_rates_keep before insert or update on public.exchange_rates
  for each row execute function private.keep_exchange_rate();

-- What an administrator says of a difference, or the provider of a dispute that is lost.
create function private.settle_difference() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_reason(new.resolution) where new.kind = 'settlement' and new.outcome is null;
  perform private.post(
    concat_ws(' ', 'dispute_lost', v.provider, v.reference), 'dispute_lost',
    array[private.find_account('disputes'), private.find_account('losses')], array[v.amount, -v.amount],
    p.reservation_id, p.id, new.resolution)
  from private.payment_reversals v join public.payments p on p.id = v.payment_id
  where new.kind in ('dispute', 'refunded-there') and (v.provider, v.reference) = (new.provider, new.detail)
    and not v.is_known and v.won_at is null;
  return null;
end;
$$;
create trigger payment_differences_settle after update on public.payment_differences
  for each row when (old.resolved_at is null and new.resolved_at is not null) execute function private.settle_difference();

grant execute on function
  public.import_settlement, public.discard_settlement, public.post_settlement, public.withheld_of_month to authenticated;

-- ## supabase/schemas/1750_papers.sql

-- Papers for DGII: what the operator declares of a month, and the purchases that administrators type for it.
--
--   papers_it1        the boxes of form IT-1 and of its annex A, and the sum of consumer invoices
--   papers_lines      the lines of format 606 (purchases), 607 (sales) or 608 (voided numbers)
--   papers_purchases  what administrators typed, and documents of others that are no purchases yet
--
-- Rules
--   A document counts in the month of its signature, once DGII has accepted it. A note counts below zero.
--   A note of more than 30 days after its document lowers neither operations nor ITBIS. Annex A has a box for it.
--   A purchase counts in the month of its date, and again in a later one in which it is paid with something withheld.
--   Only administrators read it. A response has at most 1,000 rows, in an order that does not change.

-- ## Purchases

-- Numbers that support a cost, on paper and electronic: not those for consumers (02, 32), sales of a day (12), exports (16, 46).
create function private.is_cost_ncf(ncf text) returns boolean language sql immutable parallel safe
  return ncf ~ '^(B(01|03|04|11|13|14|15|17)\d{8}|E(31|33|34|41|43|44|45|47)\d{10})$';
grant execute on function private.is_cost_ncf to authenticated, service_role;

-- Amounts are without taxes, and above zero in a note too. Codes are those of format 606.
create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  supplier text not null
    constraint purchases_supplier_is_one check (length(supplier) <= 11 and private.is_tax_id(supplier)),
  supplier_name text not null constraint purchases_supplier_name_not_blank check (private.is_visible(supplier_name))
    constraint purchases_supplier_name_length check (length(supplier_name) <= 150)
    constraint purchases_supplier_name_on_one_line check (private.is_plain_line(supplier_name)),
  ncf text not null constraint purchases_ncf_is_one check (length(ncf) <= 13 and private.is_cost_ncf(ncf)),
  modifies_ncf text constraint purchases_modifies_ncf_is_one
    check (length(modifies_ncf) <= 19 and modifies_ncf ~ '^(B\d{10}|E\d{12}|[AP]\d{18})$'),
  issued_on date not null check (issued_on between '2000-01-01' and '2199-12-31'),
  paid_on date check (paid_on between '2000-01-01' and '2199-12-31'),
  cost_type smallint not null check (cost_type between 1 and 11),
  services numeric(12, 2) not null default 0 check (services between 0 and 999999999.99),
  goods numeric(12, 2) not null default 0 check (goods between 0 and 999999999.99),
  tax numeric(12, 2) not null default 0 check (tax between 0 and 999999999.99),
  tax_withheld numeric(12, 2) not null default 0 check (tax_withheld between 0 and 999999999.99),
  income_withheld numeric(12, 2) not null default 0 check (income_withheld between 0 and 999999999.99),
  income_withheld_type smallint check (income_withheld_type between 1 and 9),
  paid_with smallint not null check (paid_with between 1 and 7),
  reason text constraint purchases_reason_not_blank check (private.is_visible(reason))
    constraint purchases_reason_length check (length(reason) <= 300)
    constraint purchases_reason_on_one_line check (private.is_plain_line(reason)),
  constraint purchases_once unique (supplier, ncf),
  constraint purchases_cost_something check (services + goods > 0),
  -- The highest rate is 18 percent. A peso is for what each line of a document is rounded by.
  constraint purchases_tax_of_amount check (tax <= (services + goods) * 0.18 + 1),
  constraint purchases_withheld_of_amount check (tax_withheld <= tax and income_withheld <= services + goods),
  constraint purchases_withheld_when_paid check (tax_withheld + income_withheld = 0 or paid_on is not null),
  constraint purchases_withheld_has_type check ((income_withheld > 0) = (income_withheld_type is not null)),
  constraint purchases_notes_modify check ((ncf ~ '^(B03|B04|E33|E34)') = (modifies_ncf is not null))
);

call private.secure('public.purchases', is_of_books => true, own => null, is_audited => true, admins_write => '{insert, update, delete}');
grant insert, update, delete on public.purchases to authenticated;
create trigger purchases_clean before insert or update of supplier_name, reason on public.purchases
  for each row execute function private.strip_unseen('supplier_name', 'reason');

-- What closed months have declared of a purchase. One that was on credit then may be paid later.
create function private.closed_part(purchase public.purchases) returns jsonb language sql stable set search_path = ''
as $$
  select to_jsonb(purchase) - 'reason' || case when purchase.paid_on < c.open_from then '{}' else jsonb_build_object(
    'paid_on', null, 'tax_withheld', 0, 'income_withheld', 0, 'income_withheld_type', null,
    'paid_with', case when purchase.paid_on is null then purchase.paid_with else 4 end) end
  from (select (max(month) + interval '1 month')::date as open_from from public.closed_months) c
  where purchase.issued_on < c.open_from;
$$;

create function private.keep_closed_purchase() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('public.closed_months'));
  perform private.raise_problem('day-to-come') where greatest(new.issued_on, new.paid_on) > private.country_day(now());
  perform private.raise_problem('month-closed') where private.closed_part(old) is distinct from private.closed_part(new);
  return coalesce(new, old);
end;
$$;
create trigger purchases_keep_closed before insert or update or delete on public.purchases
  for each row execute function private.keep_closed_purchase();

-- definer, below: policies would be asked for each row. Each public function asks for the right to read the books first.
-- The purchases of a month, after documents of others that are none yet: these have no id, and what they say of themselves.
create function public.papers_purchases(month date) returns setof public.purchases
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select l.* from (
    select (jsonb_populate_record(null::public.purchases, jsonb_build_object(
      'supplier', r.issuer, 'supplier_name', r.issuer_name, 'ncf', r.encf, 'issued_on', r.issued_on,
      'modifies_ncf', substring(r.xml from '<NCFModificado>([A-Z]\d{10,18})</NCFModificado>'),
      'services', least(greatest(r.amount - t.tax, 0), 999999999), 'tax', t.tax))).*
    from public.fiscal_received r join private.fiscal_installation i using (environment), lateral (
      select coalesce(substring(r.xml from '<TotalITBIS>(\d{1,9}(?:\.\d{1,2})?)</TotalITBIS>')::numeric, 0) as tax) t
    where r.kind = 'document' and r.confirmed_at is not null and private.is_cost_ncf(r.encf)
      and not exists (select from public.purchases p where p.supplier = r.issuer and p.ncf = r.encf)
    union all
    select p.* from public.purchases p
  ) l
  where date_trunc('month', l.issued_on::timestamp) = date_trunc('month', month::timestamp)
  order by l.id is not null, l.issued_on, l.id, l.ncf limit 1000;
$$;

-- ## What is declared

-- A purchase that is declared again has its first date. What is paid after the month is still on credit (4) in it.
create function private.declared_purchases(month date)
returns table (
  purchase public.purchases, sign integer, is_again boolean, paid_on date, tax_withheld numeric, income_type smallint,
  income_withheld numeric, paid_with smallint
) language sql stable set search_path = ''
as $$
  select p, case when p.ncf ~ '^(B04|E34)' then -1 else 1 end, p.issued_on < m.first_day,
    case when d.is_paid then p.paid_on end, case when d.is_paid then p.tax_withheld else 0 end,
    case when d.is_paid then p.income_withheld_type end, case when d.is_paid then p.income_withheld else 0 end,
    case when d.is_paid or p.paid_on is null then p.paid_with else 4 end
  from (select date_trunc('month', month::timestamp) as first_day) m
  join public.purchases p on date_trunc('month', p.issued_on::timestamp) = m.first_day or p.issued_on < m.first_day
    and date_trunc('month', p.paid_on::timestamp) = m.first_day and p.tax_withheld + p.income_withheld > 0
  cross join lateral (select p.paid_on < m.first_day + interval '1 month' as is_paid) d;
$$;

create function private.declared_documents(month date)
returns table (
  id uuid, type text, ncf text, modifies_ncf text, buyer text, issued_on date, sign integer, is_late boolean, is_listed boolean,
  net numeric, tax numeric, paid_by jsonb
) language sql stable set search_path = ''
as $$
  select
    d.id, d.type, d.encf, o.encf, d.buyer_tax_number, private.country_day(d.signed_at), s.sign, d.is_late,
    d.type <> '32' or d.amount >= 250000, s.sign * (d.amount - d.tax), s.sign * d.tax, d.paid_by
  from public.fiscal_documents d
  join private.fiscal_installation i using (environment)
  left join public.fiscal_documents o on o.id = d.modifies
  cross join lateral (select case d.type when '34' then -1 else 1 end as sign) s
  where d.state in ('accepted', 'conditional') and private.is_in_month(d.signed_at, month);
$$;

-- ## Files

-- A tax number and its kind, 1 for an RNC and 2 for a cédula; an amount without a sign, which the number of a note tells.
create function private.paper_person(taxpayer text) returns text language sql immutable
  return coalesce(taxpayer || '|' || case length(taxpayer) when 9 then '1' else '2' end, '|');
create function private.paper_amount(amount numeric) returns text language sql immutable
  return to_char(abs(amount), 'FM9999999990.00');

-- The lines after the one at this place. A void has no reason in e-CF: 08, errors in the sequence, is the nearest.
create function public.papers_lines(paper text, month date, after_place text default '')
returns table (place text, line text) language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  select l.place, l.line from (
    select to_char(p.issued_on, 'YYYYMMDD') || p.id, concat_ws('|', private.paper_person(p.supplier),
      to_char(p.cost_type, 'FM00'), p.ncf, coalesce(p.modifies_ncf, ''), to_char(p.issued_on, 'YYYYMMDD'),
      coalesce(to_char(d.paid_on, 'YYYYMMDD'), ''), private.paper_amount(p.services), private.paper_amount(p.goods),
      private.paper_amount(p.services + p.goods), private.paper_amount(p.tax), private.paper_amount(d.tax_withheld),
      -- No tax is subject to proportionality or taken to the cost.
      '0.00|0.00', private.paper_amount(p.tax), '',
      coalesce(to_char(d.income_type, 'FM00'), ''), private.paper_amount(d.income_withheld), '|0.00|0.00|0.00',
      to_char(d.paid_with, 'FM00'))
    from private.declared_purchases(month) d, lateral (select (d.purchase).*) p
    where paper = '606'
    union all
    select d.ncf, concat_ws('|', private.paper_person(d.buyer), d.ncf, coalesce(d.modifies_ncf, ''), '01',
      to_char(d.issued_on, 'YYYYMMDD'), '', private.paper_amount(d.net), private.paper_amount(d.tax),
      '0.00||0.00||0.00|0.00|0.00',
      -- DGII's forms of payment 1 to 6, and all others.
      (select string_agg(private.paper_amount(coalesce(f.amount, 0)), '|' order by n.form)
        from generate_series(1, 7) n (form), lateral (
          select sum(p.amount) as amount from jsonb_to_recordset(d.paid_by) as p (form integer, amount numeric)
          where least(p.form, 7) = n.form) f))
    from private.declared_documents(month) d where paper = '607' and d.is_listed
    union all
    select n.ncf, concat_ws('|', n.ncf, to_char(private.country_day(v.created_at), 'YYYYMMDD'), '08')
    from public.fiscal_voids v join private.fiscal_installation i using (environment), lateral (
      -- A void may have millions of numbers, and a page needs no more of each.
      select greatest(v.first_number, substring(after_place from '^E' || v.type || '(\d{10})$')::bigint + 1) as first
    ) s, lateral (
      select 'E' || v.type || lpad(n::text, 10, '0') as ncf from generate_series(s.first, least(v.last_number, s.first - 1 + private.most_rows())) n
    ) n
    where paper = '608' and v.state = 'accepted' and private.is_in_month(v.created_at, month)
  ) l (place, line)
  where l.place > after_place collate "C" order by l.place collate "C" limit private.most_rows();
$$;

-- ## Form IT-1

-- Each box of form IT-1 of 2020 sums what is told; those of annex A begin with A. C1, C2 and C12 to C18 are the sum of E32 of
-- less than 250,000, which no file lists. What Parqueo does not know, such as the balance of the month before, is in no box.
create function public.papers_it1(month date) returns table (box text, entries bigint, amount numeric)
language sql stable security definer set search_path = ''
as $$
  select private.check_month(month);
  with documents as materialized (select * from private.declared_documents(month)), told (box, entries, amount) as (
    select v.box, v.entries, v.amount from documents d, lateral (values
      (case when d.is_late then 'A43' when d.sign < 0 then 'A4' when d.type = '31' then 'A1' else 'A2' end, 1, abs(d.net), true),
      ('C1', 1, d.net, not d.is_listed), ('C2', 0, d.tax, not d.is_listed)) v (box, entries, amount, is_told)
    where v.is_told
    union all
    select k.part || 11 + least(p.form, 7), 0, d.sign * p.amount
    from documents d, jsonb_to_recordset(d.paid_by) p (form integer, amount numeric), lateral (values
      ('A', not d.is_late), ('C', not d.is_listed)) k (part, is_told)
    where k.is_told
    union all
    select v.box, 0, d.sign * v.amount
    from documents d join public.fiscal_lines l on l.document_id = d.id, lateral (values
      (case l.rate when 18 then '11' when 16 then '12' else '4' end, l.amount - l.tax),
      (case l.rate when 18 then '16' when 16 then '17' end, l.tax)) v (box, amount)
    where not d.is_late
    union all
    -- Services and goods share the tax of a purchase by their amounts.
    select v.box, 0, d.sign * v.amount
    from private.declared_purchases(month) d, lateral (select (d.purchase).*) p,
      lateral (select round(p.tax * p.services / (p.services + p.goods), 2) as tax_of_services) s,
      lateral (values ('22', p.tax - s.tax_of_services, not d.is_again), ('23', s.tax_of_services, not d.is_again),
        ('60', d.tax_withheld, true)) v (box, amount, is_told)
    where v.is_told
    union all
    select 'A27', 0, public.withheld_of_month(month)
  ), boxes (box, term, place) as (
    select f.words[1], t.term, f.place
    from unnest(array[
      'A1', 'A2', 'A4', 'A11 A1 A2 -A4', 'A12', 'A13', 'A14', 'A15', 'A16', 'A17', 'A18', 'A19 A12 A13 A14 A15 A16 A17 A18',
      'A20 A1 A2 -A4', 'A27', 'A33 A27', 'A43', 'A56 22 23', '1 A1 A2 -A4', '4', '9 4', '10 11 12', '11', '12', '16', '17',
      '21 16 17', '22', '23', '25 22 23', '26 16 17 -22 -23', '27 22 23 -16 -17', '30 A27', '33 16 17 -22 -23 -A27',
      '34 22 23 A27 -16 -17', '38 16 17 -22 -23 -A27', '60', 'C1', 'C2', 'C12', 'C13', 'C14', 'C15', 'C16', 'C17', 'C18'
    ]) with ordinality b (words, place), lateral (select string_to_array(b.words, ' ') as words, b.place) f,
      -- A box without terms is told itself.
      lateral unnest(case when cardinality(f.words) = 1 then f.words else f.words[2:] end) t (term)
  )
  select b.box, nullif(sum(t.entries), 0), greatest(
    coalesce(sum(case when b.term like '-%' then -t.amount else t.amount end), 0),
    case when b.box in ('26', '27', '33', '34', '38') then 0 end)
  from boxes b left join told t on t.box = ltrim(b.term, '-') group by b.place, b.box order by b.place;
$$;

grant execute on function public.papers_purchases, public.papers_lines, public.papers_it1 to authenticated;

-- ## supabase/schemas/1800_ratings.sql

-- Ratings: what a driver says about a completed reservation, in stars from 1 to 5 for four criteria and an optional
-- comment.
--
-- reservation completed ──14 days──▶ too late to rate
-- rating made           ──1 day────▶ final
--
-- Rules
--   One rating for each reservation, by its driver; at most three ratings of one driver for a zone in 24 hours.
--   An administrator may hide a comment, with a reason; the stars count all the same. Nobody deletes a rating.
--   The deletion of the account removes the person and the comment; the stars stay.
--   An installation with sample data keeps no ratings.
--
-- Hooks: the rating of a zone [zones and spaces] is the average of its ratings.

-- Drivers read their own; everybody reads averages and comments by public.zone_ratings.
create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  -- Null when the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- The zone of the space when the reservation was rated; the space may move to another zone later.
  zone_id uuid not null references public.parking_zones (id) on delete cascade,
  overall smallint not null constraint ratings_overall_from_1_to_5 check (overall between 1 and 5),
  cleanness smallint not null constraint ratings_cleanness_from_1_to_5 check (cleanness between 1 and 5),
  communication smallint not null constraint ratings_communication_from_1_to_5 check (communication between 1 and 5),
  accessibility smallint not null constraint ratings_accessibility_from_1_to_5 check (accessibility between 1 and 5),
  comment text constraint ratings_comment_not_blank check (private.is_visible(comment))
    constraint ratings_comment_length check (length(comment) <= 300),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  -- The audit log has who hid it.
  hidden_at timestamptz check (isfinite(hidden_at)),
  hidden_reason text constraint ratings_hidden_reason_not_blank check (btrim(hidden_reason) <> '')
    constraint ratings_hidden_reason_length check (length(hidden_reason) <= 300),
  constraint ratings_once_per_reservation unique (reservation_id),
  constraint ratings_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null))
);

create index ratings_of_person on public.ratings (user_id) where user_id is not null;
create index ratings_of_zone_newest_first on public.ratings (zone_id, created_at desc, id desc);
create index ratings_of_zone_with_shown_comment on public.ratings (zone_id, created_at desc, id desc)
  where comment is not null and hidden_at is null;

-- Drivers and administrators have the same right to update; private.protect_rating() tells what each of them changes.
call private.secure('public.ratings', service => 'all', drivers_write => '{insert, update}', admins_write => '{update}');
grant insert (id, reservation_id, user_id, overall, cleanness, communication, accessibility, comment),
  update (overall, cleanness, communication, accessibility, comment, hidden_reason)
  on public.ratings to authenticated;

create function private.complete_rating() returns trigger language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
declare
  reservation record;
begin
  perform private.require_unsuspended();
  perform private.raise_problem('ratings-not-kept') where not (private.options()).keeps_ratings;
  -- With the rights of the caller, who sees their own reservations.
  select r.status, r.end_time, s.zone_id into reservation
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = new.reservation_id and r.user_id = new.user_id;
  perform private.raise_problem('rated-reservation-not-found') where not found;
  perform private.raise_problem('reservation-not-completed') where reservation.status <> 'completed';
  perform private.raise_problem('rating-too-late') where reservation.end_time <= now() - interval '14 days';
  perform private.raise_problem('reservation-without-zone') where reservation.zone_id is null;
  -- One driver who books, completes and rates again and again must not set the rating of a zone.
  if new.user_id = auth.uid() then
    -- Ratings of one driver come one after the other, so that each counts those before it.
    perform pg_advisory_xact_lock(hashtextextended('ratings of ' || new.user_id, 0));
    perform private.raise_problem('too-many-ratings') where (
      select count(*) from public.ratings
      where user_id = new.user_id and zone_id = reservation.zone_id and created_at > now() - interval '24 hours'
        -- A repeat hears that the reservation has its rating.
        and reservation_id <> new.reservation_id
    ) >= 3;
  end if;
  new.zone_id := reservation.zone_id;
  new.comment := private.to_plain_line(new.comment);
  return new;
end;
$$;

create trigger ratings_complete before insert on public.ratings for each row execute function private.complete_rating();

create function private.protect_rating() returns trigger language plpgsql set search_path = ''
as $$
begin
  perform private.reject('Reservation, person, zone and time of a rating never change')
    where (new.id, new.reservation_id, new.zone_id, new.created_at)
        is distinct from (old.id, old.reservation_id, old.zone_id, old.created_at)
      or (new.user_id is distinct from old.user_id and new.user_id is not null);

  -- A comment may tell who wrote it, so it goes with the account; the stars stay.
  if new.user_id is null and old.user_id is not null then
    new.comment := null;
    new.hidden_at := null;
    new.hidden_reason := null;
    return new;
  end if;

  new.comment := private.to_plain_line(new.comment);
  new.hidden_reason := private.to_plain_line(new.hidden_reason);
  if (new.overall, new.cleanness, new.communication, new.accessibility, new.comment)
    is distinct from (old.overall, old.cleanness, old.communication, old.accessibility, old.comment)
  then
    perform private.reject('Only the driver of a reservation changes its rating', 'insufficient_privilege')
      where auth.uid() is not null and auth.uid() is distinct from old.user_id;
    perform private.require_unsuspended();
    perform private.raise_problem('ratings-not-kept') where not (private.options()).keeps_ratings;
    perform private.raise_problem('rating-final') where old.created_at <= now() - interval '1 day';
  end if;

  if new.hidden_reason is distinct from old.hidden_reason then
    perform private.reject('Only administrators hide comments', 'insufficient_privilege')
      where auth.uid() is not null and not private.is_admin();
    new.hidden_at := case when new.hidden_reason is not null then coalesce(old.hidden_at, now()) end;
  end if;
  return new;
end;
$$;

create trigger ratings_protect before update on public.ratings for each row execute function private.protect_rating();
create trigger ratings_touch_updated_at
  before update on public.ratings for each row execute function private.touch_updated_at();

-- The deletion of a zone or an account also changes ratings, by a foreign key: that is no entry of the audit log.
create trigger ratings_audit after insert or update or delete on public.ratings
  for each row when (pg_trigger_depth() = 0) execute function private.audit_admin_write();

-- ## The rating of a zone

create trigger ratings_refresh_zone_on_insert after insert on public.ratings
  referencing new table as changed for each statement execute function private.refresh_zones();
create trigger ratings_refresh_zone_on_update after update on public.ratings
  referencing old table as before new table as changed for each statement execute function private.refresh_zones('overall');
create trigger ratings_refresh_zone_on_delete after delete on public.ratings
  referencing old table as changed for each statement execute function private.refresh_zones();

-- ## What everybody reads

-- The averages of a zone for each criterion, the number of its ratings and the ten latest comments that are not hidden.
-- Comments name no author, and the day instead of the time. A zone without ratings has no row.
-- definer: visitors and other drivers read no ratings.
create function public.zone_ratings(zone uuid)
returns table (
  rating_count integer, overall numeric, cleanness numeric, communication numeric, accessibility numeric, comments jsonb
)
language sql stable security definer set search_path = ''
as $$
  select
    count(*)::integer, round(avg(t.overall), 1), round(avg(t.cleanness), 1), round(avg(t.communication), 1),
    round(avg(t.accessibility), 1),
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'stars', latest.overall,
          'comment', latest.comment,
          'day', private.country_day(latest.created_at)
        ) order by latest.created_at desc, latest.id desc
      )
      from (
        select r.id, r.overall, r.comment, r.created_at from public.ratings r
        where r.zone_id = zone_ratings.zone and r.comment is not null and r.hidden_at is null
        order by r.created_at desc, r.id desc
        limit 10
      ) latest
    ), '[]')
  from public.ratings t
  where t.zone_id = zone_ratings.zone
  having count(*) > 0;
$$;

grant execute on function public.zone_ratings to anon, authenticated, service_role;

-- ## supabase/schemas/1900_messages.sql

-- Messages: the conversation of each driver with the operator.
--
-- A driver's message (sender_type user)
--   needs_reply ──the operator replies, or marks it as done──▶ not needs_reply, read
-- A reply (sender_type other)
--   not read ──the driver opens it──▶ read
--
-- Rules
--   A person sends at most limits.messages_per_minute in a minute, and a driver limits.messages_per_day in a day, of which
--   limits.unanswered_messages wait for a reply. Texts never change, and nobody deletes a message.
--   A reply settles the driver's messages that its writer had seen (seen_until), and not later ones.
--   A message may be about a reservation of the driver; it keeps the name of the space and the start as a copy.
--   The audit log gets who replied and when, not the text. The message has no writer: drivers know no administrator.
--
-- Hook: [notifications] tells the driver of a reply.

create table public.user_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  sender_type text not null constraint user_messages_sender_type_is_known check (sender_type in ('user', 'other')),
  message text not null constraint user_messages_message_not_blank check (private.is_visible(message))
    constraint user_messages_message_is_legible check (private.is_legible(message))
    constraint user_messages_message_length check (length(message) <= 1000),
  read_status boolean not null default false,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  reservation_id uuid references public.reservations (id) on delete set null,
  reservation_space_name text check (length(reservation_space_name) <= 120),
  reservation_start_time timestamptz check (isfinite(reservation_start_time)),
  -- The time of the driver's last message that the writer of a reply had seen. With null the reply settles all of them.
  seen_until timestamptz check (isfinite(seen_until))
    constraint user_messages_only_replies_have_seen check (seen_until is null or sender_type = 'other'),
  needs_reply boolean not null default false
    constraint user_messages_only_drivers_need_reply check (not needs_reply or sender_type = 'user')
);

create index user_messages_newest_first on public.user_messages (user_id, created_at desc);
create index user_messages_of_reservation on public.user_messages (reservation_id) where reservation_id is not null;
create index user_messages_unread_by_driver on public.user_messages (user_id)
  where sender_type = 'other' and not read_status;
create index user_messages_waiting on public.user_messages (user_id, created_at) where needs_reply;

call private.secure('public.user_messages', service => 'all');
grant insert (id, user_id, sender_type, message, reservation_id, seen_until), update (read_status, needs_reply)
  on public.user_messages to authenticated;

create policy drivers_insert_own_messages on public.user_messages
  for insert to authenticated with check (user_id = (select auth.uid()) and sender_type = 'user');
create policy admins_insert_messages on public.user_messages
  for insert to authenticated with check (sender_type = 'other' and (select private.is_admin()));
create policy drivers_mark_messages_read on public.user_messages for update to authenticated
  using (user_id = (select auth.uid()) and sender_type = 'other')
  with check (user_id = (select auth.uid()) and sender_type = 'other' and read_status);
create policy admins_mark_messages_read on public.user_messages for update to authenticated
  using (sender_type = 'user' and (select private.is_admin()))
  with check (sender_type = 'user' and read_status and (select private.is_admin()));
create policy suspended_drivers_insert_no_message on public.user_messages
  as restrictive for insert to authenticated with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_message on public.user_messages
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));

-- A text of invisible characters alone becomes empty, which the table rejects. Several empty lines in a row become one. A
-- text that is too long is left to the constraint, since the regular expressions would take long.
create function private.complete_message() returns trigger language plpgsql set search_path = ''
as $$
declare
  blank constant text := '[' || private.blanks() || private.unseen_letters() || ']+';
  reservation record;
begin
  if length(new.message) <= 1000 then
    new.message := regexp_replace(new.message, '^' || blank || '|' || blank || '$', '', 'g');
    new.message := regexp_replace(new.message, '\n(?:\s*\n){2,}', E'\n\n', 'g');
  end if;
  new.needs_reply := new.sender_type = 'user';
  if new.reservation_id is not null then
    -- With the rights of the caller; an administrator's message is about a reservation of its reader.
    select s.name, r.start_time into reservation
    from public.reservations r
    left join public.parking_spaces s on s.id = r.parking_space_id
    where r.id = new.reservation_id and r.user_id = new.user_id;
    perform private.raise_problem('reservation-not-found') where not found;
    new.reservation_space_name := reservation.name;
    new.reservation_start_time := reservation.start_time;
  end if;
  return new;
end;
$$;

create trigger user_messages_complete
  before insert on public.user_messages for each row execute function private.complete_message();

create trigger user_messages_audit_insert after insert on public.user_messages for each row
  execute function private.audit_admin_write(
    'message', 'reservation_id', 'reservation_space_name', 'reservation_start_time');
-- An operator has marked the message as done. What a reply settles stands in the entry of the reply.
create trigger user_messages_audit_update after update of needs_reply on public.user_messages
  for each row when (old.needs_reply and not new.needs_reply and pg_trigger_depth() = 0)
  execute function private.audit_admin_write(
    'message', 'reservation_id', 'reservation_space_name', 'reservation_start_time');

-- After the insert, so that a message that is sent twice is rejected as a duplicate and not by a limit, and after the
-- trigger of the audit log, which counts what an administrator sends.
create function private.follow_message() returns trigger language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
declare
  limits constant private.limits := private.get_limits();
  in_a_minute bigint;
  in_a_day bigint;
begin
  -- There is no limit for programs without a person's session.
  if auth.uid() is not null then
    perform private.raise_problem('messages-are-samples') where not (private.options()).keeps_messages;
    -- Messages of one sender come one after the other, so that each counts those before it.
    perform pg_advisory_xact_lock(hashtextextended('messages of ' || auth.uid(), 0));
    if new.sender_type = 'user' then
      select count(*), count(*) filter (where created_at > now() - interval '1 minute') into in_a_day, in_a_minute
      from public.user_messages
      where user_id = new.user_id and sender_type = 'user' and created_at > now() - interval '1 day';
      perform private.raise_problem('too-many-messages-in-a-day') where in_a_day > limits.messages_per_day;
      perform private.raise_problem('too-many-unanswered-messages') where (
        select count(*) from public.user_messages where user_id = new.user_id and needs_reply
      ) > limits.unanswered_messages;
    else
      select count(*) into in_a_minute from public.audit_log
      where actor_id = auth.uid() and subject_table = 'user_messages' and action = 'insert'
        and created_at > now() - interval '1 minute';
    end if;
    perform private.raise_problem('too-many-messages') where in_a_minute > limits.messages_per_minute;
  end if;
  update public.user_messages set needs_reply = false, read_status = true
  where new.sender_type = 'other' and user_id = new.user_id and needs_reply
    and (new.seen_until is null or created_at <= new.seen_until);
  return null;
end;
$$;

create trigger user_messages_follow after insert on public.user_messages
  for each row execute function private.follow_message();

-- Tells the operator what is wrong with a space, as a message of the caller, to whom it may reply. A repeat with the same id
-- is the same message.
create function public.report_space(id uuid, space uuid, note text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_duty_for_spaces('report_space', array[space]);
  insert into public.user_messages (id, user_id, sender_type, message)
  select report_space.id, auth.uid(), 'user', concat_ws(', ', s.name, s.zone_name) || ': ' || note
  from public.parking_spaces s where s.id = space
  on conflict do nothing;
  perform private.raise_problem('space-gone') where not exists (select from public.parking_spaces s where s.id = space);
end;
$$;
grant execute on function public.report_space to authenticated;

-- ## What clients read

-- How many messages of the operator the caller has not read, up to 100.
create function public.count_unread_messages() returns integer language sql stable set search_path = ''
as $$
  select count(*)::integer from (
    select from public.user_messages
    where user_id = (select auth.uid()) and sender_type = 'other' and not read_status
    limit 100
  ) as unread;
$$;

-- The drivers who wait for a reply, the longest wait first, each with the first message that waits: at most 50 rows.
-- waiting_users counts all of them.
create function public.admin_message_inbox()
returns table (
  user_id uuid, full_name text, email text, excerpt text, sent_at timestamptz,
  waiting_messages integer, waiting_users integer
)
language sql stable set search_path = ''
as $$
  select private.require_admin();
  select
    oldest.user_id, p.full_name, p.email,
    left(regexp_replace(oldest.message, '\s+', ' ', 'g'), 160), oldest.created_at,
    oldest.waiting::integer, (count(*) over ())::integer
  from (
    select distinct on (w.user_id)
      w.user_id, w.message, w.created_at, count(*) over (partition by w.user_id) as waiting
    from public.user_messages w
    where w.needs_reply
    order by w.user_id, w.created_at, w.id
  ) as oldest
  join public.profiles p on p.user_id = oldest.user_id
  -- The longest wait comes first: with the newest first, many accounts could push a person off the list.
  order by oldest.created_at, oldest.user_id
  limit 50;
$$;

grant execute on function public.count_unread_messages, public.admin_message_inbox to authenticated;

-- ## supabase/schemas/2000_notifications.sql

-- Notifications: what drivers are told by mail and by push. Each row is one mail, or one message to one device.
--
-- state   pending ──delivered──────────────────────────▶ sent
--            ├─────rejected, or tried until it expired─▶ failed
--            └─────of no use when its turn comes───────▶ skipped
--
-- Adding    a trigger, or add_reminders() when a time has come, calls private.add_notification() with a cause;
--           each cause is told once by mail and once to each device
-- Sending   a worker of the server calls claim_notifications(), sends, and calls finish_notification(), until the row
--           is sent or expires
--
-- Rules
--   Nothing is sent on a channel that the driver or the operator has turned off; receipts come by mail only.
--   At most limits.notifications_per_hour for each mail address and each device.
--   Neither holds for the mail about an administrator or their limit: whoever takes over the back office could turn it off.
--   A row is checked again just before it is sent, and skipped if its content does not hold any more.
--   A push address that the service rejects is removed; a mail address that is rejected is left alone for 7 days.
--
-- Hooks: [ledger] calls report_people once a day. [receipts] adds notifications of the kind receipt. [staff] hands over invitations, whose people may have no account.

-- ## Devices

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid,
  -- The server sends requests to this address, so it must be one of a browser's push service.
  endpoint text not null constraint push_subscriptions_endpoint_length check (length(endpoint) <= 1000)
    constraint push_subscriptions_endpoint_is_of_push_service check (endpoint ~ (
      '^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com'
      || '|[a-z0-9-]+\.notify\.windows\.com)/[!-~]+$')) constraint push_subscriptions_endpoint_once unique,
  p256dh text not null check (length(p256dh) <= 88 and p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text not null check (length(auth) <= 24 and auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  language text not null check (length(language) <= 6 and language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- The public key of the server that the device subscribed with.
  server_key text not null check (length(server_key) <= 88 and server_key ~ '^[A-Za-z0-9_-]{87}=?$')
);

create index push_subscriptions_of_driver on public.push_subscriptions (user_id, created_at);

call private.secure('public.push_subscriptions', has_admins => false, service => 'all');

-- Turns notifications on for a device of the caller, by the address that its push service gave it. A device belongs to
-- the driver who turned notifications on last. Only the device knows its address.
-- definer: it takes over the row of the driver before, which the caller may not see.
create function public.add_push_subscription(
  endpoint text, p256dh text, auth text, language text, server_key text
) returns uuid language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  person constant uuid := auth.uid();
  added uuid;
begin
  perform private.reject('Log in to turn notifications on', 'insufficient_privilege')
    where person is null or private.is_suspended() or not private.has_shown_second_factor();
  perform pg_advisory_xact_lock(hashtextextended('push subscriptions of ' || person, 0));
  insert into public.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth, language, server_key)
  values (person, (auth.jwt() ->> 'session_id')::uuid, endpoint, p256dh, auth, language, server_key)
  on conflict on constraint push_subscriptions_endpoint_once do update set
    user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, language = excluded.language, server_key = excluded.server_key, created_at = now()
  returning s.id into added;
  -- What the driver before is still to be told is not shown to this one.
  delete from public.notifications n where n.subscription_id = added and n.user_id <> person;
  -- A driver has the 10 newest.
  delete from public.push_subscriptions s where s.id in (
    select o.id from public.push_subscriptions o where o.user_id = person
    order by o.id <> added, o.created_at desc, o.id offset 10
  );
  return added;
end;
$$;

-- A suspended driver may call it too.
-- definer: nobody deletes through an API.
create function public.remove_push_subscription(endpoint text)
returns void language sql security definer set search_path = ''
as $$
  delete from public.push_subscriptions s
  where s.endpoint = remove_push_subscription.endpoint and s.user_id = (select auth.uid());
$$;

grant execute on function public.add_push_subscription, public.remove_push_subscription to authenticated, service_role;

-- ## Notifications

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  subscription_id uuid references public.push_subscriptions (id) on delete cascade,
  reservation_id uuid references public.reservations (id) on delete cascade,
  -- The event that the row tells of.
  cause text not null check (length(cause) <= 120),
  -- What the text says, as it was when the row was added.
  content jsonb not null check (length(content::text) <= 8000),
  state text not null default 'pending' check (state in ('pending', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now() check (isfinite(next_attempt_at)),
  -- Nobody sends it after this time.
  expires_at timestamptz not null default now() + interval '1 day' check (isfinite(expires_at)),
  -- A reply code of SMTP or HTTP, or a name; never the text of an error, which may hold an address.
  last_error text check (length(last_error) <= 40 and last_error ~ '^\w+$'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  constraint notifications_subscription_of_push check (subscription_id is null or channel = 'push'),
  constraint notifications_finished_unless_pending check ((state = 'pending') = (finished_at is null)),
  constraint notifications_kind_is_known check (kind in (
    'confirmed', 'payment_wanted', 'extension_wanted', 'changed', 'cancelled', 'starts_soon', 'ends_soon', 'operator_reply', 'space_out_of_service',
    'reservation_over', 'space_still_used', 'receipt', 'payment_late', 'refund', 'overstay',
    -- For administrators.
    'taken_back', 'administrator', 'certificate', 'correction', 'people'))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create unique index notifications_once_for_each_cause on public.notifications
  (cause, channel, coalesce(subscription_id, '00000000-0000-0000-0000-000000000000'));
create index notifications_by_next_attempt on public.notifications (next_attempt_at) where state = 'pending';
-- For the limit of an hour; for what is deleted with a reservation or a device.
create index notifications_of_driver on public.notifications (user_id, created_at);
create index notifications_of_reservation on public.notifications (reservation_id) where reservation_id is not null;
create index notifications_of_subscription on public.notifications (subscription_id) where subscription_id is not null;
-- For the overview, and for what is too old.
create index notifications_failed on public.notifications (finished_at) where state = 'failed';
create index notifications_by_outcome on public.notifications (channel, state, finished_at)
  where state in ('sent', 'failed');
create index notifications_by_age on public.notifications (created_at);

call private.secure('public.notifications', service => 'all');

-- ## Adding one

-- Whether the operator has turned the channel on. With sample data there are no settings, and everything is allowed.
create function private.notifications_allowed(channel text)
returns boolean language sql stable security definer set search_path = ''
  return coalesce((
    select s.notifications_enabled and case channel when 'mail' then s.email_notifications else s.push_notifications end
    from private.settings() s
  ), true);

-- Adds a row for the mail and one for each device. No device is told of a refund after the driver's own cancellation or
-- change, since the screen says it.
-- definer, as the triggers below: nobody who causes a notification may write one.
create function private.add_notification(
  person uuid, kind text, cause text, content jsonb,
  reservation uuid default null, due timestamptz default now(), expires timestamptz default now() + interval '1 day'
) returns void language sql security definer set search_path = ''
as $$
  insert into public.notifications
    (user_id, kind, channel, subscription_id, reservation_id, cause, content, next_attempt_at, expires_at)
  select person, kind, target.channel, target.subscription_id, reservation, cause, content, due, expires
  from (
    select 'mail' as channel, null::uuid as subscription_id
    from public.user_settings s where s.user_id = person and s.email_notifications
    union all
    select 'push', d.id
    from public.user_settings s join public.push_subscriptions d on d.user_id = s.user_id
    where s.user_id = person and s.push_notifications and kind not in ('receipt', 'people')
      and not (kind = 'refund' and coalesce((content ->> 'by_driver')::boolean, false))
  ) as target
  where private.notifications_allowed(target.channel)
    and (
      select count(*) from public.notifications n
      where n.user_id = person and n.created_at > now() - interval '1 hour'
        and n.channel = target.channel and n.subscription_id is not distinct from target.subscription_id
    ) < (select (private.get_limits()).notifications_per_hour)
  on conflict do nothing;
$$;

-- `sequence` grows with each change, as calendars require: it is the seconds since the reservation was made.
create function private.describe_reservation(reservation public.reservations) returns jsonb language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'parking_space_id', reservation.parking_space_id,
    'space_name', left(s.name, 200),
    'zone_name', left(s.zone_name, 200),
    'address', left(coalesce(nullif(btrim(s.location), ''), z.location), 200),
    'start_time', reservation.start_time,
    'end_time', reservation.end_time,
    'plate', reservation.vehicle_plate,
    'price', reservation.total_amount,
    'currency', (select currency from private.settings()),
    'latitude', z.latitude,
    'longitude', z.longitude,
    'sequence', greatest(0, floor(extract(epoch from now() - reservation.created_at)))::bigint
  )
  from (select) as one
  left join public.parking_spaces s on s.id = reservation.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id;
$$;

-- ## Events of reservations and spaces

create function private.notify_of_reservation() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  moment constant text := to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24MISSUS');
  reservation jsonb;
  before jsonb;
  outage constant jsonb := case when current_setting('parqueo.out_of_service', true) = new.id::text
    then '{"reason": "space_out_of_service"}' else '{}' end;
begin
  if new.user_id is null or new.is_open then
    return null;
  end if;
  if tg_op = 'INSERT' or old.status in ('held', 'lapsed') then
    if new.status = 'active' and new.end_time > now() then
      perform private.add_notification(
        new.user_id, 'confirmed', 'confirmed ' || new.id,
        private.describe_reservation(new) || jsonb_build_object('paid_by', private.list_paid_by(new.id)), new.id);
    elsif new.status = 'held' and new.user_id is distinct from (select auth.uid()) then
      perform private.add_notification(
        new.user_id, 'payment_wanted', 'payment_wanted ' || new.id, private.describe_reservation(new), new.id, now(), new.held_until);
    end if;
    return null;
  end if;
  if old.status <> 'active' then
    return null;
  end if;
  if new.status = 'cancelled' then
    delete from public.notifications
    where reservation_id = new.id and state = 'pending' and attempts = 0;
    perform private.add_notification(new.user_id, 'cancelled', 'cancelled ' || new.id,
      private.describe_reservation(new) || outage
        || jsonb_build_object('by_driver', new.user_id is not distinct from auth.uid()), new.id);
  elsif new.status = 'active'
    and (new.start_time, new.end_time, new.parking_space_id) is distinct from (old.start_time, old.end_time, old.parking_space_id)
    and new.parking_space_id is not null
  then
    reservation := private.describe_reservation(new);
    -- What the driver was told last.
    select n.content -> 'before' into before from public.notifications n
    where n.reservation_id = new.id and n.state = 'pending' and n.attempts = 0 and n.kind = 'changed';
    before := coalesce(before, private.describe_reservation(old));
    delete from public.notifications
    where reservation_id = new.id and state = 'pending' and attempts = 0
      and kind in ('changed', 'starts_soon', 'ends_soon');
    -- A confirmation that was not sent yet gets the new content.
    update public.notifications set content = content || reservation
    where reservation_id = new.id and state = 'pending' and attempts = 0 and kind = 'confirmed';
    if not found or outage <> '{}' or exists (
      select from public.notifications
      where reservation_id = new.id and kind = 'confirmed' and (state <> 'pending' or attempts > 0)
    ) then
      perform private.add_notification(new.user_id, 'changed', 'changed ' || new.id || ' ' || moment,
        reservation || outage || jsonb_build_object('before', before), new.id);
    end if;
  end if;
  return null;
end;
$$;

create trigger reservations_notify after insert or update on public.reservations
  for each row execute function private.notify_of_reservation();

-- An operator who calls set_space_status() resolves each reservation.
create function private.notify_of_space_out_of_service()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- Once an hour, however often the status is changed back and forth.
  perform private.add_notification(r.user_id, 'space_out_of_service',
    'space_out_of_service ' || r.id || to_char(now() at time zone 'UTC', ' YYYYMMDDHH24'),
    private.describe_reservation(r), r.id)
  from public.reservations r
  where r.parking_space_id = new.id and r.status = 'active' and r.end_time > now() and r.user_id is not null
    and not exists (select from public.space_status_overrides o where o.id = new.id);
  return null;
end;
$$;

create trigger parking_spaces_notify_of_maintenance after update of status on public.parking_spaces
  for each row when (new.status = 'maintenance' and old.status is distinct from new.status)
  execute function private.notify_of_space_out_of_service();

-- ## Events of messages

-- Sent a minute later if the driver has not read the reply by then. Several replies are told once.
create function private.notify_of_reply() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.notifications
    where user_id = new.user_id and kind = 'operator_reply' and state = 'pending' and attempts = 0
  ) then
    perform private.add_notification(new.user_id, 'operator_reply', 'operator_reply ' || new.id,
      jsonb_build_object('message_id', new.id), null, now() + interval '1 minute');
  end if;
  return null;
end;
$$;

create trigger user_messages_notify_of_reply after insert on public.user_messages
  for each row when (new.sender_type = 'other' and not new.read_status) execute function private.notify_of_reply();

-- ## Events of money

create function private.add_money_notification(person uuid, kind text, cause text, content jsonb, reservation uuid)
returns void language sql security definer set search_path = ''
as $$
  select private.add_notification(
    person, kind, cause,
    content || jsonb_build_object(
      'reservation', (select private.describe_reservation(r) from public.reservations r where r.id = reservation)),
    null, now(), now() + interval '7 days');
$$;

-- Tells drivers of money that came too late and of a refund that is over, but not of a second capture that could not go
-- back: the operator settles it. Tells administrators of a dispute, to which they have a few days to respond.
create function private.notify_of_money() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  case tg_table_name
    when 'payments' then
      perform private.add_money_notification(
        new.user_id, 'payment_late', 'payment_late ' || new.id,
        jsonb_build_object(
          'payment_id', new.id, 'amount', new.amount, 'currency', new.currency, 'goes_back', new.purpose in ('reservation', 'exit'), 'is_change', new.purpose = 'change'),
        new.reservation_id);
    when 'payment_refunds' then
      perform private.add_money_notification(
        p.user_id, 'refund', new.state || ' ' || new.id,
        jsonb_build_object(
          'event', case new.state when 'succeeded' then 'arrived' else 'returned' end,
          'amount', new.amount, 'sent_on', 0, 'currency', p.currency, 'by_driver', false),
        p.reservation_id)
      from public.payments p
      where p.id = new.payment_id and p.user_id is not null and (new.state = 'succeeded' or not new.is_second_capture);
    when 'overstays' then
      perform private.add_money_notification(o.user_id, 'overstay', concat_ws(' ', 'overstay', o.reservation_id, o.state),
        jsonb_build_object('event', o.state, 'amount', o.amount, 'currency', (select currency from public.installation_settings)),
        o.reservation_id)
      from public.overstays o where o.reservation_id = new.reservation_id;
    when 'payment_differences' then
      perform private.add_money_notification(
        r.user_id, 'taken_back', 'taken_back ' || new.id || ' ' || r.user_id,
        jsonb_build_object(
          'event', new.kind, 'amount', new.amount, 'currency', (select currency from public.installation_settings),
          'order', new.provider_order),
        null)
      from public.user_roles r where r.role = 'admin';
  end case;
  return null;
end;
$$;

create trigger payments_notify_of_late_payment after update of served on public.payments
  for each row when (new.user_id is not null and not new.served and old.served is distinct from new.served)
  execute function private.notify_of_money();
create trigger payment_refunds_notify_of_end after update of state on public.payment_refunds
  for each row when (old.finished_at is null and new.finished_at is not null)
  execute function private.notify_of_money();
-- Deferred, when it is known whether the wallet paid.
create constraint trigger overstays_notify after insert or update of state on public.overstays deferrable initially deferred
  for each row when (new.user_id is not null) execute function private.notify_of_money();
create trigger payment_differences_notify_of_reversal after insert on public.payment_differences
  for each row when (new.kind in ('dispute', 'refunded-there') and new.resolved_at is null and new.amount is not null)
  execute function private.notify_of_money();

-- Deferred to the end of the transaction, when it is known how much of the money goes on to the card or PayPal account.
create function private.notify_of_credit() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  driver uuid;
  credited numeric;
  sent_on numeric;
  refund jsonb;
begin
  select p.user_id, p.amount into driver, credited from private.postings p where p.id = new.id and p.account = 'wallet';
  if driver is null or credited <= 0 then
    return null;
  end if;
  select coalesce(sum(-p.amount), 0) into sent_on from private.postings p
  where p.reservation_id = new.reservation_id and p.kind = 'refund_requested' and p.posted_in = new.posted_in
    and p.user_id = driver;
  refund := jsonb_build_object(
    'event', 'given', 'amount', credited, 'sent_on', least(sent_on, credited),
    'currency', (select currency from public.installation_settings),
    'by_driver', driver is not distinct from (select auth.uid()));
  -- What tells of the cancellation tells of its money too.
  update public.notifications n set content = n.content || jsonb_build_object('refund', refund)
  where new.kind = 'cancellation' and n.reservation_id = new.reservation_id and n.kind = 'cancelled' and n.state = 'pending';
  if not found then
    perform private.add_money_notification(driver, 'refund', 'refund ' || new.id, refund, new.reservation_id);
  end if;
  return null;
end;
$$;

create constraint trigger ledger_transactions_notify_of_credit
  after insert on public.ledger_transactions deferrable initially deferred
  for each row when (private.is_return(new.kind)) execute function private.notify_of_credit();

-- ## Events of administrators

-- Names a person like 'Ana Díaz (ana@example.com)': anybody may choose a name, and the address is confirmed.
create function private.name_person(person uuid) returns text language sql stable set search_path = ''
as $$
  select coalesce(nullif(btrim(full_name), '') || concat(' (', email, ')'), email)
  from public.profiles where user_id = person;
$$;

-- All administrators are told who gives or takes the role, who the owner is from now on and who changes the status of one of them; so are the person
-- and whoever did it. The operator, who makes the first administrator, is told by nobody.
create function private.notify_of_administrator() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  row constant jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  person constant uuid := coalesce(row ->> 'user_id', row ->> 'owner_id');
  event constant text := case
    when tg_table_name = 'profiles' then to_jsonb(new) ->> 'status' when tg_table_name = 'installation' then 'owner' when tg_op = 'DELETE' then 'removed' else 'assigned' end;
begin
  if tg_table_name = 'profiles' and not exists (select from public.user_roles where user_id = person and role = 'admin') then
    return null;
  end if;
  insert into public.notifications (user_id, kind, channel, cause, content, expires_at)
  select u.id, 'administrator', 'mail', concat_ws(' ', 'administrator', person, extract(epoch from moment), u.id),
    jsonb_build_object('event', event, 'person', private.name_person(person), 'by', private.name_person(auth.uid()),
      'at', moment),
    now() + interval '7 days'
  from auth.users u
  where u.id in (select user_id from public.user_roles where role = 'admin' union select person union select auth.uid())
    and (auth.uid() is not null or exists (select from public.user_roles where role = 'admin' and user_id <> person));
  return null;
end;
$$;

create trigger user_roles_notify after insert or delete on public.user_roles
  for each row execute function private.notify_of_administrator();
create trigger profiles_notify_of_administrator after update of status on public.profiles
  for each row when (old.status is distinct from new.status) execute function private.notify_of_administrator();
create trigger installation_notify_of_owner after update of owner_id on private.installation
  for each row when (old.owner_id <> new.owner_id) execute function private.notify_of_administrator();

-- All other administrators are told of what is over the limit of one of them, and of how it was decided.
create function private.notify_of_correction() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.notifications (user_id, kind, channel, cause, content, expires_at)
  select r.user_id, 'correction', 'mail', concat_ws(' ', 'correction', new.id, new.state, r.user_id),
    jsonb_build_object('event', new.state, 'person', private.name_person(new.user_id), 'by', private.name_person(auth.uid()),
      'amount', new.amount, 'currency', (select s.currency from public.installation_settings s), 'reason', new.reason),
    now() + interval '7 days'
  from public.user_roles r where r.user_id is distinct from auth.uid()
  on conflict do nothing;
  return null;
end;
$$;
create trigger wallet_corrections_notify after insert or update of state on public.wallet_corrections
  for each row execute function private.notify_of_correction();

-- In the first week of a month administrators who want mail are told what each person gave away in the month before.
create function private.report_people() returns void language plpgsql set search_path = ''
as $$
declare
  today constant date := private.country_day(now());
  reported constant date := private.month_of(private.month_of(today) - 1);
begin
  perform private.add_notification(r.user_id, 'people', concat_ws(' ', 'people', reported, r.user_id),
    jsonb_build_object('month', to_char(reported, 'YYYY-MM'), 'people', given.people,
      'currency', (select s.currency from public.installation_settings s)), null, now(), now() + interval '7 days')
  from public.user_roles r, (
    select jsonb_agg(jsonb_build_object('actor', p.actor, 'given', p.given, 'entries', p.entries)) as people
    from (
      select max(s.actor) as actor, coalesce(sum(greatest(s.amount, 0)), 0) as given, count(*) as entries
      from private.acts_of_staff s where private.is_in_month(s.created_at, reported)
      group by s.actor_id order by 2 desc, 1 limit 25
    ) p
  ) given where given.people is not null and extract(day from today) <= 7;
end;
$$;

-- Whether a certificate of the server expires within 30 days. Then every administrator is told by mail, once for each
-- certificate, and once more when that notification is old enough to be removed.
create function private.warn_of_certificate(certificate text, expiry timestamptz)
returns boolean language sql set search_path = ''
as $$
  insert into public.notifications (user_id, kind, channel, cause, content, expires_at)
  select r.user_id, 'certificate', 'mail', concat_ws(' ', 'certificate', certificate, extract(epoch from expiry), r.user_id),
    jsonb_build_object('certificate', certificate, 'expiry', expiry), now() + interval '7 days'
  from public.user_roles r where r.role = 'admin' and expiry < now() + interval '30 days'
  on conflict do nothing;
  select expiry < now() + interval '30 days';
$$;

-- ## Reminders

-- When another driver's next reservation on the space of one that is over begins or began, up to an hour from now.
create function private.find_next_start(reservation public.reservations)
returns timestamptz language sql stable set search_path = ''
as $$
  select min(next.start_time)
  from public.reservations next
  where next.parking_space_id = reservation.parking_space_id and next.status = 'active'
    and next.user_id is distinct from reservation.user_id
    and next.start_time >= reservation.end_time and next.start_time <= now() + interval '1 hour';
$$;

-- Whether another driver has not ended a reservation on the space that was over before this one.
create function private.is_space_still_used(reservation public.reservations)
returns boolean language sql stable set search_path = ''
as $$
  select exists (
    select from public.reservations late
    where late.parking_space_id = reservation.parking_space_id and late.status = 'active'
      and late.user_id is distinct from reservation.user_id
      and late.end_time <= least(reservation.start_time, now())
      -- A driver who has parked there since then found it empty.
      and not exists (
        select from public.reservations since
        where since.parking_space_id = late.parking_space_id and since.status in ('active', 'completed')
          and since.start_time >= late.end_time and since.start_time < reservation.start_time
      )
  );
$$;

-- Reads the reservations as they are now, so that a changed one is reminded of at its new time. A driver who books less
-- than half an hour before the start is not reminded of it.
create function private.add_reminders() returns void language plpgsql security definer set search_path = ''
as $$
declare
  reminder record;
begin
  if not private.begin_work('add_reminders', '4 seconds') then
    return;
  end if;
  for reminder in
    select due.*, told.cause, s.email_notifications
    from (
      select r as reservation, r.user_id, r.id, d.kind, d.moment, d.expires_at
      from public.reservations r cross join lateral (select private.end_of_grace(r) - r.end_time as grace) terms
      cross join lateral (values
        ('starts_soon', r.start_time, r.start_time,
          r.start_time > now() and r.created_at < r.start_time - interval '30 minutes'),
        ('ends_soon', r.end_time, r.end_time,
          r.end_time > now() and r.end_time <= now() + interval '15 minutes'
            and r.start_time <= now() and r.created_at < r.end_time - interval '15 minutes'),
        -- Where it costs to stay, also five minutes before the end, and in the middle of the grace.
        ('ends_soon', r.end_time - interval '5 minutes', r.end_time,
          r.end_time > now() and r.end_time <= now() + interval '5 minutes' and r.start_time <= now() and terms.grace is not null),
        ('reservation_over', r.end_time + terms.grace / 2, r.end_time + interval '1 hour', r.end_time + terms.grace / 2 <= now()),
        -- Five minutes after the end; at once if somebody else is about to park there, or it costs to stay.
        ('reservation_over', r.end_time, r.end_time + interval '1 hour',
          r.parking_space_id is not null and r.end_time <= now() and (
            terms.grace is not null or r.end_time <= now() - interval '5 minutes' or private.find_next_start(r) <= now() + interval '10 minutes')),
        -- The driver may be on the way until 15 minutes after the start.
        ('space_still_used', null, least(r.end_time, r.start_time + interval '15 minutes'),
          r.end_time > now() and r.start_time > now() - interval '15 minutes'
            and r.start_time <= now() + interval '10 minutes' and private.is_space_still_used(r))
      ) as d (kind, moment, expires_at, is_due)
      where r.status = 'active' and not r.is_open and r.start_time <= now() + interval '30 minutes' and r.end_time > now() - interval '1 hour'
        and d.is_due
    ) as due
    -- Once for each start or end, since a reservation can be moved and extended, or for each space that is still used.
    cross join lateral (
      select concat_ws(' ', due.kind, due.id, coalesce(
        to_char(due.moment at time zone 'UTC', 'YYYYMMDDHH24MISS'), (due.reservation).parking_space_id::text)) as cause
    ) as told
    join public.user_settings s on s.user_id = due.user_id and (s.email_notifications or s.push_notifications)
    where not exists (select from public.notifications n where n.cause = told.cause)
      and (private.notifications_allowed('mail') or private.notifications_allowed('push'))
    order by due.expires_at
    limit 1000
  loop
    perform private.add_notification(
      reminder.user_id, reminder.kind, reminder.cause,
      private.describe_reservation(reminder.reservation) || case when reminder.kind in ('ends_soon', 'reservation_over') then
        jsonb_build_object('grace_ends', private.end_of_grace(reminder.reservation),
          'is_extendable', private.find_latest_end(reminder.reservation) > (reminder.reservation).end_time) else '{}' end
      || case reminder.kind
        when 'reservation_over' then jsonb_build_object('next_start', private.find_next_start(reminder.reservation)) else '{}' end,
      reminder.id, now(), reminder.expires_at);
    -- If nothing was added, for lack of a device or because of the limit, this row keeps it from being tried again.
    insert into public.notifications (
      user_id, kind, channel, reservation_id, cause, content, state, last_error, finished_at)
    select reminder.user_id, reminder.kind, case when reminder.email_notifications then 'mail' else 'push' end,
      reminder.id, reminder.cause, private.describe_reservation(reminder.reservation), 'skipped', 'no_target', now()
    where not exists (select from public.notifications n where n.cause = reminder.cause);
  end loop;
end;
$$;

-- ## The worker

-- Mail addresses that a mail server rejected. They are tried again after a week, or when the account has another address.
create table private.rejected_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (length(email) <= 320),
  rejected_at timestamptz not null default now() check (isfinite(rejected_at))
);

-- The reason for skipping a notification that is due; null where it is to be sent.
create function private.find_skip_reason(n public.notifications)
returns text language sql stable security definer set search_path = ''
as $$
  select case
    when n.expires_at <= now() then 'expired'
    when n.kind not in ('administrator', 'certificate', 'correction') and (not private.notifications_allowed(n.channel) or not exists (
      select from public.user_settings s where s.user_id = n.user_id
        and case n.channel when 'mail' then s.email_notifications else s.push_notifications end
    )) then 'turned_off'
    when n.kind in (
      'confirmed', 'payment_wanted', 'extension_wanted', 'changed', 'starts_soon', 'ends_soon', 'space_out_of_service',
      'reservation_over', 'space_still_used'
    ) and not exists (
      select from public.reservations r
      where r.id = n.reservation_id and r.user_id = n.user_id
        and r.status = case n.kind when 'payment_wanted' then 'held' else 'active' end
        and (r.end_time > now() or n.kind in ('reservation_over', 'extension_wanted'))
        and r.start_time = (n.content ->> 'start_time')::timestamptz
        and r.end_time = (n.content ->> 'end_time')::timestamptz
        and r.parking_space_id is not distinct from (n.content ->> 'parking_space_id')::uuid
        and (n.kind <> 'space_still_used' or private.is_space_still_used(r))
    ) then 'out_of_date'
    when n.kind = 'space_out_of_service' and not exists (
      select from public.parking_spaces s
      where s.id = (n.content ->> 'parking_space_id')::uuid and s.status = 'maintenance'
    ) then 'out_of_date'
    -- The row is for all replies since it was added.
    when n.kind = 'operator_reply' and not exists (
      select from public.user_messages u
      where u.user_id = n.user_id and u.sender_type = 'other' and not u.read_status and u.created_at >= n.created_at
    ) then 'read'
    when n.channel = 'mail' and not exists (
      select from auth.users u where u.id = n.user_id and u.email <> '' and u.email_confirmed_at is not null
    ) then 'no_address'
    when n.channel = 'mail' and exists (
      select from private.rejected_addresses a join auth.users u on u.id = a.user_id and u.email = a.email
      where a.user_id = n.user_id and a.rejected_at > now() - interval '7 days'
    ) then 'rejected_before'
    when n.channel = 'push' and not exists (
      select from public.push_subscriptions d
      where d.id = n.subscription_id and d.user_id = n.user_id
        -- A device whose session is not known counts as signed in.
        and (d.session_id is null or exists (select from auth.sessions o where o.id = d.session_id))
    ) then 'signed_out'
  end;
$$;

-- Returns what a worker is to send. What is of no use any more is skipped.
create function public.claim_notifications(most integer)
returns table (
  id uuid, kind text, channel text, content jsonb, reservation_id uuid, expires_at timestamptz,
  email text, language text, endpoint text, p256dh text, auth text
)
language sql security definer set search_path = ''
as $$
  select private.add_reminders();
  update public.notifications n set
    -- What was tried until it expired has failed.
    state = case when due.reason = 'expired' and n.attempts > 0 then 'failed' else 'skipped' end,
    last_error = coalesce(n.last_error, due.reason), finished_at = now()
  from (
    select d.id, r.reason from public.notifications d, lateral private.find_skip_reason(d) r (reason)
    where d.state = 'pending' and d.next_attempt_at <= now() and r.reason is not null
    limit 500 for update of d skip locked
  ) due where n.id = due.id;
  select n.id, n.kind, n.channel, n.content, n.reservation_id, n.expires_at,
    u.email, coalesce(d.language, s.language), d.endpoint, d.p256dh, d.auth
  from private.claim(null::public.notifications, most, 'private.find_skip_reason(item) is null') n
  join auth.users u on u.id = n.user_id
  left join public.user_settings s on s.user_id = u.id
  left join public.push_subscriptions d on d.id = n.subscription_id
  union all
  select i.id, 'staff_invitation', 'mail', i.content, null, i.expires_at, i.email, i.language, null, null, null
  from private.claim_invitations(most) i;
$$;

-- The outcome is sent, failed or rejected. What failed is tried again; what was rejected is not, nor is its address or device.
create function public.finish_notification(notification uuid, outcome text, error text)
returns void language sql security definer set search_path = ''
as $$
  select private.reject('The outcome is sent, failed or rejected', 'invalid_parameter_value')
    where outcome is null or outcome not in ('sent', 'failed', 'rejected');
  insert into private.rejected_addresses (user_id, email)
  select u.id, u.email from public.notifications n join auth.users u on u.id = n.user_id
  where outcome = 'rejected' and n.id = notification and n.state = 'pending' and n.channel = 'mail'
  on conflict (user_id) do update set email = excluded.email, rejected_at = now();
  -- The notifications of a device go with it.
  delete from public.push_subscriptions d using public.notifications n
  where outcome = 'rejected' and n.id = notification and n.state = 'pending' and d.id = n.subscription_id;
  update public.notifications n set
    state = case outcome when 'sent' then 'sent' when 'rejected' then 'failed' else n.state end,
    finished_at = case outcome when 'failed' then n.finished_at else now() end,
    last_error = case outcome when 'sent' then null else error end
  where n.id = notification and n.state = 'pending';
  -- An address that was rejected gets no other mail; the invitation stays open until it is revoked or expires.
  update public.zone_staff i set sent_at = now() where i.id = notification and outcome <> 'failed';
$$;

grant execute on function public.claim_notifications, public.finish_notification to service_role;

-- ## supabase/schemas/2100_outages.sql

-- Outages: the status that an operator gives a space, its reason and its end, and what becomes of the reservations on it.
--
-- space_status_overrides   none ──set_space_status──▶ occupied | maintenance ──▶ none
--                            It ends by set_space_status('available'), at `ends_at`, or when the space gets another
--                            status in another way. With `starts_at` it is planned: the space gets the status then.
--
-- Before spaces go out of service, every reservation on them is resolved, all in one transaction:
--   held        somebody is paying for it        release
--   under way   there may be a car on it         keep, move
--   future      not begun                        move, cancel, cancel_to_source (the money returns to its source)
-- An administrator lists the reservations with list_touched_reservations() and sends a resolution for each to
-- set_space_status(). Nothing happens if a reservation or a space has changed in between.
--
-- Locks are taken in the order of a booking, each kind in the order of its ids: drivers, reservations, advisory locks of
-- spaces, profiles, rows of spaces.

-- ## The statuses that operators gave

-- What operators and drivers said of a space ends when its status changes in another way.
-- definer: the status of a space also follows the time and the bookings of drivers.
create function private.follow_space_status() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.space_status_overrides o where o.id = new.id and o.status <> new.status and o.starts_at is null;
  update public.space_reports set resolved_at = now()
  where parking_space_id = new.id and resolved_at is null and old.status = 'occupied';
  return null;
end;
$$;

create trigger parking_spaces_follow_status after update of status on public.parking_spaces
  for each row when (new.status is distinct from old.status) execute function private.follow_space_status();

-- ## The reservations that an outage touches

-- Reservations that overlap these times. A start of null is now, an end of null is never.
create function private.find_touched_reservations(spaces uuid[], starts_at timestamptz, ends_at timestamptz)
returns setof public.reservations language sql stable set search_path = ''
as $$
  select r.* from public.reservations r
  where r.parking_space_id = any (spaces) and r.status in ('active', 'held') and r.end_time > coalesce(starts_at, now())
    and (r.status = 'active' or r.held_until > now())
    and (ends_at is null or r.start_time < ends_at);
$$;

create function private.get_reservation_phase(reservation public.reservations) returns text language sql stable set search_path = ''
  return case when reservation.status = 'held' then 'held' when private.has_begun(reservation) then 'under_way' else 'future' end;

-- The spaces of a zone, or of all zones.
create function private.list_spaces(zone uuid) returns uuid[] language sql stable set search_path = ''
  return array(select s.id from public.parking_spaces s where s.zone_id = coalesce(zone, s.zone_id));

-- Those of the spaces; without them of a zone, or of all zones.
-- definer: it looks into payments and into the spaces of zones nearby; only for administrators.
create function public.list_touched_reservations(
  spaces uuid[], ends_at timestamptz default null, starts_at timestamptz default null, zone uuid default null
)
returns table (
  id uuid, parking_space_id uuid, space_name text, zone_name text, driver text, plate text,
  start_time timestamptz, end_time timestamptz, phase text, paid numeric, paid_with text, targets jsonb
)
language sql stable security definer set search_path = ''
as $$
  select private.require_duty_for_spaces('set_space', spaces) where spaces is not null;
  select private.require_duty('price', zone) where spaces is null;
  select private.raise_problem('too-many-spaces-at-once') where cardinality(spaces) not between 1 and 500;
  select private.raise_problem('too-many-touched-reservations') where (
    select count(*) > 200
    from private.find_touched_reservations(coalesce(spaces, private.list_spaces(zone)), starts_at, ends_at)
  );
  select r.id, r.parking_space_id, s.name, s.zone_name,
    coalesce(nullif(p.full_name, ''), p.email), r.vehicle_plate,
    r.start_time, r.end_time, phases.phase, (select f.paid from private.paid_for(r.id) f),
    (select f.method from private.find_refundable_payments(r.id) f limit 1),
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'zone_name', t.zone_name) order by o.place)
      from private.find_other_spaces(r, coalesce(spaces, private.list_spaces(zone))) with ordinality as o (id, place)
      join public.parking_spaces t on t.id = o.id
      where phases.phase <> 'held' and o.place <= 10
    ), '[]')
  from private.find_touched_reservations(coalesce(spaces, private.list_spaces(zone)), starts_at, ends_at) r
  cross join lateral (select private.get_reservation_phase(r) as phase) phases
  join public.parking_spaces s on s.id = r.parking_space_id
  left join public.profiles p on p.user_id = r.user_id
  order by r.start_time, r.id;
$$;

-- ## An operator sets a status

-- What the operator saw of a space, and what becomes of a reservation.
create type private.seen_space as (id uuid, status text, version timestamptz);
create type private.reservation_resolution as (
  reservation uuid, space uuid, start_time timestamptz, end_time timestamptz, action text, target uuid
);

create function private.lock_for_status(spaces uuid[], resolutions private.reservation_resolution[])
returns void language plpgsql set search_path = '' set lock_timeout = '3s'
as $$
declare
  ids constant uuid[] := array(select r.reservation from unnest(resolutions) r);
  touched_spaces constant uuid[] := spaces || array(
    select r.target from unnest(resolutions) r where r.target is not null);
begin
  perform private.lock_driver(driver.user_id)
  from (
    select distinct user_id from public.reservations where id = any (ids) and user_id is not null order by 1
  ) driver;
  perform from public.reservations where id = any (ids) order by id for no key update;
  perform private.lock_spaces(touched_spaces);
  perform from public.profiles
  where user_id in (select r.user_id from public.reservations r where r.id = any (ids))
  order by user_id for no key update;
  perform from public.parking_spaces where id = any (touched_spaces) order by id for no key update;
end;
$$;

-- Whether the resolutions are for exactly the reservations that are touched now, and each is possible. On a closed day what
-- is booked may stay.
create function private.resolves_all(
  spaces uuid[], starts_at timestamptz, ends_at timestamptz, resolutions private.reservation_resolution[], may_stay boolean
) returns boolean language sql stable set search_path = ''
as $$
  select not exists (
    select from private.find_touched_reservations(spaces, starts_at, ends_at) t
    full join unnest(resolutions) r
      on (r.reservation, r.space, r.start_time, r.end_time) = (t.id, t.parking_space_id, t.start_time, t.end_time)
    where t.id is null or r.reservation is null or r.action is null or not case private.get_reservation_phase(t)
      when 'held' then r.action = 'release'
      when 'under_way' then r.action in ('keep', 'move')
      else r.action in ('move', 'cancel', 'cancel_to_source') or may_stay and r.action = 'keep'
    end
  );
$$;

create function private.resolve_touched_reservation(resolution private.reservation_resolution, spaces uuid[])
returns void language plpgsql set search_path = ''
as $$
declare
  reservation public.reservations;
begin
  select * into reservation from public.reservations where id = resolution.reservation;
  perform set_config('parqueo.out_of_service', reservation.id::text, true);
  case resolution.action
    when 'move' then
      perform private.raise_problem('move-target-taken')
        where resolution.target is null
          or not exists (select from private.find_other_spaces(reservation, spaces, resolution.target));
      reservation.parking_space_id := resolution.target;
      perform private.save_changed_reservation(reservation, 'space_swapped');
    when 'cancel', 'cancel_to_source' then
      perform public.cancel_reservation(
        reservation.id, resolution.action = 'cancel_to_source', 'space_out_of_service');
    when 'release' then
      update public.reservations set status = 'lapsed' where id = reservation.id;
    else null;
  end case;
  perform set_config('parqueo.out_of_service', '', true);
end;
$$;

-- Sets the status of up to 500 spaces, all or none. `spaces` is an array of seen_space, `resolutions` one of
-- reservation_resolution, for each of list_touched_reservations(). A repeat changes nothing.
-- definer: nobody else writes overrides, and it moves and cancels reservations of drivers; only for administrators.
create function public.set_space_status(
  spaces jsonb, new_status text, reason text default null, ends_at timestamptz default null,
  resolutions jsonb default '[]', starts_at timestamptz default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  seen private.seen_space[];
  ids uuid[];
  resolved private.reservation_resolution[];
  resolution private.reservation_resolution;
  why text;
  until constant timestamptz := case when new_status <> 'available' then ends_at end;
  planned constant timestamptz := case
    when new_status = 'maintenance' and starts_at > now() then starts_at end;
  status_now constant text := case when planned is null then new_status else 'available' end;
begin
  perform private.require_duty_for_spaces('set_space', array(
    select s.id from jsonb_populate_recordset(null::private.seen_space, spaces) s limit 501));
  why := private.to_plain_line(reason);
  perform private.reject('An operator sets available, occupied or maintenance')
    where new_status is null or new_status not in ('available', 'occupied', 'maintenance');
  perform private.raise_problem('too-many-spaces-at-once')
    where coalesce(jsonb_array_length(spaces), 0) not between 1 and 500;
  perform private.raise_problem('too-many-touched-reservations') where coalesce(jsonb_array_length(resolutions), 0) > 200;
  perform private.raise_problem('status-reason-required') where new_status = 'maintenance' and why is null;
  perform private.raise_problem('status-end-out-of-range')
    where until <= coalesce(planned, now()) or greatest(until, planned) > now() + interval '366 days';
  seen := array(select s from jsonb_populate_recordset(null::private.seen_space, spaces) s);
  ids := array(select s.id from unnest(seen) s);
  resolved := array(
    select r from jsonb_populate_recordset(null::private.reservation_resolution, resolutions) r
    where new_status = 'maintenance' order by r.reservation);
  perform private.lock_for_status(ids, resolved);

  -- The response to an earlier try was lost.
  if not exists (
    select from unnest(ids) as s (id)
    left join public.parking_spaces p on p.id = s.id
    left join public.space_status_overrides o on o.id = p.id
    where case new_status
      when 'available' then p.status in ('available', 'reserved') and o.id is null
      else (planned is not null or p.status = new_status) and o.status = new_status
        and (o.reason, o.starts_at, o.ends_at) is not distinct from (why, planned, until)
    end is not true
  ) then
    return;
  end if;
  perform private.raise_problem('space-status-changed') where exists (
    select from unnest(seen) s
    left join public.parking_spaces p on p.id = s.id
    left join public.space_status_overrides o on o.id = p.id
    -- Reservations move a space between available and reserved.
    where (replace(p.status, 'reserved', 'available'), o.updated_at)
      is distinct from (replace(s.status, 'reserved', 'available'), s.version)
  );

  if new_status = 'maintenance' then
    perform private.raise_problem('touched-reservations-changed') where not private.resolves_all(ids, planned, until, resolved, false);
    foreach resolution in array resolved loop
      perform private.resolve_touched_reservation(resolution, ids);
    end loop;
  end if;
  if new_status <> 'available' then
    insert into public.space_status_overrides as o (id, status, reason, starts_at, ends_at, name, zone_name)
    select p.id, new_status, why, planned, until, p.name, p.zone_name from public.parking_spaces p where p.id = any (ids)
    on conflict (id) do update set
      status = excluded.status, reason = excluded.reason, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      name = excluded.name, zone_name = excluded.zone_name;
  end if;
  update public.parking_spaces p set status = status_now
  where p.id = any (ids) and p.status <> status_now
    -- To operators a reserved space is available. Planned maintenance only ends maintenance that holds now.
    and not (status_now = 'available' and p.status = 'reserved') and (planned is null or p.status = 'maintenance');
  delete from public.space_status_overrides o where o.id = any (ids) and new_status = 'available';
  if new_status = 'occupied' then
    -- The space stays occupied as long as the operator says, and not as long as a report says.
    update public.space_reports r set resolved_at = now() where r.parking_space_id = any (ids) and r.resolved_at is null;
  end if;
  perform private.refresh_status_of(ids);
exception
  when exclusion_violation then
    perform private.raise_problem('move-target-taken');
end;
$$;

grant execute on function public.list_touched_reservations, public.set_space_status to authenticated;

-- ## What is planned

-- A reservation that stays on its space for the same or a shorter time is not affected.
-- definer: drivers do not read what operators plan.
create function private.keep_off_planned_outage() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_problem('space-taken')
    from public.space_status_overrides o
    where o.id = new.parking_space_id and new.start_time < coalesce(o.ends_at, 'infinity') and new.end_time > o.starts_at
      and (
        tg_op = 'INSERT' or new.parking_space_id is distinct from old.parking_space_id
        or new.start_time < old.start_time or new.end_time > old.end_time
      );
  return new;
end;
$$;

create trigger reservations_keep_off_planned_outage
  before insert or update of parking_space_id, start_time, end_time on public.reservations
  for each row when (new.status in ('active', 'held')) execute function private.keep_off_planned_outage();

-- ## What the scheduler does

-- What operators planned begins. What they set ends at its time, and reports of drivers at theirs, except where an
-- operator says that the space is occupied.
create function private.follow_times_of_spaces() returns void language sql set search_path = ''
as $$
  update public.parking_spaces s set status = 'maintenance'
  from (
    select p.id from public.parking_spaces p join public.space_status_overrides o on o.id = p.id
    where o.starts_at <= now() and p.status <> 'maintenance'
    order by p.id for no key update of p
  ) due
  where s.id = due.id;
  update public.space_status_overrides set starts_at = null where starts_at <= now();
  -- Triggers delete the overrides and resolve the reports of these spaces.
  update public.parking_spaces s set status = 'available'
  from (
    select p.id from public.parking_spaces p
    left join public.space_status_overrides o on o.id = p.id and o.starts_at is null
    where o.ends_at <= now() or o.id is null and p.status = 'occupied' and p.id in (
      select parking_space_id from public.space_reports where resolved_at is null
      group by parking_space_id having max(occupied_until) <= now()
    )
    order by p.id for no key update of p
  ) due
  where s.id = due.id;
  update public.space_reports set resolved_at = now() where resolved_at is null and occupied_until <= now();
$$;

-- ## Special days

-- Makes days of a zone, or of all zones, special. Where they are closed, each reservation that list_touched_reservations() has
-- is resolved as for an outage, or kept. A repeat with the same id changes nothing.
-- definer: as set_space_status(), for managers too.
create function public.add_special_day(
  id uuid, zone uuid, first_day date, last_day date, kind text, name text, rate_table uuid default null, price numeric default null,
  resolutions jsonb default '[]'
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  today constant date := private.country_day(now());
  spaces constant uuid[] := private.list_spaces(zone);
  resolved private.reservation_resolution[];
  resolution private.reservation_resolution;
begin
  perform private.require_duty('price', zone);
  if exists (select from public.special_days d where d.id = add_special_day.id and d.zone_id is not distinct from zone) then
    return;
  end if;
  perform private.raise_problem('special-days-out-of-range')
    where (first_day >= today and last_day between first_day and today + 366) is not true;
  perform private.reject('Too many special days within a day') where (select count(*) from public.special_days d where d.created_at > now() - interval '1 day') >= 200;
  if kind = 'closed' then
    perform private.raise_problem('too-many-spaces-to-close') where cardinality(spaces) > 2000;
    perform private.raise_problem('too-many-touched-reservations') where coalesce(jsonb_array_length(resolutions), 0) > 200;
    resolved := array(
      select r from jsonb_populate_recordset(null::private.reservation_resolution, resolutions) r order by r.reservation);
    -- Nobody books a space of the zone meanwhile.
    perform private.lock_for_status(spaces, resolved);
    perform private.raise_problem('touched-reservations-changed') where not private.resolves_all(spaces,
      case when first_day > today then private.start_of_day(first_day) end, private.start_of_day(last_day + 1), resolved, true);
    foreach resolution in array resolved loop
      perform private.resolve_touched_reservation(resolution, spaces);
    end loop;
  end if;
  insert into public.special_days (id, zone_id, first_day, last_day, kind, rate_table_id, price, name)
  values (id, zone, first_day, last_day, kind, rate_table, price, name);
exception
  when exclusion_violation then
    perform private.raise_problem('move-target-taken');
end;
$$;

-- definer: nobody else writes the days. A repeat changes nothing.
create function public.end_special_day(day uuid) returns void language sql security definer set search_path = ''
as $$
  select private.require_duty('price', (select d.zone_id from public.special_days d where d.id = day));
  update public.special_days d set ended_at = now() where d.id = day and d.ended_at is null;
$$;

grant execute on function public.add_special_day, public.end_special_day to authenticated;

-- ## supabase/schemas/2200_back_office.sql

-- The back office: what administrators read about reservations, and what they do for drivers at the desk.
--
--   look up    admin_reservations       each reservation with its person, space and time state, as the caller may see it
--              search_admin_reservations, charged_reservations   rows of it by words, and by the days of money
--              list_paid                what was paid for reservations, and how
--              admin_users              each profile with its role, as the caller may see it
--              search_admin_users       rows of it by words
--   the day    todays_reservations      who arrives and who leaves within two hours, and who stays
--   the week   zone_timeline            the spaces of a zone and the reservations on them
--   move       move_targets             which spaces a reservation could be on
--              move_reservation         puts it there, with the length and the price it has
--   reserve    find_drivers, add_guest_driver   whom it is for; a driver who phones and has no account
--              reserve_for_driver       a reservation for a driver, who pays from the wallet or in cash
--   the desk   stay_at_desk, wallet_at_desk   what staff read of one reservation and its driver
--
-- The views and their searches have the rights of their caller, so that policies decide which rows there are.
-- definer, all others: a policy would be asked once for each row. Each function asks for an administrator first.
-- Locks are taken in the order of [reservations].

-- ## Looking up reservations

create view public.admin_reservations with (security_invoker = true) as
  select
    r.id, r.user_id, p.full_name as user_name, p.email as user_email, r.parking_space_id, s.name as space_name,
    s.location as space_location, s.zone_name, r.start_time, r.end_time,
    extract(epoch from r.end_time - r.start_time)::double precision / 3600 as duration_hours,
    r.total_amount, r.status,
    -- What getTimeState of the domain says, by the clock of the database.
    case
      when r.status in ('completed', 'cancelled', 'lapsed') or r.end_time < now() and not r.is_open then 'past'
      when r.start_time > now() then 'future'
      else 'current'
    end as time_state,
    s.zone_id, s.sort_name as space_sort_name, p.sort_name as user_sort_name,
    r.vehicle_name, r.vehicle_plate, r.vehicle_type, r.payment_method, r.held_until,
    private.ended_late(r.status, r.end_time, r.ended_at) as ended_late,
    -- Until when it uses its space; null for one that never did.
    case when r.status not in ('cancelled', 'lapsed') then coalesce(r.ended_at, case when r.is_open then 'infinity' else r.end_time end) end as left_at,
    r.is_open and r.status = 'active' as is_open
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

grant select on public.admin_reservations to authenticated, service_role;

-- Rows of admin_reservations whose person, phone, space, zone, plate or id has these words. The subqueries fold the
-- words once, not for each row. A part of a plate is looked for among vehicles, which are fewer than reservations; the
-- plate of a removed vehicle is found only as a whole.
create function public.search_admin_reservations(words text)
returns setof public.admin_reservations language sql stable set search_path = ''
as $$
  select private.require_admin();
  select r.* from public.admin_reservations r
  where r.user_id = any (array(
      select p.user_id from public.profiles p
      where concat_ws(' ', p.sort_name, private.fold_text(p.email)) like all ((select private.search_patterns(words))::text[])
        or strpos(private.phone_digits(p.phone), (select private.phone_part(words))) > 0
    ))
    or r.parking_space_id = any (array(
      select s.id from public.parking_spaces s
      where private.fold_text(concat_ws(' ', s.name, s.location, s.zone_name)) like all ((select private.search_patterns(words))::text[])
    ))
    or r.vehicle_plate = any (array(
      select v.plate from public.vehicles v, private.normalise_plate(left(words, 200)) as part
      where part <> '' and strpos(v.plate, part) > 0
      union select private.normalise_plate(left(words, 200))
    ))
    or r.id = case when words ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then words::uuid end;
$$;

-- Rows of admin_reservations for which money moved on these days, and which have these words.
create function public.charged_reservations(first_day date, last_day date, words text default '')
returns setof public.admin_reservations language sql stable set search_path = ''
as $$
  select private.require_admin();
  select private.require_days(first_day, last_day);
  select r.* from public.admin_reservations r
  where r.id = any (array(
      select distinct t.reservation_id from public.ledger_transactions t
      where t.reservation_id is not null and t.kind <> 'earned'
        and t.created_at >= private.start_of_day(first_day)
        and t.created_at < private.start_of_day(last_day + 1)
    ))
    and (words = '' or r.id in (select f.id from public.search_admin_reservations(words) f));
$$;

-- What was paid for each of these reservations and not given back, and by which means.
create function public.list_paid(reservations uuid[])
returns table (id uuid, paid numeric, methods text[]) language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select private.reject('A page has at most 1000 reservations') where cardinality(reservations) > 1000;
  select r.id, p.paid, array(
    select means.method from (
      select coalesce(pay.method, 'wallet') as method,
        sum(part.amount) - case when pay.method is null then desk.cash + desk.terminal + desk.transfer else 0 end as amount
      from private.reservation_parts part left join public.payments pay on pay.id = part.payment_id
      where part.reservation_id = r.id group by pay.method
      union all
      values ('cash', desk.cash), ('terminal', desk.terminal), ('transfer', desk.transfer)
    ) means where means.amount > 0 and p.paid > 0 order by means.amount desc, means.method)
  from unnest(reservations) r (id), private.paid_for(r.id) p, lateral (
    select private.desk_money_of(r.id) as cash, private.desk_money_of(r.id, 'clearing_terminal') as terminal,
      private.desk_money_of(r.id, 'clearing_transfer') as transfer
  ) desk;
$$;

-- Each profile with the role of its person, as the caller may see both.
create view public.admin_users with (security_invoker = true) as
  select p.*, coalesce(r.role, 'user') as role
  from public.profiles p left join public.user_roles r on r.user_id = p.user_id and r.role = 'admin';

grant select on public.admin_users to authenticated, service_role;

-- Rows of admin_users whose name, e-mail address, phone or plate contains the words.
create function public.search_admin_users(words text)
returns setof public.admin_users language sql stable set search_path = ''
as $$
  select private.require_admin();
  select p.* from public.admin_users p
  where concat_ws(' ', p.sort_name, private.fold_text(p.email)) like all ((select private.search_patterns(words))::text[])
    or strpos(private.phone_digits(p.phone), (select private.phone_part(words))) > 0
    or p.user_id in (
      select v.user_id from public.vehicles v, private.normalise_plate(left(words, 200)) as part
      where length(part) >= 3 and strpos(v.plate, part) > 0
    );
$$;

grant execute on function
  public.search_admin_reservations, public.search_admin_users, public.charged_reservations, public.list_paid to authenticated;

-- ## The day and the week

-- The first 251 active reservations of a zone, or of all zones, that begin within two hours or have begun without their
-- driver, the first 251 that end within two hours or were not ended in time, and the first 251 cars that stay longer.
create function public.todays_reservations(zone uuid default null)
returns table (
  movement text, id uuid, user_name text, user_email text, space_name text, space_location text, zone_id uuid,
  zone_name text, start_time timestamptz, end_time timestamptz, total_amount numeric, status text, vehicle_name text,
  vehicle_plate text, arrived_at timestamptz, is_open boolean
) language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select list.movement, r.id, p.full_name, p.email, r.space_name, r.space_location, r.zone_id, r.zone_name, r.start_time,
    r.end_time, r.total_amount, r.status, r.vehicle_name, r.vehicle_plate, r.arrived_at, r.is_open
  from (values ('arrival'), ('departure'), ('inside')) as list (movement)
  cross join lateral (
    select r.*, s.name as space_name, s.location as space_location, s.zone_id, s.zone_name,
      case list.movement when 'arrival' then r.start_time else r.end_time end as due
    from public.reservations r
    left join public.parking_spaces s on s.id = r.parking_space_id
    where r.status = 'active' and r.start_time <= now() + interval '2 hours' and (zone is null or s.zone_id = zone)
      and case list.movement
        -- A marked arrival stays until its start and for ten minutes at least, so that a mistake can be undone.
        when 'arrival' then r.end_time > now() and not r.is_open
          and (r.start_time > now() or r.arrived_at is null or r.arrived_at > now() - interval '10 minutes')
        when 'departure' then r.end_time <= now() + interval '2 hours' and r.start_time <= now() and not r.is_open
        else r.is_open or r.end_time > now() + interval '2 hours' and r.start_time <= now()
          and r.arrived_at <= now() - interval '10 minutes'
      end
    order by due, r.id
    limit 251
  ) r
  left join public.profiles p on p.user_id = r.user_id
  order by list.movement, r.due, r.id;
$$;

-- The first 1000 reservations of today and tomorrow in the zones of the caller, without their drivers. Open stays with a
-- `warning` come first: where one was paid and has not left in its time, is about to meet a reservation, or is inside for a day.
create function public.staff_today()
returns table (
  id uuid, space_id uuid, space_name text, zone_id uuid, zone_name text, plate text, start_time timestamptz,
  end_time timestamptz, status text, arrived_at timestamptz, is_open boolean, warning text, paid_until timestamptz
) language sql stable security definer set search_path = ''
as $$
  select private.require_duty_somewhere('see_today', null);
  select r.id, s.id, s.name, s.zone_id, s.zone_name, r.vehicle_plate, r.start_time, r.end_time, r.status, r.arrived_at,
    r.is_open and r.status = 'active', case when not r.is_open or r.status <> 'active' then null when r.paid_until <= now() then 'paid'
      when r.end_time <= now() + interval '30 minutes' then 'meets' when r.start_time <= now() - interval '24 hours' then 'long' end, r.paid_until
  from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
  where (s.zone_id = any (array(select private.zones_with('see_today'))) or s.zone_id is null and private.may('see_today'))
    and r.status in ('active', 'completed', 'expired')
    and r.start_time < private.start_of_day(private.country_day(now()) + 2)
    -- With this bound the index skips earlier starts.
    and r.start_time > private.start_of_day(private.country_day(now())) - private.longest_reservation() - interval '25 hours'
    and (r.status = 'active' or coalesce(r.ended_at, r.end_time) >= private.start_of_day(private.country_day(now())))
  order by 12, r.start_time, s.sort_name, r.id
  limit 1000;
$$;

-- The first 501 spaces of a zone by name, one more than a page has, with the reservations of up to 7 days.
create function public.zone_timeline(zone uuid, starts timestamptz, ends timestamptz)
returns table (id uuid, name text, location text, zone_id uuid, zone_name text, status text, reservations jsonb)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select private.raise_problem('period-out-of-range')
    where starts is null or ends is null or not isfinite(starts) or not isfinite(ends)
      or ends - starts not between interval '0' and interval '7 days';
  select s.id, s.name, s.location, s.zone_id, s.zone_name, s.status, coalesce(taken.reservations, '[]')
  from public.parking_spaces s
  left join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', r.id, 'user_name', p.full_name, 'user_email', p.email,
        'start_time', r.start_time, 'end_time', r.end_time, 'ended_at', r.ended_at,
        'total_amount', r.total_amount, 'status', r.status,
        'vehicle_name', r.vehicle_name, 'vehicle_plate', r.vehicle_plate, 'is_open', r.is_open and r.status = 'active')
      order by r.start_time, r.id) as reservations
    from public.reservations r
    left join public.profiles p on p.user_id = r.user_id
    where r.parking_space_id = s.id and r.start_time < ends
      -- A reservation that nobody ends expires a day after its end. With this bound the index skips earlier starts.
      and r.start_time > starts - private.longest_reservation() - interval '25 hours'
      and r.status in ('active', 'held', 'completed', 'expired')
      -- A driver who has not left takes the space until now.
      and (case when r.status = 'active' then greatest(r.end_time, now()) else coalesce(r.ended_at, r.end_time) end) > starts
  ) taken on true
  where s.zone_id = zone
  order by s.sort_name, s.id
  limit 501;
$$;

-- ## Moving a reservation

-- The first 501 spaces, those of the reservation's zone first, each with what hinders the reservation there at this
-- start. other_zone is null for spaces of the same zone.
create function public.move_targets(reservation uuid, starts timestamptz)
returns table (id uuid, name text, other_zone text, hindrance text) language sql stable security definer set search_path = ''
as $$
  select private.require_duty('cancel', private.zone_of_reservation(reservation));
  select private.raise_problem('reservation-times-not-finite') where starts is null or not isfinite(starts);
  select s.id, s.name, case when s.zone_id is distinct from own.zone_id then coalesce(s.zone_name, '') end,
    case
      when s.status = 'maintenance' then 'out-of-service'
      when exists (
        select from public.reservations r
        where r.parking_space_id = s.id and r.id <> reserved.id
          and r.status in ('active', 'held') and (r.held_until > now() or r.status = 'active')
          and tstzrange(r.start_time, r.end_time) && tstzrange(starts, starts + (reserved.end_time - reserved.start_time))
      ) or exists (
        select from public.space_status_overrides o
        where o.id = s.id and o.starts_at < starts + (reserved.end_time - reserved.start_time)
          and coalesce(o.ends_at, 'infinity') > starts
      ) or s.zone_id = any (private.closed_zones(starts, starts + (reserved.end_time - reserved.start_time))) then 'taken'
      -- Every booking that begins now is kept from a space that somebody else uses.
      when private.is_about_now(starts) and private.is_used_by_other(s.id, reserved.user_id, starts) then 'taken'
    end
  from public.reservations reserved
  join public.parking_spaces own on own.id = reserved.parking_space_id
  cross join public.parking_spaces s
  where reserved.id = reservation
  -- Spaces without a zone are a zone of their own.
  order by s.zone_id is distinct from own.zone_id, s.zone_name, s.sort_name, s.id
  limit 501;
$$;

-- Moves a reservation to a space and a start, with the same length and price. A reservation that has begun keeps its
-- start, and one that is not as the administrator saw it is not moved. Where the new space is dearer, the administrator
-- says why. A repeat changes nothing.
create function public.move_reservation(
  reservation uuid, parking_space_id uuid, start_time timestamptz,
  seen_space uuid, seen_start timestamptz, seen_end timestamptz, reason text default null
) returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  new_end timestamptz;
begin
  perform private.require_duty('cancel', private.zone_of_reservation(reservation));
  perform private.require_duty_for_spaces('cancel', array[parking_space_id]);
  reserved := private.lock_reservation(reservation);
  -- A repeat whose first response was lost.
  if (reserved.parking_space_id, reserved.start_time, reserved.end_time - reserved.start_time)
    = (parking_space_id, start_time, seen_end - seen_start)
  then
    return reserved;
  end if;
  perform private.raise_problem('reservation-changed')
    where (reserved.parking_space_id, reserved.start_time, reserved.end_time) is distinct from (seen_space, seen_start, seen_end);
  perform private.raise_problem('move-after-start')
    where reserved.start_time <= now() and reserved.start_time is distinct from start_time;
  perform private.raise_problem('reservation-is-over') where reserved.end_time <= now();
  new_end := start_time + (reserved.end_time - reserved.start_time);
  -- A reservation of several days may have begun longer ago than a new one could.
  perform private.check_reservation_times(start_time, new_end) where reserved.start_time > now();
  -- Both spaces in the order of their ids, since two moves in opposite directions would wait for each other.
  perform private.lock_spaces(array[reserved.parking_space_id, parking_space_id]);
  perform private.raise_problem('space-gone')
    where not exists (select from public.parking_spaces s where s.id = parking_space_id);
  perform private.raise_problem('space-out-of-service') where exists (
    select from public.parking_spaces s where s.id = parking_space_id and s.status = 'maintenance'
  );
  perform private.lock_available_space(parking_space_id, reserved.user_id, start_time);
  perform private.record_gift('move', reserved.user_id, greatest(0,
    private.price_of_reservation(parking_space_id, start_time, new_end,
      private.find_rate_version(parking_space_id, start_time, reserved.vehicle_type))
    - private.price_of_reservation(
      reserved.parking_space_id, reserved.start_time, reserved.end_time, reserved.rate_version_id,
      known_at => reserved.priced_at)), reason, reserved.id)
  where private.charges_drivers();
  reserved.parking_space_id := parking_space_id;
  reserved.start_time := start_time;
  reserved.end_time := new_end;
  return private.save_changed_reservation(reserved, 'reservation_changed');
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
end;
$$;

-- ## Reserving for a driver

-- Up to 10 people whose name, e-mail, phone or plate contains the words of two letters or more. Who has exactly this
-- address comes first, which is the owner's, and then guests, whom administrators know: name, phone and plate of an account
-- are what anybody wrote, and ten strangers with those of a guest must not hide the guest. An account that is found by its
-- phone is marked. Staff find who tells them a whole address, phone or plate.
create function public.find_drivers(words text)
returns table (
  user_id uuid, full_name text, email text, status text, is_confirmed boolean, vehicles jsonb, has_unverified_phone boolean
)
language plpgsql security definer set search_path = ''
as $$
declare
  folded text;
  part text;
begin
  perform private.require_duty_somewhere('reserve', null);
  folded := private.fold_text(left(words, 200));
  part := private.normalise_plate(left(words, 200));
  if folded is null or length(folded) < 2 then
    return;
  end if;
  perform private.record_check('drivers', null) where not private.is_admin();
  return query
    select n.user_id, n.full_name, n.email, n.status, u.email_confirmed_at is not null, private.vehicles_of(n.user_id),
      coalesce(n.has_phone, false) and not n.is_guest
    from (
      select p.*, private.fold_text(p.email) = folded as has_address, p.email = '' and private.is_guest(p.user_id) as is_guest,
        strpos(private.phone_digits(p.phone), (select private.phone_part(folded))) > 0 as has_phone,
        p.user_id in (select v.user_id from public.vehicles v where v.plate = part) as has_plate
      from public.profiles p
      where case when private.is_admin()
        then concat_ws(' ', p.sort_name, private.fold_text(p.email)) like all (private.search_patterns(folded))
          or strpos(private.phone_digits(p.phone), (select private.phone_part(folded))) > 0
          or p.user_id in (select v.user_id from public.vehicles v where part <> '' and strpos(v.plate, part) > 0)
        else private.fold_text(p.email) = folded
          or length(private.phone_part(folded)) >= 10 and right(private.phone_digits(p.phone), 10) = right(private.phone_part(folded), 10)
          or p.user_id in (select v.user_id from public.vehicles v where v.plate = part)
        end
      order by has_address desc, is_guest desc, has_plate desc, p.sort_name, p.user_id
      limit 10
    ) n join auth.users u on u.id = n.user_id
    order by n.has_address desc, n.is_guest desc, n.has_plate desc, n.sort_name, n.user_id;
end;
$$;

create function private.add_guest(name text, phone text) returns uuid language plpgsql set search_path = ''
as $$
declare
  person uuid;
begin
  -- Supabase's server fails on tokens that are null.
  insert into auth.users (
    instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data,
    confirmation_token, recovery_token, email_change, email_change_token_new)
  values (
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', '{}',
    jsonb_build_object('full_name', name, 'phone', phone), '', '', '', '')
  returning id into person;
  return person;
end;
$$;

-- Adds a driver who phones and has no account, with their vehicle, and returns a row of find_drivers: a person without
-- address, password and identity, so that nobody can sign in. The same phone is the same person.
-- definer: nobody may write accounts; only for those who reserve for drivers.
create function public.add_guest_driver(name text, phone text, plate text, vehicle_name text, vehicle_type text)
returns table (
  user_id uuid, full_name text, email text, status text, is_confirmed boolean, vehicles jsonb, has_unverified_phone boolean
)
language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  person uuid;
begin
  perform private.require_duty_somewhere('reserve', null);
  if (not private.is_visible(name) or length(name) > 80 or phone !~ '^[+][1-9][0-9]{6,14}$' or length(phone) > 32)
    is not false
  then
    perform private.reject('name takes 1 to 80 characters, phone a number such as +18095550101');
  end if;
  perform private.record_check('drivers', null) where not private.is_admin();
  perform pg_advisory_xact_lock(hashtextextended('guest ' || phone, 0));
  select p.user_id into person from public.profiles p
  where p.phone = add_guest_driver.phone and private.is_guest(p.user_id);
  if person is null then
    person := private.add_guest(btrim(name), phone);
  end if;
  insert into public.vehicles (user_id, name, plate, type) values (person, vehicle_name, plate, vehicle_type) on conflict do nothing;
  return query
    select p.user_id, p.full_name, p.email, p.status, false, private.vehicles_of(person), false
    from public.profiles p where p.user_id = person;
end;
$$;

-- Reserves for a driver, who pays as the cashier says [ledger]; for a 'card' the space is held while the driver
-- follows the link of the mail. `seen_amount` is the price that the cashier saw, and the most that is charged.
-- `reason` says that it was paid at the desk, or why it is free. A repeat with the same id is the same reservation.
create function public.reserve_for_driver(
  id uuid, driver uuid, parking_space_id uuid, start_time timestamptz, hours numeric, vehicle_id uuid default null,
  seen_amount numeric default null, paid_at_desk numeric default null, reason text default null,
  payment text default 'wallet', buyer_tax_number text default null, buyer_name text default null,
  desk_method text default 'cash', desk_reference text default null
) returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reservation public.reservations;
  driver_status text;
  space_status text;
  price numeric;
  -- To the millisecond, as the page counts the price. NaN is greater than every number.
  milliseconds constant bigint := case when hours between 0 and 744 then round(hours * 3600000) end;
  ends constant timestamptz := start_time + milliseconds * interval '1 millisecond';
  paid constant private.desk_payment := (paid_at_desk, desk_method, desk_reference);
  is_paid constant boolean := private.is_paid_at_desk(coalesce(payment, ''), paid, driver,
    (select s.zone_id from public.parking_spaces s where s.id = parking_space_id));
begin
  perform private.give_reason(reason);
  perform private.lock_driver(driver);
  -- A repeat whose first response was lost.
  select * into reservation from public.reservations r where r.id = reserve_for_driver.id and r.user_id = driver;
  if reservation.id is not null then
    return reservation;
  end if;
  select p.status into driver_status from public.profiles p where p.user_id = driver for key share;
  perform private.raise_problem('driver-gone') where driver_status is null;
  perform private.raise_problem('driver-suspended') where driver_status = 'suspended';
  perform private.raise_problem('end-before-start') where hours <= 0;
  perform private.raise_problem('reservation-too-long') where milliseconds is null;
  perform private.check_reservation_times(start_time, ends);
  select s.status into space_status from public.parking_spaces s where s.id = parking_space_id;
  perform private.raise_problem('space-gone') where space_status is null;
  perform private.raise_problem('space-out-of-service') where space_status = 'maintenance';
  -- The space and the reservations in the way before the wallet.
  perform private.lock_available_space(parking_space_id, driver, start_time);
  perform from public.reservations r
  where r.parking_space_id = reserve_for_driver.parking_space_id and r.status in ('active', 'held')
    and tstzrange(r.start_time, r.end_time) && tstzrange(reserve_for_driver.start_time, ends)
  order by r.id for no key update;
  price := private.price_of_reservation(parking_space_id, start_time, ends, private.find_rate_version(
    parking_space_id, start_time, (select v.type from public.vehicles v where v.id = vehicle_id)));
  perform private.take_at_desk(driver, parking_space_id, paid, price, id::text) where is_paid or paid_at_desk is not null;
  insert into public.reservations
    (id, user_id, parking_space_id, start_time, end_time, total_amount, vehicle_id, payment_method)
  values
    (id, driver, parking_space_id, start_time, ends, 0, vehicle_id, nullif(payment, 'free'))
  returning * into reservation;
  perform private.raise_problem('price-changed')
    where reservation.payment_method is not null and (seen_amount is null or round(seen_amount, 2) < reservation.total_amount);
  perform private.record_gift('free', driver, price, null, id)
  where payment = 'free' and private.charges_drivers();
  perform public.ask_for_tax_credit(id, buyer_tax_number, buyer_name) where buyer_tax_number is not null;
  update public.notifications n set content = n.content || '{"by_driver": false}'
  where n.reservation_id = reservation.id and n.kind = 'confirmed' and driver <> (select auth.uid());
  return reservation;
exception
  when exclusion_violation then
    perform private.raise_problem('space-taken');
end;
$$;

-- ## One reservation at the desk

-- A reservation with the acts that the caller has for it; an open stay is left by [walk_ins] alone. Who may see its driver reads also what was paid for it.
create function public.stay_at_desk(reservation uuid) returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty('see_today', private.zone_of_reservation(reservation));
  select jsonb_build_object(
    'id', r.id, 'parking_space_id', s.id, 'space_name', s.name, 'space_location', s.location, 'zone_id', s.zone_id,
    'zone_name', s.zone_name, 'start_time', r.start_time, 'end_time', r.end_time, 'status', r.status,
    'held_until', r.held_until, 'arrived_at', r.arrived_at, 'vehicle_name', r.vehicle_name, 'vehicle_plate', r.vehicle_plate,
    'is_open', r.is_open and r.status = 'active', 'device_id', s.kavass_device_id,
    'space', case when private.may('set_space', s.zone_id) then to_jsonb(s) || jsonb_build_object(
      'override', (select to_jsonb(o) from public.space_status_overrides o where o.id = s.id)) end,
    'has_shift', exists (
      select from public.shifts own where own.cashier_id = auth.uid() and own.closed_at is null),
    'acts', array(
      select act from unnest(array[
        'mark_arrival', 'report_space', 'reserve', 'take_cash', 'cancel', 'set_space', 'lower_barrier', 'raise_barrier', 'give_back']) act
      where private.may(act, s.zone_id) and not (r.is_open and act in ('reserve', 'cancel')))
  ) || case when private.may('see_driver', s.zone_id) then jsonb_build_object(
    'user_name', p.full_name, 'user_email', p.email, 'total_amount', r.total_amount,
    'paid', (select f.paid from private.paid_for(r.id) f),
    -- With when the driver says to have left, when the next one found the space taken, and what the driver wrote of the charge.
    'overstay', (
      select to_jsonb(o) || jsonb_build_object('ended_at', r.ended_at,
        'reported_at', (select min(t.created_at) from public.space_reports t where t.late_reservation_id = r.id),
        'objection', (select string_agg(u.message, ' ' order by u.created_at) from public.user_messages u
          where u.reservation_id = r.id and u.sender_type = 'user' and u.created_at between o.created_at and o.created_at + interval '7 days'))
      from public.overstays o where o.reservation_id = r.id),
    'driver', case when p.user_id is not null then jsonb_build_object(
      'user_id', p.user_id, 'full_name', p.full_name, 'email', coalesce(p.email, ''), 'phone', nullif(p.phone, '')) end)
  else jsonb_build_object('user_name', null, 'user_email', null, 'total_amount', null) end
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = reservation;
$$;

-- What the wallet of a driver has; null where drivers pay nothing here.
create function public.wallet_at_desk(driver uuid) returns numeric language sql stable security definer set search_path = ''
as $$
  select private.require_duty_somewhere('reserve', null);
  select p.wallet_balance from public.profiles p where p.user_id = driver and private.charges_drivers();
$$;

-- What the editor of rates shows: all tables with their versions and who has them, and the zones whose prices the caller
-- sets, with how many reservations are booked there.
create function public.list_rates() returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_rates(null);
  select jsonb_build_object(
    'zones', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', z.id, 'name', z.name, 'price', coalesce(z.price_per_hour, private.fallback_rate()), 'booked', (
          select count(*) from public.parking_spaces s join public.reservations r on r.parking_space_id = s.id
          where s.zone_id = z.id and r.status = 'active' and r.start_time > now())) order by z.sort_name, z.id), '[]')
      from public.parking_zones z where z.id in (select private.zones_with('price'))),
    'tables', (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object(
        'may_write', (select coalesce(bool_and(private.may('price', u)), true) from private.zones_of_rates(t.id) u),
        'versions', array(select to_jsonb(v) from public.rate_versions v where v.rate_table_id = t.id order by v.valid_from desc limit 50),
        'uses', array(select to_jsonb(a) || jsonb_build_object('zone_name', coalesce(z.name, s.zone_name), 'space_name', s.name,
            'may_write', private.may('price', coalesce(a.zone_id, s.zone_id)))
          from public.rate_assignments a left join public.parking_zones z on z.id = a.zone_id
          left join public.parking_spaces s on s.id = a.space_id where a.rate_table_id = t.id
          order by z.sort_name, s.sort_name, a.vehicle_type, a.id)) order by t.name, t.id), '[]')
      from public.rate_tables t));
$$;

-- ## Who may call them

grant execute on function
  public.staff_today, public.todays_reservations, public.zone_timeline, public.move_targets, public.move_reservation, public.reserve_for_driver,
  public.find_drivers, public.add_guest_driver, public.stay_at_desk, public.wallet_at_desk,
  public.list_rates to authenticated;

-- ## supabase/schemas/2250_guests.sql

-- Guests: drivers without an account, who park and pay from the sign of a zone or a space.
--
-- A guest is an anonymous user of the authentication service: a person without an address, whose session their browser keeps. Who
-- confirms an address has an account from then on, with all that was booked.
--
-- Rules
--   Everybody reads what a sign stands for, and which spaces are free there.
--   A guest has one reservation at a time, which begins now and costs something; it may be extended and ended, and not be changed.
--   An unpaid hold of a guest lasts ten minutes, as any [reservations]. A plate has one of guests at a time, and those of all guests
--   take a fifth of the spaces of a zone, two at least, so that strangers with many guests do not close it.
--   A guest writes no messages and ratings, keeps no favourites and adds no money to a wallet [payments].
--   A guest hears until when a plate is parked in the zone of a sign, for ten plates an hour: most who pay twice have paid already.
--   Of an open stay [walk-ins] they hear since when and what it costs now, and may pay it.
--   Guests who never paid are removed after thirty days [foundation].
--
-- Hooks: the own server limits how many guests come from a network, and in all.

-- ## Who may do what

create policy guests_write_no_messages on public.user_messages as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));
create policy guests_write_no_ratings on public.ratings as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));
create policy guests_keep_no_favourites on public.favourite_zones as restrictive for insert to authenticated
  with check (not private.is_anonymous((select auth.uid())));

-- ## What a sign stands for

-- The zone, the space if the sign is of one, and the spaces to park on now: that space, else another one near it; for the sign
-- of a zone its free spaces. free_until is when the next reservation begins. Null for a code that no sign has.
-- definer: it must see every driver's reservations.
create function public.read_sign(sign text) returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  code constant text := upper(regexp_replace(left(sign, 40), '[^0-9A-Za-z]', '', 'g'));
  soon constant timestamptz := now() + make_interval(mins => coalesce((select min_reservation_minutes from private.settings()), 15));
  own public.parking_spaces;
  zone public.parking_zones;
  wanted public.reservations;
  free uuid[];
begin
  select * into own from public.parking_spaces s where s.sign = code;
  select * into zone from public.parking_zones z where z.id = own.zone_id or z.sign = code;
  if zone.id is null then return null; end if;
  free := array(
    select f.id from public.find_spaces(now(), soon) f
    where f.zone_id = zone.id and f.status = 'available' and (own.id is null or f.id = own.id)
    order by f.sort_name, f.id limit 100);
  if own.id is not null and free = '{}' then
    select own.id, now(), soon into wanted.parking_space_id, wanted.start_time, wanted.end_time;
    free := array(select o.id from private.find_other_spaces(wanted) o join public.parking_spaces s using (id) where s.zone_id = zone.id limit 1);
  end if;
  return jsonb_build_object(
    'zone', jsonb_build_object('id', zone.id, 'name', zone.name, 'location', zone.location, 'overstay', zone.overstay),
    'space', case when own.id is not null then jsonb_build_object('id', own.id, 'name', own.name) end,
    'free', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'lowest_rate', coalesce(s.hourly_rate, zone.price_per_hour, private.fallback_rate()),
        'has_rates', s.has_rates,
        'free_until', (select min(o.start_time) from public.space_occupancy o where o.parking_space_id = s.id and o.start_time > now())
      ) order by s.sort_name, s.id), '[]')
      from public.parking_spaces s where s.id = any (free)));
end;
$$;

-- Until when somebody else's car with this plate is parked in the zone of a sign, or its open stay there; null where none is.
-- definer: as above.
create function public.find_parked_plate(sign text, plate text)
returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  zone constant uuid := public.read_sign(sign) -> 'zone' ->> 'id';
begin
  perform private.reject('Begin a session to ask about a plate', 'insufficient_privilege')
    where auth.uid() is null or not private.has_shown_second_factor();
  perform private.lock_driver(auth.uid());
  perform private.check_change_rate(array['plate_asked'], 10, 'too-many-plates');
  perform private.record_activity(auth.uid(), 'plate_asked', '{}');
  return (
    select jsonb_build_object('until', r.end_time, 'stay', case when r.is_open then jsonb_build_object(
      'id', r.id, 'start_time', r.start_time, 'amount', private.due_of_stay(r), 'paid_until', r.paid_until) end)
    from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
    where r.vehicle_plate = private.normalise_plate(left(plate, 40)) and s.zone_id = zone and r.status = 'active'
      and r.user_id is distinct from auth.uid() and r.start_time <= now() and (r.is_open or r.end_time > now())
    order by r.is_open desc, r.end_time desc limit 1);
end;
$$;

grant execute on function public.read_sign, public.find_parked_plate to anon, authenticated;

-- ## What a guest reserves

-- Fires after reservations_check_new, which has locked the driver and found the plate, and whether the reservation is held.
-- definer: it must see the reservations of other guests.
create function private.check_guest() returns trigger language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  zone constant uuid := (select s.zone_id from public.parking_spaces s where s.id = new.parking_space_id);
begin
  if new.user_id is distinct from auth.uid() or not private.is_anonymous(new.user_id) then
    return new;
  end if;
  perform private.raise_problem('guest-parks-now') where not private.is_about_now(new.start_time);
  perform private.raise_problem('guest-pays-nothing') where new.payment_method is null;
  perform private.raise_problem('guest-has-reservation') where exists (
    select from public.reservations r
    where r.user_id = new.user_id and r.end_time > now() and (r.status = 'active' or r.status = 'held' and r.held_until > now()));
  if new.status = 'held' then
    -- Each hold counts those before it.
    perform pg_advisory_xact_lock(hashtextextended('holds of guests', 0));
    perform private.raise_problem('unpaid-plate') where exists (
      select from public.reservations r
      where r.vehicle_plate = new.vehicle_plate and r.status = 'held' and r.held_until > now() and private.is_anonymous(r.user_id));
    perform private.raise_problem('guests-hold-too-much') where (
      select count(*) from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
      where s.zone_id = zone and r.status = 'held' and r.held_until > now() and private.is_anonymous(r.user_id)
    ) >= greatest(2, (select count(*) from public.parking_spaces s where s.zone_id = zone) / 5);
  end if;
  return new;
end;
$$;

create trigger reservations_check_new_guest before insert on public.reservations
  for each row execute function private.check_guest();

-- ## supabase/schemas/2260_walk_ins.sql

-- Walk-ins: a car comes in by its plate alone, and pays when it leaves.
--
-- An open stay is a reservation (is_open) of the guest of its plate:
--
--   enter_plate ──▶ active ──leave: paid, free, or gone without paying──▶ completed
--
-- Rules
--   A plate is inside a zone once; whoever enters it again is shown that stay, or the reservation that waits for the car.
--   The stay keeps its space like any reservation: until the next one on the space, at most for 24 hours. Later the job
--   holds the space a little longer each time, as long as nobody has reserved it. Where somebody has, the stay goes on
--   without the space, and the next driver meets a car that is late.
--   Only `leave` ends a stay; every other change is rejected [reservations]. Nothing is charged before.
--   The price is that of the time until the exit by the rates posted at entry, at least of the shortest reservation. Who was
--   shown it pays no more for five minutes.
--   Whoever knows the plate may pay its exit on a phone, by a payment [payments] of a price that was shown within ten minutes.
--   The car then has 15 minutes to leave; later it owes the difference. Staff let it out, as they do every car.
--   Free exits and cars that left without paying are gifts of a manager, with a reason, within the limit of the settings. A car
--   whose paid time is over and that nobody let out is a gift of whoever takes cash.

-- Until when a car could keep the space from this moment on: the next reservation or planned outage, at most `most`.
create function private.find_free_end(space uuid, starts timestamptz, most timestamptz)
returns timestamptz language sql stable set search_path = ''
  return least(most, (
    select min(o.start_time) from public.space_occupancy o where o.parking_space_id = space and o.end_time > starts));

create function private.describe_stay(stay public.reservations) returns jsonb language sql stable set search_path = ''
  return (
    select jsonb_build_object('id', stay.id, 'plate', stay.vehicle_plate, 'space_name', s.name, 'zone_name', s.zone_name,
      'start_time', stay.start_time, 'end_time', stay.end_time, 'amount', stay.total_amount, 'paid_until', stay.paid_until,
      'is_open', stay.is_open and stay.status = 'active')
    from (select) as one left join public.parking_spaces s on s.id = stay.parking_space_id);

create function private.shortest_stay() returns interval language sql stable set search_path = ''
  return make_interval(mins => coalesce((select min_reservation_minutes from private.settings()), 15));

-- Lets a car in, on the chosen space of the zone or on the one that is free for longest; `is_new` is false where the car
-- has a stay or a reservation there already, to which it arrives. A repeat with the same key finds the same stay.
-- definer, here and below: staff write no reservations, accounts and vehicles.
create function public.enter_plate(key uuid, zone uuid, plate text, space uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  typed constant text := private.normalise_plate(left(plate, 40));
  starts constant timestamptz := date_trunc('milliseconds', now());
  shortest constant interval := private.shortest_stay();
  stay public.reservations;
  guest uuid;
  ends timestamptz;
  candidate record;
begin
  perform private.require_duty('let_in', zone);
  perform private.raise_problem('plate-malformed') where (typed ~ '^[A-Z0-9]{2,10}$') is not true;
  perform pg_advisory_xact_lock(hashtextextended('plate ' || typed, 0));
  select r.* into stay from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
  where r.vehicle_plate = typed and s.zone_id is not distinct from zone
    and (r.id = key or r.status = 'active' and r.start_time <= now() + interval '30 minutes' and (r.is_open or r.end_time > now()))
  order by r.id = key desc, r.is_open desc, r.start_time limit 1;
  if stay.id is not null then
    -- The car is in: its driver can cancel no more.
    perform public.mark_arrival(stay.id, stay.start_time, stay.end_time) where stay.status = 'active' and stay.arrived_at is null;
    return private.describe_stay(stay) || jsonb_build_object('is_new', stay.id = key);
  end if;
  -- The guest of the plate, whom nobody but walk-ins uses.
  select v.user_id into guest from public.vehicles v join public.profiles p on p.user_id = v.user_id
  where v.plate = typed and p.phone is null and private.is_guest(v.user_id) order by v.created_at limit 1;
  if guest is null then
    guest := private.add_guest(typed, null);
    insert into public.vehicles (user_id, name, plate, type) values (guest, typed, typed, 'other');
  end if;
  perform private.lock_driver(guest);
  -- First what nobody else is about to take, then the others.
  for candidate in
    select s.id, pass.waits from (values (false), (true)) as pass (waits), public.parking_spaces s
    where s.zone_id is not distinct from zone and (space is null or s.id = space) and s.status in ('available', 'reserved')
      and private.find_free_end(s.id, starts, starts + interval '24 hours') >= starts + shortest
    order by pass.waits, private.find_free_end(s.id, starts, starts + interval '24 hours') desc, s.sort_name, s.id
  loop
    continue when not candidate.waits and not private.try_lock_space(candidate.id);
    perform private.lock_space(candidate.id);
    perform private.lapse_holds(candidate.id);
    ends := private.find_free_end(candidate.id, starts, starts + interval '24 hours');
    continue when ends < starts + shortest or private.is_used_by_other(candidate.id, guest, starts);
    insert into public.reservations
      (id, user_id, parking_space_id, start_time, end_time, vehicle_id, arrived_at, is_open, posted_rate)
    select key, guest, candidate.id, starts, ends, v.id, starts, true,
      private.price_of_reservation(candidate.id, starts, starts + interval '1 hour', null, known_at => null)
    from public.vehicles v where v.user_id = guest and v.plate = typed
    returning * into stay;
    return private.describe_stay(stay) || jsonb_build_object('is_new', true);
  end loop;
  perform private.raise_problem(case when space is null then 'zone-full' else 'space-taken' end);
end;
$$;

-- ## While the car is inside

-- Keeps the spaces of open stays for as long as they are free. Reservations that somebody changes now wait for the next run.
create function private.hold_open_stays() returns void language plpgsql set search_path = ''
as $$
declare
  stay public.reservations;
  ends timestamptz;
begin
  for stay in
    select * from public.reservations
    where is_open and status = 'active' and end_time < greatest(start_time + interval '24 hours', now() + interval '1 hour')
    order by parking_space_id limit 500 for update skip locked
  loop
    continue when not private.try_lock_driver(stay.user_id) or not private.try_lock_space(stay.parking_space_id);
    ends := private.find_free_end(stay.parking_space_id, stay.end_time, least(stay.start_time + private.longest_reservation(),
      greatest(stay.start_time + interval '24 hours', now() + interval '2 hours')));
    continue when ends <= stay.end_time;
    perform set_config('parqueo.changes_reservation', 'open ' || stay.id, true);
    update public.reservations set end_time = ends where id = stay.id;
  end loop;
  perform set_config('parqueo.changes_reservation', '', true);
end;
$$;

create function private.price_of_open_stay(stay public.reservations, until timestamptz)
returns numeric language sql stable set search_path = ''
  return case when private.charges_drivers() then private.price_of_reservation(stay.parking_space_id, stay.start_time,
    greatest(until, stay.start_time + private.shortest_stay()), stay.rate_version_id, stay.posted_rate,
    stay.priced_at) else 0 end;

-- What a stay costs now beyond what was paid on a phone.
create function private.due_of_stay(stay public.reservations) returns numeric language sql stable set search_path = ''
  return case when stay.paid_until > now() then 0
    else greatest(private.price_of_open_stay(stay, now()) - stay.total_amount, 0) end;

-- The amount of an exit: what is due now, or less where that was the price within the time before.
create function private.agree_on_exit(stay public.reservations, seen_amount numeric, before interval)
returns numeric language sql stable set search_path = ''
as $$
  select private.raise_problem('price-changed') where private.due_of_stay(stay) > 0 and (
    seen_amount >= least(private.due_of_stay(stay), private.price_of_open_stay(stay, now() - before) - stay.total_amount)) is not true;
  select round(greatest(least(seen_amount, private.due_of_stay(stay)), 0), 2);
$$;

-- What a car pays that leaves now.
create function public.quote_exit(reservation uuid)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty('take_cash', private.zone_of_reservation(reservation));
  select private.raise_problem('stay-has-ended') where not exists (
    select from public.reservations r where r.id = reservation and r.is_open and r.status = 'active');
  select private.describe_stay(r) || jsonb_build_object('amount', private.due_of_stay(r)) from public.reservations r where r.id = reservation;
$$;

-- Lets a car out. `method` is cash, terminal or transfer, which have the price that the cashier saw; or free, or unpaid for a
-- car that is gone, which is said with a reason. A repeat with the same key changes nothing.
create function public.leave(
  key uuid, reservation uuid, method text, reference text default null, seen_amount numeric default null, reason text default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  is_given constant boolean := method in ('free', 'unpaid');
  stay public.reservations;
  amount numeric := 0;
  ends timestamptz;
begin
  perform private.require_duty(case when is_given and not (method = 'unpaid' and exists (
    select from public.reservations r where r.id = reservation and r.paid_until <= now())) then 'give_back' else 'take_cash' end, private.zone_of_reservation(reservation));
  perform private.lock_driver((select r.user_id from public.reservations r where r.id = reservation and r.is_open));
  select * into stay from public.reservations r where r.id = reservation and r.is_open for no key update;
  if stay.end_key = key then
    return private.describe_stay(stay);
  end if;
  perform private.raise_problem('stay-has-ended') where stay.status is distinct from 'active';
  perform private.lock_space(stay.parking_space_id);
  ends := greatest(date_trunc('milliseconds', now()), stay.start_time + interval '1 millisecond');
  if is_given then
    perform private.record_gift(method, stay.user_id, private.due_of_stay(stay), reason, stay.id);
  else
    amount := private.agree_on_exit(stay, seen_amount, interval '5 minutes');
    perform private.give_reason(reason);
    perform private.take_at_desk(stay.user_id, stay.parking_space_id, (amount, method, reference), amount, stay.id::text, stay.id) where amount > 0;
    perform private.charge_reservation(stay, amount, case when stay.total_amount > 0 then 'extension' else 'reservation' end);
  end if;
  perform set_config('parqueo.changes_reservation', 'open ' || stay.id, true);
  update public.reservations r set
    status = 'completed', ended_at = ends, end_time = ends, end_key = key, total_amount = r.total_amount + amount,
    payment_method = case when r.total_amount + amount > 0 then 'wallet' end
  where r.id = stay.id returning * into stay;
  perform set_config('parqueo.changes_reservation', '', true);
  return private.describe_stay(stay);
end;
$$;

-- Takes what a held reservation waits for, as an exit is paid, and makes it active. A repeat changes nothing.
create function public.pay_at_desk(
  reservation uuid, method text, reference text default null, seen_amount numeric default null, reason text default null
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.reservations;
begin
  perform private.require_duty('take_cash', private.zone_of_reservation(reservation));
  perform private.lock_driver((select r.user_id from public.reservations r where r.id = reservation));
  select * into held from public.reservations r where r.id = reservation for no key update;
  if held.status is distinct from 'active' then
    perform private.raise_problem('hold-is-over') where held.status is distinct from 'held' or held.held_until <= now();
    perform private.raise_problem('price-changed') where (round(seen_amount, 2) >= held.total_amount) is not true;
    perform private.lock_space(held.parking_space_id), private.give_reason(reason);
    perform private.take_at_desk(held.user_id, held.parking_space_id, (held.total_amount, method, reference), held.total_amount, held.id::text, held.id);
    perform set_config('parqueo.changes_reservation', held.id::text, true);
    update public.reservations r set status = 'active' where r.id = held.id;
    perform set_config('parqueo.changes_reservation', '', true);
  end if;
  return private.describe_stay(held);
end;
$$;

grant execute on function public.enter_plate, public.quote_exit, public.leave, public.pay_at_desk to authenticated;

-- ## supabase/schemas/2300_overview.sql

-- The overview: the figures of the back office's first tab, a function for each card. Only administrators read them.
--
-- Figures of days come from totals, since counting a year of reservations and postings takes too long for a request:
--
--   a reservation or a posting   ──trigger──▶ changed_days ──add_up_days()──▶ daily_revenue,      ──▶ the cards
--   of a past day changes                                    each minute      daily_reservations
--
-- A day is one of Santo Domingo. A reservation belongs to the day of its start, a posting to the day on which it was
-- made. A day is added up when it has been over for ten minutes. What is not added up yet, or has changed, is counted from
-- the rows while somebody reads: the figures are exact at any time, and the totals can be deleted. They go back 400 days.
--
-- definer, all that clients call: nobody has rights on the totals. Each asks for an administrator first.
--
-- Hook: [jobs] has the cards of jobs and of the books.

-- ## Totals of days

create table private.daily_revenue (
  day date primary key,
  charged numeric(14, 2) not null, given_back numeric(14, 2) not null,
  tax numeric(14, 2) not null, earned numeric(14, 2) not null,
  by_wallet numeric(14, 2) not null,
  by_card numeric(14, 2) not null,
  by_paypal numeric(14, 2) not null,
  azul_in numeric(14, 2) not null, azul_out numeric(14, 2) not null,
  paypal_in numeric(14, 2) not null, paypal_out numeric(14, 2) not null,
  cash_in numeric(14, 2) not null,
  constraint daily_revenue_amounts_in_range check (greatest(
    abs(charged), abs(given_back), abs(tax), abs(earned), abs(by_wallet), abs(by_card), abs(by_paypal),
    abs(azul_in), abs(azul_out), abs(paypal_in), abs(paypal_out), abs(cash_in)
  ) <= 999999999999)
);

-- Reservations of the same days by the zone that the space is in now.
create table private.daily_reservations (
  day date not null references private.daily_revenue (day) on delete cascade,
  -- Null for spaces without a zone.
  zone_id uuid,
  -- Without those that were cancelled, or never paid.
  reservations bigint not null,
  hours numeric(12, 2) not null check (hours between 0 and 999999999),
  late_ends bigint not null,
  -- The late seconds of reservations that somebody ended.
  late_seconds bigint not null,
  constraint daily_reservations_are_of_one_day unique nulls not distinct (day, zone_id)
);

-- Past days to be added up again. Each change adds a row, so that no writers wait for each other.
create table private.changed_days (id bigint generated always as identity primary key, day date not null);
create index changed_days_by_day on private.changed_days (day);

-- ## Past days that change

-- The argument is the column with the time.
-- definer, here and below: drivers change their reservations, and may not write the tables of days.
create function private.mark_days() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_days (day)
  select distinct d.day
  from (values (to_jsonb(old) ->> tg_argv[0]), (to_jsonb(new) ->> tg_argv[0])) as t (moment)
  cross join private.country_day(t.moment::timestamptz) as d (day)
  where d.day < private.country_day(now());
  return null;
end;
$$;

create trigger reservations_mark_days
  after insert or delete or update of status, start_time, end_time, ended_at, parking_space_id on public.reservations
  for each row execute function private.mark_days('start_time');
create trigger ledger_transactions_mark_day after insert on public.ledger_transactions
  for each row execute function private.mark_days('created_at');

create function private.mark_days_of_space() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_days (day)
  select distinct private.country_day(start_time)
  from public.reservations
  where parking_space_id = new.id and start_time < private.start_of_day(private.country_day(now()));
  return null;
end;
$$;

create trigger parking_spaces_mark_days after update of zone_id on public.parking_spaces for each row
  when (new.zone_id is distinct from old.zone_id) execute function private.mark_days_of_space();

-- ## Counting a day

create function private.count_reservations(counted date)
returns setof private.daily_reservations language sql stable set search_path = ''
as $$
  select
    counted, s.zone_id, count(r.id), sum(date_part('epoch', r.end_time - r.start_time) / 3600),
    count(*) filter (where private.ended_late(r.status, r.end_time, r.ended_at)),
    coalesce(sum(date_part('epoch', r.ended_at - r.end_time)) filter (
      where r.status = 'completed' and private.ended_late(r.status, r.end_time, r.ended_at)
    ), 0)::bigint
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.status in ('active', 'completed', 'expired')
    and r.start_time >= private.start_of_day(counted) and r.start_time < private.start_of_day(counted + 1)
  group by s.zone_id;
$$;

create function private.count_revenue(counted date) returns private.daily_revenue language sql stable set search_path = ''
as $$
  with moved as (
    select t.id, e.*
    from public.ledger_transactions t,
      -- For each transaction by itself, since a day has few of all entries.
      lateral (
        select
          coalesce(sum(amount) filter (where kind in ('deferred', 'revenue', 'tax', 'tax_expense')), 0) as price,
          coalesce(sum(amount) filter (where kind = 'tax'), 0) as tax,
          coalesce(sum(amount) filter (where kind = 'revenue'), 0) as earned,
          coalesce(sum(-amount) filter (where kind = 'clearing_azul'), 0) as azul,
          coalesce(sum(-amount) filter (where kind = 'clearing_paypal'), 0) as paypal,
          coalesce(sum(-amount) filter (where kind = 'cash'), 0) as cash
        from public.ledger_entries join public.ledger_accounts a on a.id = account_id
        where transaction_id = t.id
      ) e
    where t.created_at >= private.start_of_day(counted) and t.created_at < private.start_of_day(counted + 1)
  ), direct as (
    select
      coalesce(sum(part.amount) filter (where p.method = 'card'), 0) as card,
      coalesce(sum(part.amount) filter (where p.method = 'paypal'), 0) as paypal
    from moved m
    join private.reservation_parts part on part.transaction_id = m.id
    join public.payments p on p.id = part.payment_id
  )
  select
    counted,
    coalesce(sum(greatest(price, 0)), 0), coalesce(sum(greatest(-price, 0)), 0), coalesce(sum(tax), 0),
    coalesce(sum(earned), 0),
    coalesce(sum(price), 0) - (select card + paypal from direct), (select card from direct), (select paypal from direct),
    coalesce(sum(greatest(azul, 0)), 0), coalesce(sum(greatest(-azul, 0)), 0),
    coalesce(sum(greatest(paypal, 0)), 0), coalesce(sum(greatest(-paypal, 0)), 0),
    coalesce(sum(cash), 0)
  from moved;
$$;

-- ## Adding up

create function private.find_uncounted_days(first_day date, last_day date)
returns setof date language sql stable set search_path = ''
as $$
  select d.day
  from private.list_days(first_day, least(last_day, private.country_day(now()))) d
  where not exists (select from private.daily_revenue t where t.day = d.day)
    or exists (select from private.changed_days c where c.day = d.day);
$$;

-- Adds up the newest of the last 400 days that are new or have changed, and returns how many. Every scheduler calls it.
create function private.add_up_days(most integer default 30) returns integer language plpgsql set search_path = ''
as $$
declare
  oldest constant date := private.country_day(now()) - 400;
  next_day date;
  days integer := 0;
begin
  if not private.begin_work('add_up_days') then
    return 0;
  end if;
  delete from private.daily_revenue where day < oldest;
  delete from private.changed_days where day < oldest;
  for next_day in
    -- No transaction lasts ten minutes, so that everything of these days is committed.
    select d from private.find_uncounted_days(oldest, private.country_day(now() - interval '10 minutes') - 1) d
    order by d desc limit most
  loop
    -- First, so that the row of a change that is committed after the count stays.
    delete from private.changed_days where day = next_day;
    delete from private.daily_revenue where day = next_day;
    insert into private.daily_revenue select * from private.count_revenue(next_day);
    insert into private.daily_reservations select * from private.count_reservations(next_day);
    days := days + 1;
  end loop;
  return days;
end;
$$;

-- Adds up each of the last 400 days anew, and returns how many. Operators call it by hand.
create function private.rebuild_daily_totals() returns integer language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.add_up_days'));
  delete from private.daily_revenue;
  return private.add_up_days(401);
end;
$$;

-- ## Reading days

create function private.read_daily_reservations(first_day date, last_day date)
returns setof private.daily_reservations language sql stable set search_path = ''
as $$
  with uncounted as (select d as day from private.find_uncounted_days(first_day, last_day) d)
  select t.* from private.daily_reservations t
  where t.day between first_day and last_day and t.day not in (select u.day from uncounted u)
  union all
  select c.* from uncounted u, private.count_reservations(u.day) c;
$$;

create function private.read_daily_revenue(first_day date, last_day date)
returns setof private.daily_revenue language sql stable set search_path = ''
as $$
  with uncounted as (select d as day from private.find_uncounted_days(first_day, last_day) d)
  select t.* from private.daily_revenue t
  where t.day between first_day and last_day and t.day not in (select u.day from uncounted u)
  union all
  select c.* from uncounted u, private.count_revenue(u.day) c;
$$;

-- ## Cards of figures

create function public.overview_spaces() returns table (free bigint, in_use bigint, out_of_service bigint)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select
    count(*) filter (where s.status = 'available'),
    count(*) filter (where s.status in ('reserved', 'occupied')),
    count(*) filter (where s.status = 'maintenance')
  from public.parking_spaces s;
$$;

-- How many spaces were in use, or are reserved, at each full hour of today.
create function public.overview_hours()
returns table (hour timestamptz, in_use bigint) language plpgsql stable security definer set search_path = ''
as $$
declare
  midnight constant timestamptz := private.start_of_day(private.country_day(now()));
  next_midnight constant timestamptz := private.start_of_day(private.country_day(now()) + 1);
begin
  perform private.require_admin();
  return query
    with reservations as (
      select start_time, coalesce(ended_at, end_time) as left_at
      from public.reservations
      where status in ('completed', 'expired') and coalesce(ended_at, end_time) > midnight and start_time < next_midnight
      union all
      select start_time, end_time
      from public.reservations
      where status in ('active', 'held') and end_time > midnight and start_time < next_midnight
        -- This follows from the longest reservation. With it the index skips older ones.
        and start_time > midnight - private.longest_reservation()
    )
    select h.moment, count(r.start_time)
    from generate_series(midnight, next_midnight - interval '1 hour', interval '1 hour') as h (moment)
    left join reservations r on r.start_time <= h.moment and r.left_at > h.moment
    group by h.moment order by h.moment;
end;
$$;

-- This month until today, and the same days of the month before, which may be shorter.
create function public.overview_months()
returns table (
  first_day date, last_day date, earlier_first_day date, earlier_last_day date,
  users bigint, new_users bigint, earlier_new_users bigint,
  reservations numeric, earlier_reservations numeric, revenue numeric, earlier_revenue numeric
) language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.country_day(now());
  this_month constant date := date_trunc('month', today::timestamp)::date;
  month_before constant date := (this_month - interval '1 month')::date;
  same_day constant date := least(month_before + (today - this_month), this_month - 1);
begin
  perform private.require_admin();
  return query
    select
      this_month, today, month_before, same_day,
      (select count(*) from public.profiles),
      (select count(*) from public.profiles
        where created_at >= private.start_of_day(this_month) and created_at < private.start_of_day(today + 1)),
      (select count(*) from public.profiles
        where created_at >= private.start_of_day(month_before) and created_at < private.start_of_day(same_day + 1)),
      (select coalesce(sum(t.reservations), 0) from private.read_daily_reservations(this_month, today) t),
      (select coalesce(sum(t.reservations), 0) from private.read_daily_reservations(month_before, same_day) t),
      (select coalesce(sum(t.charged - t.given_back), 0) from private.read_daily_revenue(this_month, today) t),
      (select coalesce(sum(t.charged - t.given_back), 0) from private.read_daily_revenue(month_before, same_day) t);
end;
$$;

-- The zones with the most reserved hours. `spaces` is their number now. Spaces without a zone have a row of nulls.
create function public.overview_zones(first_day date, last_day date)
returns table (zone_id uuid, name text, spaces bigint, reservations numeric, hours numeric)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin(), private.require_days(first_day, last_day);
  select
    t.zone_id, z.name,
    (select count(*) from public.parking_spaces s where s.zone_id is not distinct from t.zone_id),
    sum(t.reservations), sum(t.hours)
  from private.read_daily_reservations(first_day, last_day) t
  left join public.parking_zones z on z.id = t.zone_id
  where t.reservations > 0
  group by t.zone_id, z.name
  order by sum(t.hours) desc, z.name, t.zone_id
  limit 100;
$$;

-- What some days brought in each zone: the reservations that began, and what was charged less what was given back, tax
-- included. It reads the rows, and people ask for single days. Spaces without a zone have a row of nulls.
create function public.overview_takings(first_day date, last_day date)
returns table (zone_id uuid, name text, reservations bigint, revenue numeric)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin(), private.require_days(first_day, last_day);
  select s.zone_id, z.name, sum(part.begun)::bigint, sum(part.amount)
  from (
    select r.parking_space_id, 1 as begun, 0 as amount
    from public.reservations r
    where r.status in ('active', 'completed', 'expired')
      and r.start_time >= private.start_of_day(first_day) and r.start_time < private.start_of_day(last_day + 1)
    union all
    select r.parking_space_id, 0, e.amount
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id and a.kind in ('deferred', 'revenue', 'tax', 'tax_expense')
    join public.reservations r on r.id = t.reservation_id
    where t.created_at >= private.start_of_day(first_day) and t.created_at < private.start_of_day(last_day + 1)
  ) part
  left join public.parking_spaces s on s.id = part.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id
  group by s.zone_id, z.name
  order by sum(part.amount) desc, z.name, s.zone_id
  limit 100;
$$;

create function public.overview_late_ends(first_day date, last_day date)
returns table (day date, reservations bigint, late_ends bigint, late_minutes bigint)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin(), private.require_days(first_day, last_day);
  select
    d.day, coalesce(sum(t.reservations), 0)::bigint, coalesce(sum(t.late_ends), 0)::bigint,
    coalesce(sum(t.late_seconds) / 60, 0)::bigint
  from private.list_days(first_day, last_day) d
  left join private.read_daily_reservations(first_day, last_day) t on t.day = d.day
  group by d.day order by d.day;
$$;

-- What is charged and given back includes the tax, and counts for the method by which the reservation was paid. What is
-- earned is income, without the tax, on the day on which a reservation was over. What comes in and goes out moves between
-- a provider and the operator, also for top-ups; cash was taken at the desk.
create function public.revenue_by_day(first_day date, last_day date)
returns table (
  day date, charged numeric, given_back numeric, net numeric, tax numeric, earned numeric,
  by_wallet numeric, by_card numeric, by_paypal numeric,
  azul_in numeric, azul_out numeric, paypal_in numeric, paypal_out numeric, cash_in numeric
) language sql stable security definer set search_path = ''
as $$
  select private.require_admin(), private.require_days(first_day, last_day);
  select
    d.day, coalesce(sum(t.charged), 0), coalesce(sum(t.given_back), 0), coalesce(sum(t.charged - t.given_back), 0),
    coalesce(sum(t.tax), 0), coalesce(sum(t.earned), 0),
    coalesce(sum(t.by_wallet), 0), coalesce(sum(t.by_card), 0), coalesce(sum(t.by_paypal), 0),
    coalesce(sum(t.azul_in), 0), coalesce(sum(t.azul_out), 0),
    coalesce(sum(t.paypal_in), 0), coalesce(sum(t.paypal_out), 0), coalesce(sum(t.cash_in), 0)
  from private.list_days(first_day, last_day) d
  left join private.read_daily_revenue(first_day, last_day) t on t.day = d.day
  group by d.day order by d.day;
$$;

-- ## Card of services

-- The mail of accounts: `waiting` is 1 for a try that comes again. Supabase has no outbox.
create function private.list_account_mail()
returns table (service text, succeeded_at timestamptz, failed_at timestamptz, error text, waiting integer)
language plpgsql stable set search_path = ''
as $$
begin
  if to_regclass('parqueo_server.mail_outbox') is not null then
    return query
      select 'mail', null::timestamptz, coalesce(o.failed_at, private.find_last_attempt('mail', o.next_attempt_at, o.attempts)),
        o.last_error, (o.failed_at is null)::integer
      from parqueo_server.mail_outbox o
      where o.last_error is not null and (o.failed_at is null or o.failed_at > now() - interval '7 days')
      union all
      select 'mail', s.sent_at, null, null, 0 from parqueo_server.mail_sent s;
  end if;
end;
$$;

-- When each service last succeeded and last failed, and how much is tried again.
create function public.overview_services()
returns table (service text, succeeded_at timestamptz, failed_at timestamptz, error text, waiting bigint)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  with services as (
    select * from unnest(array['azul', 'paypal', 'locks', 'mail', 'push']) with ordinality as s (service, place)
  ), attempts as (
    select s.service, (select max(p.captured_at) from public.payments p where p.provider = s.service) as succeeded_at,
      null::timestamptz as failed_at, null as error, 0 as waiting
    from services s
    union all
    select p.provider, null, p.created_at, p.failure, 0 from public.payments p
    where p.state = 'declined' and p.failure = 'payment-provider-down' and p.created_at > now() - interval '7 days'
    union all
    select p.provider, null, null, null, 1 from public.payments p where p.next_attempt_at < now() - interval '10 minutes'
    union all
    select p.provider, null, case when r.state = 'failed' then r.finished_at end, r.error, (r.state <> 'failed')::integer
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
    where r.state = 'failed' and r.finished_at > now() - interval '7 days'
      or r.next_attempt_at is not null and r.error is not null
    union all
    select d.provider, null, d.created_at, d.kind, 0 from public.payment_differences d
    where d.kind = 'not-confirmed' and d.is_alarm and d.resolved_at is null
    union all
    -- The codes 502 to 504 are of the proxy and say that the vendor did not respond. Others are responses of the vendor.
    select 'locks', case when not c.has_failed then c.created_at end, case when c.has_failed then c.created_at end, c.code, 0
    from (
      select l.created_at, l.after ->> 'code' as code,
        coalesce(l.after ->> 'code', '') in ('502', '503', '504') as has_failed
      from public.audit_log l where l.subject_table = 'locks' and l.after ->> 'state' = 'answered'
      order by l.created_at desc limit 1000
    ) c
    where not c.has_failed or c.created_at > now() - interval '7 days'
    union all
    select s.service,
      (select max(n.finished_at) from public.notifications n where n.channel = s.service and n.state = 'sent'), null, null, 0
    from services s
    union all
    select n.channel, null, coalesce(n.finished_at, private.find_last_attempt('notifications', n.next_attempt_at, n.attempts)),
      n.last_error, (n.state = 'pending')::integer
    from public.notifications n
    where n.state = 'failed' and n.finished_at > now() - interval '7 days' or n.state = 'pending' and n.last_error is not null
    union all
    select * from private.list_account_mail()
  )
  select s.service, max(a.succeeded_at), max(a.failed_at),
    (array_agg(a.error order by a.failed_at desc) filter (where a.failed_at is not null))[1], coalesce(sum(a.waiting), 0)
  from services s left join attempts a using (service)
  group by s.service, s.place order by s.place;
$$;

-- ## Cards of failures

-- Payments that failed within 7 days.
create function public.overview_failed_payments()
returns table (
  id uuid, failed_at timestamptz, method text, failure text, amount numeric, currency text, user_email text,
  of_reason bigint
) language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select d.id, d.created_at, d.method, d.failure, d.amount, d.currency, u.email, d.of_reason
  from (
    select p.*, count(*) over (partition by p.method, p.failure) as of_reason
    from public.payments p
    where p.state = 'declined' and p.created_at > now() - interval '7 days'
    order by p.created_at desc, p.id limit 100
  ) d
  left join public.profiles u on u.user_id = d.user_id
  order by d.created_at desc, d.id;
$$;

-- Notifications that failed within 7 days.
create function public.overview_failed_notices()
returns table (
  id uuid, failed_at timestamptz, kind text, channel text, error text, user_email text, of_reason bigint
) language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select f.id, f.finished_at, f.kind, f.channel, f.last_error, u.email, f.of_reason
  from (
    select n.*, count(*) over (partition by n.kind, n.channel, n.last_error) as of_reason
    from public.notifications n
    where n.state = 'failed' and n.finished_at > now() - interval '7 days'
    order by n.finished_at desc, n.id limit 100
  ) f
  left join public.profiles u on u.user_id = f.user_id
  order by f.finished_at desc, f.id;
$$;

-- ## Who may call them

grant execute on function
  public.overview_spaces, public.overview_hours, public.overview_months, public.overview_zones,
  public.overview_takings, public.overview_late_ends, public.revenue_by_day, public.overview_services, public.overview_failed_payments,
  public.overview_failed_notices to authenticated;

-- ## supabase/schemas/2400_jobs.sql

-- Jobs: what the database does when time passes, who runs it, and the record of each run.
--
--   due_work               30 seconds   private.run_scheduled_jobs_once(), which calls private.run_due_work()
--   add_up_days            a minute     private.add_up_days()                                      [overview]
--   retention              an hour      private.remove_old_data()                                  [foundation]
--   books                  an hour      private.watch_books(), which checks them once a day        [ledger]
--
-- pg_cron runs them on hosted Supabase, elsewhere every server on the database does; a server also has jobs of its own,
-- such as mail. Several schedulers at once do no harm: each job takes a lock or may be repeated.
--
-- job_runs has the last run of each job, for the overview. due_work says when any scheduler last began work that one of
-- them does for all: run_due_work, add_up_days, watch_books, and add_reminders [notifications].

-- ## Due work

create table private.due_work (
  name text primary key check (length(name) <= 64),
  started_at timestamptz not null check (isfinite(started_at))
);

-- Times of two minutes at least at which no scheduler worked, so that the product was down or nearly so.
create table private.downtimes (
  began_at timestamptz primary key check (isfinite(began_at)),
  ended_at timestamptz not null check (isfinite(ended_at)));

create function private.was_down(starts timestamptz, ends timestamptz) returns boolean language sql stable set search_path = ''
  return exists (select from private.downtimes d where d.began_at < ends and d.ended_at > starts) or exists (
    select from private.due_work w where w.name = 'run_due_work' and w.started_at < least(ends, now() - interval '2 minutes'));

-- First reservations, then the status of their spaces, then receipts of reservations that are over.
create function private.run_due_work() returns void language sql set search_path = ''
as $$
  select private.lapse_holds();
  select private.expire_reservations();
  select private.hold_open_stays();
  select private.follow_times_of_spaces();
  select private.refresh_status_of(array(select id from public.parking_spaces));
  select private.issue_receipts();
  select private.end_past_days();
$$;

-- Whether this work is due: nobody does it at this moment or began it within the pause. The transaction of the work
-- writes the time, so that a failed run leaves the time of the one before.
create function private.begin_work(work text, pause interval default '0') returns boolean language plpgsql set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('private.' || work)) then
    return false;
  end if;
  insert into private.due_work as w (name, started_at) values (work, clock_timestamp())
  on conflict (name) do update set started_at = excluded.started_at where w.started_at <= excluded.started_at - pause;
  return found;
end;
$$;

-- Every scheduler calls it every 30 seconds. Returns whether it did the work.
create function private.run_scheduled_jobs_once() returns boolean language plpgsql set search_path = ''
as $$
declare
  before constant timestamptz := (select w.started_at from private.due_work w where w.name = 'run_due_work');
begin
  if not private.begin_work('run_due_work', '20 seconds') then
    return false;
  end if;
  insert into private.downtimes (began_at, ended_at)
  select before, clock_timestamp() where before < clock_timestamp() - interval '2 minutes' on conflict do nothing;
  perform private.run_due_work();
  return true;
end;
$$;

-- ## The last run of each job

create table private.job_runs (
  job text primary key check (length(job) <= 40 and job ~ '^[a-z_]+$'),
  every interval not null check (every between interval '1 second' and interval '31 days'),
  started_at timestamptz not null check (isfinite(started_at)),
  finished_at timestamptz not null check (isfinite(finished_at) and finished_at >= started_at),
  -- The code of an error, never its text; null after a run without one.
  error text check (length(error) <= 40 and error ~ '^\w+$'),
  succeeded_at timestamptz check (isfinite(succeeded_at)),
  next_run_at timestamptz not null check (isfinite(next_run_at))
);

-- Operators read it with the secret key.
grant select on private.due_work to service_role;

create function private.record_job_run(
  job text, every interval, started_at timestamptz, next_run_at timestamptz, error text default null
) returns void language sql set search_path = ''
as $$
  insert into private.job_runs as run (job, every, started_at, finished_at, error, succeeded_at, next_run_at)
  values (
    job, every, started_at, greatest(started_at, clock_timestamp()), error, case when error is null then clock_timestamp() end,
    next_run_at)
  on conflict (job) do update set
    every = excluded.every, started_at = excluded.started_at, finished_at = excluded.finished_at,
    error = excluded.error, succeeded_at = coalesce(excluded.succeeded_at, run.succeeded_at),
    next_run_at = excluded.next_run_at;
$$;

-- Runs a statement as a job of pg_cron. An error is recorded and not raised, because pg_cron would tell nobody.
create function private.run_job(job text, every interval, statement text)
returns void language plpgsql set search_path = ''
as $$
declare
  started constant timestamptz := clock_timestamp();
begin
  execute statement;
  perform private.record_job_run(job, every, started, started + every);
exception
  when others then
    raise warning 'The job % failed: %', job, sqlerrm;
    perform private.record_job_run(job, every, started, started + every, sqlstate);
end;
$$;

-- A job is late when it has missed five runs.
-- definer, here and below: nobody else reads these tables; only for administrators.
create function public.overview_jobs()
returns table (
  job text, every_seconds integer, started_at timestamptz, run_ms integer, error text, succeeded_at timestamptz,
  next_run_at timestamptz, is_late boolean
) language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select r.job, extract(epoch from r.every)::integer, r.started_at,
    least(extract(epoch from r.finished_at - r.started_at) * 1000, 2147483647)::integer, r.error,
    r.succeeded_at, r.next_run_at, r.started_at < now() - 5 * r.every
  from private.job_runs r order by r.job;
$$;

-- The rules of the books that are broken.
create function public.overview_books() returns table (rule text, faults bigint, broken_since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin();
  select c.rule, c.faults, c.broken_since from private.book_checks c where c.faults > 0 order by c.rule;
$$;

-- `state` is absent where no server makes packages, as on Supabase alone. Nothing changes a kept bridge: its alarm ends by itself.
create function public.list_closed_months()
returns table (month date, closed_at timestamptz, closed_by text, reason text, first_number bigint, last_number bigint,
  state text, size integer, hash text, alarm text) language sql stable security definer set search_path = ''
as $$
  select private.require_duty('read_books');
  select c.month, c.closed_at, c.closed_by, c.reason, c.first_number, c.last_number, s.state, octet_length(p.content), p.hash, case
    when s.state in ('waiting', 'failed') and c.closed_at < now() - interval '1 hour' then 'late'
    when c.totals -> 'open' @> '[{"kind": "unexplained"}]' and c.closed_at > now() - interval '90 days' then 'unexplained' end
  from public.closed_months c join private.month_packages p using (month), lateral (select case
    when p.hash is not null then 'ready' when p.has_failed then 'failed'
    when exists (select from private.job_runs r where r.job = 'packages') then 'waiting' else 'absent' end as state) s;
$$;

grant execute on function public.overview_jobs, public.overview_books, public.list_closed_months to authenticated;

-- ## The schedule of pg_cron

do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('parqueo-run-due-work', '30 seconds',
    $job$select private.run_job('due_work', '30 seconds', 'select private.run_scheduled_jobs_once()')$job$);
  perform cron.schedule('parqueo-add-up-days', '* * * * *',
    $job$select private.run_job('add_up_days', '1 minute', 'select private.add_up_days()')$job$);
  perform cron.schedule('parqueo-remove-old-data', '17 * * * *',
    $job$select private.run_job('retention', '1 hour', 'select private.remove_old_data()')$job$);
  perform cron.schedule('parqueo-watch-books', '41 * * * *',
    $job$select private.run_job('books', '1 hour', 'select private.watch_books()')$job$);
exception
  -- pg_cron is installed, but not preloaded or not allowed: the server runs the jobs.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;

-- ## supabase/schemas/2500_leaving.sql

-- Leaving: a person takes a copy of the data, or deletes the account.
--
-- Deletion, in one transaction
--   1. lock       the driver, the payments, the reservations that take a space, the spaces, the profile
--   2. cancel     reservations that have not begun, which credits them; holds lapse
--   3. give back  what is left in the wallet of payments goes to where it came from, where the driver wants that
--   4. waive      the rest, which the driver confirms
--   5. forget     personal fields in the audit log, and what payment providers sent
--   6. delete     the row in auth.users; foreign keys and their triggers do the rest
--
-- Rules
--   A driver cannot leave during a reservation, since there may be a car on the space. Where an operator deletes the account,
--   the reservation keeps its space, and money that cannot go back waits in the adjustments. With sample data there is no money.
--   Deleted with the account: profile, settings, vehicles, favourite zones, messages, notifications, devices.
--   Kept without the person: reservations, receipts, fiscal documents, payments, the ledger, the stars of ratings.
--   Name and role of administrators and staff stay for ten years: in former_staff, the audit log and the books [records].
--   A suspended person cannot sign up again with the same address for a year: a digest of it is kept.
--   A session alone deletes nothing: it has to have a recent proof [people].
--   The last administrator cannot leave.

-- Policies do not apply to a definer, so the functions below ask for the second factor. They take long, so a person who
-- calls them at the same time, or changes something else, does not wait on a connection.
create function private.require_leaver() returns uuid language plpgsql set search_path = ''
as $$
begin
  perform private.reject('Sign in to delete your account', 'insufficient_privilege') where auth.uid() is null;
  perform private.reject('Show your second factor to delete your account', 'insufficient_privilege')
    where not private.has_shown_second_factor();
  perform private.reject('Another request of yours is under way', 'lock_not_available')
    where not private.try_lock_driver(auth.uid());
  return auth.uid();
end;
$$;

-- The end of the last reservation that is under way.
create function private.find_end_of_reservation(person uuid) returns timestamptz language sql stable set search_path = ''
as $$
  select max(r.end_time) from public.reservations r
  where r.user_id = person and r.status = 'active' and r.end_time > now() and private.has_begun(r);
$$;

-- Steps 1 and 2. A booking that is made at this moment is either seen here, or rejected because its profile is gone.
create function private.cancel_before_leaving(person uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.lock_driver(person);
  perform set_config('parqueo.leaves', 'yes', true);
  perform from public.payments where user_id = person order by id for no key update;
  perform from public.reservations where user_id = person and status in ('active', 'held') order by id for no key update;
  perform private.lock_spaces(array(
    select parking_space_id from public.reservations where user_id = person and status in ('active', 'held')));
  perform from public.profiles where user_id = person for update;
  update public.reservations set status = 'cancelled'
  where user_id = person and status = 'active' and not private.has_begun(reservations);
  update public.reservations set status = 'lapsed' where user_id = person and status = 'held';
end;
$$;

-- What the driver is shown first: the balance after upcoming reservations are cancelled, and how much of it can go back
-- where. It does what deleting does and takes it back, so that both agree to the cent. That costs much, so a driver has ten
-- in an hour.
-- definer, here and below: the caller may neither delete accounts nor empty the reference of a reservation.
create function public.preview_deletion() returns jsonb language plpgsql security definer set search_path = ''
  set lock_timeout = '500ms'
as $$
declare
  person constant uuid := private.require_leaver();
  preview jsonb;
begin
  perform private.check_change_rate(array['deletion_previewed'], 10, 'too-many-deletion-previews');
  begin
    perform private.cancel_before_leaving(person);
    preview := jsonb_build_object(
      'reservation_until', case when (private.options()).tracks_parking then private.find_end_of_reservation(person) end,
      'balance', (select coalesce(max(wallet_balance), 0) from public.profiles where user_id = person),
      'sources', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'payment', p.id, 'method', p.method, 'paid_with', p.paid_with, 'captured_at', p.captured_at, 'amount', u.amount)
          order by u.place), '[]')
        from private.find_unused_payments(person) with ordinality as u (payment_id, amount, place)
        join public.payments p on p.id = u.payment_id));
    perform private.reject('Only a preview', 'triggered_action_exception');
  exception
    when triggered_action_exception then
      perform private.record_activity(person, 'deletion_previewed', '{}');
      return preview;
  end;
end;
$$;

-- Deletes the account of the caller. `waived` is the most that the driver gives up, since more may have come in after
-- they confirmed it.
create function public.delete_my_account(to_source boolean default false, waived numeric default 0)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.require_leaver();
  options constant private.installation := private.options();
  reservation_until timestamptz;
  balance numeric;
begin
  -- An account that is gone has no session either, and a driver whose connection broke may ask again.
  perform private.raise_problem('proof-needed')
    where not private.has_recent_proof() and exists (select from auth.users where id = person);
  if private.is_admin() then
    insert into public.audit_log (actor_id, action, subject_table, subject_id)
    values (person, 'delete', 'users', person::text);
    -- Rejected for the last one. Without the role, what follows is not logged as an administrator's work.
    delete from public.user_roles where user_id = person;
  end if;
  perform private.cancel_before_leaving(person);
  reservation_until := private.find_end_of_reservation(person);
  perform private.raise_problem('reservation-under-way', private.iso_time(reservation_until))
    where options.tracks_parking and reservation_until is not null;
  if to_source then
    perform private.refund_wallet(person);
  end if;
  select wallet_balance into balance from public.profiles where user_id = person;
  if options.keeps_books and balance > 0 then
    perform private.raise_problem('balance-left', balance::text) where balance > coalesce(waived, 0);
    perform private.post(
      'waived ' || a.id, 'waived', array[a.id, private.find_account('waived')], array[-balance, balance])
    from public.ledger_accounts a where a.user_id = person;
  end if;
  perform private.remove_account(person);
end;
$$;

-- Steps 5 and 6.
create function private.remove_account(person uuid) returns void language plpgsql set search_path = ''
as $$
begin
  update private.payment_events set body = ''
  where payment_id = any (array(select p.id from public.payments p where p.user_id = person));
  perform private.forget_in_audit_log(person);
  insert into private.suspended_addresses (digest)
  select private.digest_address(email) from public.profiles where user_id = person and status = 'suspended'
  on conflict (digest) do update set deleted_at = now();
  delete from auth.users where id = person;
end;
$$;

-- Deletes an account for an administrator, whom the server has verified. Rejected for the last administrator and the owner.
create function private.delete_account(person uuid) returns void language plpgsql set search_path = ''
as $$
begin
  -- The last administrator is rejected as such below.
  perform private.raise_problem('owner-stays')
    where private.is_owner(person) and exists (select from public.user_roles where user_id <> person);
  perform private.cancel_before_leaving(person);
  perform private.refund_wallet(person);
  perform private.remove_account(person);
end;
$$;

-- What administrators wrote about ratings of the person is removed too. The reasons of postings stay, as the books do.
create function private.forget_in_audit_log(person uuid) returns void language plpgsql set search_path = ''
as $$
declare
  personal constant text[] := array['email', 'full_name', 'sort_name', 'phone', 'bio', 'wallet_settings', 'name', 'plate',
    'vehicle_name', 'vehicle_plate', 'tax_number', 'comment', 'hidden_reason'];
begin
  perform set_config('parqueo.forgets_person', 'yes', true);
  update public.audit_log set before = before - personal, after = after - personal
  where subject_table in ('profiles', 'reservations', 'vehicles', 'fiscal_buyers', 'ratings', 'zone_staff')
    and coalesce(after, before) ->> 'user_id' = person::text;
  perform set_config('parqueo.forgets_person', '', true);
end;
$$;

-- ## The addresses of suspended people who left

create table private.suspended_addresses (
  digest bytea not null primary key check (octet_length(digest) <= 32),
  deleted_at timestamptz not null default now() check (isfinite(deleted_at))
);

create function private.digest_address(email text) returns bytea language sql immutable
  return sha256(convert_to(lower(btrim(email)), 'UTF8'));

-- Skips the row, so that the service responds as for an address that has an account, and a stranger learns nothing.
-- definer: runs as the authentication service, which may not read the table.
create function private.skip_suspended_address() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.suspended_addresses where digest = private.digest_address(new.email)) then
    return null;
  end if;
  return new;
end;
$$;

create trigger parqueo_skip_suspended_address before insert on auth.users
  for each row execute function private.skip_suspended_address();

-- ## The copy of the data

-- definer: nobody who comes through an API reads the commands.
create function private.export_barrier_commands()
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'created_at', c.created_at, 'action', case c.type when 1 then 'open' else 'close' end,
      'outcome', coalesce(joined.outcome, c.outcome), 'reservation_id', c.reservation_id)
    order by c.created_at
  )
  from private.barrier_commands c left join private.barrier_commands joined on joined.id = c.joins
  where c.user_id = (select auth.uid());
$$;
grant execute on function private.export_barrier_commands to authenticated;

-- The rows about the caller, by table; null where there are none. The policies of every table hold.
create function public.export_my_data() returns jsonb language plpgsql stable set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
  part record;
  part_rows jsonb;
  exported jsonb;
begin
  perform private.reject('Log in to export your data', 'insufficient_privilege')
    where person is null or not (select private.has_shown_second_factor());
  exported := jsonb_build_object(
    'exported_at', now(),
    'barrier_commands', private.export_barrier_commands(),
    'reservations', (
      select jsonb_agg(
        to_jsonb(r) || jsonb_build_object('space_name', s.name, 'zone_name', s.zone_name) order by r.start_time)
      from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
      where r.user_id = person
    ),
    'saved_cards', (
      select jsonb_agg(
        jsonb_build_object(
          'id', c.id, 'brand', c.brand, 'last4', c.last4, 'expires', c.expires, 'created_at', c.created_at)
        order by c.created_at)
      from public.saved_cards c where c.user_id = person
    ),
    'payment_refunds', (
      select jsonb_agg(to_jsonb(r) - 'error' - 'attempts' - 'next_attempt_at' order by r.created_at)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.user_id = person
    )
  );
  for part in
    select * from (values
      ('profiles', 'created_at', array['sort_name']), ('user_settings', 'updated_at', '{}'),
      ('user_roles', 'created_at', '{}'), ('zone_staff', 'created_at', array['attempts', 'next_attempt_at', 'sent_at']), ('user_activity', 'created_at', '{}'),
      ('user_messages', 'created_at', array['seen_until']), ('vehicles', 'created_at', '{}'),
      ('favourite_zones', 'created_at', '{}'),
      ('ratings', 'created_at', '{}'), ('space_reports', 'created_at', '{}'),
      ('notifications', 'created_at', '{}'), ('push_subscriptions', 'created_at', '{}'),
      ('payments', 'created_at', array['attempts', 'next_attempt_at']), ('ledger_accounts', 'created_at', '{}'),
      ('receipts', 'number', '{}'), ('fiscal_documents', 'created_at', array['attempts', 'next_attempt_at']),
      ('fiscal_buyers', 'updated_at', '{}'),
      ('reservation_buyers', 'reservation_id', '{}'), ('overstays', 'created_at', '{}'), ('wallet_entries', 'created_at', '{}')
    ) as of_person (name, sorted_by, left_out)
  loop
    execute format(
      'select jsonb_agg(to_jsonb(r) - $1 order by r.%I) from public.%I r where r.user_id = $2', part.sorted_by, part.name
    ) into part_rows using part.left_out, person;
    exported := exported || jsonb_build_object(part.name, part_rows);
  end loop;
  return exported;
end;
$$;

-- ## Rights

grant execute on function public.preview_deletion, public.delete_my_account, public.export_my_data to authenticated;

-- ## The tables of the operator, which have no policy

do $$
declare
  operated regclass;
begin
  for operated in
    select oid from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r'
  loop
    execute format('alter table %s enable row level security', operated);
  end loop;
end;
$$;
