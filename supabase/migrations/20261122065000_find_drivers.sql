-- The driver whom an administrator reserves for, by name, e-mail address or plate.

-- definer: it looks into the accounts; only for administrators.
create function public.find_drivers(words text)
returns table (user_id uuid, full_name text, email text, status text, is_confirmed boolean, vehicles jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  folded constant text := private.fold_text(btrim(left(words, 200)));
  part constant text := private.normalise_plate(left(words, 200));
begin
  if not private.is_admin() then
    raise exception 'Only an administrator looks for drivers' using errcode = 'insufficient_privilege';
  elsif folded is null or length(folded) < 2 then
    return;
  end if;
  return query
    select p.user_id, p.full_name, p.email, p.status, u.email_confirmed_at is not null, coalesce(owned.vehicles, '[]')
    from public.profiles p
    join auth.users u on u.id = p.user_id
    left join lateral (
      select jsonb_agg(
        jsonb_build_object('id', v.id, 'name', v.name, 'plate', v.plate, 'type', v.type)
        order by v.is_default desc, v.created_at, v.id) as vehicles
      from public.vehicles v where v.user_id = p.user_id
    ) owned on true
    where p.user_id in (
      select found.user_id from (
        select n.user_id, n.sort_name, private.fold_text(n.email) = folded as is_exact
        from public.profiles n
        where strpos(n.sort_name, folded) > 0 or strpos(private.fold_text(n.email), folded) > 0
        union all
        select n.user_id, n.sort_name, v.plate = part
        from public.vehicles v join public.profiles n on n.user_id = v.user_id
        where part <> '' and strpos(v.plate, part) > 0
      ) found
      group by found.user_id
      order by bool_or(found.is_exact) desc, min(found.sort_name), found.user_id
      limit 10
    )
    order by
      private.fold_text(p.email) is not distinct from folded
        or exists (select from public.vehicles v where v.user_id = p.user_id and v.plate = part) desc,
      p.sort_name, p.user_id;
end;
$$;

revoke all on function public.find_drivers(text) from public, anon;
grant execute on function public.find_drivers(text) to authenticated;

comment on function public.find_drivers(text) is
  'Up to 10 people whose name, e-mail address or plate has these words, an exact one first. Nobody for a single letter.';
