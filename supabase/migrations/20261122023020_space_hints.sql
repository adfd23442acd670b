-- How to find a space once in its car park, such as 'Level 2, left of the ramp'. Operators write it, drivers read it.

alter table public.parking_spaces
  add column hint text
    constraint parking_spaces_hint_length check (length(hint) <= 120);

grant insert (hint), update (hint) on public.parking_spaces to authenticated;

comment on column public.parking_spaces.hint is 'How a driver finds the space, in at most 120 letters; null without.';
