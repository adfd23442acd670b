-- What a person chose for themselves. Two-factor is shown here and decided by the authentication service.

create table public.user_settings (
  user_id uuid not null
    constraint user_settings_pkey primary key
    constraint user_settings_user_id_fkey references auth.users (id) on delete cascade,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  sms_notifications boolean not null default false,
  marketing_emails boolean not null default false,
  privacy_level text not null default 'private'
    constraint user_settings_privacy_level_is_known check (privacy_level in ('public', 'friends', 'private')),
  auto_logout_minutes integer not null default 60
    constraint user_settings_auto_logout_from_1_to_1440 check (auto_logout_minutes between 1 and 1440),
  two_factor_enabled boolean not null default false,
  updated_at timestamptz not null default now()
);

alter table public.user_settings enable row level security;
revoke all on public.user_settings from anon, authenticated;
grant select on public.user_settings to authenticated;
grant update (
  email_notifications, push_notifications, sms_notifications, marketing_emails,
  privacy_level, auto_logout_minutes, updated_at
) on public.user_settings to authenticated;
grant all on public.user_settings to service_role;

create policy drivers_read_own_settings on public.user_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_settings on public.user_settings
  for select to authenticated using ((select private.is_admin()));
create policy drivers_update_own_settings on public.user_settings
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy admins_update_settings on public.user_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- no insert: the row appears with the account; no delete: it goes with it.

create trigger user_settings_touch_updated_at
  before update on public.user_settings
  for each row execute function private.touch_updated_at();

comment on table public.user_settings is 'One row for each account: notifications, privacy and automatic logout.';
