-- When each scheduled job ran last, and how that went: written by whoever ran it, this server or pg_cron.

create table private.job_runs (
  job text primary key
    constraint job_runs_job_is_name check (length(job) <= 40 and job ~ '^[a-z_]+$'),
  -- How often it runs.
  every interval not null
    constraint job_runs_every_in_range check (every between interval '1 second' and interval '31 days'),
  started_at timestamptz not null
    constraint job_runs_started_at_is_finite check (isfinite(started_at)),
  finished_at timestamptz not null
    constraint job_runs_finished_after_start check (isfinite(finished_at) and finished_at >= started_at),
  -- The code of an error, never its text; null after a run without one.
  error text
    constraint job_runs_error_is_code check (length(error) <= 40 and error ~ '^\w+$'),
  succeeded_at timestamptz
    constraint job_runs_succeeded_at_is_finite check (isfinite(succeeded_at)),
  next_run_at timestamptz not null
    constraint job_runs_next_run_at_is_finite check (isfinite(next_run_at))
);

alter table private.job_runs enable row level security;
revoke all on private.job_runs from public, anon, authenticated, service_role;
-- no policy: only the functions below read and write it, as owner of the table.

create function private.record_job_run(
  job text, every interval, started_at timestamptz, next_run_at timestamptz, error text default null
)
returns void
language sql
set search_path = ''
as $$
  insert into private.job_runs as run (job, every, started_at, finished_at, error, succeeded_at, next_run_at)
  values ($1, $2, $3, greatest($3, clock_timestamp()), $5, case when $5 is null then clock_timestamp() end, $4)
  on conflict (job) do update set
    every = excluded.every, started_at = excluded.started_at, finished_at = excluded.finished_at,
    error = excluded.error, succeeded_at = coalesce(excluded.succeeded_at, run.succeeded_at),
    next_run_at = excluded.next_run_at;
$$;

-- Runs a statement as a job. Its error is on record instead of raised, as pg_cron would not tell anybody either.
create function private.run_job(job text, every interval, statement text)
returns void
language plpgsql
set search_path = ''
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

revoke all on function private.record_job_run(text, interval, timestamptz, timestamptz, text) from public;
revoke all on function private.run_job(text, interval, text) from public;

-- A job is late when it has missed five runs.
create function public.overview_jobs()
returns table (
  job text, every_seconds integer, started_at timestamptz, run_ms integer, error text,
  succeeded_at timestamptz, next_run_at timestamptz, is_late boolean
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_overview_reader();
  return query
    select r.job, extract(epoch from r.every)::integer, r.started_at,
      least(extract(epoch from r.finished_at - r.started_at) * 1000, 2147483647)::integer, r.error,
      r.succeeded_at, r.next_run_at, r.started_at < now() - 5 * r.every
    from private.job_runs r order by r.job;
end;
$$;

revoke all on function public.overview_jobs() from public, anon;
grant execute on function public.overview_jobs() to authenticated;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-run-due-work', '30 seconds',
      $job$select private.run_job('due_work', '30 seconds', 'select private.run_scheduled_jobs_once()')$job$);
    perform cron.schedule('parqueo-add-up-days', '* * * * *',
      $job$select private.run_job('add_up_days', '1 minute', 'select private.add_up_days()')$job$);
    perform cron.schedule('parqueo-remove-old-data', '17 * * * *',
      $job$select private.run_job('retention', '1 hour', 'select private.remove_old_data()')$job$);
    perform cron.schedule('parqueo-remove-old-notifications', '37 * * * *',
      $job$select private.run_job('remove_notifications', '1 hour', 'select private.remove_old_notifications()')$job$);
  end if;
exception
  -- As in 20261121001400_schedule.sql: without pg_cron the server runs the jobs.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;

comment on table private.job_runs is 'The last run of each scheduled job.';
comment on function public.overview_jobs() is 'The last run of each scheduled job, for administrators.';
