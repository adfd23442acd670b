-- Where pg_cron is at hand (hosted Supabase) the database runs its own due work; elsewhere the server does.

do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_cron') then
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('parqueo-run-due-work', '30 seconds', 'select public.run_due_work()');
exception
  -- Installed but not preloaded or not allowed: the server's scheduler does the work, and this says so.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;
