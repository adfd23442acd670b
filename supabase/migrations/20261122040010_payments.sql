-- Payments by card (AZUL) and PayPal. The server writes them by the functions of the next migrations; drivers and
-- administrators read them. No number of a card is ever here.

create table public.saved_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint saved_cards_user_id_fkey references public.profiles (user_id) on delete cascade,
  provider text not null default 'azul'
    constraint saved_cards_provider_is_known check (provider = 'azul'),
  -- The provider's, which nobody reads but the server.
  token text not null
    constraint saved_cards_token_length check (length(token) between 1 and 100),
  brand text not null
    constraint saved_cards_brand_length check (length(brand) <= 30),
  last4 text not null
    constraint saved_cards_last4_are_digits check (length(last4) <= 4 and last4 ~ '^[0-9]{4}$'),
  expires text not null
    constraint saved_cards_expires_is_month check (length(expires) <= 6 and expires ~ '^20[0-9]{2}(0[1-9]|1[0-2])$'),
  created_at timestamptz not null default now()
    constraint saved_cards_created_at_is_finite check (isfinite(created_at)),
  constraint saved_cards_token_is_unique unique (user_id, token)
);

create table public.payments (
  id uuid primary key,
  user_id uuid
    constraint payments_user_id_fkey references public.profiles (user_id) on delete set null,
  purpose text not null
    constraint payments_purpose_is_known check (purpose in ('reservation', 'extension', 'top_up')),
  method text not null
    constraint payments_method_is_known check (method in ('card', 'paypal')),
  provider text not null
    generated always as (case method when 'card' then 'azul' else 'paypal' end) stored
    constraint payments_provider_is_known check (provider in ('azul', 'paypal')),
  reservation_id uuid
    constraint payments_reservation_id_fkey references public.reservations (id),
  -- The end that an extension is to bring, and the one that the driver saw.
  new_end timestamptz
    constraint payments_new_end_is_finite check (isfinite(new_end)),
  seen_end timestamptz
    constraint payments_seen_end_is_finite check (isfinite(seen_end)),
  amount numeric(12, 2) not null
    constraint payments_amount_in_range check (amount between 0.01 and 99999999.99),
  -- The part of the amount that is tax, for the provider's page.
  tax numeric(12, 2) not null default 0
    constraint payments_tax_in_range check (tax between 0 and amount),
  currency text not null
    constraint payments_currency_is_known check (currency in ('USD', 'DOP')),
  state text not null default 'created'
    constraint payments_state_is_known check (state in (
      'created', 'pending', 'captured', 'declined', 'abandoned', 'refunding', 'refunded', 'partly_refunded'
    )),
  -- AZUL's OrderNumber, PayPal's id of the order.
  provider_order text
    constraint payments_provider_order_length check (length(provider_order) between 1 and 64),
  -- AZUL's order and RRN, PayPal's id of the capture.
  provider_reference text
    constraint payments_provider_reference_length check (length(provider_reference) between 1 and 64),
  card_id uuid
    constraint payments_card_id_fkey references public.saved_cards (id) on delete set null,
  -- What was paid with, for receipts: 'Visa ···· 1732'.
  paid_with text
    constraint payments_paid_with_length check (length(paid_with) <= 60),
  save_card boolean not null default false,
  language text not null
    constraint payments_language_is_known check (language in ('en', 'es')),
  -- The key of the sentence that says why it was declined.
  failure text
    constraint payments_failure_length check (length(failure) <= 60),
  refunded numeric(12, 2) not null default 0
    constraint payments_refunded_in_range check (refunded between 0 and amount),
  -- Whether the money did what it was for; null as long as there is none. Else it went back or stayed in the wallet.
  served boolean,
  created_at timestamptz not null default now()
    constraint payments_created_at_is_finite check (isfinite(created_at)),
  -- Until when the reservation is held for this payment.
  expires_at timestamptz not null
    constraint payments_expires_at_is_finite check (isfinite(expires_at)),
  captured_at timestamptz
    constraint payments_captured_at_is_finite check (isfinite(captured_at)),
  checks integer not null default 0
    constraint payments_checks_in_range check (checks between 0 and 1000),
  next_check_at timestamptz
    constraint payments_next_check_at_is_finite check (isfinite(next_check_at)),
  constraint payments_paypal_takes_dollars check (method = 'card' or currency = 'USD'),
  constraint payments_purpose_has_its_stay check ((purpose = 'top_up') = (reservation_id is null)),
  constraint payments_extension_has_its_ends
    check ((purpose = 'extension') = (new_end is not null) and (new_end is null) = (seen_end is null)),
  constraint payments_captured_has_its_reference check (
    (captured_at is not null) = (state in ('captured', 'refunding', 'refunded', 'partly_refunded'))
    and (captured_at is null or provider_reference is not null and provider_order is not null)
  )
);

