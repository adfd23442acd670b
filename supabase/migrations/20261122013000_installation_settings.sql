-- What the operator of this installation decided, in one row. Rules of the database obey it unless the installation shows
-- sample data.

create table public.installation_settings (
  id text primary key default 'installation'
    constraint installation_settings_has_one_row check (id = 'installation'),

  app_name text not null default 'Parqueo'
    constraint installation_settings_app_name_not_blank check (btrim(app_name) <> '')
    constraint installation_settings_app_name_length check (length(app_name) <= 60)
    -- It stands in subjects of mails and in the header of pages. Neither control characters nor marks that turn text around.
    constraint installation_settings_app_name_on_one_line
      check (app_name !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'),
  app_description text not null default ''
    constraint installation_settings_app_description_length check (length(app_description) <= 300),
  maintenance_mode boolean not null default false,
  maintenance_since timestamptz
    constraint installation_settings_maintenance_since_is_finite check (isfinite(maintenance_since)),

  default_parking_rate numeric(10, 2) not null default 15
    constraint installation_settings_default_parking_rate_in_range check (default_parking_rate between 0 and 10000),
  max_reservation_hours integer not null default 24
    constraint installation_settings_max_reservation_hours_from_1_to_168 check (max_reservation_hours between 1 and 168),
  cancellation_deadline_minutes integer not null default 30
    constraint installation_settings_cancellation_deadline_minutes_in_range
      check (cancellation_deadline_minutes between 0 and 10080),

  notifications_enabled boolean not null default true,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,

  currency text not null default 'USD'
    constraint installation_settings_currency_is_known check (currency in ('USD', 'DOP')),
  tax_rate numeric(5, 2) not null default 0
    constraint installation_settings_tax_rate_from_0_to_100 check (tax_rate between 0 and 100),

  email_confirmation_required boolean not null default true,
  allow_signups boolean not null default true,
  password_min_length integer not null default 8
    constraint installation_settings_password_min_length_from_6_to_20 check (password_min_length between 6 and 20),
  -- Null: a session has no end of its own.
  session_timeout_hours integer
    constraint installation_settings_session_timeout_hours_from_1_to_168 check (session_timeout_hours between 1 and 168),
  two_factor_allowed boolean not null default true,
  social_google_allowed boolean not null default true,
  social_apple_allowed boolean not null default true,
  email_from_address text
    constraint installation_settings_email_from_address_is_one
      check (length(email_from_address) <= 255
        and email_from_address ~ '^[^[:space:]@<>(),;:"\\\[\]\u0001-\u001f\u007f-\u009f]+@[A-Za-z0-9.-]+$'),
  email_from_name text
    constraint installation_settings_email_from_name_not_blank check (btrim(email_from_name) <> '')
    constraint installation_settings_email_from_name_length check (length(email_from_name) <= 60)
    constraint installation_settings_email_from_name_on_one_line
      check (email_from_name !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'),

  updated_at timestamptz not null default now()
    constraint installation_settings_updated_at_is_finite check (isfinite(updated_at))
);

insert into public.installation_settings default values;

alter table public.installation_settings enable row level security;
revoke all on public.installation_settings from anon, authenticated, service_role;
grant select on public.installation_settings to authenticated;
grant update (
  app_name, app_description, maintenance_mode, default_parking_rate, max_reservation_hours,
  cancellation_deadline_minutes, notifications_enabled, email_notifications, push_notifications, currency, tax_rate,
  email_confirmation_required, allow_signups, password_min_length, session_timeout_hours, two_factor_allowed,
  social_google_allowed, social_apple_allowed, email_from_address, email_from_name
) on public.installation_settings to authenticated;
grant select, update on public.installation_settings to service_role;

create policy admins_read_installation_settings on public.installation_settings
  for select to authenticated using ((select private.is_admin()));
create policy admins_update_installation_settings on public.installation_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy people_show_second_factor on public.installation_settings
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no insert, no delete: there is always this one row.

create function private.set_maintenance_since()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.maintenance_since := case when new.maintenance_mode then now() end;
  return new;
end;
$$;

revoke all on function private.set_maintenance_since() from public;

create trigger installation_settings_set_maintenance_since
  before update on public.installation_settings
  for each row when (new.maintenance_mode is distinct from old.maintenance_mode)
  execute function private.set_maintenance_since();
create trigger installation_settings_touch_updated_at
  before update on public.installation_settings
  for each row execute function private.touch_updated_at();
create trigger installation_settings_audit
  after insert or update or delete on public.installation_settings
  for each row execute function private.audit_admin_write();

-- owner's rights on purpose: everybody reads these columns, and only administrators the rest, which says how people sign
-- in and who mails come from.
create view public.public_settings with (security_barrier = true) as
  select
    app_name, app_description, maintenance_mode, maintenance_since,
    default_parking_rate, max_reservation_hours, cancellation_deadline_minutes,
    notifications_enabled, email_notifications, push_notifications, currency, tax_rate
  from public.installation_settings;

revoke all on public.public_settings from anon, authenticated, service_role;
grant select on public.public_settings to anon, authenticated, service_role;

-- definer: nobody but administrators reads the table, and rules hold for everybody.
create function private.settings()
returns setof public.installation_settings
language sql
stable
security definer
set search_path = ''
rows 1
as $$
  select s.* from public.installation_settings s where not private.has_samples();
$$;

revoke all on function private.settings() from public;
grant execute on function private.settings() to authenticated, service_role;

comment on table public.installation_settings is
  'One row: what the operator decided. updated_at is its version; nobody inserts or deletes.';
comment on view public.public_settings is 'What everybody may read of installation_settings: nothing about signing in and mails.';
comment on function private.settings() is
  'The settings that rules obey; no row while the installation shows sample data.';
