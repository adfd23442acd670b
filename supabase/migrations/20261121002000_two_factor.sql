-- `two_factor_enabled` shows what the authentication service knows: whether the person has a verified second factor.

-- definer: runs as the authentication service, which may not write the product's tables.
create function private.follow_second_factor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  update public.user_settings settings
  set two_factor_enabled = verified.any_factor
  from (
    select exists (
      select from auth.mfa_factors where user_id = person and status::text = 'verified'
    ) as any_factor
  ) verified
  where settings.user_id = person and settings.two_factor_enabled is distinct from verified.any_factor;
  return null;
end;
$$;

revoke all on function private.follow_second_factor() from public;

-- Hosted Supabase may refuse triggers on this table; the product runs without, the setting then stays as it is.
do $$
begin
  create trigger parqueo_follow_second_factor
    after insert or delete or update of status on auth.mfa_factors
    for each row execute function private.follow_second_factor();
exception
  when insufficient_privilege or undefined_table then
    raise notice 'two_factor_enabled does not follow second factors here: %', sqlerrm;
end;
$$;

-- Factors that were there before the trigger was.
do $$
begin
  update public.user_settings settings set two_factor_enabled = true
  where not two_factor_enabled and exists (
    select from auth.mfa_factors where user_id = settings.user_id and status::text = 'verified'
  );
exception
  when insufficient_privilege or undefined_table then
    raise notice 'second factors that are there already are not shown: %', sqlerrm;
end;
$$;
