-- What a worker calls, with the rights of the service. A row is claimed for a minute or longer, so that another worker
-- takes it when this one ends between sending and saying so: then it is sent twice, and never lost.

-- Why a row that is due is not to be sent any more; null where it is.
create function private.find_skip_reason(n public.notifications)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when n.expires_at <= now() then 'expired'
    when not private.notifications_allowed(n.channel) or not exists (
      select from public.user_settings s where s.user_id = n.user_id
        and case n.channel when 'mail' then s.email_notifications else s.push_notifications end
    ) then 'turned_off'
    when n.kind in (
      'confirmed', 'changed', 'starts_soon', 'ends_soon', 'space_out_of_service', 'stay_over', 'space_still_used'
    ) and not exists (
      select from public.reservations r
      where r.id = n.reservation_id and r.status = 'active' and r.user_id = n.user_id
        and (r.end_time > now() or n.kind = 'stay_over')
        and r.start_time = (n.content ->> 'start_time')::timestamptz
        and r.end_time = (n.content ->> 'end_time')::timestamptz
        and r.parking_space_id is not distinct from (n.content ->> 'parking_space_id')::uuid
        and (n.kind <> 'space_still_used' or private.is_space_still_used(r))
    ) then 'out_of_date'
    when n.kind = 'space_out_of_service' and not exists (
      select from public.parking_spaces s
      where s.id = (n.content ->> 'parking_space_id')::uuid and s.status = 'maintenance'
    ) then 'out_of_date'
    when n.kind = 'operator_reply' and not exists (
      select from public.user_messages u where u.id = (n.content ->> 'message_id')::uuid and not u.read_status
    ) then 'read'
    when n.channel = 'mail' and not exists (
      select from auth.users u where u.id = n.user_id and u.email <> '' and u.email_confirmed_at is not null
    ) then 'no_address'
    when n.channel = 'mail' and exists (
      select from private.rejected_addresses a join auth.users u on u.id = a.user_id and u.email = a.email
      where a.user_id = n.user_id and a.rejected_at > now() - interval '7 days'
    ) then 'rejected_before'
    when n.channel = 'push' and not exists (
      select from public.push_subscriptions d
      where d.id = n.subscription_id and d.user_id = n.user_id and private.is_signed_in(d.session_id)
    ) then 'signed_out'
  end;
$$;

create function public.claim_notifications(most integer)
returns table (
  id uuid, kind text, channel text, content jsonb, reservation_id uuid, expires_at timestamptz,
  email text, language text, endpoint text, p256dh text, auth text
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  due public.notifications;
  reason text;
  claimed integer := 0;
begin
  perform private.add_reminders();
  -- One row after the other, so that none is locked that another worker could claim meanwhile.
  for row_number in 1..500 loop
    exit when claimed >= most;
    select n.* into due from public.notifications n
    where n.state = 'pending' and n.next_attempt_at <= now()
    order by n.next_attempt_at limit 1 for update skip locked;
    exit when not found;
    reason := private.find_skip_reason(due);
    if reason is not null then
      update public.notifications n set
        -- What was tried until it expired has failed.
        state = case when reason = 'expired' and due.attempts > 0 then 'failed' else 'skipped' end,
        last_error = coalesce(n.last_error, reason),
        finished_at = now()
      where n.id = due.id;
      continue;
    end if;
    update public.notifications n set
      attempts = n.attempts + 1,
      next_attempt_at = now() + least(interval '1 minute' * power(2, least(n.attempts, 10)), interval '1 hour')
    where n.id = due.id;
    return query
      select due.id, due.kind, due.channel, due.content, due.reservation_id, due.expires_at,
        u.email::text, coalesce(d.language, s.language), d.endpoint, d.p256dh, d.auth
      from auth.users u
      left join public.user_settings s on s.user_id = u.id
      left join public.push_subscriptions d on d.id = due.subscription_id
      where u.id = due.user_id;
    claimed := claimed + 1;
  end loop;
end;
$$;

-- `outcome`: sent; failed, to be tried again; or rejected for good, after which its address or device is not tried either.
create function public.finish_notification(notification uuid, outcome text, error text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  row public.notifications;
begin
  if outcome is null or outcome not in ('sent', 'failed', 'rejected') then
    raise exception 'The outcome is sent, failed or rejected' using errcode = 'invalid_parameter_value';
  end if;
  update public.notifications n set
    state = case outcome when 'sent' then 'sent' when 'rejected' then 'failed' else n.state end,
    finished_at = case outcome when 'failed' then n.finished_at else now() end,
    last_error = case outcome when 'sent' then null else error end
  where n.id = notification and n.state = 'pending'
  returning n.* into row;
  if outcome <> 'rejected' or row.id is null then
    return;
  end if;
  if row.channel = 'push' then
    -- Its notifications go with it.
    delete from public.push_subscriptions where id = row.subscription_id;
  else
    insert into private.rejected_addresses as a (user_id, email)
    select u.id, u.email from auth.users u where u.id = row.user_id
    on conflict (user_id) do update set email = excluded.email, rejected_at = now();
  end if;
end;
$$;

create function public.count_failed_notifications()
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer from public.notifications
  where state = 'failed' and finished_at > now() - interval '7 days' and (select private.is_admin());
$$;

revoke all on function private.find_skip_reason(public.notifications) from public;
revoke all on function public.claim_notifications(integer) from public, anon, authenticated;
revoke all on function public.finish_notification(uuid, text, text) from public, anon, authenticated;
revoke all on function public.count_failed_notifications() from public, anon;
grant execute on function public.claim_notifications(integer) to service_role;
grant execute on function public.finish_notification(uuid, text, text) to service_role;
grant execute on function public.count_failed_notifications() to authenticated, service_role;

comment on function public.claim_notifications(integer) is
  'Adds the reminders that are due, skips what is out of date, and returns what a worker is to send now.';
comment on function public.finish_notification(uuid, text, text) is
  'Says how a claimed notification went: sent, failed (tried again) or rejected (not tried again).';
comment on function public.count_failed_notifications() is
  'How many notifications could not be delivered in the last 7 days; 0 for who is no administrator.';
