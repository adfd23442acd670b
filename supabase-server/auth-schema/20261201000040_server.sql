-- What the server keeps for itself and shares with every other server on this database: mail, rate limits, visits to
-- social providers, and where accounts signed in from. No API exposes this schema, and Supabase does not have it.
--
-- A mail is stored in mail_outbox by the transaction that causes it, and a server delivers it after the commit:
--
--   waiting ──▶ handed over, and removed: to the mail server, or to the built-in mailbox where none is configured
--      └──────▶ failed: kept without its text, so that an operator sees it, until retention removes it

create schema if not exists parqueo_server;
revoke all on schema parqueo_server from public;

-- ## Mail

create table parqueo_server.mail_outbox (
  id bigint generated always as identity primary key,
  -- Recipient, subject and text, encrypted with the server's key: they hold links and codes that open accounts.
  sealed_mail text check (char_length(sealed_mail) between 1 and 65536),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- A reply code of SMTP, or the name of a fault; never the text of the error, which names the recipient.
  last_error text check (last_error ~ '^\w+$' and char_length(last_error) <= 40),
  created_at timestamptz not null default now(),
  failed_at timestamptz,
  constraint mail_outbox_keeps_mail_until_it_failed check ((sealed_mail is null) = (failed_at is not null))
);

create index mail_outbox_by_next_attempt on parqueo_server.mail_outbox (next_attempt_at) where failed_at is null;
create index mail_outbox_by_failure on parqueo_server.mail_outbox (failed_at) where failed_at is not null;

-- When the outbox last handed a mail over. Nothing else is kept of a mail that was sent.
create table parqueo_server.mail_sent (
  is_only_row boolean primary key default true check (is_only_row),
  sent_at timestamptz not null
);

create table parqueo_server.mailbox (
  id bigint generated always as identity primary key,
  recipient text not null check (length(recipient) <= 320),
  subject text not null check (length(subject) <= 998),
  text_body text not null check (length(text_body) <= 65536),
  html_body text not null check (length(html_body) <= 262144),
  sent_at timestamptz not null default now(),
  -- The calendar file that goes with the mail.
  calendar text check (length(calendar) <= 65536)
);

-- ## Rate limits

create table parqueo_server.rate_limits (
  key text not null primary key check (length(key) <= 512),
  hits integer not null,
  window_ends_at timestamptz not null
);

create index rate_limits_by_end on parqueo_server.rate_limits (window_ends_at);

-- ## Signing in

-- Browsers on their way to a social provider and back; each row is used once. A row with a session links an identity to
-- the account of the session, and is deleted with the session; a row without one signs the person in.
create table parqueo_server.provider_visits (
  -- The digest of the state that the provider sends back.
  state_hash text not null primary key check (length(state_hash) <= 128),
  -- The digest of the secret in the cookie of the browser that set out.
  browser_hash text not null check (length(browser_hash) <= 128),
  provider text not null check (length(provider) <= 128),
  nonce text not null check (length(nonce) <= 128),
  code_verifier text not null check (length(code_verifier) <= 128),
  redirect_to text not null check (length(redirect_to) <= 16384),
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  created_at timestamptz not null default now(),
  session_id uuid references auth.sessions (id) on delete cascade
);

create index provider_visits_by_age on parqueo_server.provider_visits (created_at);
create index provider_visits_flow_state_id_idx on parqueo_server.provider_visits (flow_state_id);
create index provider_visits_session_id_idx on parqueo_server.provider_visits (session_id);

-- Browsers, by their cookie, and network addresses from which an account signed in with its password. Their guesses are
-- counted apart, so that guesses from elsewhere never use up their attempts.
create table parqueo_server.sign_in_sources (
  -- A digest under SECRET_KEY of the account's address with the cookie or the network address.
  source_hash text not null primary key check (length(source_hash) <= 64 and source_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now()
);

create index sign_in_sources_user_id_idx on parqueo_server.sign_in_sources (user_id, last_used_at);
create index sign_in_sources_by_age on parqueo_server.sign_in_sources (last_used_at);

-- ## Nobody but the server reads or writes these tables

alter table parqueo_server.mail_outbox enable row level security;
alter table parqueo_server.mail_sent enable row level security;
alter table parqueo_server.mailbox enable row level security;
alter table parqueo_server.rate_limits enable row level security;
alter table parqueo_server.provider_visits enable row level security;
alter table parqueo_server.sign_in_sources enable row level security;
revoke all on all tables in schema parqueo_server from public, anon, authenticated, service_role;
