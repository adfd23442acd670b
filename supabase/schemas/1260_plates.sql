-- Plates: what staff know of a car by its plate, and note.
--
-- safelist       plates that need no reservation in a zone, or in all: kept by managers
-- plate_notes    what staff saw of a car, with a photo where they took one; nobody is fined
--
-- Rules
--   A check responds for the zones of the caller alone, and names no driver. It stands in the audit log with its plate for a year.
--   Notes are never changed and go after 90 days, and what stood on the safelist 90 days after its end.
--   They name a plate and no person: the copy of a driver's data and the end of an account [leaving] leave them out.
--   A photo is a JPEG without what cameras write into it. Managers read it, and on the same day whoever took it.

create table public.safelist (
  -- The idempotency key.
  id uuid primary key,
  plate text not null check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  -- Null: all zones.
  zone_id uuid references public.parking_zones (id) on delete cascade,
  reason text not null check (length(reason) <= 120 and private.is_visible(reason) and private.is_plain_line(reason)),
  valid_from timestamptz not null check (isfinite(valid_from)),
  valid_until timestamptz check (isfinite(valid_until) and valid_until >= valid_from),
  made_by text not null check (length(made_by) <= 200)
);
create index safelist_of_zone on public.safelist (zone_id);

-- Whether a JPEG has one picture of less than 2048 by 2048 points, and no segment of applications but that of JFIF, since others
-- hold the place and the camera. It reads at most 100 headers. In the data of the picture, which follow them, only a marker has
-- a 255 without a zero behind it.
create function private.is_bare_jpeg(photo bytea) returns boolean language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  place integer := 2;
  marker integer;
begin
  for segment in 1 .. 100 loop
    exit when substr(photo, 1, 2) <> '\xffd8' or place + 8 > octet_length(photo) or get_byte(photo, place) <> 255;
    marker := get_byte(photo, place + 1);
    exit when marker < 192 or marker between 225 and 239 or marker = 254;
    exit when marker < 208 and marker not in (196, 200, 204) and greatest(get_byte(photo, place + 5), get_byte(photo, place + 7)) > 7;
    place := place + 2 + get_byte(photo, place + 2) * 256 + get_byte(photo, place + 3);
    continue when marker <> 218;
    photo := substr(photo, place + 1);
    return position('\xffd9' in photo) > 0 and position('\xffd9' in photo) = octet_length(photo) - 1 and not exists (
      select from generate_series(225, 254) m
      where m not between 240 and 253 and position(set_byte('\xff00', 1, m) in photo) > 0);
  end loop;
  return false;
end;
$$;

create table public.plate_notes (
  id uuid primary key,
  plate text not null check (length(plate) <= 10 and plate ~ '^[A-Z0-9]{2,10}$'),
  -- Null: seen on a space in no zone.
  zone_id uuid references public.parking_zones (id) on delete set null,
  kind text not null check (kind in ('no_payment', 'wrong_space', 'two_spaces', 'blocked_way', 'other')),
  note text check (length(note) <= 300 and private.is_visible(note) and private.is_legible(note)),
  photo bytea check (octet_length(photo) <= 300000 and private.is_bare_jpeg(photo)),
  maker_id uuid not null,
  made_by text not null check (length(made_by) <= 200),
  created_at timestamptz not null default now() check (isfinite(created_at))
);
create index plate_notes_by_plate on public.plate_notes (plate, created_at desc);
create index plate_notes_of_zone on public.plate_notes (zone_id);
create index plate_notes_of_maker on public.plate_notes (maker_id, created_at);

call private.secure('public.safelist', own => null, has_admins => false, is_audited => true);
call private.secure('public.plate_notes', own => null, has_admins => false);
-- The log stays longer than what somebody noted.
create trigger plate_notes_audit after insert on public.plate_notes
  for each row execute function private.audit_admin_write('plate', 'note', 'photo');

-- Plates with the same look are taken for each other.
create function private.look_of(plate text) returns text language sql immutable parallel safe
  return translate(plate, 'OIBS', '0185');
grant execute on function private.look_of to authenticated, service_role;
create index reservations_by_look on public.reservations (private.look_of(vehicle_plate)) where vehicle_plate is not null;

-- Logs that the caller looks somebody or a plate up, as many times a minute as the limits allow, so that nobody collects them
-- all. The checks of one person come one after the other, so that each counts those before it.
create function private.record_check(subject text, words text, told jsonb default null) returns void language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('checks of ' || auth.uid(), 0));
  select private.raise_problem('plate-check-limit') where (private.get_limits()).plate_checks_per_minute <= (
    select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.subject_table = subject and a.created_at > now() - interval '1 minute');
  insert into public.audit_log (actor_id, action, subject_table, subject_id, after) values (auth.uid(), 'check', subject, words, told);
$$;

