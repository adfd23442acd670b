import * as z from 'zod';
import { daySchema, FISCAL_TYPES } from '../../domain/fiscal/fiscal-document.ts';
import { amountSchema } from '../../domain/money/cents.ts';
import { workOnQueue } from '../../supabase/functions/shared/work-on-queue.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type JobContext, scheduleJob } from '../start/jobs.ts';
import { AuthorityError, type FiscalAuthority, type Receipt, type Verdict } from './authority.ts';
import { type Claimed, claimedSchema } from './fiscal-content.ts';

type FiscalWork = {
  sql: Sql;
  authority: FiscalAuthority;
  /** Is told of what failed; the document is tried again. */
  report: (error: unknown, encf: string) => void;
  signal?: AbortSignal;
};

type Receiving = NonNullable<FiscalAuthority['received']>;

/**
 * Signs a document that has a number, and keeps it before anybody else gets it.
 * @returns null when there is nothing left to do: it is decided, or another server was faster
 */
async function sign(document: Claimed, { sql, authority }: FiscalWork): Promise<Claimed | null> {
  const { signature, verdict } = await authority.sign(document.content);
  if (signature !== null) {
    const { xml, summary, securityCode, signedAt } = signature;
    const [row] = await sql<{ kept: boolean }[]>`
      select private.keep_fiscal_signature(${document.id}, ${xml}, ${summary}, ${securityCode}, ${signedAt}) as kept`;
    if (!row?.kept) return null;
  }
  if (verdict !== null) await report(sql, document.id, verdict);
  return verdict === null && signature !== null
    ? { ...document, ...signature, security_code: signature.securityCode }
    : null;
}

async function report(sql: Sql, id: string, verdict: Verdict | { outcome: 'retry'; messages: string }): Promise<void> {
  const trackId = verdict.outcome === 'sent' ? verdict.trackId : null;
  const messages = verdict.outcome === 'sent' ? null : verdict.messages || null;
  const isSpent = 'isNumberSpent' in verdict ? verdict.isNumberSpent : true;
  await sql`select private.report_fiscal_document(${id}, ${verdict.outcome}, ${trackId}, ${messages}, ${isSpent})`;
}

function tellFailure(error: unknown, subject: string, { report }: FiscalWork): string {
  if (!(error instanceof AuthorityError)) throw error;
  report(error, subject);
  return error.message.slice(0, 2000);
}

async function sendDocuments(work: FiscalWork): Promise<number> {
  const { sql, authority, signal } = work;
  return workOnQueue({
    async claim(most) {
      const rows = await sql`
        select to_jsonb(d) || jsonb_build_object('content', private.read_fiscal_content(d.id)) as row
        from private.claim_fiscal_documents(${most}) d order by d.encf`;
      return rows.map(({ row }) => claimedSchema.parse(row));
    },
    async handle(claimed) {
      const isRepeated = claimed.state !== 'numbered';
      const document = isRepeated ? claimed : await sign(claimed, work);
      if (document?.xml == null || document.security_code === null) return;
      const { content, xml, summary, track_id: trackId, security_code: securityCode } = document;
      const submission = { content, xml, summary, trackId, securityCode };
      await report(sql, document.id, await authority.submit(submission, isRepeated));
    },
    fail: ({ id, encf }, error) => report(sql, id, { outcome: 'retry', messages: tellFailure(error, encf, work) }),
    signal,
  });
}

const voidSchema = z.object({
  id: z.uuid(),
  issuer: z.string(),
  type: z.enum(FISCAL_TYPES),
  first_number: z.coerce.number(),
  last_number: z.coerce.number(),
});

