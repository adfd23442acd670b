-- A command to a barrier from its beginning to its outcome. Only the function open-space calls these: it has verified who
-- asks, and nobody else could say what the vendor responded.

create function private.record_barrier_command(sent private.barrier_commands, response jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values (
    sent.user_id, case sent.type when 1 then 'lower' else 'raise' end, 'locks', sent.did,
    jsonb_build_object('command', sent.id, 'type', sent.type, 'reservation', sent.reservation_id) || response
  );
$$;

-- A server that was stopped in the middle blocks a barrier for 30 seconds; a command takes 10.
create function private.close_abandoned_commands(device text)
returns void
language sql
set search_path = ''
as $$
  update private.barrier_commands set outcome = 'barrier-no-response'
  where did = device and outcome is null and joins is null and created_at < now() - interval '30 seconds';
$$;

-- definer: nobody who comes through an API reads or writes the table, and the rules depend on everybody's stays.
create function public.begin_barrier_command(
  person uuid, reservation uuid, action text, key uuid, assurance text default 'aal1'
)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  wanted constant smallint := case action when 'open' then 1 when 'close' then 2 end;
  stay public.reservations;
  device text;
  earlier private.barrier_commands;
  under_way private.barrier_commands;
  new_command private.barrier_commands;
begin
  if person is null or reservation is null or key is null or wanted is null then
    raise exception 'This is no command for a barrier' using errcode = 'check_violation';
  end if;
  -- Always the driver first and then the lock, so that no two requests wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('barriers of ' || person, 0));
  select * into stay from public.reservations r where r.id = reservation and r.user_id = person;
  perform private.check_barrier_driver(person, assurance, stay, action);

  select * into earlier from private.barrier_commands c
  where c.user_id = person and c.key = begin_barrier_command.key;
  if found then
    if (earlier.reservation_id, earlier.type) is distinct from (reservation, wanted) then
      raise exception 'This key belongs to another command' using errcode = 'check_violation';
    end if;
    perform private.close_abandoned_commands(earlier.did);
    return jsonb_build_object('command', coalesce(earlier.joins, earlier.id), 'is_new', false);
  end if;

  if stay.id is null then
    perform private.raise_problem('barrier-without-stay');
  end if;
  select s.kavass_device_id into device from public.parking_spaces s
  where s.id = stay.parking_space_id and s.has_lock;
  if device is null then
    perform private.raise_problem('barrier-missing');
  elsif action = 'open' then
    perform private.check_opening(stay);
  else
    perform private.check_closing(stay, device);
  end if;

  if (
    select count(*) from private.barrier_commands c
    where c.user_id = person and c.created_at > now() - interval '1 minute'
  ) >= 10 then
    perform private.raise_problem('barrier-too-often');
  end if;
  delete from private.barrier_commands c where c.user_id = person and c.created_at < now() - interval '1 day';

  perform pg_advisory_xact_lock(hashtextextended('barrier ' || device, 0));
  perform private.close_abandoned_commands(device);
  select * into under_way from private.barrier_commands c
  where c.did = device and c.outcome is null and c.joins is null;
  -- Two phones of one driver give one command.
  if under_way.id is not null
    and (under_way.user_id, under_way.reservation_id, under_way.type) is distinct from (person, reservation, wanted)
  then
    perform private.raise_problem('barrier-busy');
  end if;
  insert into private.barrier_commands (user_id, key, reservation_id, did, type, joins)
  values (person, key, reservation, device, wanted, under_way.id)
  returning * into new_command;
  if new_command.joins is not null then
    return jsonb_build_object('command', new_command.joins, 'is_new', false);
  end if;
  perform private.record_barrier_command(new_command, '{"state": "sent"}');
  return jsonb_build_object('command', new_command.id, 'is_new', true, 'did', device);
end;
$$;

-- definer: as above. Null while the command is under way.
create function public.read_barrier_command(command uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select outcome from private.barrier_commands where id = command;
$$;

-- definer: as above, and the audit log is written through it and not around it.
create function public.finish_barrier_command(command uuid, outcome text, code integer, msg text default null)
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
  end if;
end;
$$;

revoke all on function private.record_barrier_command(private.barrier_commands, jsonb) from public;
revoke all on function private.close_abandoned_commands(text) from public;
revoke all on function public.begin_barrier_command(uuid, uuid, text, uuid, text) from public, anon, authenticated;
revoke all on function public.read_barrier_command(uuid) from public, anon, authenticated;
revoke all on function public.finish_barrier_command(uuid, text, integer, text) from public, anon, authenticated;
grant execute on function public.begin_barrier_command(uuid, uuid, text, uuid, text) to service_role;
grant execute on function public.read_barrier_command(uuid) to service_role;
grant execute on function public.finish_barrier_command(uuid, text, integer, text) to service_role;

comment on function public.begin_barrier_command(uuid, uuid, text, uuid, text) is
  'Begins to lower (open) or raise (close) the barrier of a reservation, or finds the same command under way.';
comment on function public.read_barrier_command(uuid) is 'What became of a command to a barrier; null while it is under way.';
comment on function public.finish_barrier_command(uuid, text, integer, text) is
  'Records what became of a command to a barrier.';
