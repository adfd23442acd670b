-- What the overview shows, one function for each card. All of them are for administrators only, and definer: without the
-- policies of each row.

create function private.require_overview_reader()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'Only an administrator reads the overview' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

create function private.require_days(first_day date, last_day date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if first_day is null or last_day is null or not isfinite(first_day) or not isfinite(last_day)
    or last_day - first_day not between 0 and 366
  then
    perform private.raise_problem('days-out-of-range');
  end if;
end;
$$;

create or replace function public.revenue_by_day(first_day date, last_day date)
returns table (
  day date, charged numeric, given_back numeric, net numeric, tax numeric,
  by_wallet numeric, by_card numeric, by_paypal numeric,
  azul_in numeric, azul_out numeric, paypal_in numeric, paypal_out numeric
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_overview_reader(), private.require_days(first_day, last_day);
  return query
    select
      d.day,
      coalesce(sum(t.charged), 0),
      coalesce(sum(t.given_back), 0),
      coalesce(sum(t.net), 0),
      coalesce(sum(t.tax), 0),
      coalesce(sum(t.by_wallet), 0),
      coalesce(sum(t.by_card), 0),
      coalesce(sum(t.by_paypal), 0),
      coalesce(sum(t.azul_in), 0),
      coalesce(sum(t.azul_out), 0),
      coalesce(sum(t.paypal_in), 0),
      coalesce(sum(t.paypal_out), 0)
    from (
      select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day
    ) d
    left join private.read_daily_revenue(first_day, last_day) t on t.day = d.day
    group by d.day order by d.day;
end;
$$;

-- By the status that the map and the Parking tab show.
create function public.overview_spaces()
returns table (free bigint, in_use bigint, out_of_service bigint)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_overview_reader();
  return query
    select
      count(*) filter (where s.status = 'available'),
      count(*) filter (where s.status in ('reserved', 'occupied')),
      count(*) filter (where s.status = 'maintenance')
    from public.parking_spaces s;
end;
$$;

-- What has ended, by its end: the others of today are few.
create index reservations_ended_by_end on public.reservations (coalesce(ended_at, end_time))
  where status in ('completed', 'expired');

-- Each full hour of today, with the spaces that were in use at that moment or are reserved for it.
create function public.overview_hours()
returns table (hour timestamptz, in_use bigint)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  midnight constant timestamptz := private.start_of_day(private.country_day(now()));
  next_midnight constant timestamptz := private.start_of_day(private.country_day(now()) + 1);
begin
  perform private.require_overview_reader();
  return query
    with stays as (
      select start_time, coalesce(ended_at, end_time) as left_at
      from public.reservations
      where status in ('completed', 'expired') and coalesce(ended_at, end_time) > midnight and start_time < next_midnight
      union all
      select start_time, end_time
      from public.reservations
      where status in ('active', 'held') and end_time > midnight and start_time < next_midnight
        -- It follows from the length of a stay, and lets the index skip older ones.
        and start_time > midnight - interval '744 hours'
    ), changes as (
      select ceil(date_part('epoch', greatest(start_time, midnight) - midnight) / 3600) as nth, 1 as change from stays
      union all
      select ceil(date_part('epoch', least(left_at, next_midnight) - midnight) / 3600), -1 from stays
    ), changes_of_hour as (
      select c.nth, sum(c.change) as change from changes c group by c.nth
    )
    select midnight + h.nth * interval '1 hour', (sum(coalesce(c.change, 0)) over (order by h.nth))::bigint
    from generate_series(0, 23) h (nth)
    left join changes_of_hour c on c.nth = h.nth
    order by h.nth;
end;
$$;

-- This month until today, and the same days of the month before, which may be shorter.
create function public.overview_months()
returns table (
  first_day date, last_day date, earlier_first_day date, earlier_last_day date,
  users bigint, new_users bigint, earlier_new_users bigint,
  stays numeric, earlier_stays numeric, revenue numeric, earlier_revenue numeric
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.country_day(now());
  this_month constant date := date_trunc('month', today::timestamp)::date;
  month_before constant date := (this_month - interval '1 month')::date;
  same_day constant date := least(month_before + (today - this_month), this_month - 1);
begin
  perform private.require_overview_reader();
  return query
    select
      this_month, today, month_before, same_day,
      (select count(*) from public.profiles),
      (select count(*) from public.profiles
        where created_at >= private.start_of_day(this_month) and created_at < private.start_of_day(today + 1)),
      (select count(*) from public.profiles
        where created_at >= private.start_of_day(month_before) and created_at < private.start_of_day(same_day + 1)),
      (select coalesce(sum(t.stays), 0) from private.read_daily_stays(this_month, today) t),
      (select coalesce(sum(t.stays), 0) from private.read_daily_stays(month_before, same_day) t),
      (select coalesce(sum(t.net), 0) from private.read_daily_revenue(this_month, today) t),
      (select coalesce(sum(t.net), 0) from private.read_daily_revenue(month_before, same_day) t);
end;
$$;

-- The zones by reserved hours; `spaces` is how many they have now. Null for spaces without a zone.
create function public.overview_zones(first_day date, last_day date)
returns table (zone_id uuid, name text, spaces bigint, stays numeric, hours numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_overview_reader(), private.require_days(first_day, last_day);
  return query
    select
      t.zone_id, z.name,
      (select count(*) from public.parking_spaces s where s.zone_id is not distinct from t.zone_id),
      sum(t.stays), sum(t.hours)
    from private.read_daily_zone_stays(first_day, last_day) t
    left join public.parking_zones z on z.id = t.zone_id
    group by t.zone_id, z.name
    order by sum(t.hours) desc, z.name, t.zone_id
    limit 100;
end;
$$;

-- Stays that ended more than five minutes after their time or that nobody ended, by the day on which they began.
create function public.overview_late_ends(first_day date, last_day date)
returns table (day date, stays bigint, late_ends bigint, late_minutes bigint)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_overview_reader(), private.require_days(first_day, last_day);
  return query
    select d.day, coalesce(t.stays, 0), coalesce(t.late_ends, 0), coalesce(t.late_minutes, 0)
    from (
      select generate_series(first_day::timestamp, last_day::timestamp, interval '1 day')::date as day
    ) d
    left join private.read_daily_stays(first_day, last_day) t on t.day = d.day
    order by d.day;
end;
$$;

revoke all on function private.require_overview_reader() from public;
revoke all on function private.require_days(date, date) from public;
revoke all on function public.overview_spaces() from public, anon, authenticated, service_role;
revoke all on function public.overview_hours() from public, anon, authenticated, service_role;
revoke all on function public.overview_months() from public, anon, authenticated, service_role;
revoke all on function public.overview_zones(date, date) from public, anon, authenticated, service_role;
revoke all on function public.overview_late_ends(date, date) from public, anon, authenticated, service_role;
grant execute on function public.overview_spaces() to authenticated;
grant execute on function public.overview_hours() to authenticated;
grant execute on function public.overview_months() to authenticated;
grant execute on function public.overview_zones(date, date) to authenticated;
grant execute on function public.overview_late_ends(date, date) to authenticated;

comment on function public.overview_spaces() is 'How many spaces are free, in use and out of service now.';
comment on function public.overview_hours() is 'The spaces in use at each full hour of today.';
comment on function public.overview_months() is
  'Users, stays and net revenue of this month until today, and of the same days of the month before.';
comment on function public.overview_zones(date, date) is 'Zones by the hours that were reserved in these days.';
comment on function public.overview_late_ends(date, date) is 'Stays of each day, and those of them that ended late.';
