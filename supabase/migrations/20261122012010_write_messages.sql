-- Drivers write in their own conversation and administrators in everybody's, each in their own name. Nobody changes or
-- deletes a message; its reader marks it as read, and an administrator also that a driver's needs no reply.

grant insert (id, user_id, sender_type, message, reservation_id, seen_until), update (needs_reply)
  on public.user_messages to authenticated;

create policy drivers_insert_own_messages on public.user_messages
  for insert to authenticated with check (user_id = (select auth.uid()) and sender_type = 'user');
create policy admins_insert_messages on public.user_messages
  for insert to authenticated with check (sender_type = 'other' and (select private.is_admin()));

drop policy drivers_update_own_messages on public.user_messages;
create policy drivers_mark_messages_read on public.user_messages
  for update to authenticated
  using (user_id = (select auth.uid()) and sender_type = 'other')
  with check (user_id = (select auth.uid()) and sender_type = 'other' and read_status);
create policy admins_mark_messages_read on public.user_messages
  for update to authenticated
  using (sender_type = 'user' and (select private.is_admin()))
  with check (sender_type = 'user' and read_status and (select private.is_admin()));

create policy suspended_drivers_insert_no_message on public.user_messages
  as restrictive for insert to authenticated with check (not (select private.is_suspended()));
