-- What a ticket says: a signed text with the space, the plate and the times of a stay, which its driver shows as a QR code to
-- whoever checks the car park. The server signs and verifies it; here it reads what the ticket is about.

-- definer: the service reads the stay for a driver whose session it has verified; `assurance` is the `aal` of the token.
create function public.ticket_of_reservation(reservation uuid, person uuid, assurance text default 'aal1')
returns table (zone text, space text, plate text, start_time timestamptz, end_time timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(s.zone_name, ''), coalesce(s.name, ''), coalesce(r.vehicle_plate, ''), r.start_time, r.end_time
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = reservation and r.user_id = person and r.status = 'active'
    and (
      coalesce(assurance, '') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = person and status::text = 'verified')
    );
$$;

-- definer: whoever scans a ticket has no account. The service calls it only for a ticket whose signature it has verified, and
-- learns nothing of the driver.
create function public.state_of_ticket(reservation uuid)
returns table (
  status text, zone text, space text, plate text, start_time timestamptz, end_time timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select r.status, coalesce(s.zone_name, ''), coalesce(s.name, ''), coalesce(r.vehicle_plate, ''),
    r.start_time, r.end_time
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = reservation;
$$;

revoke all on function public.ticket_of_reservation(uuid, uuid, text) from public, anon, authenticated;
revoke all on function public.state_of_ticket(uuid) from public, anon, authenticated;
grant execute on function public.ticket_of_reservation(uuid, uuid, text) to service_role;
grant execute on function public.state_of_ticket(uuid) to service_role;

comment on function public.ticket_of_reservation(uuid, uuid, text) is
  'What the ticket of an active reservation of this person says; no row for anybody else''s.';
comment on function public.state_of_ticket(uuid) is 'The present state of a reservation, without its driver.';
