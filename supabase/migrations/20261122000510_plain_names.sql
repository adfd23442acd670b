-- Two names said less than they should. The old function stays for the version before, which may still run beside this one.

alter policy second_factor_first on public.profiles rename to people_show_second_factor;
alter policy second_factor_first on public.user_settings rename to people_show_second_factor;
alter policy second_factor_first on public.user_messages rename to people_show_second_factor;
alter policy second_factor_first on public.user_activity rename to people_show_second_factor;
alter policy second_factor_first on public.user_roles rename to people_show_second_factor;
alter policy second_factor_first on public.reservations rename to people_show_second_factor;
alter policy second_factor_first on public.audit_log rename to people_show_second_factor;

alter function private.run_due_work_in_turn() rename to run_scheduled_jobs_once;

comment on function private.run_scheduled_jobs_once() is
  'Every scheduler calls it every 30 seconds. Runs the jobs unless another scheduler ran them within 20 seconds; returns whether it ran them.';

create function private.run_due_work_in_turn()
returns boolean
language sql
set search_path = ''
as $$ select private.run_scheduled_jobs_once(); $$;

revoke all on function private.run_due_work_in_turn() from public;

comment on function private.run_due_work_in_turn() is 'The earlier name of private.run_scheduled_jobs_once().';

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-run-due-work', '30 seconds', 'select private.run_scheduled_jobs_once()');
  end if;
exception
  -- As in 20261121001400_schedule.sql: without pg_cron the server runs the jobs.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;
