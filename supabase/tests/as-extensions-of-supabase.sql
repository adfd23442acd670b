-- The parts of pg_cron 1.6, pg_net and Supabase's vault that an operator meets, without their workers: run by the superuser.

create schema cron;
create table cron.job (
  jobid bigint generated always as identity primary key,
  jobname name unique,
  schedule text not null,
  command text not null,
  active boolean not null default true
);
create table cron.job_run_details (
  runid bigint generated always as identity primary key,
  jobid bigint,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid
$$;
grant usage on schema cron to postgres;
grant all on all tables in schema cron to postgres;

create schema vault;
create table vault.secrets (name text primary key, secret text not null);
create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text) returns void language sql as
  'insert into vault.secrets (name, secret) values (new_name, new_secret)';
grant usage on schema vault to postgres;
grant all on all tables in schema vault to postgres;

create schema net;
create table net.http_request_queue (id bigint generated always as identity, url text not null, headers jsonb not null);
create function net.http_post(url text, headers jsonb) returns bigint language sql as
  'insert into net.http_request_queue (url, headers) values (url, headers) returning id';
grant usage on schema net to postgres;
grant all on all tables in schema net to postgres;
