-- How many messages of the operator a driver has not read, and which conversations wait for a reply of the operator.

create function public.count_unread_messages()
returns integer
language sql
stable
set search_path = ''
as $$
  -- The screen shows no more than 99.
  select count(*)::integer from (
    select from public.user_messages
    where user_id = (select auth.uid()) and sender_type = 'other' and not read_status
    limit 100
  ) as unread;
$$;

create function public.admin_message_inbox()
returns table (
  user_id uuid, profile_id uuid, full_name text, email text, excerpt text, sent_at timestamptz,
  waiting_messages integer, waiting_users integer
)
language sql
stable
set search_path = ''
as $$
  select
    oldest.user_id, p.id, p.full_name, p.email,
    left(regexp_replace(oldest.message, '\s+', ' ', 'g'), 160), oldest.created_at,
    oldest.waiting::integer, (count(*) over ())::integer
  from (
    select distinct on (w.user_id)
      w.user_id, w.message, w.created_at, count(*) over (partition by w.user_id) as waiting
    from public.user_messages w
    where w.needs_reply and (select private.is_admin())
    order by w.user_id, w.created_at, w.id
  ) as oldest
  join public.profiles p on p.user_id = oldest.user_id
  -- Whoever waits longest comes first: with the newest first, many accounts could push a person off the list.
  order by oldest.created_at, oldest.user_id
  limit 50;
$$;

revoke all on function public.count_unread_messages() from public, anon;
revoke all on function public.admin_message_inbox() from public, anon;
grant execute on function public.count_unread_messages() to authenticated, service_role;
grant execute on function public.admin_message_inbox() to authenticated, service_role;

comment on function public.count_unread_messages() is 'How many messages of the operator the caller has not read, up to 100.';
comment on function public.admin_message_inbox() is
  'The drivers who wait for a reply, whoever waits longest first, each by the first message that waits: at most 50, and the number of all.';
