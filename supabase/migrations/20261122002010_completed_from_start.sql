-- A reservation is completed from its start on. Before it, a driver cancels, which costs nothing. Only administrators
-- may complete one earlier, as the back office offers for every active reservation.

create function private.check_completion()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.start_time > now() and not (select private.is_admin()) then
    perform private.raise_problem(
      'stay-not-begun', 'This stay has not begun yet. It can be cancelled now, and ended once it has begun.');
  end if;
  return new;
end;
$$;

revoke all on function private.check_completion() from public;

create trigger reservations_check_completion
  before update of status on public.reservations
  for each row when (new.status = 'completed' and old.status = 'active')
  execute function private.check_completion();
-- By its name after reservations_check_stay, which takes no time that is over.
create trigger reservations_check_stay_not_completed
  before insert on public.reservations
  for each row when (new.status = 'completed')
  execute function private.check_completion();
