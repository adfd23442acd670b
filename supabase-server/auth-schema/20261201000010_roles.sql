-- The roles that requests run as, named as in Supabase: anon for visitors, authenticated for a person who is signed in,
-- service_role for a program with the secret key.
--
-- Roles belong to the whole cluster, so another database on it, or another server that starts at this moment, may
-- create them first. This file can also run by itself, before a dump is restored.

do $$
declare
  needed text;
begin
  foreach needed in array array['anon', 'authenticated'] loop
    begin
      execute format('create role %I nologin noinherit', needed);
    exception when duplicate_object or unique_violation then
      raise notice 'role % is there already', needed;
    end;
  end loop;
end;
$$;

-- service_role bypasses row level security. Only a superuser may give that right, and from PostgreSQL 16 on a role that
-- has it. Without the right the role is created all the same.
do $$
begin
  if exists (select from pg_roles where rolname = 'service_role') then
    return;
  end if;
  begin
    create role service_role nologin noinherit bypassrls;
  exception when insufficient_privilege then
    create role service_role nologin noinherit;
  end;
exception when duplicate_object or unique_violation then
  raise notice 'role service_role is there already';
end;
$$;

-- The server takes one of these roles for each transaction. A superuser may do that; another owner has to be a member of
-- the role, from PostgreSQL 16 on even if it created the role.
do $$
declare
  needed text;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  foreach needed in array array['anon', 'authenticated', 'service_role'] loop
    if current_setting('server_version_num')::int >= 160000 then
      execute format('grant %I to current_user with set true, inherit false', needed);
    elsif not pg_has_role(current_user, needed, 'member') then
      execute format('grant %I to current_user', needed);
    end if;
  end loop;
end;
$$;
