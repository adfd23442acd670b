-- The audit log copies rows, so that it is bounded too: no row of ours is longer than 32 KB. Longer copies, which
-- were made of rows that had no bounds yet, keep the ids only.

select set_config('parqueo.forgets_person', 'yes', true);
update public.audit_log set
  before = case when octet_length(before::text) <= 32768 then before
    else jsonb_build_object('id', before -> 'id', 'user_id', before -> 'user_id', 'shortened', true) end,
  after = case when octet_length(after::text) <= 32768 then after
    else jsonb_build_object('id', after -> 'id', 'user_id', after -> 'user_id', 'shortened', true) end
where octet_length(before::text) > 32768 or octet_length(after::text) > 32768;
select set_config('parqueo.forgets_person', '', true);

alter table public.audit_log
  add constraint audit_log_action_length check (length(action) <= 64),
  add constraint audit_log_subject_table_length check (length(subject_table) <= 64),
  add constraint audit_log_subject_id_length check (length(subject_id) <= 64),
  add constraint audit_log_before_length check (octet_length(before::text) <= 32768),
  add constraint audit_log_after_length check (octet_length(after::text) <= 32768);

alter table private.due_work
  add constraint due_work_name_length check (length(name) <= 64);
alter table private.retention
  add constraint retention_what_length check (length(what) <= 64),
  add constraint retention_keeps_at_most_1000_years check (keep <= interval '1000 years');
