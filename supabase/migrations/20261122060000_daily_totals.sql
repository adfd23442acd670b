-- What the overview shows of the stays and the revenue of each day, added up once. Stays of today are counted from the rows,
-- and so are those of every day that is not added up yet or whose rows have changed since; a job adds them up. The ledger is
-- append-only, so its days are added up while they last, and only what came after that is counted from the rows. Days are
-- those of the country, and a reservation belongs to the day on which it starts.

-- The first three have no search path of their own, so that they become part of the queries.
create function private.country_day(moment timestamptz)
returns date
language sql
stable
as $$
  select (moment at time zone 'America/Santo_Domingo')::date;
$$;

create function private.start_of_day(day date)
returns timestamptz
language sql
stable
as $$
  select day::timestamp at time zone 'America/Santo_Domingo';
$$;

-- Five minutes late is when its driver is told that the stay is over. A difference of times is immutable, unlike a sum, so
-- that queries of many reservations have it as an expression.
create function private.ended_late(status text, end_time timestamptz, ended_at timestamptz)
returns boolean
language sql
immutable
as $$
  select status = 'expired' or (status = 'completed' and coalesce(ended_at - end_time > interval '5 minutes', false));
$$;

create table private.daily_stays (
  day date primary key,
  -- Those that were neither cancelled nor given up before they were paid.
  stays bigint not null,
  late_ends bigint not null,
  -- Of those that somebody ended.
  late_minutes bigint not null
);

create table private.daily_revenue (
  day date primary key,
  -- The day's postings before this moment are in the amounts.
  counted_until timestamptz not null,
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
  constraint daily_revenue_amounts_in_range check (
    greatest(
      abs(charged), abs(given_back), abs(net), abs(tax), abs(by_wallet), abs(by_card), abs(by_paypal),
      abs(azul_in), abs(azul_out), abs(paypal_in), abs(paypal_out)
    ) <= 999999999999
  )
);

create table private.daily_zone_stays (
  day date not null
    constraint daily_zone_stays_day_fkey references private.daily_stays (day) on delete cascade,
  -- Null for spaces without a zone.
  zone_id uuid,
  stays bigint not null,
  hours numeric(12, 2) not null
    constraint daily_zone_stays_hours_in_range check (hours between 0 and 999999999)
);

create index daily_zone_stays_by_day on private.daily_zone_stays (day);

-- Days whose rows have changed, once for each change: nobody waits for anybody else who adds one.
create table private.changed_days (day date not null);
create table private.changed_revenue_days (day date not null);

create index changed_days_by_day on private.changed_days (day);
create index changed_revenue_days_by_day on private.changed_revenue_days (day);

alter table private.daily_stays enable row level security;
alter table private.daily_revenue enable row level security;
alter table private.daily_zone_stays enable row level security;
alter table private.changed_days enable row level security;
alter table private.changed_revenue_days enable row level security;
revoke all on private.daily_stays, private.daily_revenue, private.daily_zone_stays, private.changed_days,
  private.changed_revenue_days from public, anon, authenticated, service_role;
-- no policy: only the functions below read and write them, as owner of the tables.

create function private.count_stays_of_day(counted date)
returns private.daily_stays
language sql
stable
set search_path = ''
as $$
  select
    counted,
    count(*),
    count(*) filter (where private.ended_late(status, end_time, ended_at)),
    coalesce(sum(date_part('epoch', ended_at - end_time) / 60) filter (
      where status = 'completed' and private.ended_late(status, end_time, ended_at)
    ), 0)::bigint
  from public.reservations
  where status in ('active', 'completed', 'expired')
    and start_time >= private.start_of_day(counted) and start_time < private.start_of_day(counted + 1);
$$;

