-- Receipts are issued with the due work: for the difference between what the ledger says was paid for a stay that is over
-- and what its receipts say. So each can be tried again, and none is issued twice.

create table private.receipts_due (
  id bigint generated always as identity primary key,
  reservation_id uuid not null
    constraint receipts_due_reservation_id_fkey references public.reservations (id),
  created_at timestamptz not null default now()
    constraint receipts_due_created_at_is_finite check (isfinite(created_at))
);

create index receipts_due_of_reservation on private.receipts_due (reservation_id);

-- A sequence would leave a gap wherever a transaction is rolled back.
create table private.receipt_counter (
  id text primary key default 'receipts'
    constraint receipt_counter_has_one_row check (id = 'receipts'),
  last_number bigint not null default 0
    constraint receipt_counter_last_number_in_range check (last_number between 0 and 999999999999)
);

insert into private.receipt_counter default values;

alter table private.receipts_due enable row level security;
alter table private.receipt_counter enable row level security;
revoke all on private.receipts_due, private.receipt_counter from public, anon, authenticated, service_role;

-- Each event has a row of its own, so that nobody waits for another transaction.

create function private.queue_receipt_of_stay()
returns trigger
language plpgsql
security definer -- definer: nobody who comes through an API writes the queue.
set search_path = ''
as $$
begin
  if exists (select from public.ledger_transactions where reservation_id = new.id) then
    insert into private.receipts_due (reservation_id) values (new.id);
  end if;
  return null;
end;
$$;

create function private.queue_receipt_of_money()
returns trigger
language plpgsql
security definer -- definer: nobody who comes through an API writes the queue.
set search_path = ''
as $$
begin
  insert into private.receipts_due (reservation_id)
  select r.id from public.reservations r
  where r.id = new.reservation_id and r.status in ('completed', 'cancelled', 'expired');
  return null;
end;
$$;

create trigger reservations_queue_receipt
  after update of status on public.reservations
  for each row when (old.status = 'active' and new.status in ('completed', 'cancelled', 'expired'))
  execute function private.queue_receipt_of_stay();
create trigger ledger_transactions_queue_receipt
  after insert on public.ledger_transactions
  for each row when (
    new.reservation_id is not null and new.kind in ('stay', 'extension', 'change', 'cancellation', 'stay_refund')
  )
  execute function private.queue_receipt_of_money();

create function private.describe_receipt(receipt public.receipts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(receipt) - 'user_id' - 'reservation_id' - 'corrects'
    || jsonb_build_object('corrects_number', (select f.number from public.receipts f where f.id = receipt.corrects));
$$;

create function private.issue_receipt(stay_id uuid)
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

  receipt.method := coalesce(stay.payment_method, 'wallet');
  if receipt.method <> 'wallet' then
    select p.paid_with, p.provider_reference into receipt.paid_with, receipt.transaction_id
    from public.payments p
    where p.reservation_id = stay_id and p.purpose = 'reservation' and p.captured_at is not null
    order by p.captured_at limit 1;
  end if;
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
    amount, tax, tax_rate, currency, method, paid_with, transaction_id)
  select
    receipt.number, stay.user_id, stay_id, receipt.corrects,
    coalesce(operator.legal_name, operator.app_name), operator.tax_number, operator.legal_address,
    left(s.zone_name, 200), left(s.name, 200), left(coalesce(nullif(btrim(s.location), ''), z.location), 200),
    stay.start_time, stay.end_time, stay.vehicle_plate,
    receipt.amount, receipt.tax, receipt.tax_rate, operator.currency, receipt.method, receipt.paid_with,
    receipt.transaction_id
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

create function private.issue_receipts()
returns void
language plpgsql
security definer -- definer: nobody who comes through an API writes receipts.
set search_path = ''
as $$
declare
  due uuid;
begin
  if not exists (select from private.receipts_due) then
    return;
  end if;
  -- One worker at a time, which knows of every receipt that was issued before.
  perform from private.receipt_counter for update skip locked;
  if not found then
    return;
  end if;
  for due in
    select oldest.reservation_id
    from (select reservation_id, id from private.receipts_due order by id limit 500) oldest
    group by oldest.reservation_id order by min(oldest.id)
  loop
    begin
      perform private.issue_receipt(due);
    exception when others then
      -- One that cannot be issued waits behind the others, which go on.
      raise warning 'no receipt for reservation %: %', due, sqlerrm;
      delete from private.receipts_due where reservation_id = due;
      insert into private.receipts_due (reservation_id) values (due);
    end;
  end loop;
end;
$$;

revoke all on function private.queue_receipt_of_stay() from public;
revoke all on function private.queue_receipt_of_money() from public;
revoke all on function private.describe_receipt(public.receipts) from public;
revoke all on function private.issue_receipt(uuid) from public;
revoke all on function private.issue_receipts() from public;

create or replace function public.run_due_work()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.lapse_holds();
  select public.expire_reservations();
  select private.free_reported_spaces();
  select public.refresh_space_status();
  select private.issue_receipts();
$$;

comment on table private.receipts_due is 'Stays that are over and whose money has moved since their last receipt.';
comment on table private.receipt_counter is 'The number of the last receipt, in one row.';
