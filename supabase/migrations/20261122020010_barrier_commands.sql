-- The commands that drivers give to the barriers of their spaces. A row makes a repeated request the same command, keeps a
-- second command from a barrier that is moving, and counts for the limit of each driver. The audit log has the history.

create table private.barrier_commands (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint barrier_commands_user_id_fkey references auth.users (id) on delete cascade,
  key uuid not null,
  reservation_id uuid not null
    constraint barrier_commands_reservation_id_fkey references public.reservations (id) on delete cascade,
  -- The vendor's id of the lock.
  did text not null
    constraint barrier_commands_did_length check (length(did) between 1 and 64),
  -- 1 lowers, 2 raises.
  type smallint not null
    constraint barrier_commands_type_is_known check (type in (1, 2)),
  -- The command that was under way when this one came, and that stands for it; null for one that is sent itself.
  joins uuid,
  -- Null while it is under way; otherwise 'moved', or the key of a problem.
  outcome text
    constraint barrier_commands_outcome_is_known check (outcome in (
      'moved', 'barrier-no-response', 'barrier-offline', 'barrier-rejected', 'barrier-unreachable'
    )),
  created_at timestamptz not null default now(),
  constraint barrier_commands_key_once_per_driver unique (user_id, key)
);

create unique index barrier_commands_one_under_way on private.barrier_commands (did)
  where outcome is null and joins is null;
create index barrier_commands_of_person on private.barrier_commands (user_id, created_at);
create index barrier_commands_of_reservation on private.barrier_commands (reservation_id);

alter table private.barrier_commands enable row level security;
revoke all on private.barrier_commands from public, anon, authenticated, service_role;
-- no policy: only the functions of the barrier read and write it.

comment on table private.barrier_commands is
  'Commands of drivers to barriers, of the last day of each driver; audit_log has them for good.';
