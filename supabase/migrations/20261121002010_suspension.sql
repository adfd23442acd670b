-- Who is suspended is shut out by the authentication service too: no sign-in, no renewed session.

-- definer: administrators may change a profile, but nobody who signs in may write the tables of accounts.
create function private.follow_suspension()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A far day and not infinity, which the authentication service of Supabase does not read.
  update auth.users
  set banned_until = case when new.status = 'suspended' then now() + interval '100 years' end
  where id = new.user_id;
  return null;
exception
  -- The database's own rules keep a suspended driver from reserving in any case.
  when insufficient_privilege then
    raise warning 'the account of a suspended person stays open: %', sqlerrm;
    return null;
end;
$$;

revoke all on function private.follow_suspension() from public;

-- Only the change into and out of suspension: an account shut out elsewhere stays so when the profile changes otherwise.
create trigger profiles_follow_suspension
  after update of status on public.profiles
  for each row when ((old.status = 'suspended') is distinct from (new.status = 'suspended'))
  execute function private.follow_suspension();

-- People who were suspended before.
do $$
begin
  update auth.users set banned_until = now() + interval '100 years'
  where banned_until is null and id in (select user_id from public.profiles where status = 'suspended');
exception
  when insufficient_privilege then
    raise notice 'accounts of people who are suspended already stay open: %', sqlerrm;
end;
$$;
