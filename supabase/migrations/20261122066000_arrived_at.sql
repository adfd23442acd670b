-- When a driver arrived for a stay: an administrator marks it, or the driver opens the barrier of the space.

alter table public.reservations
  add column arrived_at timestamptz
    constraint reservations_arrived_at_is_finite check (isfinite(arrived_at));

-- A stay that moves to a later time is one whose driver has not arrived.
create function private.forget_early_arrival()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.arrived_at < new.start_time - interval '30 minutes' then
    new.arrived_at := null;
  end if;
  return new;
end;
$$;

revoke all on function private.forget_early_arrival() from public;

create trigger reservations_forget_early_arrival
  before update of start_time on public.reservations
  for each row execute function private.forget_early_arrival();

-- The seen times are what the administrator saw.
-- definer: nobody writes the column.
create function public.mark_arrival(reservation uuid, seen_start timestamptz, seen_end timestamptz)
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
    return query select stay.arrived_at, false;
    return;
  elsif (stay.start_time, stay.end_time) is distinct from (seen_start, seen_end) then
    perform private.raise_problem('reservation-changed');
  elsif now() < stay.start_time - interval '30 minutes' then
    perform private.raise_problem('arrival-too-early');
  elsif now() >= stay.end_time then
    perform private.raise_problem('arrival-too-late');
  end if;
  update public.reservations r set arrived_at = now() where r.id = stay.id;
  return query select now(), true;
end;
$$;

-- definer: as above.
create function public.unmark_arrival(reservation uuid, seen_arrival timestamptz)
returns void
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
  if stay.arrived_at is null then
    return;
  elsif stay.arrived_at is distinct from seen_arrival then
    perform private.raise_problem('reservation-changed');
  end if;
  update public.reservations r set arrived_at = null where r.id = stay.id;
end;
$$;

-- Whoever opens the barrier of their space has arrived; after the end it is to leave.
create or replace function public.finish_barrier_command(command uuid, outcome text, code integer, msg text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  finished private.barrier_commands;
begin
  -- After 30 seconds it has an outcome already, which somebody may have read.
  update private.barrier_commands c set outcome = coalesce(c.outcome, finish_barrier_command.outcome)
  where c.id = command
  returning * into finished;
  if finished.id is null then
    return;
  end if;
  perform private.record_barrier_command(finished, jsonb_build_object(
    'state', 'answered', 'code', code, 'msg', left(msg, 500), 'outcome', finish_barrier_command.outcome
  ));
  if finish_barrier_command.outcome = 'moved' then
    perform private.record_activity(
      finished.user_id,
      case finished.type when 1 then 'barrier_opened' else 'barrier_closed' end,
      jsonb_build_object('reservation_id', finished.reservation_id)
    );
    update public.reservations r set arrived_at = now()
    where r.id = finished.reservation_id and r.status = 'active' and r.end_time > now() and r.arrived_at is null
      and finished.type = 1;
  end if;
end;
$$;

revoke all on function public.mark_arrival(uuid, timestamptz, timestamptz) from public, anon;
revoke all on function public.unmark_arrival(uuid, timestamptz) from public, anon;
grant execute on function public.mark_arrival(uuid, timestamptz, timestamptz) to authenticated;
grant execute on function public.unmark_arrival(uuid, timestamptz) to authenticated;

comment on column public.reservations.arrived_at is
  'When the driver of the stay arrived: marked by an administrator, or the driver opened the barrier. Null until then.';
comment on function public.mark_arrival(uuid, timestamptz, timestamptz) is
  'Marks the arrival for a stay, from 30 minutes before its start to its end. A repeat finds the first arrival.';
comment on function public.unmark_arrival(uuid, timestamptz) is
  'Takes back the arrival that an administrator saw. A repeat changes nothing.';
