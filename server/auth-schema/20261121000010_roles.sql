-- The roles that Supabase has from the start. Roles belong to the whole cluster: another database on it, or another
-- server starting at this moment, may make them first.

do $$
begin
  create role anon nologin noinherit;
exception when duplicate_object or unique_violation then
  raise notice 'role anon is there already';
end;
$$;

do $$
begin
  create role authenticated nologin noinherit;
exception when duplicate_object or unique_violation then
  raise notice 'role authenticated is there already';
end;
$$;

-- service_role passes row level security. Only a superuser (from PostgreSQL 16 on also a role that passes it itself)
-- may give that right; elsewhere the role exists without it.
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

-- The server takes these roles for the length of a transaction. Whoever created them is not allowed to by that alone
-- from PostgreSQL 16 on; a superuser is anyway.
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
