import type { Sql } from 'postgres';
import type { Actor } from './as.ts';

/** Something of this driver's in every table of money: a balance, a saved card, and a top-up on its way back. */
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
}
