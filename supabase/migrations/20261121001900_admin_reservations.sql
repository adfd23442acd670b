-- Every reservation with who parks and where, as the back office lists, searches and exports them.

-- invoker's rights: an administrator sees all rows of the tables behind it, a driver their own, a visitor nothing.
create view public.admin_reservations with (security_invoker = true) as
  select
    r.id, r.user_id, p.full_name as user_name, p.email as user_email,
    r.parking_space_id, s.name as space_name, s.location as space_location, s.zone_name,
    r.start_time, r.end_time,
    extract(epoch from r.end_time - r.start_time)::double precision / 3600 as duration_hours,
    r.total_amount, r.status,
    -- The rule of timeStateOf in domain/time-state.ts, at the database's own time.
    case
      when r.status in ('completed', 'cancelled') or r.end_time < now() then 'past'
      when r.start_time > now() then 'future'
      else 'current'
    end as time_state
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

revoke all on public.admin_reservations from anon, authenticated;
grant select on public.admin_reservations to authenticated, service_role;

comment on view public.admin_reservations is 'Reservations with person, space and time state, as the caller may see them.';

-- Reservations whose person's name or e-mail address, or space's name or location, has the words in it as they stand.
-- People and spaces are looked through first, as they are far fewer than reservations; a condition on the view would
-- look through all reservations. A trigram index would not help: row level security keeps it from being used.
create function public.search_admin_reservations(words text)
returns setof public.admin_reservations
language sql
stable
set search_path = ''
as $$
  select r.* from public.admin_reservations r
  where r.user_id in (
      select p.user_id from public.profiles p
      where strpos(lower(p.full_name), lower(words)) > 0 or strpos(lower(p.email), lower(words)) > 0
    )
    or r.parking_space_id in (
      select s.id from public.parking_spaces s
      where strpos(lower(s.name), lower(words)) > 0 or strpos(lower(s.location), lower(words)) > 0
    );
$$;

revoke all on function public.search_admin_reservations(text) from public, anon, authenticated;
grant execute on function public.search_admin_reservations(text) to authenticated, service_role;

comment on function public.search_admin_reservations(text) is 'Rows of admin_reservations that words are found in.';
