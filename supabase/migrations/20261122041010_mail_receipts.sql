-- A receipt goes to its driver by mail. On a device it would say nothing that helps at that moment.

alter table public.notifications
  drop constraint notifications_kind_is_known,
  add constraint notifications_kind_is_known check (kind in (
    'confirmed', 'changed', 'cancelled', 'starts_soon', 'ends_soon', 'operator_reply', 'space_out_of_service',
    'stay_over', 'space_still_used', 'receipt'));

create or replace function private.add_notification(
  person uuid, kind text, cause text, content jsonb,
  reservation uuid default null, due timestamptz default now(), expires timestamptz default now() + interval '1 day'
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.notifications
    (user_id, kind, channel, subscription_id, reservation_id, cause, content, next_attempt_at, expires_at)
  select $1, $2, target.channel, target.subscription_id, $5, $3, $4, $6, $7
  from (
    select 'mail' as channel, null::uuid as subscription_id
    from public.user_settings s where s.user_id = $1 and s.email_notifications
    union all
    select 'push', d.id
    from public.user_settings s join public.push_subscriptions d on d.user_id = s.user_id
    where s.user_id = $1 and s.push_notifications and $2 <> 'receipt'
  ) as target
  where private.notifications_allowed(target.channel)
    and (
      select count(*) from public.notifications n
      where n.user_id = $1 and n.created_at > now() - interval '1 hour'
        and n.channel = target.channel and n.subscription_id is not distinct from target.subscription_id
    ) < coalesce((select notifications_per_hour from private.limits), 40)
  on conflict do nothing;
$$;
