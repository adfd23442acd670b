-- The same for what the server keeps for itself. All of it is short-lived, so that what is too long is removed.

delete from parqueo_server.mailbox
where length(recipient) > 320 or length(subject) > 998 or length(text_body) > 65536 or length(html_body) > 262144;
delete from parqueo_server.rate_limits where length(key) > 512;
delete from parqueo_server.provider_visits
where length(redirect_to) > 16384
  or greatest(length(state_hash), length(browser_hash), length(provider), length(nonce), length(code_verifier)) > 128;
delete from parqueo_server.simulated_locks where length(did) > 64;

alter table parqueo_server.mailbox
  add constraint mailbox_recipient_length check (length(recipient) <= 320),
  add constraint mailbox_subject_length check (length(subject) <= 998),
  add constraint mailbox_text_body_length check (length(text_body) <= 65536),
  add constraint mailbox_html_body_length check (length(html_body) <= 262144);
alter table parqueo_server.rate_limits
  add constraint rate_limits_key_length check (length(key) <= 512);
alter table parqueo_server.provider_visits
  add constraint provider_visits_state_hash_length check (length(state_hash) <= 128),
  add constraint provider_visits_browser_hash_length check (length(browser_hash) <= 128),
  add constraint provider_visits_provider_length check (length(provider) <= 128),
  add constraint provider_visits_nonce_length check (length(nonce) <= 128),
  add constraint provider_visits_code_verifier_length check (length(code_verifier) <= 128),
  add constraint provider_visits_redirect_to_length check (length(redirect_to) <= 16384);
alter table parqueo_server.simulated_locks
  add constraint simulated_locks_did_length check (length(did) <= 64);
