-- How long what the product notes about people is kept, and what removes it afterwards. What a screen shows stays:
-- reservations for good, of each person's activity the newest ten.

create table private.retention (
  what text not null primary key,
  -- Null: for good.
  keep interval
    constraint retention_keeps_a_day_at_least check (keep >= interval '1 day')
);

comment on table private.retention is 'How long each kind of old data is kept; the operator may change it.';

insert into private.retention (what, keep) values
  ('activity', '12 months'),
  ('audit log', null),
  -- The rest is the own server's; on Supabase its services keep house.
  ('unused sessions', '180 days'),
  ('used refresh tokens', '30 days'),
  ('links and codes', '1 day'),
  ('sign-in flows', '1 day'),
  ('factor challenges', '1 day'),
  ('rate limits', '1 day'),
  ('mailbox', '7 days');

revoke all on private.retention from public, anon, authenticated, service_role;

create index user_activity_by_age on public.user_activity (created_at);

-- The audit log stays append-only but for two things: what it copied of somebody who has left, and entries that are too old.
create or replace function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Only whoever owns the table can change it at all, so this opens nothing to the people the log is about.
  if tg_op = 'UPDATE' and current_setting('parqueo.forgets_person', true) = 'yes'
    or tg_op = 'DELETE' and current_setting('parqueo.removes_old', true) = 'yes'
  then
    return null;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

-- Removes rows of a table for which a condition holds, in which $1 is the moment up to which they are too old. Not more
-- than a batch, and none that somebody else works on, so that nobody waits.
create function private.remove_older(kind text, from_table regclass, condition text, batch integer)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  too_old constant timestamptz := (select now() - keep from private.retention where what = kind);
  removed integer;
begin
  if too_old is null then
    return 0;
  end if;
  execute format(
    'delete from %1$s where ctid = any (array (select ctid from %1$s as old where %2$s limit $2 for update skip locked))',
    from_table, condition
  ) using too_old, batch;
  get diagnostics removed = row_count;
  return removed;
end;
$$;

create function private.remove_old_data(batch integer default 2000)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  removed integer := 0;
begin
  perform set_config('parqueo.removes_old', 'yes', true);
  removed := private.remove_older('activity', 'public.user_activity', $condition$
      created_at < $1 and (
        select count(*) from (
          select from public.user_activity newer
          where newer.user_id = old.user_id and (newer.created_at, newer.id) > (old.created_at, old.id) limit 10
        ) shown
      ) = 10 $condition$, batch)
    + private.remove_older('audit log', 'public.audit_log', 'created_at < $1', batch);
  perform set_config('parqueo.removes_old', '', true);
  if to_regclass('parqueo_server.mailbox') is not null then
    removed := removed
      + private.remove_older('unused sessions', 'auth.sessions',
          'greatest(created_at, updated_at, refreshed_at) < $1 or not_after < now()', batch)
      -- One that comes back late ends its session; after this time it is only unknown.
      + private.remove_older('used refresh tokens', 'auth.refresh_tokens', 'revoked and updated_at < $1', batch)
      + private.remove_older('links and codes', 'auth.one_time_tokens', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'auth.flow_state', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'parqueo_server.provider_visits', 'created_at < $1', batch)
      + private.remove_older('factor challenges', 'auth.mfa_challenges', 'created_at < $1', batch)
      + private.remove_older('rate limits', 'parqueo_server.rate_limits', 'window_ends_at < $1', batch)
      + private.remove_older('mailbox', 'parqueo_server.mailbox', 'sent_at < $1', batch);
  end if;
  return removed;
end;
$$;

revoke all on function private.remove_older(text, regclass, text, integer) from public, anon, authenticated, service_role;
revoke all on function private.remove_old_data(integer) from public, anon, authenticated, service_role;

comment on function private.remove_old_data(integer) is
  'Removes one batch of each kind of data that is too old; how many rows. Called every hour until it answers 0.';

-- Where pg_cron is at hand (hosted Supabase) the database calls it itself, elsewhere the server does.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-remove-old-data', '17 * * * *', 'select private.remove_old_data()');
  end if;
exception
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;
