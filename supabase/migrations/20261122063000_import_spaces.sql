-- An administrator adds many spaces at once, from a file: all of them or none.

-- The rows as they would be stored, counted from 1.
create function private.read_space_rows(rows jsonb)
returns table (
  number bigint, zone uuid, name text, location text, hint text, lock text, rate numeric
)
language sql
immutable
set search_path = ''
as $$
  select r.ordinality, r.zone, coalesce(btrim(r.name), ''), nullif(btrim(r.location), ''), nullif(btrim(r.hint), ''),
    nullif(btrim(r.lock), ''), r.rate
  from rows from (
    jsonb_to_recordset($1) as (zone uuid, name text, location text, hint text, lock text, rate numeric)
  ) with ordinality as r;
$$;

-- What is wrong with them, each with its row and column; at most 100.
create function private.find_import_faults(rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with new as (
    select *,
      count(*) over (partition by read.zone, lower(read.name)) as same_names,
      count(*) over (partition by read.lock) as same_locks
    from private.read_space_rows($1) as read
  ), stored as (
    select coalesce(s.zone_id::text, '') as zone, lower(s.name) as name from public.parking_spaces s
  ), faults as (
    select number, 'zone' as "column", 'zone-gone' as fault from new
    where zone is not null and not exists (select from public.parking_zones z where z.id = zone)
    union all
    select number, 'name', 'name-missing' from new where name = ''
    union all
    select number, 'name', 'name-repeated' from new where name <> '' and same_names > 1
    union all
    select number, 'name', 'name-taken' from new
    where (coalesce(new.zone::text, ''), lower(new.name)) in (select stored.zone, stored.name from stored)
    union all
    select number, 'lock', 'lock-repeated' from new where lock is not null and same_locks > 1
    union all
    select number, 'lock', 'lock-used' from new
    where lock in (select kavass_device_id from public.parking_spaces)
    union all
    select number, text.name, 'text-too-long' from new
    cross join lateral (
      values ('name', new.name, 120), ('location', location, 300), ('hint', hint, 120), ('lock', lock, 64)
    ) as text (name, value, longest)
    where length(text.value) > text.longest
    union all
    select number, 'rate', 'rate-out-of-range' from new where rate not between 0 and 10000 or rate <> round(rate, 2)
    order by number
    limit 100
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('row', number, 'column', "column", 'fault', fault) order by number), '[]'
  ) from faults;
$$;

-- Returns how many spaces were imported, or what is wrong with the rows: none is imported then. A repeat with the same
-- key imports nothing more.
-- definer: nobody writes the audit log.
create function public.import_spaces(rows jsonb, key uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  imported integer;
  faults jsonb;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator imports spaces' using errcode = 'insufficient_privilege';
  elsif key is null or jsonb_typeof(rows) is distinct from 'array' then
    perform private.raise_problem('import-out-of-bounds');
  elsif jsonb_array_length(rows) not between 1 and 5000 or octet_length(rows::text) > 2097152 then
    perform private.raise_problem('import-out-of-bounds');
  end if;
  -- Two imports do not add the same names at the same time.
  perform pg_advisory_xact_lock(hashtextextended('import of spaces', 0));
  -- The response to an earlier try was lost.
  select (a.after ->> 'count')::integer into imported from public.audit_log a
  where a.subject_table = 'parking_spaces' and a.subject_id = key::text and a.action = 'import'
    and a.actor_id = (select auth.uid());
  if found then
    return jsonb_build_object('imported', imported, 'faults', '[]'::jsonb);
  end if;
  faults := private.find_import_faults(rows);
  if faults <> '[]' then
    return jsonb_build_object('imported', 0, 'faults', faults);
  end if;
  insert into public.parking_spaces (zone_id, name, location, hint, kavass_device_id, hourly_rate)
  select r.zone, r.name, r.location, r.hint, r.lock, r.rate from private.read_space_rows(rows) r order by r.number;
  get diagnostics imported = row_count;
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
  values ((select auth.uid()), 'import', 'parking_spaces', key, jsonb_build_object('count', imported));
  return jsonb_build_object('imported', imported, 'faults', '[]'::jsonb);
end;
$$;

revoke all on function private.read_space_rows(jsonb) from public;
revoke all on function private.find_import_faults(jsonb) from public;
revoke all on function public.import_spaces(jsonb, uuid) from public, anon;
grant execute on function public.import_spaces(jsonb, uuid) to authenticated;

comment on function public.import_spaces(jsonb, uuid) is
  'Adds up to 5,000 spaces, or none and says what is wrong with the rows. A repeat with the same key adds nothing.';
