-- When a new stay may be. These rules depend on the present moment, so that they belong to the insert and not to the
-- row. They hold for every caller, the owner of the database included: history is imported by inserting and then
-- moving rows.

-- The hint is the key of the sentence in domain/problems.ts, where a test compares them.
create function private.raise_problem(key text, sentence text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'check_violation', hint = key;
end;
$$;

create function private.check_stay()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not (isfinite(new.start_time) and isfinite(new.end_time)) then
    perform private.raise_problem(
      'stay-times-not-finite', 'Enter a start and an end that are dates of the calendar.');
  elsif new.end_time <= now() then
    perform private.raise_problem('stay-is-over', 'This time has already passed. Choose a later date or time.');
  elsif new.start_time < now() - interval '24 hours' then
    perform private.raise_problem(
      'start-too-early', 'A stay can start at most 24 hours ago. Choose a later date or time.');
  elsif new.start_time > now() + interval '366 days' then
    perform private.raise_problem(
      'start-too-late', 'A stay can start at most 366 days from now. Choose an earlier date.');
  elsif new.end_time <= new.start_time then
    perform private.raise_problem('end-before-start', 'A stay must end after it starts.');
  elsif new.end_time > new.start_time + interval '744 hours' then
    perform private.raise_problem('stay-too-long', 'A stay can last at most 31 days, which is 744 hours.');
  end if;
  return new;
end;
$$;

revoke all on function private.raise_problem(text, text) from public;
revoke all on function private.check_stay() from public;
grant execute on function private.raise_problem(text, text) to authenticated, service_role;

-- Triggers run in the order of their names: this one before reservations_complete, which takes a lock.
create trigger reservations_check_stay
  before insert on public.reservations
  for each row execute function private.check_stay();

-- A booking that waits for the same space gives up, whatever the connection allows.
alter function private.complete_reservation() set lock_timeout = '3s';
