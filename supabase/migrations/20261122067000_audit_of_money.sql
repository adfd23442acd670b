-- What administrators do with drivers' money stands in the audit log too, with the reason. The balance before and after is in
-- the entry of the profile.

-- definer: nobody writes the log.
create function private.audit_posting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_admin() then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
    select
      (select auth.uid()), 'insert', case t.kind when 'adjustment' then 'wallet_adjustments' else 'wallet_refunds' end,
      a.user_id,
      jsonb_build_object(
        'user_id', a.user_id, 'amount', new.amount, 'reason', t.reason, 'reservation_id', t.reservation_id)
    from public.ledger_accounts a, public.ledger_transactions t
    where a.id = new.account_id and a.user_id is not null
      and t.id = new.transaction_id and t.kind in ('adjustment', 'stay_refund');
  end if;
  return null;
end;
$$;

revoke all on function private.audit_posting() from public;

create trigger ledger_entries_audit
  after insert on public.ledger_entries
  for each row execute function private.audit_posting();

-- A refund that an administrator made in the provider's portal.
create trigger payment_refunds_audit
  after update of state on public.payment_refunds
  for each row when (old.state = 'manual' and new.state is distinct from old.state)
  execute function private.audit_admin_write();
