-- A zone's rating is the average of its ratings from the first one on; until then it is what administrators set. The sums
-- are kept, so that neither a new rating nor a reader adds up all others.

create table private.zone_rating_totals (
  zone_id uuid primary key
    constraint zone_rating_totals_zone_id_fkey references public.parking_zones (id) on delete cascade,
  ratings integer not null
    constraint zone_rating_totals_ratings_not_negative check (ratings >= 0),
  overall bigint not null,
  cleanness bigint not null,
  communication bigint not null,
  accessibility bigint not null,
  constraint zone_rating_totals_sums_in_range check (
    least(overall, cleanness, communication, accessibility) >= ratings
    and greatest(overall, cleanness, communication, accessibility) <= 5 * ratings::bigint
  )
);

alter table private.zone_rating_totals enable row level security;
revoke all on private.zone_rating_totals from public, anon, authenticated;
grant select on private.zone_rating_totals to service_role;
-- no policy: triggers write it, public.zone_ratings reads it.

alter table public.parking_zones
  add column rating_count integer not null default 0
    constraint parking_zones_rating_count_not_negative check (rating_count >= 0);

-- definer: nobody who comes through an API reads the totals. The totals replace what an administrator writes into the zone.
create function private.set_zone_rating()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  average numeric;
begin
  select ratings, round(overall::numeric / ratings, 1) into new.rating_count, average
  from private.zone_rating_totals where zone_id = new.id and ratings > 0;
  new.rating_count := coalesce(new.rating_count, 0);
  new.rating := coalesce(average, new.rating);
  return new;
end;
$$;

-- definer: drivers write neither totals nor zones.
create function private.refresh_zone_ratings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  zones uuid[];
begin
  if tg_op = 'INSERT' then
    zones := array(select distinct zone_id from added);
  elsif tg_op = 'DELETE' then
    zones := array(select distinct zone_id from removed);
  else
    zones := array(
      select distinct a.zone_id from added a join removed r on r.id = a.id
      where (a.overall, a.cleanness, a.communication, a.accessibility)
        <> (r.overall, r.cleanness, r.communication, r.accessibility)
    );
  end if;
  if zones = '{}' then
    return null;
  end if;

  -- The row of the zone is locked first, as whoever deletes the zone does: then ratings of a zone are added one after the
  -- other, each to the totals that the one before it left.
  perform from public.parking_zones where id = any (zones) order by id for no key update;
  if tg_op <> 'INSERT' then
    -- There are no totals any more where the zone is deleted.
    update private.zone_rating_totals t
    set ratings = t.ratings - r.ratings, overall = t.overall - r.overall, cleanness = t.cleanness - r.cleanness,
      communication = t.communication - r.communication, accessibility = t.accessibility - r.accessibility
    from (
      select zone_id, count(*) as ratings, sum(overall) as overall, sum(cleanness) as cleanness,
        sum(communication) as communication, sum(accessibility) as accessibility
      from removed where zone_id = any (zones) group by zone_id
    ) r
    where t.zone_id = r.zone_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.zone_rating_totals as t (zone_id, ratings, overall, cleanness, communication, accessibility)
    select zone_id, count(*), sum(overall), sum(cleanness), sum(communication), sum(accessibility)
    from added where zone_id = any (zones) group by zone_id
    on conflict (zone_id) do update
    set ratings = t.ratings + excluded.ratings, overall = t.overall + excluded.overall,
      cleanness = t.cleanness + excluded.cleanness, communication = t.communication + excluded.communication,
      accessibility = t.accessibility + excluded.accessibility;
  end if;
  -- Changes nothing by itself: it fires parking_zones_set_rating, which copies count and average from the totals.
  update public.parking_zones set rating_count = rating_count where id = any (zones);
  return null;
end;
$$;

revoke all on function private.set_zone_rating() from public;
revoke all on function private.refresh_zone_ratings() from public;

create trigger parking_zones_set_rating
  before insert or update on public.parking_zones
  for each row execute function private.set_zone_rating();
create trigger ratings_refresh_zone_on_insert
  after insert on public.ratings
  referencing new table as added
  for each statement execute function private.refresh_zone_ratings();
create trigger ratings_refresh_zone_on_update
  after update on public.ratings
  referencing old table as removed new table as added
  for each statement execute function private.refresh_zone_ratings();
create trigger ratings_refresh_zone_on_delete
  after delete on public.ratings
  referencing old table as removed
  for each statement execute function private.refresh_zone_ratings();

-- What a rating changes about its zone is no new version of the zone, which would turn down an administrator's edit.
-- The audit log leaves it out already.
drop trigger parking_zones_touch_updated_at on public.parking_zones;
create trigger parking_zones_touch_updated_at
  before update on public.parking_zones
  for each row when (pg_trigger_depth() = 0)
  execute function private.touch_updated_at('lowest_rate', 'highest_rate', 'sort_name', 'search_text', 'rating_count');

comment on table private.zone_rating_totals is 'How many ratings a zone has, and the sums of their stars; set by triggers.';
comment on column public.parking_zones.rating is
  'From 0 to 5: the average of the zone''s ratings; without ratings what administrators set.';
comment on column public.parking_zones.rating_count is 'The number of ratings of the zone, set by the database.';
