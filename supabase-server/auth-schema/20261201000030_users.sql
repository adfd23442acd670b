-- Accounts and their identities, with the names and types of GoTrue, so that rows can move to Supabase and back. An
-- identity is a way in: the address with a password, or an account with a social provider.
--
-- Row level security without a policy: only the owner, which the server connects as, reads and writes these tables.
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
  email_change_confirm_status smallint not null default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}'
    constraint users_raw_app_meta_data_length check (octet_length(raw_app_meta_data::text) <= 4096),
  raw_user_meta_data jsonb not null default '{}'
    constraint users_raw_user_meta_data_length check (octet_length(raw_user_meta_data::text) <= 4096),
  is_super_admin boolean,
  phone text default null
    constraint users_phone_key unique
    constraint users_phone_length check (length(phone) <= 32),
  phone_confirmed_at timestamptz,
  phone_change text not null default ''
    constraint users_phone_change_length check (length(phone_change) <= 32),
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
comment on table auth.users is 'Accounts; read and written by the authentication service only.';

create table auth.identities (
  id uuid not null default gen_random_uuid() primary key,
  provider_id text not null
    constraint identities_provider_id_length check (length(provider_id) <= 255),
  user_id uuid not null
    constraint identities_user_id_fkey references auth.users (id) on delete cascade,
  identity_data jsonb not null
    constraint identities_identity_data_length check (octet_length(identity_data::text) <= 4096),
  provider text not null
    constraint identities_provider_length check (length(provider) <= 64),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored
    constraint identities_email_length check (length(email) <= 255),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security;
