-- How long notifications are kept.

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
