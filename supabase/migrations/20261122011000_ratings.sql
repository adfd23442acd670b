-- What drivers say of their completed stays: one rating for each, four criteria of 1 to 5 stars and a comment.

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  reservation_id uuid not null
    constraint ratings_reservation_id_fkey references public.reservations (id) on delete cascade,
  -- Null once the account is deleted: the stars stay.
  user_id uuid
    constraint ratings_user_id_fkey references auth.users (id) on delete set null,
  -- Of the space when the stay was rated; the space may move to another zone later.
  zone_id uuid not null
    constraint ratings_zone_id_fkey references public.parking_zones (id) on delete cascade,
  overall smallint not null
    constraint ratings_overall_from_1_to_5 check (overall between 1 and 5),
  cleanness smallint not null
    constraint ratings_cleanness_from_1_to_5 check (cleanness between 1 and 5),
  communication smallint not null
    constraint ratings_communication_from_1_to_5 check (communication between 1 and 5),
  accessibility smallint not null
    constraint ratings_accessibility_from_1_to_5 check (accessibility between 1 and 5),
  comment text
    constraint ratings_comment_not_blank check (btrim(comment) <> '')
    constraint ratings_comment_length check (length(comment) <= 300),
  created_at timestamptz not null default now()
    constraint ratings_created_at_is_finite check (isfinite(created_at)),
  updated_at timestamptz not null default now()
    constraint ratings_updated_at_is_finite check (isfinite(updated_at)),
  hidden_at timestamptz
    constraint ratings_hidden_at_is_finite check (isfinite(hidden_at)),
  hidden_reason text
    constraint ratings_hidden_reason_not_blank check (btrim(hidden_reason) <> '')
    constraint ratings_hidden_reason_length check (length(hidden_reason) <= 300),
  hidden_by uuid
    constraint ratings_hidden_by_fkey references auth.users (id) on delete set null,
  constraint ratings_once_per_reservation unique (reservation_id),
  constraint ratings_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null))
);

create index ratings_of_person on public.ratings (user_id) where user_id is not null;
create index ratings_hidden_by_person on public.ratings (hidden_by) where hidden_by is not null;
create index ratings_of_zone_newest_first on public.ratings (zone_id, created_at desc, id desc);
create index ratings_of_zone_with_shown_comment on public.ratings (zone_id, created_at desc, id desc)
  where comment is not null and hidden_at is null;

alter table public.ratings enable row level security;
revoke all on public.ratings from anon, authenticated;
grant select on public.ratings to authenticated;
grant insert (id, reservation_id, user_id, overall, cleanness, communication, accessibility, comment)
  on public.ratings to authenticated;
-- A trigger tells what of it drivers write, and what administrators.
grant update (overall, cleanness, communication, accessibility, comment, hidden_reason)
  on public.ratings to authenticated;
grant all on public.ratings to service_role;

create policy drivers_read_own_ratings on public.ratings
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_ratings on public.ratings
  for select to authenticated using ((select private.is_admin()));
create policy drivers_insert_own_ratings on public.ratings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy drivers_update_own_ratings on public.ratings
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy admins_update_ratings on public.ratings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy suspended_drivers_insert_no_rating on public.ratings
  as restrictive for insert to authenticated with check (not (select private.is_suspended()));
create policy suspended_drivers_update_no_rating on public.ratings
  as restrictive for update to authenticated using (true) with check (not (select private.is_suspended()));
create policy people_show_second_factor on public.ratings
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
-- no delete: a rating stays, also when its comment is hidden.

-- The ratings that go with a deleted zone or account are no writes of an administrator.
create trigger ratings_audit after insert or update or delete on public.ratings
  for each row when (pg_trigger_depth() = 0) execute function private.audit_admin_write();

comment on table public.ratings is
  'Ratings of completed stays. Drivers read their own; everybody reads averages and comments by public.zone_ratings.';
