-- Sessions, their refresh tokens, and how the person signed in (GoTrue calls it "amr"); named as GoTrue names them.
--
-- A session is a family of refresh tokens, each of which is used once. The level `aal` is aal1 after one factor and
-- aal2 after two. Deleting an account deletes its sessions; deleting a session deletes its tokens.

create table auth.sessions (
  id uuid not null primary key,
  user_id uuid not null
    constraint sessions_user_id_fkey references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal text not null default 'aal1'
    constraint sessions_aal_is_known check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text
    constraint sessions_user_agent_length check (length(user_agent) <= 1024),
  ip inet,
  tag text
    constraint sessions_tag_length check (length(tag) <= 255)
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
  session_id uuid not null
    constraint refresh_tokens_session_id_fkey references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
alter table auth.refresh_tokens enable row level security;

create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid() primary key,
  session_id uuid not null
    constraint mfa_amr_claims_session_id_fkey references auth.sessions (id) on delete cascade,
  authentication_method text not null
    constraint mfa_amr_claims_authentication_method_length check (length(authentication_method) <= 64),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_amr_claims_session_id_authentication_method_key unique (session_id, authentication_method)
);

alter table auth.mfa_amr_claims enable row level security;
