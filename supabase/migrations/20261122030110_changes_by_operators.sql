-- What an operator does with a driver's reservation is recorded for the driver, and was not done by the driver: it does
-- not count for the driver's limits, nor as the driver's last activity.

-- definer: called from triggers that run as the acting person, who may not write here.
create or replace function private.record_activity(person uuid, type text, data jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_by_operator constant boolean := coalesce(auth.uid() <> person, false);
begin
  insert into public.user_activity (user_id, activity_type, activity_data)
  values (person, type, case when is_by_operator then data || '{"by_operator": true}' else data end);
  if not is_by_operator then
    update public.profiles set last_activity = now() where user_id = person;
  end if;
end;
$$;

-- A driver's changes are counted by what is recorded of them. Operators are not limited.
create or replace function private.check_change_rate(activities text[], most integer, problem text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.is_admin() and (
    select count(*) from public.user_activity
    where user_id = (select auth.uid()) and activity_type = any (activities)
      and created_at > now() - interval '1 hour' and not activity_data ? 'by_operator'
  ) >= most then
    perform private.raise_problem(problem);
  end if;
end;
$$;
