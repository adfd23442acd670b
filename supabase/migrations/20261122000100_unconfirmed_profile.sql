-- Somebody else may have signed up with an address before its owner came. Until the address is confirmed the profile says
-- what the newest sign-up says, so that the owner does not get a stranger's name and phone number.

-- definer: runs as the authentication service, which may not write the product's tables.
create function private.follow_unconfirmed_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set
    full_name = nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''),
    phone = nullif(btrim(new.raw_user_meta_data ->> 'phone'), '')
  where user_id = new.id;
  return new;
end;
$$;

revoke all on function private.follow_unconfirmed_account() from public;

create trigger parqueo_follow_unconfirmed_account
  after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null and not old.is_anonymous
    and (
      old.raw_user_meta_data ->> 'full_name' is distinct from new.raw_user_meta_data ->> 'full_name'
      or old.raw_user_meta_data ->> 'phone' is distinct from new.raw_user_meta_data ->> 'phone'
    )
  )
  execute function private.follow_unconfirmed_account();