create unique index payments_one_of_each_order on public.payments (provider, provider_order)
  where provider_order is not null;
create unique index payments_one_of_each_capture on public.payments (provider, provider_reference)
  where provider_reference is not null;
create index payments_of_person on public.payments (user_id, created_at desc);
create index payments_of_reservation on public.payments (reservation_id) where reservation_id is not null;
create index payments_not_started on public.payments (expires_at) where state = 'created';
create index payments_to_check on public.payments (next_check_at) where next_check_at is not null;
create index payments_by_capture on public.payments (provider, captured_at) where captured_at is not null;
create index payments_of_card on public.payments (card_id) where card_id is not null;

alter table public.ledger_transactions
  add constraint ledger_transactions_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- Money on its way back to a card or a PayPal account.
create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null
    constraint payment_refunds_payment_id_fkey references public.payments (id),
  amount numeric(12, 2) not null
    constraint payment_refunds_amount_in_range check (amount between 0.01 and 99999999.99),
  reason text
    constraint payment_refunds_reason_length check (length(reason) <= 300),
  -- The capture it gives back: the payment's, or a second one of the same order.
  capture_reference text not null
    constraint payment_refunds_capture_reference_length check (length(capture_reference) between 1 and 64),
  is_second_capture boolean not null default false,
  state text not null default 'requested'
    -- manual: the provider cannot be told by a program, so an operator does it in the provider's portal.
    constraint payment_refunds_state_is_known check (state in ('requested', 'sent', 'succeeded', 'failed', 'manual')),
  provider_reference text
    constraint payment_refunds_provider_reference_length check (length(provider_reference) <= 64),
  error text
    constraint payment_refunds_error_length check (length(error) <= 300),
  attempts integer not null default 0
    constraint payment_refunds_attempts_in_range check (attempts between 0 and 1000),
  next_attempt_at timestamptz
    constraint payment_refunds_next_attempt_at_is_finite check (isfinite(next_attempt_at)),
  created_at timestamptz not null default now()
    constraint payment_refunds_created_at_is_finite check (isfinite(created_at)),
  finished_at timestamptz
    constraint payment_refunds_finished_at_is_finite check (isfinite(finished_at)),
  constraint payment_refunds_finished_when_over check ((finished_at is not null) = (state in ('succeeded', 'failed')))
);

create index payment_refunds_of_payment on public.payment_refunds (payment_id);
create index payment_refunds_due on public.payment_refunds (next_attempt_at) where next_attempt_at is not null;
create index payment_refunds_manual on public.payment_refunds (created_at) where state = 'manual';

-- What reconciliation found. An administrator looks into it and closes it.
create table public.payment_differences (
  id uuid primary key default gen_random_uuid(),
  provider text not null
    constraint payment_differences_provider_is_known check (provider in ('azul', 'paypal')),
  kind text not null
    constraint payment_differences_kind_is_known check (kind in (
      'amount', 'missing-here', 'missing-there', 'captured-twice', 'bad-signature', 'dispute', 'not-confirmed'
    )),
  payment_id uuid
    constraint payment_differences_payment_id_fkey references public.payments (id),
  provider_order text not null default ''
    constraint payment_differences_provider_order_length check (length(provider_order) <= 64),
  detail text not null default ''
    constraint payment_differences_detail_length check (length(detail) <= 300),
  created_at timestamptz not null default now()
    constraint payment_differences_created_at_is_finite check (isfinite(created_at)),
  resolved_at timestamptz
    constraint payment_differences_resolved_at_is_finite check (isfinite(resolved_at)),
  resolution text
    constraint payment_differences_resolution_length check (length(resolution) <= 300),
  constraint payment_differences_resolved_with_reason check ((resolved_at is null) = (resolution is null))
);

-- The same is found once.
create unique index payment_differences_once on public.payment_differences
  (provider, kind, provider_order, coalesce(payment_id, '00000000-0000-0000-0000-000000000000'))
  where resolved_at is null;

-- Returns and webhooks as they came, once each. Nobody reads it through an API.
create table private.payment_events (
  provider text not null
    constraint payment_events_provider_is_known check (provider in ('azul', 'paypal')),
  event_id text not null
    constraint payment_events_event_id_length check (length(event_id) between 1 and 200),
  payment_id uuid
    constraint payment_events_payment_id_fkey references public.payments (id),
  kind text not null
    constraint payment_events_kind_length check (length(kind) <= 80),
  body text not null
    constraint payment_events_body_length check (length(body) <= 16000),
  received_at timestamptz not null default now()
    constraint payment_events_received_at_is_finite check (isfinite(received_at)),
  primary key (provider, event_id)
);

