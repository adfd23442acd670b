-- What the operator decides about money: whether drivers pay here at all, and how. The currency is decided before the first
-- money moves.

alter table public.installation_settings
  -- Else they pay the operator in another way, and nothing is charged here.
  add column charges_drivers boolean not null default true,
  add column top_up_min numeric(10, 2) not null default 5
    constraint installation_settings_top_up_min_in_range check (top_up_min between 0.01 and 1000000),
  add column top_up_max numeric(10, 2) not null default 10000
    constraint installation_settings_top_up_max_in_range check (top_up_max between 0.01 and 1000000),
  -- As receipts name the operator.
  add column legal_name text
    constraint installation_settings_legal_name_not_blank check (btrim(legal_name) <> '')
    constraint installation_settings_legal_name_length check (length(legal_name) <= 120)
    constraint installation_settings_legal_name_on_one_line
      check (legal_name !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'),
  -- The RNC.
  add column tax_number text
    constraint installation_settings_tax_number_is_one check (length(tax_number) <= 30 and tax_number ~ '^[0-9A-Za-z][0-9A-Za-z -]{3,29}$'),
  add column legal_address text
    constraint installation_settings_legal_address_not_blank check (btrim(legal_address) <> '')
    constraint installation_settings_legal_address_length check (length(legal_address) <= 200)
    constraint installation_settings_legal_address_on_one_line
      check (legal_address !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'),
  add constraint installation_settings_top_up_max_over_min check (top_up_max >= top_up_min);

-- Whose drivers reserve without paying here goes on so until the operator decides.
update public.installation_settings set charges_drivers = private.has_samples();

-- With sample data nothing is charged.
create function private.charges_drivers()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((select charges_drivers from private.settings()), false);
$$;

revoke all on function private.charges_drivers() from public;
grant execute on function private.charges_drivers() to authenticated, service_role;

grant update (charges_drivers, top_up_min, top_up_max, legal_name, tax_number, legal_address)
  on public.installation_settings to authenticated;

create or replace view public.public_settings with (security_barrier = true) as
  select
    app_name, app_description, maintenance_mode, maintenance_since,
    default_parking_rate, max_reservation_hours, cancellation_deadline_minutes,
    notifications_enabled, email_notifications, push_notifications, currency, tax_rate,
    charges_drivers, top_up_min, top_up_max
  from public.installation_settings;

create function private.keep_currency()
returns trigger
language plpgsql
security definer -- definer: as an administrator sees it, whoever writes the settings.
set search_path = ''
as $$
begin
  if exists (select from public.ledger_transactions where kind <> 'opening')
    or exists (select from public.payments)
  then
    perform private.raise_problem('currency-in-use');
  end if;
  return new;
end;
$$;

revoke all on function private.keep_currency() from public;

create trigger installation_settings_keep_currency
  before update on public.installation_settings
  for each row when (new.currency <> old.currency) execute function private.keep_currency();
