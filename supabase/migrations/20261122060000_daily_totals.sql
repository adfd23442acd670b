-- What the overview shows of past days, added up once for each. Today is counted from the rows, and so is every day that is
-- not added up yet or whose rows have changed since; a job adds them up. Days are those of the country, and a reservation
-- belongs to the day on which it starts.

create function private.country_day(moment timestamptz)
returns date
language sql
stable
set search_path = ''
as $$
  select (moment at time zone 'America/Santo_Domingo')::date;
$$;

create function private.start_of_day(day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select day::timestamp at time zone 'America/Santo_Domingo';
$$;

-- Five minutes late is when its driver is told that the stay is over.
create function private.ended_late(status text, end_time timestamptz, ended_at timestamptz)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select status = 'expired' or (status = 'completed' and coalesce(ended_at > end_time + interval '5 minutes', false));
$$;

create table private.daily_totals (
  day date primary key,
  -- Those that were neither cancelled nor given up before they were paid.
  stays bigint not null,
  late_ends bigint not null,
  -- Of those that somebody ended.
  late_minutes bigint not null,
  charged numeric(14, 2) not null,
  given_back numeric(14, 2) not null,
  net numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  by_wallet numeric(14, 2) not null,
  by_card numeric(14, 2) not null,
  by_paypal numeric(14, 2) not null,
  azul_in numeric(14, 2) not null,
  azul_out numeric(14, 2) not null,
  paypal_in numeric(14, 2) not null,
  paypal_out numeric(14, 2) not null,
  constraint daily_totals_amounts_in_range check (
    greatest(
      abs(charged), abs(given_back), abs(net), abs(tax), abs(by_wallet), abs(by_card), abs(by_paypal),
      abs(azul_in), abs(azul_out), abs(paypal_in), abs(paypal_out)
    ) <= 999999999999
  )
);

create table private.daily_zone_totals (
  day date not null
    constraint daily_zone_totals_day_fkey references private.daily_totals (day) on delete cascade,
  -- Null for spaces without a zone.
  zone_id uuid,
  stays bigint not null,
  hours numeric(12, 2) not null
    constraint daily_zone_totals_hours_in_range check (hours between 0 and 999999999)
);

create index daily_zone_totals_by_day on private.daily_zone_totals (day);

-- Past days whose rows have changed, once for each change: nobody waits for anybody else who adds one.
create table private.changed_days (day date not null);

create index changed_days_by_day on private.changed_days (day);

alter table private.daily_totals enable row level security;
alter table private.daily_zone_totals enable row level security;
alter table private.changed_days enable row level security;
revoke all on private.daily_totals, private.daily_zone_totals, private.changed_days
  from public, anon, authenticated, service_role;
-- no policy: only the functions below read and write them, as owner of the tables.

create function private.count_day(counted date)
returns private.daily_totals
language sql
stable
set search_path = ''
as $$
  with stays as (
    select
      count(*) as stays,
      count(*) filter (where private.ended_late(status, end_time, ended_at)) as late_ends,
      coalesce(sum(extract(epoch from ended_at - end_time) / 60) filter (
        where status = 'completed' and private.ended_late(status, end_time, ended_at)
      ), 0)::bigint as late_minutes
    from public.reservations
    where status in ('active', 'completed', 'expired')
      and start_time >= private.start_of_day(counted) and start_time < private.start_of_day(counted + 1)
  ), moved as (
    select
      coalesce(r.payment_method, 'wallet') as method,
      coalesce(sum(e.amount) filter (where a.kind in ('revenue', 'tax')), 0) as price,
      coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
      -coalesce(sum(e.amount) filter (where a.kind = 'clearing_azul'), 0) as azul,
      -coalesce(sum(e.amount) filter (where a.kind = 'clearing_paypal'), 0) as paypal
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id
    left join public.reservations r on r.id = t.reservation_id
    where t.created_at >= private.start_of_day(counted) and t.created_at < private.start_of_day(counted + 1)
    group by t.id, r.payment_method
  ), money as (
    select
      coalesce(sum(greatest(price, 0)), 0),
      coalesce(sum(greatest(-price, 0)), 0),
      coalesce(sum(price), 0),
      coalesce(sum(tax), 0),
      coalesce(sum(price) filter (where method = 'wallet'), 0),
      coalesce(sum(price) filter (where method = 'card'), 0),
      coalesce(sum(price) filter (where method = 'paypal'), 0),
      coalesce(sum(greatest(azul, 0)), 0),
      coalesce(sum(greatest(-azul, 0)), 0),
      coalesce(sum(greatest(paypal, 0)), 0),
      coalesce(sum(greatest(-paypal, 0)), 0)
    from moved
  )
  select counted, stays.*, money.* from stays, money;
$$;

create function private.count_zones_of_day(counted date)
returns setof private.daily_zone_totals
language sql
stable
set search_path = ''
as $$
  select counted, s.zone_id, count(*), sum(extract(epoch from r.end_time - r.start_time) / 3600)
  from public.reservations r
  left join public.parking_spaces s on s.id = r.parking_space_id
  where r.status in ('active', 'completed', 'expired')
    and r.start_time >= private.start_of_day(counted) and r.start_time < private.start_of_day(counted + 1)
  group by s.zone_id;
$$;

create function private.find_uncounted_days(first_day date, last_day date)
returns setof date
language sql
stable
set search_path = ''
as $$
  select d.day
  from (select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day) d
  where not exists (select from private.daily_totals t where t.day = d.day)
    or exists (select from private.changed_days c where c.day = d.day);
$$;

-- Until today; later days have no row.
create function private.read_daily_totals(first_day date, last_day date)
returns setof private.daily_totals
language sql
stable
set search_path = ''
as $$
  select t.* from private.daily_totals t
  where t.day between first_day and last_day
    and not exists (select from private.changed_days c where c.day = t.day)
  union all
  select c.*
  from private.find_uncounted_days(first_day, least(last_day, private.country_day(now()))) d, private.count_day(d) c;
$$;

create function private.read_daily_zone_totals(first_day date, last_day date)
returns setof private.daily_zone_totals
language sql
stable
set search_path = ''
as $$
  select t.* from private.daily_zone_totals t
  where t.day between first_day and last_day
    and not exists (select from private.changed_days c where c.day = t.day)
  union all
  select c.*
  from private.find_uncounted_days(first_day, least(last_day, private.country_day(now()))) d,
    private.count_zones_of_day(d) c;
$$;

-- definer: drivers change their reservations, and nobody writes these tables by hand.
create function private.mark_days_of_reservation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.changed_days (day)
  select distinct private.country_day(t.moment)
  from unnest(array[
    case when tg_op <> 'INSERT' then old.start_time end, case when tg_op <> 'DELETE' then new.start_time end
  ]) as t (moment)
  where private.country_day(t.moment) < private.country_day(now());
  return null;
end;
$$;

-- definer: whoever causes a posting may not write this table.
create function private.mark_day_of_ledger()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.changed_days (day) values (private.country_day(new.created_at));
  return null;
end;
$$;

-- definer: as above, for whoever moves a space to another zone.
create function private.mark_days_of_space()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.changed_days (day)
  select distinct private.country_day(start_time)
  from public.reservations
  where parking_space_id = new.id and start_time < private.start_of_day(private.country_day(now()));
  return null;
end;
$$;

create trigger reservations_mark_day_of_insert
  after insert on public.reservations
  for each row when (private.country_day(new.start_time) < private.country_day(now()))
  execute function private.mark_days_of_reservation();
create trigger reservations_mark_days_of_update
  after update of status, start_time, end_time, ended_at, parking_space_id on public.reservations
  for each row when (private.country_day(least(old.start_time, new.start_time)) < private.country_day(now()))
  execute function private.mark_days_of_reservation();
create trigger reservations_mark_day_of_delete
  after delete on public.reservations
  for each row when (private.country_day(old.start_time) < private.country_day(now()))
  execute function private.mark_days_of_reservation();
create trigger ledger_transactions_mark_day
  after insert on public.ledger_transactions
  for each row when (private.country_day(new.created_at) < private.country_day(now()))
  execute function private.mark_day_of_ledger();
create trigger parking_spaces_mark_days
  after update of zone_id on public.parking_spaces
  for each row when (new.zone_id is distinct from old.zone_id)
  execute function private.mark_days_of_space();

-- Adds up the newest days that need it, of a year and a month before today.
create function private.add_up_days(most integer default 30)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  started constant timestamptz := clock_timestamp();
  kept_days constant integer := 400;
  today constant date := private.country_day(now());
  -- What began yesterday may be committed today, but no transaction lasts ten minutes.
  last_day constant date := private.country_day(now() - interval '10 minutes') - 1;
  next_day date;
  days integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_up_days')) then
    return 0;
  end if;
  delete from private.daily_totals where day < today - kept_days;
  delete from private.changed_days where day < today - kept_days;
  for next_day in
    select d from private.find_uncounted_days(today - kept_days, last_day) d order by d desc limit most
  loop
    -- First, as a change that is committed after the count has to leave its row behind.
    delete from private.changed_days where day = next_day;
    delete from private.daily_totals where day = next_day;
    insert into private.daily_totals select * from private.count_day(next_day);
    insert into private.daily_zone_totals select * from private.count_zones_of_day(next_day);
    days := days + 1;
  end loop;
  insert into private.due_work as run (name, started_at, finished_at)
  values ('add_up_days', started, clock_timestamp())
  on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at;
  return days;
end;
$$;

-- Throws away what was added up and counts all of it again, in one transaction.
create function private.rebuild_daily_totals()
returns integer
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.add_up_days'));
  delete from private.daily_totals;
  return private.add_up_days(400);
end;
$$;

revoke all on function private.country_day(timestamptz) from public;
revoke all on function private.start_of_day(date) from public;
revoke all on function private.ended_late(text, timestamptz, timestamptz) from public;
revoke all on function private.count_day(date) from public;
revoke all on function private.count_zones_of_day(date) from public;
revoke all on function private.find_uncounted_days(date, date) from public;
revoke all on function private.read_daily_totals(date, date) from public;
revoke all on function private.read_daily_zone_totals(date, date) from public;
revoke all on function private.mark_days_of_reservation() from public;
revoke all on function private.mark_day_of_ledger() from public;
revoke all on function private.mark_days_of_space() from public;
revoke all on function private.add_up_days(integer) from public;
revoke all on function private.rebuild_daily_totals() from public;
-- The triggers ask for the day with the rights of whoever writes, and the view of reservations with those of its reader.
grant execute on function private.country_day(timestamptz) to authenticated, service_role;
grant execute on function private.ended_late(text, timestamptz, timestamptz) to authenticated, service_role;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('parqueo-add-up-days', '* * * * *', 'select private.add_up_days()');
  end if;
exception
  -- As in 20261121001400_schedule.sql: without pg_cron the server runs the jobs.
  when others then raise notice 'pg_cron is not used: %', sqlerrm;
end;
$$;

comment on table private.daily_totals is 'Stays and revenue of past days, which private.add_up_days() keeps.';
comment on table private.daily_zone_totals is 'Stays and reserved hours of past days, by the zone that the space is in now.';
comment on table private.changed_days is 'Past days to be added up again.';
comment on function private.add_up_days(integer) is
  'Every scheduler calls it every minute: adds up past days that are new or have changed; how many days.';
comment on function private.rebuild_daily_totals() is 'Adds up every day of the last 400 again; how many days.';
