-- An import is one line in the log of the back office. The history of each space says who imported it.

create index audit_log_of_imports on public.audit_log (created_at, actor_id) where action = 'import';

create or replace view public.admin_audit_log with (security_invoker = true) as
  select
    a.id, a.action, a.subject_table, a.subject_id, a.before, a.after, a.created_at,
    actor.email as actor_email, person.email as person_email,
    -- Only what a driver commands names a reservation.
    coalesce(a.subject_table = 'locks' and a.after ? 'reservation', false) as is_of_driver,
    -- All that one transaction writes has the same time.
    a.subject_table = 'parking_spaces' and a.action = 'insert' and exists (
      select from public.audit_log i
      where i.action = 'import' and i.created_at = a.created_at and i.actor_id = a.actor_id
    ) as is_of_import
  from public.audit_log a
  left join public.profiles actor on actor.user_id = a.actor_id
  left join public.profiles person
    on person.user_id = coalesce(a.after ->> 'user_id', a.before ->> 'user_id')::uuid
  -- What the product noted by itself about an administrator is no act of theirs.
  where a.action <> 'update'
    or a.before - array['updated_at', 'last_activity'] is distinct from a.after - array['updated_at', 'last_activity'];
