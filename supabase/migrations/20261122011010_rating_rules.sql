-- A driver rates a completed stay within 14 days of its end, three of a zone in 24 hours, and may change the rating for a
-- day. Operators hide a comment,
-- with a reason; they change nothing else.

-- One line: a comment is shown in lists.
create function private.normalise_sentence(sentence text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(btrim(regexp_replace(sentence, '[\s[:cntrl:]]+', ' ', 'g')), '');
$$;

create function private.complete_rating()
returns trigger
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  stay record;
begin
  perform private.require_unsuspended();
  if private.has_samples() then
    perform private.raise_problem('ratings-not-kept');
  end if;
  -- With the rights of the caller, who sees their own reservations.
  select r.status, r.end_time, s.zone_id into stay
  from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
  where r.id = new.reservation_id and r.user_id = new.user_id;
  if not found then
    perform private.raise_problem('rated-stay-not-found');
  elsif stay.status <> 'completed' then
    perform private.raise_problem('stay-not-completed');
  elsif stay.end_time <= now() - interval '14 days' then
    perform private.raise_problem('rating-too-late');
  elsif stay.zone_id is null then
    perform private.raise_problem('stay-without-zone');
  end if;
  -- One driver who books, completes and rates again and again must not set the rating of a zone.
  if new.user_id = auth.uid() then
    -- Ratings of one driver come one after the other, so that each counts those before it.
    perform pg_advisory_xact_lock(hashtextextended('ratings of ' || new.user_id, 0));
    if (
      select count(*) from public.ratings
      where user_id = new.user_id and zone_id = stay.zone_id and created_at > now() - interval '24 hours'
        -- A repeat hears that the stay has its rating.
        and reservation_id <> new.reservation_id
    ) >= 3 then
      perform private.raise_problem('too-many-ratings');
    end if;
  end if;
  new.zone_id := stay.zone_id;
  new.comment := private.normalise_sentence(new.comment);
  new.created_at := now();
  new.updated_at := now();
  new.hidden_at := null;
  new.hidden_reason := null;
  new.hidden_by := null;
  return new;
end;
$$;

create function private.protect_rating()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (new.id, new.reservation_id, new.zone_id, new.created_at)
      is distinct from (old.id, old.reservation_id, old.zone_id, old.created_at)
    or (new.user_id is distinct from old.user_id and new.user_id is not null)
  then
    raise exception 'Stay, person, zone and time of a rating never change' using errcode = 'check_violation';
  end if;

  -- A comment may tell who wrote it, so it goes with the account; the stars stay.
  if new.user_id is null and old.user_id is not null then
    new.comment := null;
    new.hidden_at := null;
    new.hidden_reason := null;
    new.hidden_by := null;
    return new;
  end if;

  new.comment := private.normalise_sentence(new.comment);
  new.hidden_reason := private.normalise_sentence(new.hidden_reason);
  if (new.overall, new.cleanness, new.communication, new.accessibility, new.comment)
    is distinct from (old.overall, old.cleanness, old.communication, old.accessibility, old.comment)
  then
    if auth.uid() <> old.user_id or (auth.uid() is not null and old.user_id is null) then
      raise exception 'Only the driver of a stay changes its rating' using errcode = 'insufficient_privilege';
    end if;
    perform private.require_unsuspended();
    if private.has_samples() then
      perform private.raise_problem('ratings-not-kept');
    elsif old.created_at <= now() - interval '1 day' then
      perform private.raise_problem('rating-final');
    end if;
  end if;

  if new.hidden_reason is distinct from old.hidden_reason then
    if auth.uid() is not null and not private.is_admin() then
      raise exception 'Only administrators hide comments' using errcode = 'insufficient_privilege';
    end if;
    new.hidden_at := case when new.hidden_reason is not null then coalesce(old.hidden_at, now()) end;
    new.hidden_by := case when new.hidden_reason is not null then auth.uid() end;
  else
    new.hidden_at := old.hidden_at;
    -- It becomes null with the account of that administrator.
    if new.hidden_by is not null then
      new.hidden_by := old.hidden_by;
    end if;
  end if;
  return new;
end;
$$;

revoke all on function private.normalise_sentence(text) from public;
grant execute on function private.normalise_sentence(text) to authenticated, service_role;
revoke all on function private.complete_rating() from public;
revoke all on function private.protect_rating() from public;

create trigger ratings_complete
  before insert on public.ratings
  for each row execute function private.complete_rating();
create trigger ratings_protect
  before update on public.ratings
  for each row execute function private.protect_rating();
-- By its name after ratings_protect, which may change the row.
create trigger ratings_touch_updated_at
  before update on public.ratings
  for each row execute function private.touch_updated_at();
