-- Accounts, their sessions, links and second factors, with the names and types of GoTrue, so that rows can move to
-- Supabase and back; its enumerations are texts here. An identity is a way to sign in: the address with a password, or an
-- account with a social provider.
--
-- The tables have row level security and no policy: only the owner, which the server connects as, reads and writes them.
-- Every text has a longest length, so that no caller fills the database.

create table auth.users (
  instance_id uuid,
  id uuid not null primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) not null default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) not null default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) not null default '',
  email_change varchar(255) not null default '',
  email_change_sent_at timestamptz,
  email_change_token_current varchar(255) not null default '',
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}'
    constraint users_raw_app_meta_data_length check (octet_length(raw_app_meta_data::text) <= 4096),
  raw_user_meta_data jsonb not null default '{}'
    constraint users_raw_user_meta_data_length check (octet_length(raw_user_meta_data::text) <= 4096),
  is_super_admin boolean,
  phone text default null unique check (length(phone) <= 32),
  phone_confirmed_at timestamptz,
  phone_change text not null default '' check (length(phone_change) <= 32),
  phone_change_token varchar(255) not null default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  reauthentication_token varchar(255) not null default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One account for an address, in whatever case it was typed.
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
alter table auth.users enable row level security;

create table auth.identities (
  id uuid not null default gen_random_uuid() primary key,
  provider_id text not null check (length(provider_id) <= 255),
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null check (octet_length(identity_data::text) <= 4096),
  provider text not null check (length(provider) <= 64),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored check (length(email) <= 255),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security;

-- ## Sessions

-- A session is a family of refresh tokens, each of which is used once. The level `aal` is aal1 after one factor and
-- aal2 after two. `amr` says how the person signed in.

create table auth.sessions (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text check (length(user_agent) <= 1024),
  ip inet,
  tag text check (length(tag) <= 255),
  -- When the person last showed what a stolen token cannot give: the password, a mailed code or link, or another code of
  -- the second factor. A sign-in with the password is none, as its token may be the stolen one.
  proved_at timestamptz
);

create index sessions_user_id_idx on auth.sessions (user_id);
alter table auth.sessions enable row level security;

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  instance_id uuid,
  -- The digest of the token: a copy of this table opens no session.
  token varchar(255) not null
    constraint refresh_tokens_token_unique unique,
  user_id varchar(255) not null,
  revoked boolean not null default false,
  parent varchar(255),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
alter table auth.refresh_tokens enable row level security;

create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid() primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null check (length(authentication_method) <= 64),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_amr_claims_session_id_authentication_method_key unique (session_id, authentication_method)
);

alter table auth.mfa_amr_claims enable row level security;

-- ## Links, codes and second factors

-- A mail has a link and a code, either of which is enough, once. Wrong codes are counted, because six digits can be
-- tried out. A link that was asked for with PKCE knows the flow that it finishes.
--
-- The password of a sign-up belongs to the mail of that sign-up: its link confirms the password that it carries. A link
-- that carries none, such as one to log in or to recover, removes a password that nobody has confirmed.

-- A browser finishes its sign-in with the auth code and the secret whose challenge it had sent.
create table auth.flow_state (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid,
  auth_code text not null check (length(auth_code) <= 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null check (length(code_challenge) <= 128),
  provider_type text not null check (length(provider_type) <= 128),
  provider_access_token text check (length(provider_access_token) <= 16384),
  provider_refresh_token text check (length(provider_refresh_token) <= 16384),
  authentication_method text not null check (length(authentication_method) <= 128),
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_created_at_idx on auth.flow_state (created_at);
alter table auth.flow_state enable row level security;

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null
    constraint one_time_tokens_type_is_known check (
      token_type in (
        'confirmation_token', 'reauthentication_token', 'recovery_token',
        'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'factor_removal_token'
      )
    ),
  -- Digests only: a copy of this table lets nobody follow a link.
  token_hash text not null check (token_hash <> '') check (length(token_hash) <= 128),
  relates_to text not null check (length(relates_to) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_hash text check (length(code_hash) <= 128),
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  -- The digest of the password of the sign-up that this link was mailed for; null for every other link.
  encrypted_password varchar(255),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
alter table auth.one_time_tokens enable row level security;

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text
    constraint mfa_factors_friendly_name_length check (length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Encrypted: a copy of this table makes no codes.
  secret text check (length(secret) <= 512),
  phone text check (length(phone) <= 32),
  last_challenged_at timestamptz,
  -- The 30 seconds of the newest code that was accepted: neither it nor an older one is accepted again.
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
alter table auth.mfa_factors enable row level security;

-- Each is used once in place of a code of the app, and its row goes. A row has the digest of the code under SECRET_KEY.
create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (length(code_hash) <= 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security;

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid() primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text check (length(otp_code) <= 64)
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
alter table auth.mfa_challenges enable row level security;
