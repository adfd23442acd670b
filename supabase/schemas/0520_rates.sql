-- Rates: what a stay costs where an hour does not cost the same at all times, or not for all vehicles.
--
-- rate_tables        a name, and versions of it from a date on
-- rate_versions      the rules: by the hour, other hours, free minutes, steps, least time, cap, flat specials
-- rate_assignments   which table a zone or a space has, for all vehicles or for a type
-- special_days       days on which a zone, or all zones, are closed, have another table, or have an event
--
-- Rules
--   A space has the table of its own assignment, else that of its zone; in each, one for the type of the vehicle comes first.
--   Without a table, or before its first version, a stay costs what [reservations] says: the hours times the rate.
--   A reservation is priced by the version that is the newest at its start when it is booked, and keeps it. A version never
--   changes, and goes only before its date and while no reservation has it.
--   Managers write the tables that no zone but theirs has, and give their zones and spaces any table.
--   The price is the lowest of the time and of each special that fits. The time is rounded up to a step and to the least time;
--   each piece between two boundaries costs its rate, up to the cap of its day. Cents are rounded half up once, at the end.
--   Free minutes are a threshold: a longer stay pays from its first minute. What follows a special begins anew without them.
--   On a special day with a table, stays that begin on it have that table. The zone's own day comes before that of all zones,
--   then the one that was added last.
--   A stay that touches the day of an event costs the price of the event at least. Of several, the dearest holds.
--   A special day never changes, it ends. For the price of a reservation those days count that were known when it was priced.
--   The hours of the clock are those of the country at the start of the stay.
--   A window may pass midnight, and belongs to the day on which it begins. Of two that overlap, the first holds.
--   domain/money/rates.ts shows what quote_rates() decides. Both are tested by the same vectors.
--
-- Hooks: has_rates of zones and spaces says that an hour of price_per_hour or hourly_rate is what a stay costs from.

-- ## The tables

