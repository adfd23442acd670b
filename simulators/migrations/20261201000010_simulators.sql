-- What the simulators of locks, payments and DGII store: every server on this database knows what one of them was told, also
-- after a restart.

-- ## Locks

-- The last command of each simulated lock: it goes from one position to another and arrives there at a time.
create table parqueo_server.simulated_locks (
  did text not null primary key check (length(did) <= 64),
  came_from smallint not null check (came_from in (0, 1, 2)),
  since timestamptz not null,
  goes_to smallint not null check (goes_to in (1, 2)),
  arrives_at timestamptz not null
);

-- ## Payments

create table parqueo_server.simulated_orders (
  id text not null primary key check (length(id) <= 64),
  provider text not null check (provider in ('azul', 'paypal')),
  -- AZUL's OrderNumber, which is not unique there, or PayPal's order id.
  number text not null check (length(number) <= 64),
  -- AzulOrderId or PayPal's capture id, once there is one.
  reference text unique check (length(reference) <= 64),
  content jsonb not null check (length(content::text) <= 65536),
  -- By the simulator's clock, which tests set.
  processed_at timestamptz,
  -- When it was paid, given back or disputed for the last time, by the same clock.
  changed_at timestamptz,
  stored_at timestamptz not null default now()
);

create index simulated_orders_by_number on parqueo_server.simulated_orders (number);
create index simulated_orders_by_changed_at on parqueo_server.simulated_orders (provider, changed_at);

-- Responses of PayPal by PayPal-Request-Id.
create table parqueo_server.simulated_responses (
  key text not null primary key check (length(key) <= 256),
  request_digest text not null check (length(request_digest) <= 64),
  body text not null check (length(body) <= 65536),
  expires_at timestamptz not null
);

-- Webhooks of PayPal that are not delivered yet.
create table parqueo_server.simulated_webhooks (
  id bigint generated always as identity primary key,
  body text not null check (length(body) <= 65536),
  signature text not null check (signature in ('good', 'bad')),
  attempts integer not null default 0,
  due_at timestamptz not null
);

create index simulated_webhooks_by_due_at on parqueo_server.simulated_webhooks (due_at);

-- ## DGII

-- The fiscal documents that it has received, one for each number of an issuer.
create table parqueo_server.simulated_fiscal_documents (
  issuer text not null check (length(issuer) <= 11),
  encf text not null check (length(encf) <= 13),
  -- Empty for a document without one.
  buyer text not null check (length(buyer) <= 11),
  security_code text not null check (length(security_code) between 6 and 6),
  track_id text not null unique check (length(track_id) <= 64),
  -- As DGII counts them: 1 accepted, 2 rejected, 4 accepted with a remark.
  verdict smallint not null check (verdict in (1, 2, 4)),
  message text check (length(message) <= 300),
  total numeric(12, 2) not null check (total between 0 and 99999999.99),
  tax numeric(12, 2) not null check (tax between 0 and 99999999.99),
  primary key (issuer, encf)
);

alter table parqueo_server.simulated_locks enable row level security;
alter table parqueo_server.simulated_orders enable row level security;
alter table parqueo_server.simulated_responses enable row level security;
alter table parqueo_server.simulated_webhooks enable row level security;
alter table parqueo_server.simulated_fiscal_documents enable row level security;
revoke all on all tables in schema parqueo_server from public, anon, authenticated, service_role;
