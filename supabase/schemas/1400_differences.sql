-- Differences: where the records of a provider and those of the product disagree, until somebody resolves it.
--
-- The worker compares each finished day of each provider, and again later (claim_comparison, list_captures,
-- finish_comparison), and records what differs; so do payments and webhooks. The same difference is recorded once. An
-- administrator resolves it with a sentence. What the product repairs by itself gets an outcome.
--
-- The worker calls record_reversal() for each void, refund and dispute that a provider lists. Money that no refund of the
-- product asked for moves from what the provider owes to the account of disputes.
--
-- Hooks: [payments] calls note_capture() for each capture; [settlements] posts what a dispute has lost.

create table public.payment_differences (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('azul', 'paypal')),
  kind text not null check (kind in (
    'amount', 'missing-here', 'missing-there', 'captured-twice', 'bad-signature', 'dispute',
    -- A refund or a void that nobody asked for here.
    'refunded-there',
    -- AZUL has approved something that is no sale.
    'not-a-sale',
    -- The provider could not be asked about an order. The detail says why; it is empty where the provider is never asked.
    'not-confirmed',
    -- Only AZUL's signed return says that it was paid.
    'unverified',
    -- A line of a provider's statement that says more than the books, or something that they do not have [settlements].
    'settlement'
  )),
  payment_id uuid references public.payments (id),
  provider_order text not null default '' check (length(provider_order) <= 64),
  -- The reference of the reversal, for disputes and for what was refunded there.
  detail text not null default '' check (length(detail) <= 300),
  amount numeric(12, 2) check (amount between 0 and 99999999.99),
  -- How many messages with a wrong signature the row stands for.
  times integer not null default 1 check (times between 1 and 1000000),
  -- Whether money is, or may be, in the wrong place.
  is_alarm boolean not null
    generated always as (kind <> 'unverified' and not (kind = 'not-confirmed' and detail = '')) stored,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  resolved_at timestamptz check (isfinite(resolved_at)),
  resolution text check (length(resolution) <= 300),
  -- What the product did about it by itself.
  outcome text check (outcome in ('repaired', 'verified', 'won', 'lost')),
  constraint payment_differences_resolved_with_reason
    check ((resolved_at is null) = (resolution is null and outcome is null)));

-- A difference is open once. An order may have several reversals.
create unique index payment_differences_once on public.payment_differences
  (provider, kind, provider_order, coalesce(payment_id, '00000000-0000-0000-0000-000000000000'),
   (case when kind in ('dispute', 'refunded-there', 'settlement') and amount is not null then detail else '' end))
  where resolved_at is null;
create index payment_differences_by_order on public.payment_differences (provider, kind, provider_order);
create index payment_differences_by_time on public.payment_differences (created_at desc, id);
create index payment_differences_open on public.payment_differences (created_at desc) where resolved_at is null;
create index payment_differences_of_payment on public.payment_differences (payment_id) where payment_id is not null;

call private.secure('public.payment_differences', own => null, is_audited => true);
grant update (resolved_at, resolution) on public.payment_differences to authenticated;

create policy admins_resolve_differences on public.payment_differences for update to authenticated
  using ((select private.is_admin()) and resolved_at is null) with check ((select private.is_admin()));

-- What somebody has resolved is not recorded again when its day is compared again.
-- definer: the service writes no differences by itself.
create function public.record_difference(
  provider text, kind text, payment uuid, provider_order text, detail text, amount numeric default null
) returns void language sql security definer set search_path = ''
as $$
  insert into public.payment_differences (provider, kind, payment_id, provider_order, detail, amount)
  select said.*
  from (
    select provider, kind, (select p.id from public.payments p where p.id = payment),
      left(coalesce(provider_order, ''), 64), left(coalesce(detail, ''), 300), amount
  ) as said (provider, kind, payment_id, provider_order, detail, amount)
  where not exists (
    select from public.payment_differences known
    where (known.provider, known.kind, known.provider_order, known.detail)
        = (said.provider, said.kind, said.provider_order, said.detail)
      and known.payment_id is not distinct from said.payment_id)
  on conflict do nothing;
$$;

-- Counts a message that its provider has not signed. Anybody can send such messages: a provider has one open alarm of
-- them, a new one comes an hour after the last one at the earliest, and nothing of what they say is kept. The payment is
-- the one that the first of them named.
-- definer: the service writes no differences by itself.
create function public.record_forgery(provider text, payment uuid default null)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.forgeries ' || provider));
  update public.payment_differences d set times = least(d.times + 1, 1000000), detail = '× ' || least(d.times + 1, 1000000)
  where d.id = (
    select known.id from public.payment_differences known
    where known.provider = record_forgery.provider and known.kind = 'bad-signature'
      and (known.resolved_at is null or known.created_at > now() - interval '1 hour')
    order by known.created_at desc limit 1
  );
  if not found then
    perform public.record_difference(record_forgery.provider, 'bad-signature', p.id, p.provider_order, '× 1')
    from (select) as one left join public.payments p on p.id = record_forgery.payment;
  end if;
end;
$$;

