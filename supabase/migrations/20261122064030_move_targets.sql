-- Where an administrator can move a stay, as far as can be told before.

-- definer: without the policies of each row; only for administrators.
create function public.move_targets(reservation uuid, starts timestamptz)
returns table (id uuid, name text, hindrance text)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  stay public.reservations;
  ends timestamptz;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator moves a reservation' using errcode = 'insufficient_privilege';
  elsif starts is null or not isfinite(starts) then
    perform private.raise_problem('stay-times-not-finite');
  end if;
  select * into stay from public.reservations r where r.id = reservation;
  ends := starts + (stay.end_time - stay.start_time);
  return query
    select s.id, s.name,
      case
        when s.status = 'maintenance' then 'out-of-service'
        when exists (
          select from public.reservations r
          where r.parking_space_id = s.id and r.id <> stay.id
            and r.status in ('active', 'held') and (r.held_until > now() or r.status = 'active')
            and tstzrange(r.start_time, r.end_time) && tstzrange(starts, ends)
        ) then 'taken'
        -- As for every booking that begins now.
        when starts <= now() + interval '5 minutes' and private.is_used_by_other(s.id, stay.user_id, starts) then 'taken'
      end
    from public.parking_spaces s
    where s.zone_id = (select own.zone_id from public.parking_spaces own where own.id = stay.parking_space_id)
    order by s.sort_name, s.id
    limit 501;
end;
$$;

revoke all on function public.move_targets(uuid, timestamptz) from public, anon;
grant execute on function public.move_targets(uuid, timestamptz) to authenticated;

comment on function public.move_targets(uuid, timestamptz) is
  'The first 501 spaces by name of the zone of a stay, each with what hinders the stay there if it begins at this time.';
