-- The calendar file that goes with a mail, for the built-in mailbox.
alter table parqueo_server.mailbox
  add column calendar text
    constraint mailbox_calendar_length check (length(calendar) <= 65536);