-- Lists of windows and specials: `days` are digits from Monday, 1, to Sunday, 7; from, to, leaves and covers are minutes of the
-- day; rate and amount are money.
create function private.are_rates(list jsonb, most integer, money text, is_special boolean)
returns boolean language sql immutable set search_path = ''
return case
  when jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > most or octet_length(list::text) > 2000 then false
  else jsonb_array_length(list) = jsonb_array_length(jsonb_path_query_array(list, ('strict $[*] ? (
    @.days like_regex "^1?2?3?4?5?6?7?$" && @.days != "" && @.from.floor() == @.from && @.from >= 0 && @.from < 1440
    && @.to.floor() == @.to && @.to >= 0 && @.to <= 1440 && @.' || money || ' >= 0 && @.' || money || ' <= 10000
    && (@.' || money || ' * 100).floor() == @.' || money || ' * 100' || case when is_special then '
    && @.name.type() == "string" && @.covers.floor() == @.covers && @.covers >= 0 && @.covers < 1440 && @.from <= @.to
    && (!exists(@.keyvalue() ? (@.key == "leaves")) || @.leaves.floor() == @.leaves && @.leaves >= 0 && @.leaves < 1440)' else '' end || ')')::jsonpath))
    and (select coalesce(bool_and(private.is_plain_line(coalesce(e ->> 'name', '')) and length(coalesce(e ->> 'name', '')) <= 60), true)
      from jsonb_array_elements(list) e)
end;

create table public.rate_tables (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint rate_tables_name_length check (length(name) <= 120)
    constraint rate_tables_name_not_blank check (private.is_visible(name))
    constraint rate_tables_name_is_plain check (private.is_plain_line(name)),
  created_at timestamptz not null default now() check (isfinite(created_at))
);

-- Money is in the currency of the installation.
create table public.rate_versions (
  id uuid primary key default gen_random_uuid(),
  rate_table_id uuid not null references public.rate_tables (id) on delete cascade,
  -- Stays that begin from then on.
  valid_from timestamptz not null default now() check (isfinite(valid_from)),
  per_hour numeric(10, 2) not null constraint rate_versions_per_hour_in_range check (per_hour between 0 and 10000),
  free_minutes smallint not null default 0 constraint rate_versions_free_minutes_in_range check (free_minutes between 0 and 1440),
  step_minutes smallint not null default 0 constraint rate_versions_step_is_known check (step_minutes in (0, 15, 30, 60)),
  least_minutes smallint not null default 0
    constraint rate_versions_least_minutes_in_range check (least_minutes between 0 and 1440),
  -- The most for each 24 hours from the arrival, or for each day, which turns at a minute of the clock.
  cap numeric(10, 2) constraint rate_versions_cap_in_range check (cap between 0 and 1000000),
  cap_per text constraint rate_versions_cap_per_is_known check (cap_per in ('24h', 'day')),
  cap_turns_at smallint not null default 0 constraint rate_versions_cap_turns_in_range check (cap_turns_at between 0 and 1439),
  windows jsonb not null default '[]' constraint rate_versions_windows_length check (octet_length(windows::text) <= 2000)
    constraint rate_versions_windows_are_rates check (private.are_rates(windows, 8, 'rate', false)),
  specials jsonb not null default '[]' constraint rate_versions_specials_length check (octet_length(specials::text) <= 2000)
    constraint rate_versions_specials_are_rates check (private.are_rates(specials, 5, 'amount', true)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  constraint rate_versions_cap_is_whole check ((cap is null) = (cap_per is null)),
  constraint rate_versions_once unique (rate_table_id, valid_from)
);

create table public.rate_assignments (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid references public.parking_zones (id) on delete cascade,
  space_id uuid references public.parking_spaces (id) on delete cascade,
  -- Null: all vehicles.
  vehicle_type text constraint rate_assignments_vehicle_type_is_known
    check (vehicle_type in ('hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other')),
  rate_table_id uuid not null references public.rate_tables (id),
  constraint rate_assignments_of_zone_or_space check (num_nonnulls(zone_id, space_id) = 1),
  constraint rate_assignments_once unique nulls not distinct (zone_id, space_id, vehicle_type)
);
create index rate_assignments_of_space on public.rate_assignments (space_id);
create index rate_assignments_of_table on public.rate_assignments (rate_table_id);

create table public.special_days (
  id uuid primary key,
  -- Null: all zones, and the spaces of none have no special days.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  -- Days of the country, both included.
  first_day date not null check (first_day between '2020-01-01' and '2200-01-01'),
  last_day date not null check (last_day between first_day and first_day + 366),
  kind text not null constraint special_days_kind_is_known check (kind in ('closed', 'table', 'event')),
  rate_table_id uuid references public.rate_tables (id),
  price numeric(10, 2) constraint special_days_price_in_range check (price between 0 and 10000),
  name text not null check (length(name) <= 60) check (private.is_visible(name)) check (private.is_plain_line(name)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- Null: it holds.
  ended_at timestamptz check (isfinite(ended_at)),
  constraint special_days_are_of_a_kind check (
    (rate_table_id is not null) = (kind = 'table') and (price is not null) = (kind = 'event'))
);
create index special_days_by_day on public.special_days (last_day, first_day);
create index special_days_of_zone on public.special_days (zone_id);
create index special_days_of_table on public.special_days (rate_table_id);
create trigger special_days_clean before insert on public.special_days
  for each row execute function private.strip_unseen('name');

create trigger rate_tables_clean before insert or update of name on public.rate_tables
  for each row execute function private.strip_unseen('name');
create trigger rate_versions_never_change before update on public.rate_versions
  for each row execute function private.reject_write('A version of rates never changes');

-- ## Who may do what: everybody reads prices, functions write them

do $$
declare
  rates text;
begin
  foreach rates in array array['rate_tables', 'rate_versions', 'rate_assignments'] loop
    execute format('alter table public.%I enable row level security', rates);
    execute format('grant all on public.%I to service_role', rates);
    execute format('grant select on public.%I to anon, authenticated', rates);
    execute format('create policy everybody_reads_rates on public.%I for select to anon, authenticated using (true)', rates);
    execute format('create trigger %I after insert or delete %s on public.%I for each row execute function private.audit_admin_write()',
      rates || '_audit', case when rates <> 'rate_versions' then 'or update' end, rates);
  end loop;
end;
$$;
-- add_special_day() and end_special_day() write them [outages].
alter table public.special_days enable row level security;
grant all on public.special_days to service_role;
grant select on public.special_days to anon, authenticated;
create policy everybody_reads_special_days on public.special_days for select to anon, authenticated using (true);
create trigger special_days_audit after insert or update on public.special_days
  for each row execute function private.audit_admin_write();

-- The zones that have a table, or a space that has it; null for spaces of no zone.
create function private.zones_of_rates(rate_table uuid) returns setof uuid language sql stable set search_path = ''
as $$
  select distinct coalesce(a.zone_id, s.zone_id)
  from public.rate_assignments a left join public.parking_spaces s on s.id = a.space_id
  where a.rate_table_id = zones_of_rates.rate_table
  union select d.zone_id from public.special_days d
  where d.rate_table_id = zones_of_rates.rate_table and d.ended_at is null and d.last_day >= current_date;
$$;

-- Raises unless the caller sets the prices of all zones that have the table, or of any where none has it.
create function private.require_rates(rate_table uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.require_duty('price', z) from private.zones_of_rates(rate_table) z;
  perform private.require_duty_somewhere('price', null) where not exists (select from private.zones_of_rates(rate_table));
end;
$$;

-- Makes or renames a table, and adds a version, which holds from now on at the earliest. A repeat changes nothing.
-- definer, all that follow: nobody writes the tables but through them.
create function public.save_rates(rate_table uuid, name text, version jsonb)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_rates(rate_table);
  perform private.reject('These are no rates') where (octet_length(version::text) <= 8000) is not true;
  perform private.raise_problem('rates-arrival') where version @? '$.specials[*] ? (@.from > @.to)';
  perform private.reject('Too many versions of rates within a day') where (
    select count(*) from public.rate_versions v where v.created_at > now() - interval '1 day') >= 200;
  insert into public.rate_tables as t (id, name) values (rate_table, save_rates.name)
  on conflict (id) do update set name = excluded.name where t.name <> excluded.name;
  insert into public.rate_versions (id, rate_table_id, valid_from, per_hour, free_minutes, step_minutes, least_minutes, cap,
    cap_per, cap_turns_at, windows, specials)
  select v.id, rate_table, greatest(v.valid_from, now()), per_hour, free_minutes, step_minutes, least_minutes, cap,
    cap_per, cap_turns_at, windows, specials
  from jsonb_populate_record(null::public.rate_versions, version) v
  on conflict (id) do nothing;
exception
  when unique_violation then
    perform private.raise_problem('rates-from-then');
end;
$$;

-- Takes back a version to come by which no reservation is priced.
create function public.withdraw_rates(rate_table uuid, version uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_rates(rate_table);
  perform private.raise_problem('rates-used') where exists (
    select from public.rate_versions v where v.id = version and v.valid_from <= now());
  delete from public.rate_versions v where v.id = version and v.rate_table_id = withdraw_rates.rate_table;
exception
  when foreign_key_violation then
    perform private.raise_problem('rates-used');
end;
$$;

-- Gives a zone or a space a table, for all vehicles or a type; without a table it has none any more.
create function public.assign_rates(zone uuid, space uuid, vehicle_type text, rate_table uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_duty('price', coalesce((select s.zone_id from public.parking_spaces s where s.id = space), zone));
  perform private.reject('A zone or a space has rates') where num_nonnulls(zone, space) <> 1;
  delete from public.rate_assignments a
  where rate_table is null
    and (a.zone_id, a.space_id, a.vehicle_type) is not distinct from (zone, space, assign_rates.vehicle_type);
  insert into public.rate_assignments as a (zone_id, space_id, vehicle_type, rate_table_id)
  select zone, space, assign_rates.vehicle_type, rate_table where rate_table is not null
  on conflict on constraint rate_assignments_once do update set rate_table_id = excluded.rate_table_id where a.rate_table_id <> excluded.rate_table_id;
end;
$$;
grant execute on function public.save_rates, public.withdraw_rates, public.assign_rates to authenticated;

-- ## Which spaces have a table

-- definer: administrators write the spaces, and no role of the data API this column.
create function private.set_space_rates() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  new.has_rates := exists (
    select from public.rate_assignments a where a.space_id = new.id or a.zone_id = new.zone_id
    union all
    select from public.special_days d
    where d.kind <> 'closed' and d.ended_at is null and new.zone_id is not null and coalesce(d.zone_id, new.zone_id) = new.zone_id);
  return new;
end;
$$;
create trigger parking_spaces_set_rates before insert or update of zone_id, has_rates on public.parking_spaces
  for each row execute function private.set_space_rates();

-- Writes a column of the spaces unchanged, so that the trigger above sets it. A day without a zone is of all of them.
-- definer: no role of the data API may write the column.
create function private.refresh_space_rates() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  spaces constant uuid[] := array[to_jsonb(old) ->> 'space_id', to_jsonb(new) ->> 'space_id'];
  zones constant uuid[] := array[old.zone_id, new.zone_id];
  is_of_all constant boolean := tg_table_name = 'special_days' and new.zone_id is null;
begin
  update public.parking_spaces set has_rates = has_rates where id = any (array(
    select s.id from public.parking_spaces s
    where s.id = any (spaces) or s.zone_id = any (zones) or is_of_all and s.zone_id is not null order by s.id for no key update));
  return null;
end;
$$;
create trigger rate_assignments_refresh_spaces after insert or update or delete on public.rate_assignments
  for each row execute function private.refresh_space_rates();

create trigger special_days_refresh_spaces after insert or update on public.special_days
  for each row when (new.kind <> 'closed') execute function private.refresh_space_rates();

-- Spaces say no longer that their price differs. Stays that began on the last day may still be booked for a while.
create function private.end_past_days() returns void language sql set search_path = ''
as $$
  update public.special_days set ended_at = now() where ended_at is null and last_day < private.country_day(now()) - 1;
$$;

-- The special days that a stay touches, of those that were known at a moment.
create function private.list_special_days(space uuid, starts timestamptz, ends timestamptz, known_at timestamptz)
returns setof public.special_days language sql stable
as $$
  select d.* from public.special_days d
  where d.last_day >= private.country_day(starts) and d.first_day <= private.country_day(ends - interval '1 millisecond')
    and d.created_at <= known_at and coalesce(d.ended_at > known_at, true)
    and exists (select from public.parking_spaces s where s.id = space and s.zone_id = coalesce(d.zone_id, s.zone_id));
$$;

-- PostgreSQL puts it into the query around it.
create function private.find_rate_table(space uuid, vehicle_type text) returns setof uuid language sql stable
as $$
  select a.rate_table_id
  from public.parking_spaces s join public.rate_assignments a on a.space_id = s.id or a.zone_id = s.zone_id
  where s.id = space and s.has_rates and coalesce(a.vehicle_type = find_rate_table.vehicle_type, a.vehicle_type is null)
  order by a.space_id is null, a.vehicle_type is null limit 1;
$$;

-- The version by which a stay that begins then is booked now; null where it has a plain rate.
create function private.find_rate_version(space uuid, starts timestamptz, vehicle_type text)
returns uuid language sql stable set search_path = ''
as $$
  select v.id from (
    select f.id, true as is_usual, true as is_of_all, null::timestamptz as added_at from private.find_rate_table(space, vehicle_type) f (id)
    union all
    select d.rate_table_id, false, d.zone_id is null, d.created_at
    from private.list_special_days(space, starts, starts + interval '1 millisecond', now()) d where d.kind = 'table'
  ) held
  join public.rate_versions v on v.rate_table_id = held.id and v.valid_from <= starts
  order by held.is_usual, held.is_of_all, held.added_at desc, v.valid_from desc limit 1;
$$;

-- ## The price

-- What a stay costs, and how that comes about. A line has a key (free, hours, cap or special), its times, its part of the
-- amount, and for hours their rate and minutes. The lines sum to the amount.
create type private.quote as (amount numeric, lines jsonb);

create function private.rate_line(key text, starts bigint, ends bigint, cents bigint, rest jsonb default '{}')
returns jsonb language sql stable
  return jsonb_build_object('key', key, 'from', private.iso_time(to_timestamp(starts / 1000.0)),
    'to', private.iso_time(to_timestamp(ends / 1000.0)), 'amount', round(cents / 100.0, 2)) || rest;

-- The pieces of a time between boundaries, with their rates in cents and the day of their cap. Moments are milliseconds of
-- the epoch, and `shift` is how much later it is by the clock of the country.
create function private.list_rate_pieces(version public.rate_versions, starts bigint, ends bigint, shift bigint)
returns table (cap_day bigint, starts_at bigint, ends_at bigint, rate bigint) language plpgsql stable set search_path = ''
as $$
begin
  return query
  with windows as materialized (
    select w.* from rows from (
      jsonb_to_recordset(version.windows) as (days text, "from" integer, "to" integer, rate numeric)
    ) with ordinality as w (days, starts, ends, rate, nth)
  ), marks as (
    select list_rate_pieces.starts as mark union select list_rate_pieces.ends
    union
    select days.day * 86400000 + minutes.minute * 60000 - shift
    from generate_series(
      (list_rate_pieces.starts + shift) / 86400000, (list_rate_pieces.ends + shift) / 86400000) days (day), (
      select 0 union select version.cap_turns_at union select w.starts from windows w union select w.ends from windows w
    ) minutes (minute)
    union
    select generate_series(list_rate_pieces.starts, list_rate_pieces.ends, 86400000) where version.cap_per = '24h'
  ), pieces as (
    select m.mark, lead(m.mark) over (order by m.mark) as next, (m.mark + shift) / 86400000 as day,
      (m.mark + shift) % 86400000 / 60000 as clock
    from marks m where m.mark between list_rate_pieces.starts and list_rate_pieces.ends
  )
  select
    case version.cap_per when '24h' then (p.mark - list_rate_pieces.starts) / 86400000
      when 'day' then (p.mark + shift - version.cap_turns_at * 60000) / 86400000 end,
    p.mark, p.next,
    (coalesce((
      select w.rate from windows w
      where case
        -- Until midnight it is the window of today, then that of yesterday.
        when p.clock >= w.starts then strpos(w.days, ((p.day + 3) % 7 + 1)::text) > 0 and (p.clock < w.ends or w.ends <= w.starts)
        else w.ends <= w.starts and p.clock < w.ends and strpos(w.days, ((p.day + 2) % 7 + 1)::text) > 0
      end
      order by w.nth limit 1), version.per_hour) * 100)::bigint
  from pieces p where p.next is not null;
end;
$$;

-- The price of the time from its rates, its steps and the cap.
create function private.quote_time(
  version public.rate_versions, starts bigint, ends bigint, shift bigint, free_minutes integer
) returns private.quote language plpgsql stable set search_path = ''
as $$
declare
  step constant bigint := greatest(version.step_minutes * 60000, 1);
  charged constant bigint := greatest((ends - starts + step - 1) / step * step, version.least_minutes * 60000);
  quoted private.quote;
begin
  if ends - starts <= free_minutes * 60000 then
    return (0, jsonb_build_array(private.rate_line('free', starts, ends, 0)))::private.quote;
  end if;
  with pieces as (
    select *, p.ends_at - p.starts_at as length from private.list_rate_pieces(version, starts, starts + charged, shift) p
  ), parts as (
    select p.cap_day, 'hours' as key, min(p.starts_at) as starts_at, max(p.ends_at) as ends_at, p.rate, sum(p.length) as length,
      sum(p.rate * p.length) as value
    from pieces p group by p.cap_day, p.rate
    union all
    select p.cap_day, 'cap', min(p.starts_at), max(p.ends_at), null, null,
      version.cap * 360000000 - sum(p.rate * p.length)
    from pieces p group by p.cap_day having sum(p.rate * p.length) > version.cap * 360000000
  ), sums as (
    select *, sum(p.value) over (order by p.cap_day, p.key desc, p.starts_at)::bigint as upto from parts p
  ), lines as (
    select *, (s.upto + 1800000) / 3600000 as cents,
      lag((s.upto + 1800000) / 3600000, 1, 0::bigint) over (order by s.cap_day, s.key desc, s.starts_at) as before
    from sums s
  )
  select round(sum(l.cents - l.before) / 100, 2), jsonb_agg(
    private.rate_line(l.key, l.starts_at, l.ends_at, l.cents - l.before, case l.key when 'hours' then jsonb_build_object(
      'rate', round(l.rate / 100.0, 2), 'minutes', trim_scale(l.length / 60000.0)) else '{}' end)
    order by l.cap_day, l.key desc, l.starts_at)
  into quoted from lines l;
  return quoted;
end;
$$;

-- The one price of a stay by a version of rates.
create function private.quote_rates(version public.rate_versions, starts timestamptz, ends timestamptz)
returns private.quote language plpgsql stable set search_path = ''
as $$
declare
  arrives constant bigint := round(extract(epoch from starts) * 1000);
  leaves constant bigint := round(extract(epoch from ends) * 1000);
  shift constant bigint := round(extract(epoch from starts at time zone private.country_zone()) * 1000) - arrives;
  midnight constant bigint := (arrives + shift) / 86400000 * 86400000 - shift;
  clock constant bigint := arrives - midnight;
  today constant text := ((midnight + shift) / 86400000 + 3) % 7 + 1;
  best private.quote := private.quote_time(version, arrives, leaves, shift, version.free_minutes);
  rest private.quote;
  covered bigint;
  special record;
begin
  for special in
    select * from jsonb_to_recordset(version.specials) as s (
      name text, days text, "from" integer, "to" integer, leaves integer, covers integer, amount numeric)
    where strpos(s.days, today) > 0 and clock between s."from" * 60000 and s."to" * 60000
  loop
    covered := midnight + special.covers * 60000 + case when special.covers > special."from" then 0 else 86400000 end;
    -- It has to be left within a time.
    continue when special.leaves is not null and leaves not between
      midnight + special.leaves * 60000 + case when special.leaves > special."from" then 0 else 86400000 end and covered;
    rest := (0, '[]');
    if leaves > covered then
      rest := private.quote_time(version, covered, leaves, shift, 0);
    end if;
    if special.amount + rest.amount < best.amount then
      best := (round(special.amount + rest.amount, 2), private.rate_line('special', arrives, least(leaves, covered),
        (special.amount * 100)::bigint, jsonb_build_object('name', special.name)) || rest.lines);
    end if;
  end loop;
  return best;
end;
$$;

-- By a version of rates; without one the hours times the rate of the space, else the price of its zone, else the fallback, to
-- cents. Only at a rate of 0 an hour is free. An open stay has a `posted_rate` instead. Events that were known at `known_at` may
-- make it dearer; where `known_at` is null, no event counts.
create function private.price_of_reservation(
  space uuid, starts timestamptz, ends timestamptz, version uuid, posted_rate numeric default null,
  known_at timestamptz default now()
) returns numeric language sql stable set search_path = ''
as $$
  select greatest(case
    when version is not null then (
      select (private.quote_rates(v, starts, ends)).amount from public.rate_versions v where v.id = version)
    when rate > 0 then greatest(round(rate * extract(epoch from ends - starts) / 3600, 2), 0.01)
    else 0
  end, (select max(d.price) from private.list_special_days(space, starts, ends, known_at) d))
  from (
    select coalesce(posted_rate, s.hourly_rate, z.price_per_hour, private.fallback_rate()) as rate
    from public.parking_spaces s left join public.parking_zones z on z.id = s.zone_id
    where s.id = space
  ) found;
$$;

-- What a stay costs that is booked now, and how that comes about. Visitors ask too.
create function public.quote_reservation(
  space uuid, start_time timestamptz, end_time timestamptz, vehicle_type text default null
) returns jsonb language plpgsql stable set search_path = ''
as $$
declare
  quoted private.quote;
  event public.special_days;
begin
  perform private.raise_problem('reservation-times-not-finite')
    where (isfinite(start_time) and isfinite(end_time)) is not true;
  perform private.raise_problem('end-before-start') where end_time <= start_time;
  perform private.raise_problem('reservation-too-long') where end_time > start_time + private.longest_reservation();
  perform private.raise_problem('space-gone') where not exists (select from public.parking_spaces s where s.id = space);
  select q.* into quoted from public.rate_versions v, lateral private.quote_rates(v, start_time, end_time) q
  where v.id = private.find_rate_version(space, start_time, vehicle_type);
  if not found then
    quoted.amount := private.price_of_reservation(space, start_time, end_time, null, known_at => null);
    quoted.lines := jsonb_build_array(private.rate_line(
      'hours', round(extract(epoch from start_time) * 1000)::bigint, round(extract(epoch from end_time) * 1000)::bigint,
      (quoted.amount * 100)::bigint, jsonb_build_object(
        'rate', private.price_of_reservation(space, start_time, start_time + interval '1 hour', null, known_at => null),
        'minutes', trim_scale(extract(epoch from end_time - start_time) / 60))));
  end if;
  select * into event from private.list_special_days(space, start_time, end_time, now()) d
  where d.price > quoted.amount order by d.price desc limit 1;
  if found then
    quoted.amount := event.price;
    quoted.lines := jsonb_build_array(private.rate_line(
      'special', round(extract(epoch from start_time) * 1000)::bigint, round(extract(epoch from end_time) * 1000)::bigint,
      (event.price * 100)::bigint, jsonb_build_object('name', event.name)));
  end if;
  return jsonb_build_object(
    'amount', quoted.amount, 'currency', (select p.currency from public.public_settings p), 'lines', quoted.lines);
end;
$$;

grant execute on function
  public.quote_reservation, private.are_rates, private.list_special_days, private.find_rate_table, private.find_rate_version, private.rate_line,
  private.list_rate_pieces, private.quote_time, private.quote_rates, private.price_of_reservation
  to anon, authenticated, service_role;
