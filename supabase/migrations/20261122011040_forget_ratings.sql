-- Comments go with the account, also from the audit log, and with them the reasons why they were hidden.

create or replace function private.forget_in_audit_log(person uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  personal constant text[] := array['email', 'full_name', 'phone', 'bio', 'wallet_settings'];
  of_vehicle constant text[] := array['name', 'plate', 'vehicle_name', 'vehicle_plate'];
  of_rating constant text[] := array['comment', 'hidden_reason'];
begin
  perform set_config('parqueo.forgets_person', 'yes', true);
  update public.audit_log set before = before - personal, after = after - personal
  where subject_table = 'profiles'
    and subject_id = (select id::text from public.profiles where user_id = person);
  update public.audit_log set before = before - of_vehicle, after = after - of_vehicle
  where subject_table = 'reservations'
      and subject_id = any (array(select id::text from public.reservations where user_id = person))
    or subject_table = 'vehicles' and coalesce(after, before) ->> 'user_id' = person::text;
  update public.audit_log set before = before - of_rating, after = after - of_rating
  where subject_table = 'ratings' and coalesce(after, before) ->> 'user_id' = person::text;
  perform set_config('parqueo.forgets_person', '', true);
end;
$$;
