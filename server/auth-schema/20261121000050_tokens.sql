-- What is sent by mail and used once, and what a browser brings back to finish a PKCE sign-in.

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null
    constraint one_time_tokens_user_id_fkey references auth.users (id) on delete cascade,
  token_type text not null
    constraint one_time_tokens_type_is_known check (
      token_type in (
        'confirmation_token', 'reauthentication_token', 'recovery_token',
        'email_change_token_new', 'email_change_token_current', 'phone_change_token'
      )
    ),
  -- The digest only: who reads this table can follow no link.
  token_hash text not null
    constraint one_time_tokens_hash_not_blank check (token_hash <> ''),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);

create table auth.flow_state (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid,
  auth_code text not null,
  code_challenge_method text not null
    constraint flow_state_method_is_known check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index flow_state_auth_code_idx on auth.flow_state (auth_code);

alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