-- What is known of a plate and of those with its look, what matters most first; `zone` is where the caller stands. A
-- reservation is now, inside (now and open), elsewhere (now, in another zone), grace (over for 15 minutes), arrives or over.
create function public.check_plate(plate text, zone uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  today constant date := private.country_day(now());
begin
  perform private.require_duty_somewhere('check_plate', zone);
  plate := private.normalise_plate(left(plate, 40));
  perform private.reject('A plate has 2 to 10 letters and digits') where (plate ~ '^[A-Z0-9]{2,10}$') is not true;
  perform private.record_check('plates', plate, jsonb_build_object('zone_id', zone));
  return jsonb_build_object('plate', plate, 'found', (
    select coalesce(jsonb_agg(to_jsonb(f) order by f.is_similar, f.rank, f.starts_at, f.id), '[]') from (
      select l.plate <> check_plate.plate as is_similar, 0 as rank, l.id, 'listed' as state, l.plate, null as space_name, z.name as zone_name,
        l.valid_from as starts_at, l.valid_until as ends_at, l.reason
      from public.safelist l left join public.parking_zones z on z.id = l.zone_id
      where private.look_of(l.plate) = private.look_of(check_plate.plate) and l.valid_from <= now()
        and (l.valid_until > now()) is not false and (l.zone_id is null or private.may('check_plate', l.zone_id))
      union all
      select r.vehicle_plate <> check_plate.plate,
        array_position(array['now', 'inside', 'elsewhere', 'grace', 'arrives', 'over'], told.state),
        r.id, told.state, r.vehicle_plate, s.name, s.zone_name, r.start_time, nullif(stay.ends_at, 'infinity'), null
      from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
      cross join lateral (
        select case when r.status <> 'active' then coalesce(r.ended_at, r.end_time)
          when r.is_open then 'infinity' else r.end_time end as ends_at) stay
      cross join lateral (
        select case when stay.ends_at < now() - interval '15 minutes' then 'over'
          when r.status <> 'active' or stay.ends_at <= now() then 'grace' when r.start_time > now() then 'arrives'
          when s.zone_id is distinct from coalesce(zone, s.zone_id) then 'elsewhere' when r.is_open then 'inside' else 'now' end as state) told
      where private.look_of(r.vehicle_plate) = private.look_of(check_plate.plate) and r.status in ('active', 'completed', 'expired')
        and r.start_time < private.start_of_day(today + 2)
        and (r.status = 'active' or stay.ends_at >= least(private.start_of_day(today), now() - interval '15 minutes'))
        and private.may('check_plate', s.zone_id)
      order by 1, 2, 8 limit 50
    ) f), 'visits', (
    select count(*) from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id
    where r.vehicle_plate = check_plate.plate and r.status in ('completed', 'expired')
      and r.start_time between now() - interval '30 days' and now() and private.may('check_plate', s.zone_id)
    ), 'notes', (
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc), '[]') from (
      select n.id, n.kind, n.created_at, z.name as zone_name, case when may_read then n.note end as note,
        case when may_read then n.made_by end as made_by, case when may_read and row_number() over (order by n.created_at desc) <= 3
          then translate(encode(n.photo, 'base64'), E'\n', '') end as photo
      from public.plate_notes n left join public.parking_zones z on z.id = n.zone_id cross join lateral (
        select private.may('keep_safelist', n.zone_id) or n.maker_id = auth.uid() and private.country_day(n.created_at) = today) s (may_read)
      where n.plate = check_plate.plate and private.may('check_plate', n.zone_id) order by n.created_at desc limit 50
    ) n));
end;
$$;

-- Keeps what the caller saw; `photo` is in base64. A repeat changes nothing.
create function public.add_plate_note(
  key uuid, plate text, zone uuid, kind text, note text default null, photo text default null
) returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('check_plate', zone);
  select private.reject('A photo has at most 300 kB') where length(photo) > 400000;
  select pg_advisory_xact_lock(hashtextextended('plates of ' || auth.uid(), 0));
  select private.raise_problem('plate-note-limit') where (private.get_limits()).plate_notes_per_hour <= (
    select count(*) from public.plate_notes n
    where n.maker_id = auth.uid() and n.created_at > now() - interval '1 hour' and n.id <> key);
  insert into public.plate_notes (id, plate, zone_id, kind, note, photo, maker_id, made_by)
  values (key, private.normalise_plate(left(plate, 40)), zone, kind, nullif(btrim(note), ''), decode(photo, 'base64'),
    auth.uid(), private.name_caller())
  on conflict do nothing;
$$;

-- The entries that have not ended, in the zones where the caller keeps them.
create function public.list_safelist()
returns table (id uuid, plate text, zone_name text, reason text, valid_from timestamptz, valid_until timestamptz, made_by text)
language sql security definer set search_path = ''
as $$
  select private.require_duty_somewhere('keep_safelist', null);
  select l.id, l.plate, z.name, l.reason, l.valid_from, l.valid_until, l.made_by
  from public.safelist l left join public.parking_zones z on z.id = l.zone_id
  where (l.valid_until > now()) is not false
    and (l.zone_id in (select private.zones_with('keep_safelist')) or l.zone_id is null and private.may('keep_safelist'))
  order by l.plate, z.sort_name nulls first, l.id limit 1000;
$$;

create function public.add_to_safelist(key uuid, plate text, zone uuid, reason text, first_day date, last_day date default null)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('keep_safelist', zone);
  select private.raise_problem('safelist-days-reversed')
    where (first_day >= '2000-01-01' and coalesce(last_day, first_day) between first_day and '2199-12-31') is not true;
  select private.raise_problem('safelist-full') where (
    select count(*) from public.safelist l where l.zone_id is not distinct from zone and (l.valid_until > now()) is not false) >= 500;
  insert into public.safelist (id, plate, zone_id, reason, valid_from, valid_until, made_by)
  values (key, private.normalise_plate(left(plate, 40)), zone, btrim(reason), private.start_of_day(first_day),
    private.start_of_day(last_day + 1), private.name_caller())
  on conflict do nothing;
$$;

-- An entry ends now, or never begins. A repeat changes nothing.
create function public.end_on_safelist(id uuid)
returns void language sql security definer set search_path = '' set lock_timeout = '3s'
as $$
  select private.require_duty('keep_safelist', (select l.zone_id from public.safelist l where l.id = end_on_safelist.id));
  update public.safelist l set valid_until = greatest(now(), l.valid_from)
  where l.id = end_on_safelist.id and (l.valid_until > greatest(now(), l.valid_from)) is not false;
$$;

grant execute on function public.check_plate, public.add_plate_note, public.list_safelist, public.add_to_safelist, public.end_on_safelist to authenticated;