async function sendVoids(work: FiscalWork): Promise<void> {
  const { sql, authority, signal } = work;
  await workOnQueue({
    async claim(most) {
      const rows = await sql`
        select v.*, s.tax_number as issuer
        from private.claim(null::public.fiscal_voids, ${most}) v, public.installation_settings s
        where s.tax_number is not null`;
      return z.array(voidSchema).parse(rows);
    },
    async handle({ id, issuer, type, first_number: first, last_number: last }) {
      const { isAccepted, messages } = await authority.voidNumbers({ issuer, type, first, last });
      await sql`
        update public.fiscal_voids set state = ${isAccepted ? 'accepted' : 'rejected'}, response = ${messages.slice(0, 2000)}
        where id = ${id} and state = 'due'`;
    },
    fail: ({ type, first_number: first, last_number: last }, error) =>
      void tellFailure(error, `${type} ${first} to ${last}`, work),
    signal,
  });
}

const receivedSchema = z.object({
  id: z.uuid(),
  issuer: z.string(),
  encf: z.string(),
  buyer: z.string(),
  amount: amountSchema,
  security_code: z.string(),
});

/** Asks DGII whether it has what other taxpayers sent. */
async function confirmReceived(received: Receiving, work: FiscalWork): Promise<void> {
  const { sql, signal } = work;
  await workOnQueue({
    async claim(most) {
      const rows = await sql`
        select to_jsonb(r) - 'xml' as row from private.claim(null::public.fiscal_received, ${most}) r`;
      return rows.map(({ row }) => receivedSchema.parse(row));
    },
    async handle({ id, security_code: securityCode, ...document }) {
      const isKnown = await received.isKnown({ ...document, securityCode });
      await sql`select private.confirm_fiscal_received(${id}, ${isKnown})`;
    },
    fail: ({ issuer, encf }, error) => void tellFailure(error, `${issuer} ${encf}`, work),
    signal,
  });
}

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

/** Tells the issuer and then DGII what the operator decided on a document. Who was told is not told again. */
async function sendApprovals(received: Receiving, work: FiscalWork): Promise<void> {
  const { sql, signal } = work;
  await workOnQueue({
    async claim(most) {
      const rows = await sql`
        select to_jsonb(r) - 'xml' || to_jsonb(a) as row from private.claim(null::public.fiscal_approvals, ${most}) a
        join public.fiscal_received r on r.id = a.received_id`;
      return rows.map(({ row }) => approvalSchema.parse(row));
    },
    async handle(claimed) {
      const approval = { ...claimed, issuedOn: claimed.issued_on, decidedAt: claimed.created_at };
      const keep = ({ isAccepted, messages }: Receipt, state: 'due' | 'sent') => sql`
        update public.fiscal_approvals set state = ${isAccepted ? state : 'failed'}, is_issuer_told = true,
          response = coalesce(nullif(${messages.slice(0, 2000)}, ''), response)
        where received_id = ${claimed.received_id}`;
      if (!claimed.is_issuer_told) {
        const told = await received.tellIssuer(approval);
        await keep(told, 'due');
        if (!told.isAccepted) return;
      }
      await keep(await received.tellDgii(approval), 'sent');
    },
    async fail({ received_id: id, issuer, encf }, error) {
      const response = tellFailure(error, `${issuer} ${encf}`, work);
      await sql`update public.fiscal_approvals set response = ${response} where received_id = ${id}`;
    },
    signal,
  });
}

/** Signs, sends and asks about what is due, until nothing is. Returns the number of documents. */
export async function workOnFiscalDocuments(work: FiscalWork): Promise<number> {
  const count = await sendDocuments(work);
  await sendVoids(work);
  const { received } = work.authority;
  if (received === undefined) return count;
  await confirmReceived(received, work);
  await sendApprovals(received, work);
  return count;
}

export const startFiscalWork = ({ authority, ...context }: JobContext & Pick<FiscalWork, 'authority'>) =>
  scheduleJob({
    ...context,
    job: 'fiscal',
    pattern: '*/5 * * * * *',
    work: (signal) =>
      workOnFiscalDocuments({
        sql: context.sql,
        authority,
        signal,
        report: (error, encf) => context.log.warn({ err: error, encf }, 'a fiscal document was not sent'),
      }),
  });
