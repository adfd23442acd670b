-- Who changed what in the back office. Rows are added, never changed, by anybody.

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject_table text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);

create index audit_log_newest_first on public.audit_log (created_at desc);
create index audit_log_of_subject on public.audit_log (subject_table, subject_id, created_at desc);

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

create policy admins_read_audit_log on public.audit_log
  for select to authenticated using ((select private.is_admin()));
-- no insert, update or delete: only the trigger below adds rows.

create function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

-- definer: administrators write through it and cannot write around it.
create function private.audit_admin_write()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if private.is_admin() then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, before, after)
    values (
      (select auth.uid()), lower(tg_op), tg_table_name,
      coalesce(new_row ->> 'id', new_row ->> 'user_id', old_row ->> 'id', old_row ->> 'user_id'),
      old_row, new_row
    );
  end if;
  return null;
end;
$$;

revoke all on function private.refuse_change() from public;
revoke all on function private.audit_admin_write() from public;

create trigger audit_log_append_only
  before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_change();

create trigger user_roles_audit after insert or update or delete on public.user_roles
  for each row execute function private.audit_admin_write();
create trigger profiles_audit after insert or update or delete on public.profiles
  for each row execute function private.audit_admin_write();
create trigger user_settings_audit after insert or update or delete on public.user_settings
  for each row execute function private.audit_admin_write();
create trigger parking_zones_audit after insert or update or delete on public.parking_zones
  for each row execute function private.audit_admin_write();
create trigger parking_spaces_audit after insert or update or delete on public.parking_spaces
  for each row execute function private.audit_admin_write();
create trigger reservations_audit after insert or update or delete on public.reservations
  for each row execute function private.audit_admin_write();

comment on table public.audit_log is 'Every write of an administrator, append-only, read by administrators only.';
