-- What the one-machine server keeps for itself; no API exposes this schema and Supabase does not have it.

create schema if not exists parqueo_server;
revoke all on schema parqueo_server from public;

-- Mail that did not leave the machine, for the built-in mailbox.
create table parqueo_server.mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null default now()
);

-- Counters of rate limits, shared by every server on this database.
create table parqueo_server.rate_limits (
  key text not null primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);

create index rate_limits_by_end on parqueo_server.rate_limits (window_ends_at);
