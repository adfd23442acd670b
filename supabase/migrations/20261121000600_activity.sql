-- What a person did, newest first, and when they were last seen. Written by triggers only.

create table public.user_activity (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint user_activity_user_id_fkey references auth.users (id) on delete cascade,
  activity_type text not null,
  activity_data jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index user_activity_newest_first on public.user_activity (user_id, created_at desc);

alter table public.user_activity enable row level security;
revoke all on public.user_activity from anon, authenticated;
grant select on public.user_activity to authenticated;
grant all on public.user_activity to service_role;

create policy drivers_read_own_activity on public.user_activity
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_activity on public.user_activity
  for select to authenticated using ((select private.is_admin()));
-- no insert, update or delete: activity is observed, never told.

-- definer: called from triggers that run as the acting person, who may not write here.
create function private.record_activity(person uuid, type text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.user_activity (user_id, activity_type, activity_data) values (person, type, data);
  update public.profiles set last_activity = now() where user_id = person;
$$;

revoke all on function private.record_activity(uuid, text, jsonb) from public;

comment on table public.user_activity is 'What a person did: sign-ins and reservations, written by triggers.';
