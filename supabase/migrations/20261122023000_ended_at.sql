-- When a driver ended a stay. A phone in a garage has no connection, so it stores the moment of the tap and sends it later.
-- The database believes it only between the start of the stay and now: a clock that is ahead or far behind ends the stay
-- now. Nothing depends on it but what people read: the space is free from the moment the database has the end.

alter table public.reservations
  add column ended_at timestamptz
    constraint reservations_ended_at_is_finite check (isfinite(ended_at));

grant update (ended_at) on public.reservations to authenticated;

create function private.set_ended_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- It belongs to the completion: nothing else sets, moves or removes it.
  if new.status <> 'completed' or old.status <> 'active' then
    new.ended_at := old.ended_at;
  elsif new.ended_at is null or new.ended_at not between new.start_time and now() then
    new.ended_at := now();
  end if;
  return new;
end;
$$;

revoke all on function private.set_ended_at() from public;

create trigger reservations_set_ended_at
  before update on public.reservations
  for each row execute function private.set_ended_at();

comment on column public.reservations.ended_at is
  'When a completed stay was ended, by the clock of the device that ended it where that is possible; null for older ones.';
