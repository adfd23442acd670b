-- The back office shows the vehicle of a reservation and finds it by plate, without regard to blanks and hyphens.

create or replace view public.admin_reservations with (security_invoker = true) as
  select
    r.id, r.user_id, p.full_name as user_name, p.email as user_email,
    r.parking_space_id, s.name as space_name, s.location as space_location, s.zone_name,
    r.start_time, r.end_time,
    extract(epoch from r.end_time - r.start_time)::double precision / 3600 as duration_hours,
    r.total_amount, r.status,
    -- The rule of getTimeState in domain/reservations/time-state.ts, at the database's own time.
    case
      when r.status in ('completed', 'cancelled') or r.end_time < now() then 'past'
      when r.start_time > now() then 'future'
      else 'current'
    end as time_state,
    s.zone_id, s.sort_name as space_sort_name, p.sort_name as user_sort_name,
    r.vehicle_name, r.vehicle_plate, r.vehicle_type
  from public.reservations r
  left join public.profiles p on p.user_id = r.user_id
  left join public.parking_spaces s on s.id = r.parking_space_id;

-- A part of a plate is looked for among the vehicles, which are far fewer than reservations. A removed vehicle is found by
-- its whole plate, for which reservations have an index.
create or replace function public.search_admin_reservations(words text)
returns setof public.admin_reservations
language sql
stable
set search_path = ''
as $$
  select r.* from public.admin_reservations r
  where r.user_id = any (array(
      select p.user_id from public.profiles p
      where strpos(p.sort_name, (select private.fold_text(words))) > 0
        or strpos(private.fold_text(p.email), (select private.fold_text(words))) > 0
        -- A number of four digits or more is found in a phone, however both are written.
        or strpos(translate(p.phone, ' +()./-', ''), (
          select translate(words, ' +()./-', '') where words ~ '^([ +()./-]*[0-9]){4,}[ +()./-]*$'
        )) > 0
    ))
    or r.parking_space_id = any (array(
      select s.id from public.parking_spaces s
      where strpos(private.fold_text(s.name), (select private.fold_text(words))) > 0
        or strpos(private.fold_text(s.location), (select private.fold_text(words))) > 0
        or strpos(private.fold_text(s.zone_name), (select private.fold_text(words))) > 0
    ))
    or r.vehicle_plate = any (array(
      select v.plate from public.vehicles v, private.normalise_plate(words) as part
      where part <> '' and strpos(v.plate, part) > 0
      union select private.normalise_plate(words)
    ))
    or r.id = case when words ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then words::uuid end;
$$;

comment on function public.search_admin_reservations(text) is
  'Rows of admin_reservations whose person, phone, space, zone, vehicle''s plate or id has these words.';
