-- Drivers command locks far more often than administrators change anything. The log of the back office leaves them out, and
-- the history of a space has them.

create or replace view public.admin_audit_log with (security_invoker = true) as
  select
    a.id, a.action, a.subject_table, a.subject_id, a.before, a.after, a.created_at,
    actor.email as actor_email, person.email as person_email,
    -- Only what a driver commands names a reservation.
    coalesce(a.subject_table = 'locks' and a.after ? 'reservation', false) as is_of_driver
  from public.audit_log a
  left join public.profiles actor on actor.user_id = a.actor_id
  left join public.profiles person
    on person.user_id = coalesce(a.after ->> 'user_id', a.before ->> 'user_id')::uuid
  -- What the product noted by itself about an administrator is no act of theirs.
  where a.action <> 'update'
    or a.before - array['updated_at', 'last_activity'] is distinct from a.after - array['updated_at', 'last_activity'];

create index audit_log_of_administrators on public.audit_log (id desc)
  where not coalesce(subject_table = 'locks' and after ? 'reservation', false);
