-- A message has something to see: one of invisible characters alone is blank. More than one empty line in a row becomes one, so that a
-- message is no longer than its words. The length is checked first, as the expressions take long on a long text.

create or replace function private.complete_message()
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