-- Of one day, from one moment to another.
create function private.count_revenue(counted date, since timestamptz, until timestamptz)
returns private.daily_revenue
language sql
stable
set search_path = ''
as $$
  with accounts as materialized (
    select
      array_agg(id) filter (where kind in ('revenue', 'tax')) as price,
      (array_agg(id) filter (where kind = 'tax'))[1] as tax,
      (array_agg(id) filter (where kind = 'clearing_azul'))[1] as azul,
      (array_agg(id) filter (where kind = 'clearing_paypal'))[1] as paypal
    from public.ledger_accounts
    where kind <> 'wallet'
  ), moved as (
    select
      t.id, t.reservation_id, coalesce(e.price, 0) as price, coalesce(e.tax, 0) as tax,
      -coalesce(e.azul, 0) as azul, -coalesce(e.paypal, 0) as paypal
    from accounts a, public.ledger_transactions t,
      -- For each transaction by itself: there are many more entries than those of a day.
      lateral (
        select
          sum(amount) filter (where account_id = any (a.price)) as price,
          sum(amount) filter (where account_id = a.tax) as tax,
          sum(amount) filter (where account_id = a.azul) as azul,
          sum(amount) filter (where account_id = a.paypal) as paypal
        from public.ledger_entries
        where transaction_id = t.id
      ) e
    where t.created_at >= since and t.created_at < until
  ), parts as (
    select c.payment_id, m.price as amount
    from moved m left join private.paid_charges c on c.transaction_id = m.id
    where m.price > 0
    union all
    select part.payment_id, part.amount
    from moved m cross join lateral private.split_stay(m.reservation_id) part
    where m.price < 0 and part.transaction_id = m.id
  ), methods as (
    select
      coalesce(sum(parts.amount) filter (where p.method is null), 0) as wallet,
      coalesce(sum(parts.amount) filter (where p.method = 'card'), 0) as card,
      coalesce(sum(parts.amount) filter (where p.method = 'paypal'), 0) as paypal
    from parts left join public.payments p on p.id = parts.payment_id
  )
  select
    counted, until,
    coalesce(sum(greatest(price, 0)), 0),
    coalesce(sum(greatest(-price, 0)), 0),
    coalesce(sum(price), 0),
    coalesce(sum(tax), 0),
    (select wallet from methods),
    (select card from methods),
    (select paypal from methods),
    coalesce(sum(greatest(azul, 0)), 0),
    coalesce(sum(greatest(-azul, 0)), 0),
    coalesce(sum(greatest(paypal, 0)), 0),
    coalesce(sum(greatest(-paypal, 0)), 0)
  from moved;
$$;

create function private.count_zones_of_day(counted date)
returns setof private.daily_zone_stays
language sql
stable
set search_path = ''
as $$
  select counted, s.zone_id, count(*), sum(date_part('epoch', r.end_time - r.start_time) / 3600)
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
  where not exists (select from private.daily_stays t where t.day = d.day)
    or exists (select from private.changed_days c where c.day = d.day);
$$;

-- The days of which postings are missing in the totals, and since when.
create function private.find_uncounted_revenue(first_day date, last_day date)
returns table (day date, since timestamptz)
language sql
stable
set search_path = ''
as $$
  select d.day, coalesce(t.counted_until, private.start_of_day(d.day))
  from (select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day) d
  left join private.daily_revenue t
    on t.day = d.day and not exists (select from private.changed_revenue_days c where c.day = d.day)
  where t.counted_until is null or t.counted_until < private.start_of_day(d.day + 1);
$$;

-- Until today; later days have no row.
create function private.read_daily_stays(first_day date, last_day date)
returns setof private.daily_stays
language sql
stable
set search_path = ''
as $$
  select t.* from private.daily_stays t
  where t.day between first_day and last_day
    and not exists (select from private.changed_days c where c.day = t.day)
  union all
  select c.*
  from private.find_uncounted_days(first_day, least(last_day, private.country_day(now()))) d,
    private.count_stays_of_day(d) c;
$$;

create function private.read_daily_zone_stays(first_day date, last_day date)
returns setof private.daily_zone_stays
language sql
stable
set search_path = ''
as $$
  select t.* from private.daily_zone_stays t
  where t.day between first_day and last_day
    and not exists (select from private.changed_days c where c.day = t.day)
  union all
  select c.*
  from private.find_uncounted_days(first_day, least(last_day, private.country_day(now()))) d,
    private.count_zones_of_day(d) c;
$$;

