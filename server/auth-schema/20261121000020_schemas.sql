-- Where extensions live, where accounts live, and what policies ask about the caller; as Supabase has it.

create schema if not exists extensions;
create schema if not exists auth;

grant usage on schema public, extensions, auth to anon, authenticated, service_role;

-- Anybody may create in public before PostgreSQL 15, and on databases restored from there.
revoke create on schema public from public;

create function auth.jwt()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb;
$$;

create function auth.uid()
returns uuid
language sql
stable
set search_path = ''
as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid;
$$;

create function auth.role()
returns text
language sql
stable
set search_path = ''
as $$
  select auth.jwt() ->> 'role';
$$;

create function auth.email()
returns text
language sql
stable
set search_path = ''
as $$
  select auth.jwt() ->> 'email';
$$;

comment on function auth.uid() is 'The id of the signed-in person, from the verified claims of the request.';
