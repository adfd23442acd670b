-- The audit log as the back office reads it: who did it and about whom, by address.

-- invoker's rights: administrators see all of it, everybody else nothing.
create view public.admin_audit_log with (security_invoker = true) as
  select
    a.id, a.action, a.subject_table, a.subject_id, a.before, a.after, a.created_at,
    actor.email as actor_email, person.email as person_email
  from public.audit_log a
  left join public.profiles actor on actor.user_id = a.actor_id
  left join public.profiles person
    on person.user_id = coalesce(a.after ->> 'user_id', a.before ->> 'user_id')::uuid
  -- What the product noted by itself about an administrator is no act of theirs.
  where a.action <> 'update'
    or a.before - array['updated_at', 'last_activity'] is distinct from a.after - array['updated_at', 'last_activity'];

revoke all on public.admin_audit_log from anon, authenticated;
grant select on public.admin_audit_log to authenticated, service_role;

comment on view public.admin_audit_log is 'The audit log with the addresses of who acted and of whom it is about.';
