-- A scan of a ticket whose response got lost is sent again with the key that it had, and finds that it marked the arrival.

create table private.arrival_scans (
  reservation_id uuid primary key
    constraint arrival_scans_reservation_id_fkey references public.reservations (id) on delete cascade,
  scan uuid not null,
  arrived_at timestamptz not null
);

alter table private.arrival_scans enable row level security;
revoke all on private.arrival_scans from public, anon, authenticated, service_role;

drop function public.mark_arrival(uuid, timestamptz, timestamptz);

-- The seen times are what the administrator saw.
-- definer: nobody writes the column.
create function public.mark_arrival(
  reservation uuid,
  seen_start timestamptz,
  seen_end timestamptz,
  scan uuid default null
)
returns table (arrived_at timestamptz, is_new boolean)
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay public.reservations;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator marks arrivals' using errcode = 'insufficient_privilege';
  end if;
  stay := private.lock_reservation(reservation);
  if stay.arrived_at is not null then
    return query select stay.arrived_at, exists (
      select from private.arrival_scans s
      where s.reservation_id = stay.id and s.scan = mark_arrival.scan and s.arrived_at = stay.arrived_at
    );
    return;
  elsif (stay.start_time, stay.end_time) is distinct from (seen_start, seen_end) then
    perform private.raise_problem('reservation-changed');
  elsif now() < stay.start_time - interval '30 minutes' then
    perform private.raise_problem('arrival-too-early');
  elsif now() >= stay.end_time then
    perform private.raise_problem('arrival-too-late');
  end if;
  update public.reservations r set arrived_at = now() where r.id = stay.id;
  if scan is not null then
    insert into private.arrival_scans as s (reservation_id, scan, arrived_at)
    values (stay.id, mark_arrival.scan, now())
    on conflict (reservation_id) do update set scan = excluded.scan, arrived_at = excluded.arrived_at;
  end if;
  return query select now(), true;
end;
$$;

revoke all on function public.mark_arrival(uuid, timestamptz, timestamptz, uuid) from public, anon;
grant execute on function public.mark_arrival(uuid, timestamptz, timestamptz, uuid) to authenticated;

comment on function public.mark_arrival(uuid, timestamptz, timestamptz, uuid) is
  'Marks the arrival for a stay, from 30 minutes before its start to its end. A repeat finds the first arrival; it is new to a repeat of the scan that marked it.';
