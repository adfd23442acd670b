-- What the database sets on a message, and how many a person may send.

alter table private.limits
  add column messages_per_minute integer not null default 20
    constraint limits_messages_per_minute_from_1_to_10000 check (messages_per_minute between 1 and 10000);

-- definer: nobody who comes through an API reads the table.
create function private.most_messages_per_minute()
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((select messages_per_minute from private.limits), 20);
$$;

-- A message has something to see: one of invisible characters alone is blank. More than one empty line in a row becomes one,
-- so that a message is no longer than its words. The length is checked first, as the expressions take long on a long text.
create function private.complete_message()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- Blanks, and characters without a width: those that join or split letters, set a direction, or mark the order of bytes.
  outer_blanks constant text := '^[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+|[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$';
  stay record;
begin
  if length(new.message) > 1000 then
    raise exception 'A message has at most 1000 characters'
      using errcode = 'check_violation', constraint = 'user_messages_message_length';
  end if;
  new.message := regexp_replace(new.message, outer_blanks, '', 'g');
  new.message := regexp_replace(new.message, '\n(\s*\n){2,}', E'\n\n', 'g');
  new.needs_reply := new.sender_type = 'user';
  if new.reservation_id is not null then
    -- With the rights of the caller; an administrator's message is about a reservation of its reader.
    select s.name, r.start_time into stay
    from public.reservations r
    left join public.parking_spaces s on s.id = r.parking_space_id
    where r.id = new.reservation_id and r.user_id = new.user_id;
    if not found then
      perform private.raise_problem('reservation-not-found');
    end if;
    new.reservation_space_name := stay.name;
    new.reservation_start_time := stay.start_time;
  end if;
  return new;
end;
$$;

-- After the row is in, so that a repeat of a message that arrived hears that it is there, and not of the limit.
create function private.limit_messages()
returns trigger
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
begin
  -- Who comes without a session is no person.
  if auth.uid() is null then
    return null;
  end if;
  if private.has_samples() then
    perform private.raise_problem('messages-are-samples');
  end if;
  -- Messages of one sender come one after the other, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || auth.uid(), 0));
  if (
    select count(*) from public.user_messages
    where sender_id = auth.uid() and created_at > now() - interval '1 minute'
  ) > private.most_messages_per_minute() then
    perform private.raise_problem('too-many-messages');
  end if;
  return null;
end;
$$;

create function private.mark_replied()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.user_messages set needs_reply = false, read_status = true
  where user_id = new.user_id and needs_reply
    -- One that arrived after the operator last looked still waits.
    and (new.seen_until is null or created_at <= new.seen_until);
  return null;
end;
$$;

revoke all on function private.most_messages_per_minute() from public;
grant execute on function private.most_messages_per_minute() to authenticated, service_role;
revoke all on function private.complete_message() from public;
revoke all on function private.limit_messages() from public;
revoke all on function private.mark_replied() from public;

create trigger user_messages_complete
  before insert on public.user_messages
  for each row execute function private.complete_message();
create trigger user_messages_limit
  after insert on public.user_messages
  for each row execute function private.limit_messages();
create trigger user_messages_mark_replied
  after insert on public.user_messages
  for each row when (new.sender_type = 'other') execute function private.mark_replied();

comment on table private.limits is
  'One row; the operator may change it: update private.limits set upcoming_reservations = 50, messages_per_minute = 60;';