create index payment_events_of_payment on private.payment_events (payment_id) where payment_id is not null;

-- The moves that a payment can make. What a provider says is true beats what was believed before.
create table private.payment_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state),
  constraint payment_moves_states_length check (length(from_state) <= 20 and length(to_state) <= 20)
);

insert into private.payment_moves (from_state, to_state) values
  ('created', 'pending'), ('created', 'abandoned'),
  ('pending', 'captured'), ('pending', 'declined'), ('pending', 'abandoned'),
  ('declined', 'captured'), ('abandoned', 'captured'), ('abandoned', 'declined'),
  ('captured', 'refunding'), ('partly_refunded', 'refunding'),
  ('refunding', 'refunded'), ('refunding', 'partly_refunded'), ('refunding', 'captured');

alter table private.payment_events enable row level security;
alter table private.payment_moves enable row level security;
revoke all on private.payment_events, private.payment_moves from public, anon, authenticated, service_role;

create function private.check_payment_move()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.state <> old.state
    and not exists (select from private.payment_moves where from_state = old.state and to_state = new.state)
  then
    raise exception 'A % payment cannot become %', old.state, new.state using errcode = 'check_violation';
  elsif (new.id, new.purpose, new.method, new.reservation_id, new.amount, new.currency, new.created_at)
      is distinct from (old.id, old.purpose, old.method, old.reservation_id, old.amount, old.currency, old.created_at)
    or new.user_id is distinct from old.user_id and new.user_id is not null
    or old.captured_at is not null
      and (new.captured_at, new.provider_reference) is distinct from (old.captured_at, old.provider_reference)
    or old.provider_order is not null and new.provider_order is distinct from old.provider_order
  then
    raise exception 'What a payment is for never changes' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

revoke all on function private.check_payment_move() from public;

create trigger payments_check_move
  before update on public.payments for each row execute function private.check_payment_move();

alter table public.saved_cards enable row level security;
alter table public.payments enable row level security;
alter table public.payment_refunds enable row level security;
alter table public.payment_differences enable row level security;
revoke all on public.saved_cards, public.payments, public.payment_refunds, public.payment_differences
  from public, anon, authenticated, service_role;
grant select on public.payments, public.payment_refunds, public.payment_differences to authenticated, service_role;
grant select (id, user_id, provider, brand, last4, expires, created_at) on public.saved_cards to authenticated;
grant delete on public.saved_cards to authenticated;
grant select on public.saved_cards to service_role;
grant update (resolved_at, resolution) on public.payment_differences to authenticated;

create policy drivers_read_own_cards on public.saved_cards
  for select to authenticated using (user_id = (select auth.uid()));
create policy drivers_remove_own_cards on public.saved_cards
  for delete to authenticated using (user_id = (select auth.uid()));
create policy people_show_second_factor on public.saved_cards
  as restrictive to authenticated using ((select private.has_shown_second_factor()));
create policy suspended_drivers_remove_no_cards on public.saved_cards
  as restrictive for delete to authenticated using ((select private.require_unsuspended()));

create policy drivers_read_own_payments on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
create policy admins_read_payments on public.payments
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.payments
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create policy drivers_read_own_refunds on public.payment_refunds
  for select to authenticated using (exists (
    select from public.payments p where p.id = payment_id and p.user_id = (select auth.uid())
  ));
create policy admins_read_refunds on public.payment_refunds
  for select to authenticated using ((select private.is_admin()));
create policy people_show_second_factor on public.payment_refunds
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create policy admins_read_differences on public.payment_differences
  for select to authenticated using ((select private.is_admin()));
create policy admins_resolve_differences on public.payment_differences
  for update to authenticated
  using ((select private.is_admin()) and resolved_at is null) with check ((select private.is_admin()));
create policy people_show_second_factor on public.payment_differences
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

create trigger payment_differences_audit
  after insert or update or delete on public.payment_differences
  for each row execute function private.audit_admin_write();

comment on table public.saved_cards is 'Cards that a provider keeps for a driver, by its token.';
comment on table public.payments is 'Each try to pay. Its state moves forward only, by private.payment_moves.';
comment on table public.payment_refunds is 'Money on its way back to the card or PayPal account that it came from.';
comment on table public.payment_differences is 'What the provider''s record and ours disagree about, until somebody resolves it.';
