-- A space, held for a person from start to end. Nothing here trusts the client with a price, an owner or an outcome.

create table public.reservations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid
    constraint reservations_user_id_fkey references public.profiles (user_id) on delete set null,
  parking_space_id uuid
    constraint reservations_parking_space_id_fkey references public.parking_spaces (id) on delete set null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  total_amount numeric(10, 2) not null default 0,
  status text not null default 'active'
    constraint reservations_status_is_known check (status in ('active', 'completed', 'cancelled', 'expired')),
  created_at timestamptz not null default now(),
  constraint reservations_end_after_start check (end_time > start_time),
  -- No double booking, ever. The range is half open, so one stay may begin when another ends.
  constraint reservations_never_overlap exclude using gist (
    parking_space_id with =,
    tstzrange(start_time, end_time) with &&
  ) where (status = 'active')
);

create index reservations_of_person on public.reservations (user_id, start_time desc);
create index reservations_of_space on public.reservations (parking_space_id);
create index reservations_newest_first on public.reservations (start_time desc);
create index reservations_active_by_end on public.reservations (end_time) where status = 'active';

alter table public.reservations enable row level security;
revoke all on public.reservations from anon, authenticated;
grant select on public.reservations to authenticated;
grant insert (id, user_id, parking_space_id, start_time, end_time, total_amount, status)
  on public.reservations to authenticated;
grant update (status) on public.reservations to authenticated;
grant all on public.reservations to service_role;

create policy drivers_read_own_reservations on public.reservations
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_reservations on public.reservations
  for select to authenticated using ((select private.is_admin()));
create policy drivers_insert_own_reservations on public.reservations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'active' and not (select private.is_suspended()));
-- The old row, then the new one: the pair is the transition.
create policy drivers_end_own_active_reservations on public.reservations
  for update to authenticated
  using (user_id = (select auth.uid()) and status = 'active')
  with check (user_id = (select auth.uid()) and status in ('completed', 'cancelled'));
create policy admins_end_active_reservations on public.reservations
  for update to authenticated
  using ((select private.is_admin()) and status = 'active')
  with check ((select private.is_admin()) and status in ('completed', 'cancelled'));
-- no delete: what was booked stays on record.

comment on table public.reservations is 'Stays: half-open [start_time, end_time), total_amount in dollars, set by the database.';
