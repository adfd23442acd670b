-- A device sends the end of a stay again when the response got lost. Where its clock is wrong, the stored time is the
-- database's own, so the time alone does not tell a repeat from an end by somebody else. The device gives each end a key.

alter table public.reservations add column end_key uuid;

grant update (end_key) on public.reservations to authenticated;

create or replace function private.set_ended_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Both belong to the completion: nothing else sets, moves or removes them.
  if new.status <> 'completed' or old.status <> 'active' then
    new.ended_at := old.ended_at;
    new.end_key := old.end_key;
  elsif new.ended_at is null or new.ended_at not between new.start_time and now() then
    new.ended_at := now();
  end if;
  return new;
end;
$$;

comment on column public.reservations.end_key is
  'By which the device that ended the stay recognizes its own end; null for an end by the operator and for older ones.';
