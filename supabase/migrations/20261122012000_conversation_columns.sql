-- Drivers and the operator write to each other. A message knows who wrote it, may be about a reservation, of which it keeps
-- what a reader needs after the reservation is gone, and says whether it still waits for a reply of the operator.

alter table public.user_messages
  add column sender_id uuid
    constraint user_messages_sender_id_fkey references auth.users (id) on delete set null,
  add column reservation_id uuid
    constraint user_messages_reservation_id_fkey references public.reservations (id) on delete set null,
  add column reservation_space_name text
    constraint user_messages_reservation_space_name_length check (length(reservation_space_name) <= 120),
  add column reservation_start_time timestamptz
    constraint user_messages_reservation_start_time_is_finite check (isfinite(reservation_start_time)),
  -- Of a reply: the driver's last message that its writer had seen. Null where nobody says.
  add column seen_until timestamptz
    constraint user_messages_seen_until_is_finite check (isfinite(seen_until))
    constraint user_messages_only_replies_have_seen check (seen_until is null or sender_type = 'other'),
  add column needs_reply boolean not null default false
    constraint user_messages_only_drivers_need_reply check (not needs_reply or sender_type = 'user');

-- Not with the column, as that would evaluate it for the rows there are.
alter table public.user_messages alter column sender_id set default auth.uid();

-- For the limit of messages in a minute.
create index user_messages_by_sender on public.user_messages (sender_id, created_at);
create index user_messages_of_reservation on public.user_messages (reservation_id) where reservation_id is not null;
-- Few rows each, however many messages there are.
create index user_messages_unread_by_driver on public.user_messages (user_id)
  where sender_type = 'other' and not read_status;
create index user_messages_waiting on public.user_messages (user_id, created_at) where needs_reply;

comment on table public.user_messages is
  'The conversation of each driver with the operator: messages of the driver are of sender_type user, of the operator other.';
