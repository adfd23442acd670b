import pLimit from 'p-limit';
import type { Sql } from 'postgres';
import * as z from 'zod';
import { daySchema, FISCAL_TYPES, WHOLE_FROM } from '../../domain/fiscal/fiscal-document.ts';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { toCents } from '../../domain/money/cents.ts';
import { type JobContext, scheduleJob } from '../lifecycle/jobs.ts';
import { AuthorityError, type FiscalAuthority, type Verdict } from './dgii.ts';
import { buildEcf, buildSummary, buildVoid, type FiscalContent } from './ecf-xml.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

const BATCH = 20;
const AT_THE_SAME_TIME = 4;

const time = z.coerce.date();

/** A row of fiscal_documents and what private.read_fiscal_content adds to it. */
const claimedSchema = z.object({
  id: z.uuid(),
  type: z.enum(FISCAL_TYPES),
  encf: z.string(),
  expires_on: daySchema,
  amount: amountSchema,
  tax: amountSchema,
  buyer_tax_number: z.string().nullable(),
  buyer_name: z.string().nullable(),
  state: z.enum(['numbered', 'signed', 'sent']),
  xml: z.string().nullable(),
  summary: z.string().nullable(),
  security_code: z.string().nullable(),
  track_id: z.string().nullable(),
  attempts: z.number(),
  content: z.object({
    receipt_number: z.number(),
    legal_name: z.string(),
    tax_number: z.string(),
    legal_address: z.string(),
    zone_name: z.string().nullable(),
    space_name: z.string().nullable(),
    plate: z.string().nullable(),
    start_time: time,
    end_time: time,
    tax_rate: z.number().nullable(),
    paid_by: z.array(z.object({ method: z.enum(['wallet', 'card', 'paypal']), amount: amountSchema })),
    modified_encf: z.string().nullable(),
    modified_signed_at: time.nullable(),
    modified_amount: amountSchema.nullable(),
  }),
});

type Claimed = z.infer<typeof claimedSchema>;

function toContent({ content, ...row }: Claimed): FiscalContent {
  const { modified_encf: encf, modified_signed_at: signedAt, modified_amount: amount } = content;
  return {
    type: row.type,
    encf: row.encf,
    expiresOn: row.expires_on,
    amount: row.amount,
    tax: row.tax,
    taxRate: content.tax_rate,
    issuer: { taxNumber: content.tax_number, name: content.legal_name, address: content.legal_address },
    buyer: row.buyer_tax_number === null ? null : { taxNumber: row.buyer_tax_number, name: row.buyer_name ?? '' },
    receiptNumber: content.receipt_number,
    paidBy: content.paid_by.map((part) => ({ method: part.method, amount: toCents(Math.abs(part.amount)) })),
    parking: {
      ...{ zone: content.zone_name, space: content.space_name, plate: content.plate },
      ...{ start: content.start_time, end: content.end_time },
    },
    modified: encf === null || signedAt === null || amount === null ? null : { encf, signedAt, amount },
  };
}

export type FiscalWork = {
  sql: Sql;
  key: FiscalKey;
  authority: FiscalAuthority;
  now: () => number;
  /** Is told of what failed; the document is tried again. */
  report: (error: unknown, encf: string) => void;
  signal?: AbortSignal;
};

async function claim(sql: Sql): Promise<Claimed[]> {
  const rows = await sql`
    select to_jsonb(d) || jsonb_build_object('content', private.read_fiscal_content(d.id)) as row
    from private.claim_fiscal_documents(${BATCH}) d order by d.encf`;
  return rows.map(({ row }) => claimedSchema.parse(row));
}

/** Signs a document that has a number. @returns it as it is kept, or null when another server was faster */
async function sign(document: Claimed, { sql, key, now }: FiscalWork): Promise<Claimed | null> {
  const content = toContent(document);
  // Whole seconds, as the document says them.
  const moment = new Date(Math.floor(now() / 1000) * 1000);
  const { xml, securityCode } = signXml(buildEcf(content, moment), key);
  const isSummary = document.type === '32' && document.amount < WHOLE_FROM;
  const summary = isSummary ? signXml(buildSummary(content, moment, securityCode), key).xml : null;
  const [row] = await sql<{ kept: boolean }[]>`
    select private.keep_fiscal_signature(${document.id}, ${xml}, ${summary}, ${securityCode}, ${moment}) as kept`;
  return row?.kept ? { ...document, xml, summary, security_code: securityCode } : null;
}

