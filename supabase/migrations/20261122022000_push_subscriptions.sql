-- Devices that a driver turned notifications on for: where their browser's push service takes them, and the keys that only
-- that browser can decrypt with. A subscription ends with the session that made it.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint push_subscriptions_user_id_fkey references auth.users (id) on delete cascade,
  session_id uuid,
  -- The server sends requests to this address, so it is one of a browser's push service and of nothing else.
  endpoint text not null
    constraint push_subscriptions_endpoint_length check (length(endpoint) <= 1000)
    constraint push_subscriptions_endpoint_is_of_push_service check (endpoint ~ (
      '^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com'
      || '|[a-z0-9-]+\.notify\.windows\.com)/[!-~]+$'))
    constraint push_subscriptions_endpoint_once unique,
  p256dh text not null
    constraint push_subscriptions_p256dh_is_key check (length(p256dh) <= 88 and p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text not null
    constraint push_subscriptions_auth_is_secret check (length(auth) <= 24 and auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  language text not null
    constraint push_subscriptions_language_is_tag
      check (length(language) <= 6 and language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  created_at timestamptz not null default now()
    constraint push_subscriptions_created_at_is_finite check (isfinite(created_at))
);

create index push_subscriptions_of_driver on public.push_subscriptions (user_id, created_at);

alter table public.push_subscriptions enable row level security;
revoke all on public.push_subscriptions from anon, authenticated;
grant select on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;

create policy drivers_read_own_push_subscriptions on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy people_show_second_factor on public.push_subscriptions
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, update, delete: the functions below write.

create function private.session_of_caller()
returns uuid
language sql
stable
set search_path = ''
as $$
  select (auth.jwt() ->> 'session_id')::uuid;
$$;

create function private.is_signed_in(session uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select session is null or exists (select from auth.sessions where id = session);
$$;

-- definer: a device belongs to whoever turned notifications on last, so the row of somebody who used it before is removed,
-- which the caller may not see. Who knows the address of a device has it.
create function public.add_push_subscription(endpoint text, p256dh text, auth text, language text)
returns uuid
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  person constant uuid := auth.uid();
  added uuid;
begin
  if person is null or private.is_suspended() or not private.has_shown_second_factor() then
    raise exception 'Log in to turn notifications on' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('push subscriptions of ' || person, 0));
  insert into public.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth, language)
  values (person, private.session_of_caller(), $1, $2, $3, $4)
  on conflict on constraint push_subscriptions_endpoint_once do update set
    user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, language = excluded.language, created_at = now()
  returning s.id into added;
  -- What is still to be delivered to the driver who used the device before stays theirs and is not shown on it.
  delete from public.notifications n where n.subscription_id = added and n.user_id <> person;
  -- A driver has the 10 newest.
  delete from public.push_subscriptions s where s.id in (
    select o.id from public.push_subscriptions o where o.user_id = person
    order by o.id <> added, o.created_at desc, o.id offset 10
  );
  return added;
end;
$$;

-- definer: only this removes a row, and only one of the caller, who may have been suspended meanwhile.
create function public.remove_push_subscription(endpoint text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.push_subscriptions s where s.endpoint = $1 and s.user_id = (select auth.uid());
$$;

revoke all on function private.session_of_caller() from public;
revoke all on function private.is_signed_in(uuid) from public;
revoke all on function public.add_push_subscription(text, text, text, text) from public, anon;
revoke all on function public.remove_push_subscription(text) from public, anon;
grant execute on function public.add_push_subscription(text, text, text, text) to authenticated, service_role;
grant execute on function public.remove_push_subscription(text) to authenticated, service_role;

comment on table public.push_subscriptions is
  'Devices of drivers that receive push notifications, at most 10 each; written by add_push_subscription.';
comment on function public.add_push_subscription(text, text, text, text) is
  'Turns notifications on for the device of this push service''s address, and off for who used it before.';
