-- Times and amounts of stays are finite and within a calendar that every screen can show. Until now a stay could
-- start in the year 12000, before Christ or at infinity, cost NaN and last 72 years. What is stored is repaired
-- first:
--   * a stay outside of the years 1970 to 2199 is moved to the nearest day within them, and cancelled if it was active;
--   * an active stay of more than 31 days ends after 31 days, and its amount shrinks in proportion;
--   * an amount that is no amount becomes 0.
-- Stays that are over keep their length: they are records. The audit log keeps each row as it was.

-- Nobody moves a stay otherwise, and what follows is neither a driver's activity nor an administrator's work.
alter table public.reservations disable trigger user;

with odd as (
  select * from public.reservations
  where start_time < '1970-01-01 00:00+00' or end_time > '2200-01-01 00:00+00'
    or total_amount not between 0 and 99999999.99
    or status = 'active' and end_time > start_time + interval '744 hours'
  for update
), moved as (
  select *,
    start_time < '1970-01-01 00:00+00' or end_time > '2200-01-01 00:00+00' as is_outside,
    least(greatest(start_time, '1970-01-01 00:00+00'), '2199-12-31 00:00+00') as new_start
  from odd
), repaired as (
  update public.reservations r
  set
    start_time = moved.new_start,
    end_time = case
      when moved.is_outside
        then least(greatest(moved.end_time, moved.new_start + interval '1 hour'), '2200-01-01 00:00+00')
      when moved.status = 'active' then least(moved.end_time, moved.start_time + interval '744 hours')
      else moved.end_time
    end,
    total_amount = case
      when moved.total_amount not between 0 and 99999999.99 then 0
      when not moved.is_outside and moved.status = 'active' then round(
        moved.total_amount * least(1, 744 * 3600 / extract(epoch from moved.end_time - moved.start_time)), 2)
      else moved.total_amount
    end,
    status = case when moved.is_outside and moved.status = 'active' then 'cancelled' else moved.status end
  from moved
  where r.id = moved.id
  returning r.id, to_jsonb(r) as after, to_jsonb(moved) - array['is_outside', 'new_start'] as before
)
insert into public.audit_log (action, subject_table, subject_id, before, after)
select 'update', 'reservations', id, before, after from repaired;

alter table public.reservations enable trigger user;

alter table public.reservations
  add constraint reservations_times_within_calendar
    check (start_time >= '1970-01-01 00:00+00' and end_time <= '2200-01-01 00:00+00'),
  add constraint reservations_active_at_most_31_days
    check (status <> 'active' or end_time <= start_time + interval '744 hours'),
  -- NaN is greater than every number, so that an upper bound excludes it.
  add constraint reservations_amount_in_range check (total_amount between 0 and 99999999.99);

-- A space that an odd stay kept is free again.
select public.refresh_space_status();
