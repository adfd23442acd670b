-- What links, codes, social sign-in and second factors need beside the tables that are there already.

-- A mail has a link and a code, either of which is enough. Guesses at a code are counted, because six digits can be tried
-- out. A link that was asked for with PKCE knows the flow that it finishes.
alter table auth.one_time_tokens
  add column code_hash text,
  add column wrong_codes integer not null default 0
    constraint one_time_tokens_wrong_codes_not_negative check (wrong_codes >= 0),
  add column flow_state_id uuid
    constraint one_time_tokens_flow_state_id_fkey references auth.flow_state (id) on delete cascade;

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
create index flow_state_created_at_idx on auth.flow_state (created_at);

-- Second factors, named and typed as GoTrue has them, with text for its enumerations.
create table auth.mfa_factors (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null
    constraint mfa_factors_user_id_fkey references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null
    constraint mfa_factors_type_is_known check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified'
    constraint mfa_factors_status_is_known check (status in ('unverified', 'verified')),
  -- Encrypted: who reads this table can make no codes.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- The 30 seconds of the newest code that was accepted: neither it nor an older one is accepted again.
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid() primary key,
  factor_id uuid not null
    constraint mfa_challenges_auth_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;

-- A browser on its way to a social provider and back. Each row is used once.
create table parqueo_server.provider_visits (
  -- The digest of the state that the provider sends back.
  state_hash text not null primary key,
  -- The digest of the secret in the cookie of the browser that set out.
  browser_hash text not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  flow_state_id uuid
    constraint provider_visits_flow_state_id_fkey references auth.flow_state (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index provider_visits_by_age on parqueo_server.provider_visits (created_at);
