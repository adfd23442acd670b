-- How long notifications are kept, and their part of the export of a person's data.

insert into private.retention (what, keep) values ('notifications', '30 days');

create function private.remove_old_notifications(batch integer default 2000)
returns integer
language sql
set search_path = ''
as $$
  select private.remove_older('notifications', 'public.notifications', 'created_at < $1', batch);
$$;

revoke all on function private.remove_old_notifications(integer) from public, anon, authenticated, service_role;

comment on function private.remove_old_notifications(integer) is
  'Removes one batch of notifications that are too old; how many rows. Called every hour until it returns 0.';

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-remove-old-notifications', '37 * * * *', 'select private.remove_old_notifications()');
  end if;
exception
  -- As in 20261121001400_schedule.sql: without pg_cron the server runs the jobs.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;

alter function public.export_my_data() set schema private;
alter function private.export_my_data() rename to export_account;
revoke all on function private.export_account() from anon;

create function public.export_my_data()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.export_account() || jsonb_build_object(
    'notifications', (
      select jsonb_agg(to_jsonb(n) order by n.created_at) from public.notifications n where n.user_id = (select auth.uid())
    ),
    'push_subscriptions', (
      select jsonb_agg(to_jsonb(s) order by s.created_at)
      from public.push_subscriptions s where s.user_id = (select auth.uid())
    )
  );
$$;

revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated;

comment on function public.export_my_data() is
  'The rows about the caller, by table; null where there are none.';
comment on function private.export_account() is 'The part of export_my_data() about the account, its messages and its stays.';
