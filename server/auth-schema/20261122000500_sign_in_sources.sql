-- From where accounts signed in with their password: a browser, by its cookie, or a network address. Guesses that come from
-- elsewhere never use up their attempts.

create table parqueo_server.sign_in_sources (
  -- A digest under SECRET_KEY of the account's address with the cookie or the network address.
  source_hash text not null primary key
    constraint sign_in_sources_hash_is_digest check (length(source_hash) <= 64 and source_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null
    constraint sign_in_sources_user_id_fkey references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now()
);

create index sign_in_sources_user_id_idx on parqueo_server.sign_in_sources (user_id, last_used_at);
create index sign_in_sources_by_age on parqueo_server.sign_in_sources (last_used_at);

comment on table parqueo_server.sign_in_sources is 'Browsers and networks that accounts signed in from; digests only.';
