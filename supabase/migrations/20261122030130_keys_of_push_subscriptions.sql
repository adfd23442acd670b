-- A push service takes messages for a device only with the key that the device subscribed with, so that key is kept. When
-- the server has another one, it removes the subscription at its start; the app subscribes anew at its own next start.

alter table public.push_subscriptions
  -- The public key of the server. Null from an app of an earlier version, which had the key of that time.
  add column server_key text
    constraint push_subscriptions_server_key_is_key
      check (length(server_key) <= 88 and server_key ~ '^[A-Za-z0-9_-]{87}=?$');

-- The earlier version calls it without the last parameter, which two functions of this name would not allow.
drop function public.add_push_subscription(text, text, text, text);

-- definer: a device belongs to whoever turned notifications on last, so the row of somebody who used it before is removed,
-- which the caller may not see. Who knows the address of a device has it.
create function public.add_push_subscription(
  endpoint text, p256dh text, auth text, language text, server_key text default null
)
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
  insert into public.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth, language, server_key)
  values (person, private.session_of_caller(), $1, $2, $3, $4, $5)
  on conflict on constraint push_subscriptions_endpoint_once do update set
    user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, language = excluded.language, server_key = excluded.server_key, created_at = now()
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

revoke all on function public.add_push_subscription(text, text, text, text, text) from public, anon;
grant execute on function public.add_push_subscription(text, text, text, text, text) to authenticated, service_role;

comment on function public.add_push_subscription(text, text, text, text, text) is
  'Turns notifications on for the device of this push service''s address, and off for who used it before.';
