-- Who may operate the parking locks, and the record of what they commanded. Both are asked by the lock proxy alone: it
-- has verified who calls, and nobody else could say what the vendor answered.

-- definer: whether an account is shut out stands in a table that no role of the API may read.
create function public.may_operate_locks(person uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin')
    and not exists (select from public.profiles where user_id = person and status = 'suspended')
    and not exists (
      select from auth.users where id = person and (banned_until > now() or deleted_at is not null)
    );
$$;

-- definer: the audit log is written through it and not around it.
create function public.record_lock_command(
  actor uuid, command uuid, did text, type integer, code integer default null, msg text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not coalesce(actor is not null and command is not null and type in (1, 2) and length(did) between 1 and 64, false) then
    raise exception 'This is no command for a lock' using errcode = 'check_violation';
  end if;
  -- A command is written down before it is sent, then once more with its answer: one that never returned shows as well.
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values (
    actor, case type when 1 then 'lower' else 'raise' end, 'locks', did,
    jsonb_build_object('command', command, 'type', type, 'state', 'sent')
      || case when code is null then '{}' else
        jsonb_build_object('state', 'answered', 'code', code, 'msg', left(msg, 500)) end
  );
end;
$$;

revoke all on function public.may_operate_locks(uuid) from public, anon, authenticated;
revoke all on function public.record_lock_command(uuid, uuid, text, integer, integer, text)
  from public, anon, authenticated;
grant execute on function public.may_operate_locks(uuid) to service_role;
grant execute on function public.record_lock_command(uuid, uuid, text, integer, integer, text) to service_role;

comment on function public.may_operate_locks(uuid) is 'Whether this person is an administrator in good standing.';
comment on function public.record_lock_command(uuid, uuid, text, integer, integer, text) is
  'Adds one entry to the audit log: a command without a code was sent, with one it was answered.';
