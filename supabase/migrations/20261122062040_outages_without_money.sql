-- What becomes of the money of a cancelled stay is told where it is given back, so the notification of the cancellation
-- says only why.

create or replace function private.describe_outage(stay public.reservations)
returns jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select case
    when nullif(current_setting('parqueo.out_of_service', true), '')::jsonb ->> 'reservation' = stay.id::text
    then '{"reason": "space_out_of_service"}'::jsonb else '{}' end;
$$;
