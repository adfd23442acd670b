-- Texts about people have a longest length, the one of domain/text-limits.ts; a bio of 200 KB reached every
-- administrator's screen. What is longer is cut off.

update public.profiles set
  email = left(email, 255), full_name = left(full_name, 80), phone = left(phone, 32), bio = left(bio, 300),
  wallet_settings = case when octet_length(wallet_settings::text) <= 4096 then wallet_settings else '{}' end
where length(email) > 255 or length(full_name) > 80 or length(phone) > 32 or length(bio) > 300
  or octet_length(wallet_settings::text) > 4096;
update public.user_messages set message = left(btrim(message), 1000) where length(message) > 1000;
update public.user_activity set activity_type = left(activity_type, 64), activity_data = '{}'
where length(activity_type) > 64 or octet_length(activity_data::text) > 4096;

alter table public.profiles
  add constraint profiles_email_length check (length(email) <= 255),
  add constraint profiles_full_name_length check (length(full_name) <= 80),
  add constraint profiles_phone_length check (length(phone) <= 32),
  add constraint profiles_bio_length check (length(bio) <= 300),
  add constraint profiles_wallet_settings_length check (octet_length(wallet_settings::text) <= 4096);
alter table public.user_messages
  add constraint user_messages_message_length check (length(message) <= 1000);
alter table public.user_activity
  add constraint user_activity_activity_type_length check (length(activity_type) <= 64),
  add constraint user_activity_activity_data_length check (octet_length(activity_data::text) <= 4096);

-- definer: runs as the authentication service, which may not write the product's tables. What somebody signs up with is
-- shortened here, as an account without a profile would be no account.
create or replace function private.welcome_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.profiles (user_id, email, full_name, phone)
  values (
    new.id,
    coalesce(new.email, ''),
    left(nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''), 80),
    left(nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''), 32)
  )
  on conflict (user_id) do nothing;
  insert into public.user_settings (user_id) values (new.id) on conflict (user_id) do nothing;
  return new;
end;
$$;

-- Supabase owns its table of accounts, where nobody else may add a constraint; a trigger is allowed there.
create function private.limit_user_metadata()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- What is too long from before may stay, or shrink.
  if octet_length(new.raw_user_meta_data::text) > 4096
    and (tg_op = 'INSERT' or octet_length(new.raw_user_meta_data::text) > octet_length(old.raw_user_meta_data::text))
  then
    raise exception 'User metadata takes at most 4096 bytes' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

revoke all on function private.limit_user_metadata() from public;

do $$
begin
  if not exists (select from pg_constraint where conname = 'users_raw_user_meta_data_length') then
    create trigger parqueo_limit_user_metadata
      before insert or update of raw_user_meta_data on auth.users
      for each row execute function private.limit_user_metadata();
  end if;
end;
$$;
