-- Mail on its way: stored in the transaction that caused it, removed when the mail server has it. A mail that could not be
-- delivered for a day stays without its text, so that an operator sees it, until retention removes it.

create table parqueo_server.mail_outbox (
  id bigint generated always as identity primary key,
  -- Recipient, subject and text, encrypted with the server's key: they hold links and codes that open accounts.
  sealed_mail text
    constraint mail_outbox_sealed_mail_length check (char_length(sealed_mail) between 1 and 65536),
  attempts integer not null default 0
    constraint mail_outbox_attempts_not_negative check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- A reply code of SMTP, or the name of a fault; never the text of the error, which names the recipient.
  last_error text
    constraint mail_outbox_last_error_is_a_code check (last_error ~ '^\w+$' and char_length(last_error) <= 40),
  created_at timestamptz not null default now(),
  failed_at timestamptz,
  constraint mail_outbox_keeps_mail_until_it_failed check ((sealed_mail is null) = (failed_at is not null))
);

create index mail_outbox_by_next_attempt on parqueo_server.mail_outbox (next_attempt_at) where failed_at is null;
create index mail_outbox_by_failure on parqueo_server.mail_outbox (failed_at) where failed_at is not null;

alter table parqueo_server.mail_outbox enable row level security;
revoke all on parqueo_server.mail_outbox from public, anon, authenticated, service_role;

comment on table parqueo_server.mail_outbox is 'Mail that is still to be delivered, and mail that could not be.';
