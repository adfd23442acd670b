-- What the product's own schema stands on: a schema for functions no API exposes, and the operator class that lets
-- one constraint compare a space and a time range at once.

create schema if not exists private;
comment on schema private is 'Functions behind policies and triggers; never exposed over the data API.';

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists btree_gist with schema extensions;

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on function private.touch_updated_at() from public;
