-- When the outbox last handed a mail over, as nothing else is left of a mail that was sent.

create table parqueo_server.mail_sent (
  is_only_row boolean primary key default true
    constraint mail_sent_has_one_row check (is_only_row),
  sent_at timestamptz not null
);

alter table parqueo_server.mail_sent enable row level security;
revoke all on parqueo_server.mail_sent from public, anon, authenticated, service_role;
