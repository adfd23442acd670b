import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Actor } from './as.ts';

/**
 * Something of this driver's in every table of money: a balance, a saved card, a top-up on its way back, and the charge
 * and receipt of a reservation.
 */
export async function createMoneyRows(sql: Sql, { id }: Actor): Promise<void> {
  await sql`update public.profiles set wallet_balance = 25 where user_id = ${id}`;
  await sql`
    insert into public.saved_cards (user_id, token, brand, last4, expires)
    values (${id}, ${`token-${id}`}, 'Visa', '1732', '203012')`;
  await sql`
    with payment as (
      insert into public.payments (
        id, user_id, purpose, method, amount, currency, state, provider_order, provider_reference, language, expires_at,
        captured_at)
      values (
        gen_random_uuid(), ${id}, 'top_up', 'card', 10, 'USD', 'refunding', left(${`order-${id}`}, 64),
        left(${`capture-${id}`}, 64), 'en', now(), now())
      returning id, provider_reference
    ), refund as (
      insert into public.payment_refunds (payment_id, amount, capture_reference)
      select id, 10, provider_reference from payment
    )
    insert into public.payment_differences (provider, kind, payment_id) select 'azul', 'amount', id from payment`;
  await sql`
    select private.post(
      'reservation ' || id, 'reservation', array[private.find_account('deferred'), private.find_account('adjustments')], array[5, -5], id)
    from public.reservations where user_id = ${id} limit 1`;
  await sql`
    insert into public.receipts (
      number, user_id, reservation_id, legal_name, start_time, end_time, plate, amount, tax, currency, method,
      paid_by, transaction_id)
    select (select count(*) + 1 from public.receipts), user_id, id, 'Parqueo', start_time, end_time, 'A123456', 5, 0, 'USD',
      'wallet', '[{"method": "wallet", "paid_with": null, "amount": 5}]', 'paid'
    from public.reservations where user_id = ${id} limit 1`;
}
