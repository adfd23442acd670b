-- With many accounts a part of a name or plate is found in many of them: only the first ones are put in order.

-- definer: it looks into the accounts; only for administrators.
create or replace function public.find_drivers(words text)
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
    with people as (
      select n.user_id, n.sort_name, private.fold_text(n.email) = folded as is_exact
      from public.profiles n
      where strpos(n.sort_name, folded) > 0 or strpos(private.fold_text(n.email), folded) > 0
      order by is_exact desc nulls last, n.sort_name, n.user_id
      limit 10
    ), owners as (
      select n.user_id, n.sort_name, v.is_exact
      from (
        select v.user_id, v.plate = part as is_exact
        from public.vehicles v
        where part <> '' and strpos(v.plate, part) > 0
        order by is_exact desc, v.plate, v.id
        -- Nobody has more than ten.
        limit 100
      ) v
      join public.profiles n on n.user_id = v.user_id
    ), found as (
      select f.user_id, min(f.sort_name) as sort_name, coalesce(bool_or(f.is_exact), false) as is_exact
      from (table people union all table owners) f
      group by f.user_id
      order by is_exact desc, sort_name, f.user_id
      limit 10
    )
    select p.user_id, p.full_name, p.email, p.status, u.email_confirmed_at is not null, coalesce(owned.vehicles, '[]')
    from found
    join public.profiles p on p.user_id = found.user_id
    join auth.users u on u.id = found.user_id
    left join lateral (
      select jsonb_agg(
        jsonb_build_object('id', v.id, 'name', v.name, 'plate', v.plate, 'type', v.type)
        order by v.is_default desc, v.created_at, v.id) as vehicles
      from public.vehicles v where v.user_id = found.user_id
    ) owned on true
    order by found.is_exact desc, found.sort_name, found.user_id;
end;
$$;
