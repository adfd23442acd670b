-- Every text of the tables of accounts has a longest length: a caller kept 60 MB of metadata. What is too long is
-- repaired first. Names, addresses and what a provider said are shortened; rows that live for an hour or a day are
-- removed.

-- At most seven texts of 80 characters and a few flags: always below 4096 bytes, however the characters are written.
create function auth.shorten_metadata(data jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(
      key, case jsonb_typeof(value) when 'string' then to_jsonb(left(value #>> '{}', 80)) else value end),
    '{}'
  )
  from jsonb_each(data)
  where key in ('sub', 'provider_id', 'email', 'full_name', 'name', 'phone', 'provider')
      and jsonb_typeof(value) = 'string'
    or key in ('email_verified', 'phone_verified', 'providers') and octet_length(value::text) <= 128;
$$;

-- The address is kept whole: the column beside it is made of it.
update auth.identities
set identity_data = auth.shorten_metadata(identity_data)
  || jsonb_strip_nulls(jsonb_build_object('email', left(identity_data ->> 'email', 255)))
where octet_length(identity_data::text) > 4096 or length(identity_data ->> 'email') > 255;
update auth.users set raw_user_meta_data = auth.shorten_metadata(raw_user_meta_data)
where octet_length(raw_user_meta_data::text) > 4096;
update auth.users set raw_app_meta_data = auth.shorten_metadata(raw_app_meta_data)
where octet_length(raw_app_meta_data::text) > 4096;
drop function auth.shorten_metadata(jsonb);

update auth.sessions set user_agent = left(user_agent, 1024) where length(user_agent) > 1024;
update auth.mfa_factors set friendly_name = left(friendly_name, 91) || ' ' || left(id::text, 8)
where length(friendly_name) > 100;
delete from auth.one_time_tokens where length(relates_to) > 255 or length(token_hash) > 128 or length(code_hash) > 128;
delete from auth.flow_state
where length(provider_access_token) > 16384 or length(provider_refresh_token) > 16384
  or greatest(length(auth_code), length(code_challenge), length(provider_type), length(authentication_method)) > 128;

alter table auth.users
  add constraint users_raw_user_meta_data_length check (octet_length(raw_user_meta_data::text) <= 4096),
  add constraint users_raw_app_meta_data_length check (octet_length(raw_app_meta_data::text) <= 4096),
  add constraint users_phone_length check (length(phone) <= 32),
  add constraint users_phone_change_length check (length(phone_change) <= 32);
alter table auth.identities
  add constraint identities_provider_id_length check (length(provider_id) <= 255),
  add constraint identities_provider_length check (length(provider) <= 64),
  add constraint identities_identity_data_length check (octet_length(identity_data::text) <= 4096),
  add constraint identities_email_length check (length(email) <= 255);
alter table auth.sessions
  add constraint sessions_user_agent_length check (length(user_agent) <= 1024),
  add constraint sessions_tag_length check (length(tag) <= 255);
alter table auth.mfa_amr_claims
  add constraint mfa_amr_claims_authentication_method_length check (length(authentication_method) <= 64);
alter table auth.one_time_tokens
  add constraint one_time_tokens_token_hash_length check (length(token_hash) <= 128),
  add constraint one_time_tokens_code_hash_length check (length(code_hash) <= 128),
  add constraint one_time_tokens_relates_to_length check (length(relates_to) <= 255);
alter table auth.flow_state
  add constraint flow_state_auth_code_length check (length(auth_code) <= 128),
  add constraint flow_state_code_challenge_length check (length(code_challenge) <= 128),
  add constraint flow_state_provider_type_length check (length(provider_type) <= 128),
  add constraint flow_state_authentication_method_length check (length(authentication_method) <= 128),
  add constraint flow_state_provider_access_token_length check (length(provider_access_token) <= 16384),
  add constraint flow_state_provider_refresh_token_length check (length(provider_refresh_token) <= 16384);
alter table auth.mfa_factors
  add constraint mfa_factors_friendly_name_length check (length(friendly_name) <= 100),
  add constraint mfa_factors_secret_length check (length(secret) <= 512),
  add constraint mfa_factors_phone_length check (length(phone) <= 32);
alter table auth.mfa_challenges
  add constraint mfa_challenges_otp_code_length check (length(otp_code) <= 64);
