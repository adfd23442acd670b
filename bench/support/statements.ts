import { randomUUID } from 'node:crypto';
import { writeAzulStatement, writePayPalStatement } from '../../simulators/testing/statements.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readStatement } from '../../web/money/month/read-statement.ts';

/** Imports the statements of both simulated providers as this administrator, and posts them; what clearing holds then. */
export async function settleAll(
  sql: Sql,
  admin: string,
): Promise<{ lines: number; differences: number; clearing: number }> {
  const paypal = await writePayPalStatement(sql);
  const files = [
    { text: await writeAzulStatement(sql), deposit: null },
    { text: paypal.text, deposit: paypal.deposit },
  ];
  let lines = 0;
  let differences = 0;
  for (const [index, { text, deposit }] of files.entries()) {
    const { lines: rows, ...read } = await readStatement(new File([text], `statement-${index}.csv`));
    const id = randomUUID();
    const statement = { ...read, id, deposit: deposit ?? read.deposit, deposit_date: read.period_end };
    await sql.begin(async (tx) => {
      const claims = JSON.stringify({ sub: admin, role: 'authenticated', aal: 'aal1' });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      await tx`set local role authenticated`;
      await tx`select public.import_settlement(${tx.json(statement)}, ${tx.json(rows)})`;
      await tx`select public.post_settlement(${id})`;
    });
    const [stored] = await sql<{ lines: number; differences: number }[]>`
      select count(*)::int as lines, count(difference_id)::int as differences
      from public.settlement_lines where settlement_id = ${id}`;
    lines += stored?.lines ?? 0;
    differences += stored?.differences ?? 0;
  }
  const [held] = await sql<{ clearing: number }[]>`
    select coalesce(sum(abs(balance)), 0)::float as clearing from (
      select sum(e.amount) as balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
      where a.kind like 'clearing%' group by a.id) accounts`;
  return { lines, differences, clearing: held?.clearing ?? Number.NaN };
}