-- definer: it reads who posted.
create function private.resolve_difference() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  new.resolution := btrim(new.resolution);
  perform private.require_reason(new.resolution) where new.outcome is null;
  -- Nobody explains away what they typed themselves.
  perform private.raise_problem('difference-is-own') where new.outcome is null and (
    exists (select from public.payment_refunds r where r.payment_id = new.payment_id and r.finished_by = (select auth.uid()))
    or exists (select from public.ledger_transactions t
      where t.payment_id = new.payment_id and t.kind = 'payment' and t.actor_id = (select auth.uid())));
  new.resolved_at := now();
  return new;
end;
$$;
create trigger payment_differences_resolve before update of resolution, resolved_at, outcome on public.payment_differences
  for each row execute function private.resolve_difference();

-- A capture resolves differences of its payment: a lost sale is found, and a sale that only a return spoke for is
-- verified. `payment` is the row before this call where the capture was known already.
create function private.note_capture(payment public.payments, reference text, cause text)
returns void language plpgsql set search_path = ''
as $$
begin
  if cause = 'return' and payment.provider = 'azul' then
    perform public.record_difference(
      payment.provider, 'unverified', payment.id, payment.provider_order, reference, payment.amount);
  elsif cause = 'comparison' and payment.captured_by = cause then
    perform public.record_difference(
      payment.provider, 'missing-here', payment.id, payment.provider_order, reference, payment.amount);
  end if;
  update public.payment_differences d set
    outcome = case d.kind when 'unverified' then 'verified' else 'repaired' end, amount = payment.amount
  where d.payment_id = payment.id and d.resolved_at is null
    and (d.kind in ('missing-here', 'not-confirmed') or d.kind = 'unverified' and cause not in ('return', 'operator'));
end;
$$;

-- ## What a provider takes back

-- The provider owes the money of a dispute again that was won.
create function private.win_reversal(reversal private.payment_reversals)
returns void language plpgsql set search_path = ''
as $$
begin
  update private.payment_reversals v set won_at = now()
  where (v.provider, v.reference) = (reversal.provider, reversal.reference);
  perform private.post(
    'dispute_won ' || reversal.provider || ' ' || reversal.reference, 'disputed',
    array[private.find_account('clearing_' || reversal.provider), private.find_account(case when exists (
      select from public.ledger_transactions t
      where t.key = 'dispute_lost ' || reversal.provider || ' ' || reversal.reference) then 'losses' else 'disputes' end)],
    array[-reversal.amount, reversal.amount],
    (select p.reservation_id from public.payments p where p.id = reversal.payment_id), reversal.payment_id);
end;
$$;

-- The provider lists a void, a refund or a dispute of an order, or of the capture with this reference. Without a
-- currency it has that of the payment. The wallet stays as it is: an operator decides. Null while a dispute is open.
create function public.record_reversal(
  provider text, provider_order text, reference text, kind text, amount numeric, currency text, is_won boolean default null
) returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  paid public.payments;
  known private.payment_reversals;
  refund_of uuid;
begin
  select r.payment_id into refund_of
  from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = record_reversal.provider and r.provider_reference = reference limit 1;
  select * into paid from public.payments p
  where p.id = refund_of or refund_of is null and p.provider = record_reversal.provider
    and record_reversal.provider_order in (p.provider_order, p.provider_reference)
  for no key update;
  -- The operator may sell elsewhere with the same account of PayPal.
  if paid.id is null and provider = 'paypal' then
    return;
  elsif paid.captured_at is null
    or (paid.amount < amount or paid.currency <> coalesce(currency, paid.currency)) is not false
  then
    perform public.record_difference(
      provider, 'refunded-there', paid.id, provider_order, reference, least(abs(amount), 99999999.99));
    return;
  end if;
  select * into known from private.payment_reversals v
  where (v.provider, v.reference) = (record_reversal.provider, record_reversal.reference);
  if known.reference is null then
    insert into private.payment_reversals (provider, reference, payment_id, kind, amount, is_known)
    -- The reference of a refund is unknown if its response was lost, or if an operator made it in the portal.
    values (provider, reference, paid.id, kind, amount, is_won is true or refund_of is not null or record_reversal.kind <> 'dispute' and (
      (select count(*) from public.payment_refunds r
       where r.payment_id = paid.id and r.amount = record_reversal.amount and r.state <> 'failed')
        > (select count(*) from private.payment_reversals v
           where v.payment_id = paid.id and v.amount = record_reversal.amount and v.is_known and v.kind <> 'dispute')
      -- A lost dispute may show up again as a refund of at most its amount.
      or coalesce(
        (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.payment_id = paid.id and r.state <> 'failed')
          + (select sum(v.amount) from private.payment_reversals v
             where v.payment_id = paid.id and v.kind = 'dispute' and not v.is_known and v.won_at is null)
          >= record_reversal.amount + (select coalesce(sum(v.amount), 0) from private.payment_reversals v
                   where v.payment_id = paid.id and v.kind <> 'dispute' and v.is_known), false)
    )) returning * into known;
    update public.payment_differences d set outcome = 'repaired'
    where d.payment_id = paid.id and d.detail = reference and d.kind = 'missing-there' and d.resolved_at is null;
    if known.is_known then
      return;
    end if;
    perform private.post(
      'disputed ' || provider || ' ' || reference, 'disputed',
      array[private.find_account('disputes'), private.find_account('clearing_' || provider)], array[-amount, amount],
      paid.reservation_id, paid.id);
    perform public.record_difference(
      provider, case kind when 'dispute' then kind else 'refunded-there' end, paid.id, paid.provider_order, reference, amount);
  end if;
  perform private.win_reversal(known) where is_won and not known.is_known and known.won_at is null;
  update public.payment_differences d set outcome = case when is_won then 'won' else 'lost' end
  where d.payment_id = paid.id and d.detail = reference and d.kind = 'dispute' and d.resolved_at is null and is_won is not null;
