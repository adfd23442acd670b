-- What follows an account of the authentication service into the product's own tables.

-- definer: runs as the authentication service, which may not write the product's tables.
create function private.welcome_account()
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
    nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''),
    nullif(btrim(new.raw_user_meta_data ->> 'phone'), '')
  )
  on conflict (user_id) do nothing;
  insert into public.user_settings (user_id) values (new.id) on conflict (user_id) do nothing;
  return new;
end;
$$;

-- definer: as above.
create function private.follow_account_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set email = coalesce(new.email, '') where user_id = new.id;
  return new;
end;
$$;

-- definer: as above.
create function private.record_sign_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_activity(new.id, 'signed_in', '{}');
  return new;
end;
$$;

revoke all on function private.welcome_account() from public;
revoke all on function private.follow_account_email() from public;
revoke all on function private.record_sign_in() from public;

create trigger parqueo_welcome_account
  after insert on auth.users
  for each row execute function private.welcome_account();
create trigger parqueo_follow_account_email
  after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.follow_account_email();
create trigger parqueo_record_sign_in
  after update of last_sign_in_at on auth.users
  for each row when (old.last_sign_in_at is distinct from new.last_sign_in_at)
  execute function private.record_sign_in();

-- Accounts that were there before the product was.
insert into public.profiles (user_id, email, full_name, phone)
select id, coalesce(email, ''), nullif(btrim(raw_user_meta_data ->> 'full_name'), ''),
  nullif(btrim(raw_user_meta_data ->> 'phone'), '')
from auth.users
on conflict (user_id) do nothing;
insert into public.user_settings (user_id) select id from auth.users on conflict (user_id) do nothing;
