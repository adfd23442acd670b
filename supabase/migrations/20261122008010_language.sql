-- The language that a person chose, as a BCP 47 tag; null until the web app first shows the account.
alter table public.user_settings
  add column language text
    constraint user_settings_language_is_a_tag
      check (char_length(language) <= 6 and language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
grant update (language) on public.user_settings to authenticated;