-- A day that is not over has two rows, to be added.
create function private.read_daily_revenue(first_day date, last_day date)
returns setof private.daily_revenue
language sql
stable
set search_path = ''
as $$
  select t.* from private.daily_revenue t
  where t.day between first_day and last_day
    and not exists (select from private.changed_revenue_days c where c.day = t.day)
  union all
  select c.*
  from private.find_uncounted_revenue(first_day, least(last_day, private.country_day(now()))) d,
    private.count_revenue(d.day, d.since, private.start_of_day(d.day + 1)) c;
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
  insert into private.changed_revenue_days (day) values (private.country_day(new.created_at));
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
  -- The clock of the posting, and not that of its transaction: what is added up is older.
  for each row when (new.created_at < clock_timestamp() - interval '5 minutes')
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
  -- What is younger may not be committed yet: no posting lasts ten minutes.
  settled constant timestamptz := now() - interval '10 minutes';
  next_day date;
  days integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_up_days')) then
    return 0;
  end if;
  delete from private.daily_stays where day < today - kept_days;
  delete from private.daily_revenue where day < today - kept_days;
  delete from private.changed_days where day < today - kept_days;
  delete from private.changed_revenue_days where day < today - kept_days;
  for next_day in
    select d from private.find_uncounted_days(today - kept_days, private.country_day(settled) - 1) d
    order by d desc limit most
  loop
    -- First, as a change that is committed after the count has to leave its row behind.
    delete from private.changed_days where day = next_day;
    delete from private.daily_stays where day = next_day;
    insert into private.daily_stays select * from private.count_stays_of_day(next_day);
    insert into private.daily_zone_stays select * from private.count_zones_of_day(next_day);
    days := days + 1;
  end loop;
  for next_day in
    select d.day from private.find_uncounted_revenue(today - kept_days, private.country_day(settled)) d
    order by d.day desc limit most
  loop
    delete from private.changed_revenue_days where day = next_day;
    if found then
      delete from private.daily_revenue where day = next_day;
    end if;
    perform private.add_up_revenue(next_day, least(settled, private.start_of_day(next_day + 1)));
    days := days + 1;
  end loop;
  insert into private.due_work as run (name, started_at, finished_at)
  values ('add_up_days', started, clock_timestamp())
  on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at;
  return days;
end;
$$;

-- Adds what was posted on the day since it was added up last.
create function private.add_up_revenue(added date, until timestamptz)
returns void
language sql
set search_path = ''
as $$
  insert into private.daily_revenue as total
  select c.* from private.count_revenue(
    added,
    coalesce((select t.counted_until from private.daily_revenue t where t.day = added), private.start_of_day(added)),
    until
  ) c
  on conflict (day) do update set
    counted_until = excluded.counted_until,
    charged = total.charged + excluded.charged,
    given_back = total.given_back + excluded.given_back,
    net = total.net + excluded.net,
    tax = total.tax + excluded.tax,
    by_wallet = total.by_wallet + excluded.by_wallet,
    by_card = total.by_card + excluded.by_card,
    by_paypal = total.by_paypal + excluded.by_paypal,
    azul_in = total.azul_in + excluded.azul_in,
    azul_out = total.azul_out + excluded.azul_out,
    paypal_in = total.paypal_in + excluded.paypal_in,
    paypal_out = total.paypal_out + excluded.paypal_out;
$$;

-- Throws away what was added up and counts all of it again, in one transaction.
create function private.rebuild_daily_totals()
returns integer
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.add_up_days'));
  delete from private.daily_stays;
  delete from private.daily_revenue;
  return private.add_up_days(401);
end;
$$;

revoke all on function private.country_day(timestamptz) from public;
revoke all on function private.start_of_day(date) from public;
revoke all on function private.ended_late(text, timestamptz, timestamptz) from public;
revoke all on function private.count_stays_of_day(date) from public;
revoke all on function private.count_revenue(date, timestamptz, timestamptz) from public;
revoke all on function private.count_zones_of_day(date) from public;
revoke all on function private.find_uncounted_days(date, date) from public;
revoke all on function private.find_uncounted_revenue(date, date) from public;
revoke all on function private.read_daily_stays(date, date) from public;
revoke all on function private.read_daily_zone_stays(date, date) from public;
revoke all on function private.read_daily_revenue(date, date) from public;
revoke all on function private.add_up_revenue(date, timestamptz) from public;
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

comment on table private.daily_stays is 'Stays of past days, which private.add_up_days() keeps.';
comment on table private.daily_zone_stays is 'Stays and reserved hours of past days, by the zone that the space is in now.';
comment on table private.daily_revenue is 'What was charged and given back on each day, which private.add_up_days() keeps.';
comment on table private.changed_days is 'Past days whose stays are to be added up again.';
comment on table private.changed_revenue_days is 'Days whose revenue is to be added up again.';
comment on function private.add_up_days(integer) is
  'Every scheduler calls it: adds up days that are new or have changed; how many.';
comment on function private.rebuild_daily_totals() is 'Adds up every day of the last 400 again; how many.';
