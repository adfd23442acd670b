-- The profile of an account that nobody confirmed follows its newest sign-up within the lengths that a profile takes, as
-- private.welcome_account() does.

-- definer: runs as the authentication service, which may not write the product's tables.
create or replace function private.follow_unconfirmed_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set
    full_name = left(nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''), 80),
    phone = left(nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''), 32)
  where user_id = new.id;
  return new;
end;
$$;
