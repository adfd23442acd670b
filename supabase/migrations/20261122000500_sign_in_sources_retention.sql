-- How long the server remembers from where an account signed in.

insert into private.retention (what, keep) values ('sign-in sources', '90 days');

-- The table is the own server's; on Supabase there is nothing to remove.
create function private.remove_old_sign_in_sources(batch integer default 2000)
returns integer
language plpgsql
set search_path = ''
as $$
begin
  if to_regclass('parqueo_server.sign_in_sources') is null then
    return 0;
  end if;
  return private.remove_older('sign-in sources', 'parqueo_server.sign_in_sources', 'last_used_at < $1', batch);
end;
$$;

revoke all on function private.remove_old_sign_in_sources(integer) from public, anon, authenticated, service_role;

comment on function private.remove_old_sign_in_sources(integer) is
  'Removes one batch of sign-in sources that are too old; how many rows. Called every hour until it answers 0.';
