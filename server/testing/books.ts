import type { Sql } from 'postgres';

/** What holds whatever drivers, operators and providers do, each as a query that lists what breaks it. */
const RULES = {
  'every transaction sums to zero and has two sides': `
    select t.id from public.ledger_transactions t left join public.ledger_entries e on e.transaction_id = t.id
    group by t.id having count(e.amount) < 2 or sum(e.amount) <> 0`,
  'all accounts sum to zero': 'select 1 from public.ledger_entries having sum(amount) <> 0',
  'no wallet is below zero, and each balance is the sum of its entries': `
    select p.user_id from public.profiles p
    left join public.ledger_accounts a on a.user_id = p.user_id
    left join public.ledger_entries e on e.account_id = a.id
    group by p.user_id, p.wallet_balance having p.wallet_balance < 0 or p.wallet_balance <> coalesce(sum(e.amount), 0)`,
  'the wallet of a deleted account is empty': `
    select a.id from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id
    where a.kind = 'wallet' and a.user_id is null group by a.id having sum(e.amount) <> 0`,
  'the account of refunds holds what is on its way back': `
    select 1 where
      (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
        where a.kind = 'refunds')
      <> (select coalesce(sum(amount), 0) from public.payment_refunds where finished_at is null)`,
  'what is owed by a provider is what it captured and did not give back': `
    select a.kind from public.ledger_accounts a where a.kind like 'clearing%' and
      (select coalesce(sum(e.amount), 0) from public.ledger_entries e where e.account_id = a.id)
      <> (select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0)
            - coalesce(sum(r.amount) filter (where r.is_second_capture), 0)
          from public.payment_refunds r join public.payments p on p.id = r.payment_id
          where 'clearing_' || p.provider = a.kind)
        - (select coalesce(sum(p.amount), 0) from public.payments p
          where p.captured_at is not null and 'clearing_' || p.provider = a.kind)`,
  'what is paid for a stay lies between nothing and its price, and so does the tax in it': `
    select r.id from public.reservations r join (
      select t.reservation_id, sum(e.amount) as paid, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax
      from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id
      where a.kind in ('revenue', 'tax') group by t.reservation_id
    ) p on p.reservation_id = r.id
    where p.paid not between 0 and r.total_amount or p.tax not between 0 and p.paid
      or p.paid > 0 and r.status in ('held', 'lapsed')`,
  'no stay that drivers pay is booked without its charge': `
    select r.id from public.reservations r
    where r.payment_method is not null and r.total_amount > 0 and r.status not in ('held', 'lapsed') and not exists (
      select from public.ledger_transactions t where t.reservation_id = r.id and t.kind in ('stay', 'change', 'extension'))`,
  'a captured payment for a stay has booked it or goes back': `
    select p.id from public.payments p
    where p.captured_at is not null and (p.served is null or p.purpose = 'reservation' and not p.served)
      and not exists (select from public.payment_refunds r where r.payment_id = p.id and not r.is_second_capture)`,
  'a payment says what of it went back, and whether something is on its way': `
    select p.id from public.payments p, lateral (
      select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0) as refunded,
        count(*) filter (where r.finished_at is null) as open
      from public.payment_refunds r where r.payment_id = p.id and not r.is_second_capture
    ) back
    where p.refunded <> back.refunded or back.open > 1 or (p.state = 'refunding') <> (back.open = 1)
      or p.state = 'refunded' and p.refunded <> p.amount
      or p.state = 'partly_refunded' and p.refunded not between 0.01 and p.amount - 0.01
      or p.state = 'captured' and p.refunded <> 0`,
  'each captured payment is posted once': `
    select p.id from public.payments p left join public.ledger_transactions t on t.payment_id = p.id and t.kind = 'payment'
    group by p.id having count(t.id) <> case when p.captured_at is null then 0 else 1 end`,
};

/** How many rows break each rule of the books. */
export async function countFaultsInBooks(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [rule, query] of Object.entries(RULES)) {
    const [row] = await sql.unsafe<{ faults: number }[]>(`select count(*)::int as faults from (${query}) broken`);
    counts[rule] = row?.faults ?? Number.NaN;
  }
  return counts;
}

/** The rules of the books that are broken. */
export async function findFaultsInBooks(sql: Sql): Promise<string[]> {
  const counts = await countFaultsInBooks(sql);
  return Object.keys(counts).filter((rule) => counts[rule] !== 0);
}
