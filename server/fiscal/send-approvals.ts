import type { Sql } from 'postgres';
import * as z from 'zod';
import { daySchema } from '../../domain/fiscal/fiscal-document.ts';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { AuthorityError, type FiscalAuthority, type Receipt } from './authority.ts';

const BATCH = 20;

/** A row of fiscal_approvals with the document that it is about. */
const approvalSchema = z.object({
  received_id: z.uuid(),
  issuer: z.string(),
  encf: z.string(),
  issued_on: daySchema,
  amount: amountSchema,
  buyer: z.string(),
  reason: z.string().nullable(),
  is_issuer_told: z.boolean(),
  created_at: z.coerce.date(),
});

type ApprovalWork = { sql: Sql; authority: FiscalAuthority; report: (error: unknown, encf: string) => void };

/** Tells the issuer and then DGII what the operator decided on a document. Who was told is not told again. */
export async function sendApprovals({ sql, authority, report }: ApprovalWork): Promise<void> {
  const { approvals } = authority;
  if (approvals === undefined) return;
  const rows = await sql`select row from private.claim_fiscal_approvals(${BATCH}) row`;
  for (const { row } of rows) {
    const claimed = approvalSchema.parse(row);
    const { received_id: id, issuer, encf, amount, buyer, reason } = claimed;
    const approval = {
      issuer,
      encf,
      amount,
      buyer,
      reason,
      issuedOn: claimed.issued_on,
      decidedAt: claimed.created_at,
    };
    const keep = ({ isAccepted, messages }: Receipt, state: 'due' | 'sent') => sql`
      update public.fiscal_approvals set state = ${isAccepted ? state : 'failed'}, is_issuer_told = true,
        response = coalesce(nullif(${messages.slice(0, 2000)}, ''), response)
      where received_id = ${id}`;
    try {
      if (!claimed.is_issuer_told) {
        const told = await approvals.tellIssuer(approval);
        await keep(told, 'due');
        if (!told.isAccepted) continue;
      }
      await keep(await approvals.tellDgii(approval), 'sent');
    } catch (error) {
      if (!(error instanceof AuthorityError)) throw error;
      report(error, `${issuer} ${encf}`);
      await sql`
        update public.fiscal_approvals set response = ${error.message.slice(0, 2000)} where received_id = ${id}`;
    }
  }
}
