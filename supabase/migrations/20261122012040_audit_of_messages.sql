-- The audit log says that an administrator sent a message, or closed a conversation without one; never what it said, nor
-- what stay it was about. Without them an entry has nothing to forget with the account.

-- definer: administrators write through it and cannot write around it.
create function private.audit_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  left_out constant text[] := array['message', 'reservation_id', 'reservation_space_name', 'reservation_start_time'];
begin
  if private.is_admin() then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
    values (
      (select auth.uid()), lower(tg_op), tg_table_name, new.id::text,
      case when tg_op = 'UPDATE' then to_jsonb(old) - left_out end, to_jsonb(new) - left_out
    );
  end if;
  return null;
end;
$$;

revoke all on function private.audit_message() from public;

create trigger user_messages_audit_insert
  after insert on public.user_messages
  for each row execute function private.audit_message();
-- A reply marks the messages before it as well, which its own entry says already.
create trigger user_messages_audit_update
  after update of needs_reply on public.user_messages
  for each row when (old.needs_reply and not new.needs_reply and pg_trigger_depth() = 0)
  execute function private.audit_message();
