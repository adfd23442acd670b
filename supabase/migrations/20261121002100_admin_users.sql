-- What the back office asks about people: how many there are, and which ones words are found in.

-- invoker's rights: an administrator counts everybody, a driver only themselves. The day is counted by the database's
-- clock, as the administrator's may be wrong.
create function public.admin_user_summary()
returns table (total_users bigint, active_today bigint, complete_profiles bigint)
language sql
stable
set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where last_activity >= now() - interval '24 hours'),
    count(*) filter (where btrim(full_name) <> '' and btrim(phone) <> '')
  from public.profiles;
$$;

-- Words as they stand, not as a pattern. A trigram index would not help: row level security keeps it from being used.
create function public.search_admin_users(words text)
returns setof public.profiles
language sql
stable
set search_path = ''
as $$
  select p.* from public.profiles p
  where strpos(lower(p.full_name), lower(words)) > 0 or strpos(lower(p.email), lower(words)) > 0;
$$;

revoke all on function public.admin_user_summary() from public, anon, authenticated;
revoke all on function public.search_admin_users(text) from public, anon, authenticated;
grant execute on function public.admin_user_summary() to authenticated, service_role;
grant execute on function public.search_admin_users(text) to authenticated, service_role;

comment on function public.admin_user_summary() is
  'How many people there are, were active within 24 hours, and have both name and phone, of those the caller may see.';
comment on function public.search_admin_users(text) is 'Profiles whose name or e-mail address words are found in.';
