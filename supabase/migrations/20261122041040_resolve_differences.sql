-- An administrator closes a difference by saying what it was; the database says when.

create function private.resolve_difference()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.resolution := btrim(new.resolution);
  if coalesce(new.resolution, '') = '' then
    perform private.raise_problem('reason-required');
  end if;
  new.resolved_at := now();
  return new;
end;
$$;

revoke all on function private.resolve_difference() from public;

create trigger payment_differences_resolve
  before update of resolution, resolved_at on public.payment_differences
  for each row execute function private.resolve_difference();
