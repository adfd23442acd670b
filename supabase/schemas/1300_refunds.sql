-- Refunds: money on its way from a wallet back to the card or PayPal account that it came from.
--
-- payment_refunds.state   requested ──claimed──▶ sent ──▶ succeeded | failed
--                                                 └──▶ manual ──▶ succeeded | failed
--
-- Money is given back to the wallet first (cancel_reservation, refund_reservation), and sent on where the caller asks
-- for it. A worker claims refunds that are due, tells the provider, and records the outcome. A refund that no program
-- can tell the provider of, or that is open after ten days, is manual: an administrator makes it in the provider's
-- portal. A failed refund goes back into the wallet.
--
-- A payment is `refunding` as long as a refund of it is open. Several may be open: the provider is told of the oldest
-- one first, and private.refundable() says what is left. A second capture of an order goes back too, and leaves the
-- state of the payment as it is.
--
-- Money in a wallet belongs to the payments that brought it until it is spent [ledger]. private.find_unused_payments() says
-- what is left of each.
--
-- Hooks: [notifications] tells the driver what became of a refund.

-- ## Refunds

create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  reason text check (length(reason) <= 300),
  -- The capture that is given back: that of the payment, or a second one of the same order.
  capture_reference text not null check (length(capture_reference) between 1 and 64),
  is_second_capture boolean not null default false,
  state text not null default 'requested' check (state in ('requested', 'sent', 'succeeded', 'failed', 'manual')),
  provider_reference text check (length(provider_reference) <= 64),
  -- The administrator who says that it was made in the provider's portal.
  finished_by uuid,
  error text check (length(error) <= 300),
  attempts integer not null default 0 check (attempts between 0 and 1000),
  next_attempt_at timestamptz check (isfinite(next_attempt_at)),
  -- The order in which the refunds of a payment are sent.
  created_at timestamptz not null default now() check (isfinite(created_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  constraint payment_refunds_finished_when_over check ((finished_at is not null) = (state in ('succeeded', 'failed'))));

create index payment_refunds_of_payment on public.payment_refunds (payment_id);
create index payment_refunds_due on public.payment_refunds (next_attempt_at) where next_attempt_at is not null;
-- The lists of the back office.
create index payment_refunds_manual on public.payment_refunds (created_at) where state = 'manual';
create index payment_refunds_failed on public.payment_refunds (finished_at) where state = 'failed';

call private.secure('public.payment_refunds', own => 'exists (
  select from public.payments p where p.id = payment_id and p.user_id = (select auth.uid()))');

-- A refund that an administrator made in the provider's portal.
create trigger payment_refunds_audit after update of state on public.payment_refunds
  for each row when (old.state = 'manual' and new.state is distinct from old.state)
  execute function private.audit_admin_write();

create function private.check_refund_move() returns trigger language plpgsql set search_path = ''
as $$
declare
  -- Notes of the worker and of operators.
  progress text[] := array['state', 'provider_reference', 'error', 'attempts', 'next_attempt_at', 'finished_at', 'finished_by'];
begin
  perform private.reject('Refunds are never deleted') where tg_op = 'DELETE';
  -- A worker has claimed it.
  new.state := case when new.state = 'requested' and new.attempts > old.attempts then 'sent' else new.state end;
  perform private.reject(format('A %s refund cannot become %s', old.state, new.state))
    where new.state <> old.state and (old.state, new.state) not in (
      ('requested', 'sent'), ('sent', 'succeeded'), ('sent', 'failed'), ('sent', 'manual'),
      ('manual', 'succeeded'), ('manual', 'failed')
    );
  -- The provider's reference replaces the one that an operator typed for the payment.
  if new.capture_reference <> old.capture_reference and old.finished_at is null and not old.is_second_capture
    and new.capture_reference = (select p.provider_reference from public.payments p where p.id = old.payment_id)
  then
    progress := array_append(progress, 'capture_reference');
  end if;
  perform private.reject('What a refund gives back never changes')
    where to_jsonb(new) - progress <> to_jsonb(old) - progress or old.finished_at is not null and new is distinct from old;
  return new;
end;
$$;
create trigger payment_refunds_check_move
  before update or delete on public.payment_refunds for each row execute function private.check_refund_move();

-- ## What can still be given back

-- The voids, refunds and disputes that providers list.
create table private.payment_reversals (
  provider text not null check (provider in ('azul', 'paypal')),
  -- AZUL's order and RRN, PayPal's id of the refund or of the dispute.
  reference text not null check (length(reference) between 1 and 64),
  payment_id uuid not null references public.payments (id),
  kind text not null check (kind in ('void', 'refund', 'dispute')),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  -- Whether a refund that the product asked for stands for this money.
  is_known boolean not null,
  won_at timestamptz check (isfinite(won_at)),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  primary key (provider, reference));

create index payment_reversals_of_payment on private.payment_reversals (payment_id);

-- What came in with a payment, less what went back, what is on its way and what the provider took back by itself.
create function private.refundable(payment public.payments) returns numeric language sql stable set search_path = ''
as $$
  select case when payment.captured_at is null then 0 else greatest(
    0,
    payment.amount - payment.refunded
    - (select coalesce(sum(r.amount), 0) from public.payment_refunds r
       where r.payment_id = payment.id and r.finished_at is null and not r.is_second_capture)
    - (select coalesce(sum(v.amount), 0) from private.payment_reversals v
       where v.payment_id = payment.id and not v.is_known and v.won_at is null)
  ) end;
$$;

-- What is left of the payments in a wallet, the latest first.
create function private.find_unused_payments(person uuid)
returns table (payment_id uuid, amount numeric) language sql stable set search_path = ''
as $$
  select p.id, least(u.amount, private.refundable(p))
  from public.ledger_accounts a
  join private.unused_sources u on u.account_id = a.id
  join public.payments p on p.id = u.payment_id
  where a.user_id = person and least(u.amount, private.refundable(p)) > 0 order by u.first_source desc;
$$;

-- ## Asking for a refund

-- Takes money out of the wallet for the way back. The worker tells the provider later.
-- definer, here and below: as all that post.
create function private.request_refund(
  payment public.payments, amount numeric, reason text, refund uuid default gen_random_uuid()
) returns uuid language plpgsql security definer set search_path = ''
as $$
begin
  select * into payment from public.payments where id = payment.id for no key update;
  perform private.raise_problem('refund-not-possible') where amount <= 0 or amount > private.refundable(payment);
  insert into public.payment_refunds (id, payment_id, amount, reason, capture_reference, next_attempt_at)
  values (refund, payment.id, amount, reason, payment.provider_reference, now());
  update public.payments set state = 'refunding' where id = payment.id;
  perform private.post(
    'refund_requested ' || refund, 'refund_requested',
    array[private.find_wallet(private.holder_of(payment)), private.find_account('refunds')], array[-amount, amount],
    payment.reservation_id, payment.id, reason);
  return refund;
end;
$$;

-- The captured payments of a reservation that can be given back, the latest first.
create function private.find_refundable_payments(reservation uuid)
returns setof public.payments language sql stable set search_path = ''
as $$
  select p.* from public.payments p
  where p.reservation_id = reservation and private.refundable(p) > 0
  order by p.captured_at desc;
$$;

-- Sends up to `amount` from the wallet to where the payments of a reservation came from, the latest first.
create function private.refund_to_source(reservation uuid, amount numeric, reason text)
returns void language plpgsql set search_path = ''
as $$
begin
  perform private.request_refund(p.payment, least(p.most, refund_to_source.amount - p.before), reason)
  from (
    select f as payment, private.refundable(f) as most,
      sum(private.refundable(f)) over (order by f.captured_at desc, f.id) - private.refundable(f) as before
    from private.find_refundable_payments(reservation) f
  ) p
  where p.before < refund_to_source.amount;
end;
$$;

-- Sends what is left of the payments in the wallet of a person who leaves to where they came from.
create function private.refund_wallet(person uuid) returns void language plpgsql set search_path = ''
as $$
begin
  perform private.request_refund(p, unused.amount, 'account_closed')
  from private.find_unused_payments(person) unused join public.payments p on p.id = unused.payment_id;
end;
$$;

-- Cancels as an update of the status does. With `to_source` what is given back goes on to where it was paid from.
-- An administrator says why where money goes back of one that has begun or was paid at the desk.
create function public.cancel_reservation(reservation uuid, to_source boolean default false, reason text default null)
returns public.reservations language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  balance_before numeric;
  credited numeric;
begin
  -- The response to an earlier try was lost.
  select * into reserved from public.reservations r
  where r.id = reservation and r.user_id = (select auth.uid()) and r.status = 'cancelled'
    and private.has_shown_second_factor();
  if found then
    return reserved;
  end if;
  -- A manager cancels for the drivers of the zone.
  perform private.require_duty('cancel', private.zone_of_reservation(reservation))
    from public.reservations r where r.id = reservation and r.user_id is distinct from (select auth.uid())
      and private.may('cancel', private.zone_of_reservation(reservation));
  reserved := private.lock_reservation(reservation, is_cancelled => true);
  perform private.give_reason(case when private.acts_for_operator() then reason end);
  select wallet_balance into balance_before from public.profiles where user_id = reserved.user_id for no key update;
  update public.reservations set status = 'cancelled' where id = reserved.id returning * into reserved;
  select wallet_balance - balance_before into credited from public.profiles where user_id = reserved.user_id;
  if to_source and credited > 0 then
    perform private.refund_to_source(reserved.id, credited, null);
  end if;
  return reserved;
end;
$$;

-- An administrator gives back what was paid for a reservation, or a part of it, to the wallet or on to where it came
-- from. Returns how much. A repeat with the same key changes nothing.
create function public.refund_reservation(reservation uuid, amount numeric, to_source boolean, reason text, key uuid)
returns numeric language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reserved public.reservations;
  credited numeric;
begin
  perform private.require_admin();
  perform private.require_reason(reason, key);
  select * into reserved from public.reservations where id = reservation;
  perform private.raise_problem('no-such-reservation') where reserved.id is null;
  perform private.lock_driver(coalesce(reserved.user_id, reserved.id));
  -- It may be ending at this moment, which earns what is left of it.
  select * into reserved from public.reservations where id = reservation for no key update;
  if private.is_repeat('reservation_refund ' || key, reason, amount, null, reserved.id) then
    return amount;
  end if;
  perform private.raise_problem('refund-over-paid', (select paid from private.paid_for(reserved.id))::text)
    where amount is null or amount <> round(amount, 2) or amount <= 0
      or amount > (select paid from private.paid_for(reserved.id));
  credited := private.credit_reservation(reserved, amount, 'reservation_refund', btrim(reason), key);
  if to_source and reserved.user_id is not null then
    perform private.refund_to_source(reserved.id, credited, btrim(reason));
  end if;
  return amount;
end;
$$;

-- An administrator sends what a wallet still has of a top-up back to the card or PayPal account: never cash or credits that
-- came after it was spent. A repeat with the same key changes nothing.
create function public.refund_top_up(payment uuid, amount numeric, reason text, key uuid)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  most numeric;
begin
  perform private.require_admin();
  perform private.require_reason(reason, key);
  perform private.lock_driver(p.user_id) from public.payments p where p.id = payment;
  select * into paid from public.payments p where p.id = payment for no key update;
  if exists (select from public.payment_refunds r where r.id = key and r.payment_id = paid.id) then
    return;
  end if;
  perform private.raise_problem('refund-not-possible')
    where (paid.purpose = 'top_up' and paid.captured_at is not null and paid.user_id is not null) is not true;
  perform from public.profiles p where p.user_id = paid.user_id for no key update;
  most := coalesce((select u.amount from private.find_unused_payments(paid.user_id) u where u.payment_id = paid.id), 0);
  perform private.raise_problem('refund-over-top-up', most::text)
    where amount is null or amount <> round(amount, 2) or amount <= 0 or amount > most;
  perform private.record_gift('refund', paid.user_id, amount, reason);
  perform private.request_refund(paid, amount, btrim(reason), key);
end;
$$;

-- ## Sending it to the provider

-- What the worker sends. A refund is tried for ten days.
create function public.claim_payment_refunds(most integer)
returns table (
  id uuid, payment_id uuid, provider text, provider_order text, provider_reference text, amount numeric,
  payment_amount numeric, tax numeric, currency text, captured_at timestamptz, attempts integer, refunded_before boolean
)
language sql security definer set search_path = ''
as $$
  select r.id, r.payment_id, p.provider, p.provider_order, r.capture_reference, r.amount, p.amount, p.tax, p.currency,
    p.captured_at, r.attempts, exists (
      select from public.payment_refunds other
      where other.payment_id = r.payment_id and other.id <> r.id and other.state = 'succeeded'
    )
  from private.claim(null::public.payment_refunds, most) r join public.payments p on p.id = r.payment_id;
$$;

-- `pending` and `retry` are tried again later; `manual` waits for an administrator.
create function public.finish_payment_refund(refund uuid, outcome text, provider_reference text, error text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  back public.payment_refunds;
  paid public.payments;
begin
  perform private.reject('This is no outcome of a refund')
    where outcome is null or outcome not in ('succeeded', 'pending', 'failed', 'manual', 'retry');
  perform private.lock_driver(p.user_id)
  from public.payments p join public.payment_refunds r on r.payment_id = p.id where r.id = refund;
  select p.* into paid from public.payments p
  where p.id = (select r.payment_id from public.payment_refunds r where r.id = refund) for no key update;
  select * into back from public.payment_refunds r where r.id = refund for update;
  if back.id is null or back.finished_at is not null
    -- An administrator finishes a manual refund, the worker does not.
    or back.state = 'manual' and outcome not in ('succeeded', 'failed')
  then
    return;
  elsif outcome in ('pending', 'retry') and back.created_at < now() - interval '10 days'
    -- Eight attempts are within the days of AZUL's lists that tell what an earlier attempt did.
    or outcome = 'retry' and paid.provider = 'azul' and back.attempts >= 8
  then
    outcome := 'manual';
  end if;
  update public.payment_refunds r set
    state = case when outcome in ('pending', 'retry') then 'sent' else outcome end,
    provider_reference = coalesce(left(finish_payment_refund.provider_reference, 64), r.provider_reference),
    error = case when outcome = 'succeeded' then null else left(finish_payment_refund.error, 300) end,
    next_attempt_at = case when outcome in ('pending', 'retry') then r.next_attempt_at end,
    finished_at = case when outcome in ('succeeded', 'failed') then now() end
  where r.id = refund;
  if outcome = 'succeeded' then
    perform private.post(
      'refund_completed ' || refund, 'refund_completed',
      array[private.find_account('refunds'), private.find_account('clearing_' || paid.provider)],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
  elsif outcome = 'failed' then
    -- Back into the wallet. A second capture, and what has no account or no room in it, waits for the operator.
    perform private.post(
      'refund_failed ' || refund, 'refund_failed',
      array[
        private.find_account('refunds'),
        case when not back.is_second_capture and back.amount <= private.lock_wallet_room(private.holder_of(paid))
          then private.find_wallet(private.holder_of(paid)) else private.find_account('adjustments') end
      ],
      array[-back.amount, back.amount], paid.reservation_id, paid.id, back.reason);
  end if;
  if outcome in ('succeeded', 'failed') and not back.is_second_capture then
    paid.refunded := paid.refunded + case outcome when 'succeeded' then back.amount else 0 end;
    update public.payments p set
      refunded = paid.refunded,
      state = case
        when exists (
          select from public.payment_refunds r
          where r.payment_id = paid.id and r.finished_at is null and not r.is_second_capture
        ) then 'refunding'
        when paid.refunded = paid.amount then 'refunded'
        when paid.refunded > 0 then 'partly_refunded'
        else 'captured'
      end
    where p.id = paid.id;
  end if;
end;
$$;

-- An administrator has made a refund in the provider's portal, and names its reference, or says why it cannot be made. AZUL's
-- is the order and the number (RRN) without zeros before it, as AZUL's lists have it; the order may be left out.
-- definer: only the service finishes other refunds.
create function public.finish_manual_refund(
  refund uuid, succeeded boolean, provider_reference text default null, reason text default null
) returns void language plpgsql security definer set search_path = ''
as $$
declare
  typed constant text := case when succeeded then upper(btrim(coalesce(provider_reference, ''))) end;
  paid public.payments;
  reference text := typed;
begin
  perform private.require_admin();
  -- Two administrators may type the same reference at once.
  perform pg_advisory_xact_lock(hashtext('public.finish_manual_refund'));
  select p.* into paid from public.payments p join public.payment_refunds r on r.payment_id = p.id
  where r.id = refund and r.state = 'manual';
  perform private.raise_problem('refund-not-possible') where succeeded is null or paid.id is null;
  perform private.raise_problem('own-money') where paid.user_id = (select auth.uid());
  perform private.raise_problem('reference-required') where typed !~ '^[0-9A-Z-]{4,64}$';
  if paid.provider = 'azul' then
    reference := paid.provider_order || '-' || ltrim(regexp_replace(typed, '^' || paid.provider_order || '-', ''), '0');
    perform private.raise_problem('reference-required') where reference !~ '^[0-9A-Z]+-[0-9]{3,40}$';
  end if;
  perform private.raise_problem('refund-reference-used') where exists (
    select from public.payments p left join public.payment_refunds r on r.payment_id = p.id and r.id <> refund
    where p.provider = paid.provider and reference in (upper(p.provider_reference), upper(r.provider_reference)));
  perform private.require_reason(reason) where not succeeded;
  update public.payment_refunds r set finished_by = (select auth.uid()) where r.id = refund and succeeded;
  perform public.finish_payment_refund(
    refund, case when succeeded then 'succeeded' else 'failed' end, reference, btrim(reason));
end;
$$;

-- ## Who calls these functions: drivers and administrators, and the service

grant execute on function
  public.cancel_reservation, public.refund_reservation, public.refund_top_up, public.finish_manual_refund
  to authenticated;
grant execute on function public.claim_payment_refunds, public.finish_payment_refund to service_role;
