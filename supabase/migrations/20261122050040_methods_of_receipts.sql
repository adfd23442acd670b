-- A receipt names all that paid: the wallet, each card and PayPal, with what each paid or got back.

alter table public.receipts
  -- [{method, paid_with, amount}] in the order of time; empty on receipts from before.
  add column paid_by jsonb not null default '[]'
    constraint receipts_paid_by_is_a_list check (jsonb_typeof(paid_by) = 'array')
    constraint receipts_paid_by_length check (length(paid_by::text) <= 20000);

comment on column public.receipts.method is 'The first of paid_by.';
comment on column public.receipts.paid_with is 'Of the first of paid_by, such as ''Visa ···· 1732''.';

-- What paid more since the last receipt of a stay, or got back for a direction of -1.
create function private.list_paid_by(stay uuid, direction numeric)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with parts as (
    select coalesce(p.method, 'wallet') as method, p.paid_with, split.amount, split.place
    from private.split_stay(stay) with ordinality as split (transaction_id, payment_id, amount, place)
    left join public.payments p on p.id = split.payment_id
    union all
    select said.method, said.paid_with, -said.amount, null
    from public.receipts r, lateral (
      select part.method, part.paid_with, part.amount
      from jsonb_to_recordset(r.paid_by) as part (method text, paid_with text, amount numeric)
      union all
      select r.method, r.paid_with, r.amount where r.paid_by = '[]'
    ) said
    where r.reservation_id = stay
  ), sums as (
    select method, paid_with, sum(amount) as amount, min(place) as place from parts group by method, paid_with
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('method', method, 'paid_with', paid_with, 'amount', amount) order by place), '[]')
  from sums where sign(amount) = direction;
$$;

create or replace function private.issue_receipt(stay_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  stay public.reservations;
  operator public.installation_settings;
  receipt public.receipts;
begin
  -- First, so that what moves money from now on queues the stay again.
  delete from private.receipts_due where reservation_id = stay_id;
  select * into stay from public.reservations where id = stay_id;
  select * into operator from public.installation_settings;

  select p.paid - coalesce(sum(r.amount), 0), p.tax - coalesce(sum(r.tax), 0)
  into receipt.amount, receipt.tax
  from private.paid_for(stay_id) p left join public.receipts r on r.reservation_id = stay_id
  group by p.paid, p.tax;
  if receipt.amount = 0 or stay.status not in ('completed', 'cancelled', 'expired') then
    return;
  end if;

  select r.id, r.tax_rate into receipt.corrects, receipt.tax_rate
  from public.receipts r where r.reservation_id = stay_id order by r.number limit 1;
  if receipt.corrects is null
    -- Each charge is rounded for itself.
    and abs(receipt.tax - round(receipt.amount * operator.tax_rate / (100 + operator.tax_rate), 2)) <= 0.05
  then
    receipt.tax_rate := operator.tax_rate;
  end if;

  receipt.paid_by := private.list_paid_by(stay_id, sign(receipt.amount));
  receipt.method := coalesce(receipt.paid_by #>> '{0,method}', stay.payment_method, 'wallet');
  receipt.paid_with := receipt.paid_by #>> '{0,paid_with}';
  select p.provider_reference into receipt.transaction_id
  from public.payments p
  where p.id in (select c.payment_id from private.paid_charges c where c.reservation_id = stay_id)
  order by p.captured_at limit 1;
  if receipt.transaction_id is null or receipt.corrects is not null then
    select t.id into receipt.transaction_id
    from public.ledger_transactions t
    where t.reservation_id = stay_id and t.kind in ('stay', 'extension', 'change', 'cancellation', 'stay_refund')
    order by t.created_at desc limit 1;
  end if;

  update private.receipt_counter set last_number = last_number + 1 returning last_number into receipt.number;
  insert into public.receipts (
    number, user_id, reservation_id, corrects, legal_name, tax_number, legal_address,
    zone_name, space_name, place, start_time, end_time, plate,
    amount, tax, tax_rate, currency, method, paid_with, paid_by, transaction_id)
  select
    receipt.number, stay.user_id, stay_id, receipt.corrects,
    coalesce(operator.legal_name, operator.app_name), operator.tax_number, operator.legal_address,
    left(s.zone_name, 200), left(s.name, 200), left(coalesce(nullif(btrim(s.location), ''), z.location), 200),
    stay.start_time, stay.end_time, stay.vehicle_plate,
    receipt.amount, receipt.tax, receipt.tax_rate, operator.currency, receipt.method, receipt.paid_with,
    receipt.paid_by, receipt.transaction_id
  from (select) as one
  left join public.parking_spaces s on s.id = stay.parking_space_id
  left join public.parking_zones z on z.id = s.zone_id
  returning * into receipt;

  if receipt.user_id is not null then
    perform private.add_notification(
      receipt.user_id, 'receipt', 'receipt ' || receipt.id,
      private.describe_stay(stay) || jsonb_build_object('receipt', private.describe_receipt(receipt)), stay_id,
      now(), now() + interval '7 days');
  end if;
end;
$$;

revoke all on function private.list_paid_by(uuid, numeric) from public;
