-- Messages kept for a person. The driver's inbox is local to the device; operators read these rows.

create table public.user_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint user_messages_user_id_fkey references auth.users (id) on delete cascade,
  sender_type text not null
    constraint user_messages_sender_type_is_known check (sender_type in ('user', 'other')),
  message text not null
    constraint user_messages_message_not_blank check (btrim(message) <> ''),
  read_status boolean not null default false,
  created_at timestamptz not null default now()
);

create index user_messages_newest_first on public.user_messages (user_id, created_at desc);

alter table public.user_messages enable row level security;
revoke all on public.user_messages from anon, authenticated;
grant select, update (read_status) on public.user_messages to authenticated;
grant all on public.user_messages to service_role;

create policy drivers_read_own_messages on public.user_messages
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_messages on public.user_messages
  for select to authenticated using ((select private.is_admin()));
create policy drivers_update_own_messages on public.user_messages
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- no insert, no delete: nothing in the product writes messages yet.

comment on table public.user_messages is 'Messages to and from a person; unread ones are flagged.';
