-- A password that was chosen at a sign-up belongs to the mail of that sign-up: a link confirms the password it carries, and
-- a link that carries none, such as one to log in or to recover, removes a password that nobody has confirmed. Links from
-- before this column carry none.

alter table auth.one_time_tokens
  add column encrypted_password varchar(255);

comment on column auth.one_time_tokens.encrypted_password is
  'The digest of the password of the sign-up that this link was mailed for; null for every other link.';
