-- A sender's name stands in front of the address, where many mail programs show nothing else: it is no address itself and
-- has no invisible characters.

alter table public.installation_settings
  add constraint installation_settings_email_from_name_is_no_address
    check (email_from_name !~ '[@<>"\\\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]');
