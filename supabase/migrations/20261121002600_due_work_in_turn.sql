-- Due work is done once for each half minute, however many servers and schedulers ask for it, and an operator sees when.

create table private.due_work (
  name text not null
    constraint due_work_pkey primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null
    constraint due_work_finished_after_start check (finished_at >= started_at)
);

alter table private.due_work enable row level security;
revoke all on private.due_work from public, anon, authenticated;
grant select on private.due_work to service_role;
-- no policy: the scheduler owns it, operators read it with the service's rights.

comment on table private.due_work is 'When scheduled work was done last. A failed run leaves no trace here: the time stands still.';

create function private.run_due_work_in_turn()
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  started constant timestamptz := clock_timestamp();
begin
  -- Whoever comes while another server is at it, or shortly after, has nothing left to do.
  if not pg_try_advisory_xact_lock(hashtext('private.run_due_work_in_turn')) then
    return false;
  end if;
  if exists (
    select from private.due_work where name = 'run_due_work' and started_at > started - interval '20 seconds'
  ) then
    return false;
  end if;
  perform public.run_due_work();
  insert into private.due_work as known (name, started_at, finished_at)
  values ('run_due_work', started, clock_timestamp())
  on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at;
  return true;
end;
$$;

revoke all on function private.run_due_work_in_turn() from public;

comment on function private.run_due_work_in_turn() is
  'What every scheduler calls every 30 seconds: does the due work unless another did it within 20 seconds; says whether it did.';

-- Where pg_cron runs the due work, it runs it in turn from now on.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-run-due-work', '30 seconds', 'select private.run_due_work_in_turn()');
  end if;
exception
  -- As in 20261121001400_schedule.sql: without it the server's scheduler does the work.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;
