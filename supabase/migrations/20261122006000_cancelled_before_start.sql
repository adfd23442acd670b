-- A driver cancels a reservation until its start, which costs nothing; from then on they can only end it. Administrators
-- cancel any active reservation, as the back office offers.

create function private.check_cancellation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.start_time <= now() and new.user_id = (select auth.uid()) and not (select private.is_admin()) then
    perform private.raise_problem(
      'stay-begun', 'This stay has begun, so it cannot be cancelled any more. It can be ended.');
  end if;
  return new;
end;
$$;

revoke all on function private.check_cancellation() from public;

create trigger reservations_check_cancellation
  before update of status on public.reservations
  for each row when (new.status = 'cancelled' and old.status = 'active')
  execute function private.check_cancellation();