end;
$$;

-- An administrator has read at the provider that a dispute was won.
-- definer: only the service posts.
create function public.win_dispute(difference uuid, resolution text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  reversal private.payment_reversals;
begin
  perform private.require_admin();
  select v.* into reversal
  from public.payment_differences d join private.payment_reversals v on v.provider = d.provider and v.reference = d.detail
  where d.id = difference and d.kind = 'dispute' and d.resolved_at is null and v.won_at is null for update;
  perform private.raise_problem('dispute-not-open') where reversal.reference is null;
  perform private.win_reversal(reversal);
  update public.payment_differences d set resolution = win_dispute.resolution where d.id = difference;
end;
$$;

-- ## The daily comparison

-- When each day was last compared.
create table private.payment_comparisons (
  provider text not null check (provider in ('azul', 'paypal')),
  day date not null check (isfinite(day)),
  started_at timestamptz not null default now() check (isfinite(started_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  primary key (provider, day));

-- A day of Santo Domingo to compare, or null: each day once it is over, and again a day, a week, a month and three months
-- later, since providers take money back late.
create function public.claim_comparison(provider text) returns date language sql security definer set search_path = ''
as $$
  insert into private.payment_comparisons as c (provider, day)
  select claim_comparison.provider, d.day
  from private.list_days(
    greatest(
      (select private.country_day(min(p.captured_at)) from public.payments p where p.provider = claim_comparison.provider),
      private.country_day(now()) - 91
    ), private.country_day(now()) - 1
  ) d
  left join private.payment_comparisons known on known.provider = claim_comparison.provider and known.day = d.day
  where exists (select from public.payments p where p.provider = claim_comparison.provider and p.captured_at is not null)
    and (known.day is null or known.started_at <= now() - interval '1 hour' or known.finished_at >= known.started_at)
    and (
      known.finished_at is null
      or exists (
        select from unnest(array[2, 8, 31, 91]) as age
        where private.country_day(now()) >= d.day + age and private.country_day(known.finished_at) < d.day + age
      )
    )
  order by known.finished_at is not null, d.day limit 1
  on conflict (provider, day) do update set started_at = now()
    where c.started_at <= now() - interval '1 hour' or c.finished_at >= c.started_at
  returning day;
$$;

create function public.list_captures(provider text, day date)
returns table (
  payment_id uuid, provider_order text, provider_reference text, amount numeric, currency text, captured_by text
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.provider_order, p.provider_reference, p.amount, p.currency, p.captured_by
  from public.payments p
  where p.provider = list_captures.provider and private.is_in_days(p.captured_at, day, day);
$$;

-- Orders that were begun that day and are not paid.
create function public.list_unpaid(provider text, day date)
returns setof jsonb language sql stable security definer set search_path = ''
as $$
  select private.describe_payment(p) from public.payments p
  where p.provider = list_unpaid.provider and p.provider_order is not null and p.state in ('declined', 'abandoned')
    and private.is_in_days(p.created_at, day, day);
$$;

-- The orders of refunds that somebody says to have made in the portal that day.
create function public.list_refunds_by_hand(provider text, day date)
returns setof text language sql stable security definer set search_path = ''
as $$
  select p.provider_order from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = list_refunds_by_hand.provider and r.finished_by is not null
    and private.is_in_days(r.finished_at, day, day);
$$;

-- Where the provider has listed nothing under the reference that somebody typed, it is a difference.
create function public.finish_comparison(provider text, day date)
returns void language sql security definer set search_path = ''
as $$
  select public.record_difference(
    p.provider, 'missing-there', p.id, p.provider_order, r.provider_reference, r.amount)
  from public.payment_refunds r join public.payments p on p.id = r.payment_id
  where p.provider = finish_comparison.provider and r.finished_by is not null
    and private.is_in_days(r.finished_at, day, day)
    and not exists (
      select from private.payment_reversals v where (v.provider, v.reference) = (p.provider, r.provider_reference));
  update private.payment_comparisons c set finished_at = now()
  where (c.provider, c.day) = (finish_comparison.provider, finish_comparison.day);
$$;

-- ## Who calls these functions: the service; an administrator wins a dispute

grant execute on function
  public.record_difference, public.record_forgery, public.record_reversal, public.claim_comparison, public.list_captures,
  public.list_unpaid, public.list_refunds_by_hand, public.finish_comparison to service_role;
grant execute on function public.win_dispute to authenticated;
