-- Rates and balances are finite and bounded: numeric takes NaN, which passes every check for "not negative". A rate
-- is at most 10,000 dollars an hour, so that the amount of the longest stay always fits. A rate that is no number is
-- forgotten: then the zone's applies, or 5 dollars. The audit log keeps what was there.

with odd as (
  select * from public.parking_zones where price_per_hour not between 0 and 10000 for update
), repaired as (
  update public.parking_zones z set price_per_hour = case when odd.price_per_hour <> 'NaN' then 10000 end
  from odd where z.id = odd.id
  returning z.id, to_jsonb(z) as after, to_jsonb(odd) as before
)
insert into public.audit_log (action, subject_table, subject_id, before, after)
select 'update', 'parking_zones', id, before, after from repaired;

with odd as (
  select * from public.parking_spaces where hourly_rate not between 0 and 10000 for update
), repaired as (
  update public.parking_spaces s set hourly_rate = case when odd.hourly_rate <> 'NaN' then 10000 end
  from odd where s.id = odd.id
  returning s.id, to_jsonb(s) as after, to_jsonb(odd) as before
)
insert into public.audit_log (action, subject_table, subject_id, before, after)
select 'update', 'parking_spaces', id, before, after from repaired;

update public.profiles set wallet_balance = 0 where wallet_balance = 'NaN';

alter table public.parking_zones
  add constraint parking_zones_price_in_range check (price_per_hour between 0 and 10000);
alter table public.parking_spaces
  add constraint parking_spaces_hourly_rate_in_range check (hourly_rate between 0 and 10000);
alter table public.profiles
  add constraint profiles_wallet_balance_in_range check (wallet_balance between 0 and 99999999.99);
