-- The schemas of accounts and of extensions, and what policies ask about the caller; named as in Supabase.
--
-- The two functions have no search path of their own, so that the planner puts their expression in place of the call:
-- a call would cost more than the rest of a policy. Names in a body without quotes are looked up here, once.

create schema if not exists extensions;
create schema if not exists auth;
grant usage on schema public, extensions, auth to anon, authenticated, service_role;

-- A database that was restored from PostgreSQL 14 or older lets everybody create tables in public.
revoke create on schema public from public;

-- The verified claims of the request.
create function auth.jwt()
returns jsonb language sql stable
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

-- The id of the person who is signed in.
create function auth.uid()
returns uuid language sql stable
return nullif(auth.jwt() ->> 'sub', '')::uuid;
