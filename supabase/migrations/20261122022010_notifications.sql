-- What drivers are told by mail and push: written in the transaction that causes it, delivered by workers afterwards.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint notifications_user_id_fkey references auth.users (id) on delete cascade,
  kind text not null
    constraint notifications_kind_is_known check (kind in (
      'confirmed', 'changed', 'cancelled', 'starts_soon', 'ends_soon', 'operator_reply', 'space_out_of_service',
      'stay_over', 'space_still_used')),
  channel text not null
    constraint notifications_channel_is_known check (channel in ('mail', 'push')),
  subscription_id uuid
    constraint notifications_subscription_id_fkey references public.push_subscriptions (id) on delete cascade,
  reservation_id uuid
    constraint notifications_reservation_id_fkey references public.reservations (id) on delete cascade,
  -- Names what happened: the same cause is told once by mail and once to each device.
  cause text not null
    constraint notifications_cause_length check (length(cause) <= 120),
  -- A copy of what it says, as it was then.
  content jsonb not null
    constraint notifications_content_length check (length(content::text) <= 8000),
  state text not null default 'pending'
    constraint notifications_state_is_known check (state in ('pending', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0
    constraint notifications_attempts_not_negative check (attempts >= 0),
  next_attempt_at timestamptz not null default now()
    constraint notifications_next_attempt_at_is_finite check (isfinite(next_attempt_at)),
  -- From then on it says nothing useful, and nobody tries any more.
  expires_at timestamptz not null default now() + interval '1 day'
    constraint notifications_expires_at_is_finite check (isfinite(expires_at)),
  -- A reply code of SMTP or HTTP, or a name; never the text of an error, which may hold an address.
  last_error text
    constraint notifications_last_error_is_code check (length(last_error) <= 40 and last_error ~ '^\w+$'),
  created_at timestamptz not null default now()
    constraint notifications_created_at_is_finite check (isfinite(created_at)),
  finished_at timestamptz
    constraint notifications_finished_at_is_finite check (isfinite(finished_at)),
  constraint notifications_subscription_of_push check (subscription_id is null or channel = 'push'),
  constraint notifications_finished_unless_pending check ((state = 'pending') = (finished_at is null))
);

create unique index notifications_once_for_each_cause on public.notifications
  (cause, channel, coalesce(subscription_id, '00000000-0000-0000-0000-000000000000'));
create index notifications_by_next_attempt on public.notifications (next_attempt_at) where state = 'pending';
create index notifications_of_driver on public.notifications (user_id, created_at);
create index notifications_of_reservation on public.notifications (reservation_id) where reservation_id is not null;
create index notifications_of_subscription on public.notifications (subscription_id) where subscription_id is not null;
create index notifications_failed on public.notifications (finished_at) where state = 'failed';
create index notifications_by_age on public.notifications (created_at);

alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated;
grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy drivers_read_own_notifications on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_notifications on public.notifications
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.notifications
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, update, delete: triggers and the worker write.

-- Addresses that a mail server rejected for good. They are tried again after a week, or when the account has another one.
create table private.rejected_addresses (
  user_id uuid primary key
    constraint rejected_addresses_user_id_fkey references auth.users (id) on delete cascade,
  email text not null
    constraint rejected_addresses_email_length check (length(email) <= 320),
  rejected_at timestamptz not null default now()
);

alter table private.rejected_addresses enable row level security;
revoke all on private.rejected_addresses from public, anon, authenticated, service_role;

comment on table public.notifications is
  'What drivers are told by mail and push, each row one mail or one device; skipped: not of use any more.';
comment on table private.rejected_addresses is 'Mail addresses that a mail server rejected for good.';

alter table private.limits
  add column notifications_per_hour integer not null default 40
    constraint limits_notifications_per_hour_from_1_to_10000 check (notifications_per_hour between 1 and 10000);

-- The operator's own switches; everything is allowed while the installation shows sample data.
create function private.notifications_allowed(channel text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select s.notifications_enabled and case $1 when 'mail' then s.email_notifications else s.push_notifications end
    from private.settings() s
  ), true);
$$;

-- Adds a row for each way in which the driver is to be told. Above the limit of an hour nothing is added, so that nobody
-- has a mailbox flooded by booking and cancelling.
-- definer: nobody who comes through an API writes the table.
create function private.add_notification(
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
    where s.user_id = $1 and s.push_notifications
  ) as target
  where private.notifications_allowed(target.channel)
    and (
      select count(*) from public.notifications n
      where n.user_id = $1 and n.created_at > now() - interval '1 hour'
        and n.channel = target.channel and n.subscription_id is not distinct from target.subscription_id
    ) < coalesce((select notifications_per_hour from private.limits), 40)
  on conflict do nothing;
$$;

revoke all on function private.notifications_allowed(text) from public;
revoke all on function private.add_notification(uuid, text, text, jsonb, uuid, timestamptz, timestamptz) from public;