async function report(sql: Sql, id: string, verdict: Verdict | { outcome: 'retry'; messages: string }): Promise<void> {
  const trackId = verdict.outcome === 'sent' ? verdict.trackId : null;
  const messages = verdict.outcome === 'sent' ? null : verdict.messages || null;
  const isSpent = 'isNumberSpent' in verdict ? verdict.isNumberSpent : true;
  await sql`select private.report_fiscal_document(${id}, ${verdict.outcome}, ${trackId}, ${messages}, ${isSpent})`;
}

async function advance(claimed: Claimed, work: FiscalWork): Promise<void> {
  const document = claimed.state === 'numbered' ? await sign(claimed, work) : claimed;
  if (document?.xml == null || document.security_code === null) return;
  const { type, encf, amount, xml, summary, content } = document;
  const issuer = content.tax_number;
  const submission = {
    ...{ type, encf, amount, xml, summary, trackId: document.track_id },
    ...{ securityCode: document.security_code, buyerTaxNumber: document.buyer_tax_number },
  };
  try {
    // What was claimed before may have arrived, and its answer was lost.
    const known = claimed.state === 'numbered' ? null : await work.authority.find(issuer, submission);
    await report(work.sql, document.id, known ?? (await work.authority.submit(issuer, submission)));
  } catch (error) {
    if (!(error instanceof AuthorityError)) throw error;
    work.report(error, encf);
    await report(work.sql, document.id, { outcome: 'retry', messages: error.message });
  }
}

const voidSchema = z.object({
  id: z.uuid(),
  type: z.enum(FISCAL_TYPES),
  first_number: z.coerce.number(),
  last_number: z.coerce.number(),
});

async function sendVoids({ sql, key, authority, now, report }: FiscalWork): Promise<void> {
  const rows = await sql`
    select v.*, regexp_replace(s.tax_number, '[^0-9]', '', 'g') as issuer
    from private.claim_fiscal_voids(${BATCH}) v, public.installation_settings s where s.tax_number is not null`;
  for (const row of rows) {
    const { id, type, first_number: first, last_number: last } = voidSchema.parse(row);
    const issuer = String(row.issuer);
    try {
      const { xml } = signXml(buildVoid({ type, first, last }, issuer, new Date(now())), key);
      const { isAccepted, messages } = await authority.voidNumbers(issuer, xml);
      await sql`
        update public.fiscal_voids set state = ${isAccepted ? 'accepted' : 'rejected'}, answer = ${messages.slice(0, 2000)}
        where id = ${id} and state = 'due'`;
    } catch (error) {
      if (!(error instanceof AuthorityError)) throw error;
      report(error, `${type} ${first} to ${last}`);
    }
  }
}

/** Signs, sends and asks about what is due, until nothing is. */
export async function workOnFiscalDocuments(work: FiscalWork): Promise<number> {
  const limit = pLimit(AT_THE_SAME_TIME);
  let count = 0;
  for (;;) {
    const claimed = work.signal?.aborted ? [] : await claim(work.sql);
    await Promise.all(claimed.map((document) => limit(() => advance(document, work))));
    count += claimed.length;
    if (claimed.length < BATCH) break;
  }
  if (!work.signal?.aborted) await sendVoids(work);
  return count;
}

const EVERY_5_S = '*/5 * * * * *';

type FiscalJob = JobContext & Pick<FiscalWork, 'key' | 'authority' | 'now'>;

/** @returns stops it and waits for what is under way */
export function startFiscalWork({ key, authority, now, ...context }: FiscalJob): () => Promise<void> {
  const stopping = new AbortController();
  const stopJob = scheduleJob({
    job: 'fiscal',
    pattern: EVERY_5_S,
    async work() {
      await workOnFiscalDocuments({
        ...{ sql: context.sql, key, authority, now, signal: stopping.signal },
        report: (error, encf) => context.log.warn({ err: error, encf }, 'a fiscal document was not sent'),
      });
    },
    failureMessage: 'the work on fiscal documents failed',
    ...context,
  });
  return function stopFiscalWork() {
    stopping.abort();
    return stopJob();
  };
}
