-- Accounts, named and typed as GoTrue has them, so that rows can move to Supabase and back.

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
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_super_admin boolean,
  phone text default null,
  phone_confirmed_at timestamptz,
  phone_change text not null default '',
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
  updated_at timestamptz not null default now(),
  constraint users_phone_key unique (phone)
);

-- One account for an address, in whatever case it was typed.
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;

create table auth.identities (
  id uuid not null default gen_random_uuid() primary key,
  provider_id text not null,
  user_id uuid not null
    constraint identities_user_id_fkey references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;

comment on table auth.users is 'Accounts; read and written by the authentication service only.';
