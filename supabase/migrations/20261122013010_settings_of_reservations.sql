-- Without sample data drivers reserve as the operator decided: not longer than the most hours, and not during maintenance.
-- What is booked stays as it is, and operators book on: administrators, and who comes without a driver's session.

create function private.check_settings_for_stay(start_time timestamptz, end_time timestamptz)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  settings public.installation_settings;
begin
  if auth.uid() is null or private.is_admin() then
    return;
  end if;
  select * into settings from private.settings();
  if settings.maintenance_mode then
    perform private.raise_problem('under-maintenance');
  elsif end_time > start_time + make_interval(hours => settings.max_reservation_hours) then
    -- The detail is a parameter of the sentence.
    raise exception 'stay-over-limit' using
      errcode = 'check_violation', hint = 'stay-over-limit', detail = settings.max_reservation_hours;
  end if;
end;
$$;

create function private.check_settings()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.check_settings_for_stay(new.start_time, new.end_time);
  return new;
end;
$$;

revoke all on function private.check_settings_for_stay(timestamptz, timestamptz) from public;
grant execute on function private.check_settings_for_stay(timestamptz, timestamptz) to authenticated, service_role;
revoke all on function private.check_settings() from public;

-- By its name after reservations_check_stay, which takes only times that can be compared.
create trigger reservations_check_stay_settings
  before insert on public.reservations
  for each row execute function private.check_settings();
