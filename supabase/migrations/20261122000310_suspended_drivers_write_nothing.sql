-- A suspended driver reads what is theirs until the access token ends, and changes nothing about themselves any more.
-- Ending a stay frees its space, so it stays allowed, as does deleting the account, which is a function. The row stays
-- visible to the update and is refused by the check: an error, and not silence.

create policy suspended_drivers_insert_no_profile on public.profiles
  as restrictive for insert to authenticated with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_profile on public.profiles
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_settings on public.user_settings
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_message on public.user_messages
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));
