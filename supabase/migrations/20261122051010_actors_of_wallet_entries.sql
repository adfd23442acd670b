-- Administrators read which of them moved a wallet. Drivers do not: for them the column is empty.

create function private.find_actor_email(entry uuid)
returns text
language sql
stable
security definer -- definer: a grant of the column would be one for drivers too.
set search_path = ''
as $$
  select u.email
  from public.ledger_transactions t join auth.users u on u.id = t.actor_id
  where t.id = entry and (select private.is_admin());
$$;

revoke all on function private.find_actor_email(uuid) from public;
grant execute on function private.find_actor_email(uuid) to authenticated, service_role;

create or replace view public.wallet_entries with (security_invoker = true) as
  select
    t.id, a.user_id, e.amount, t.kind, t.reason, t.created_at, t.reservation_id, t.payment_id,
    private.find_actor_email(t.id) as actor_email
  from public.ledger_entries e
  join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id
  where a.kind = 'wallet';
