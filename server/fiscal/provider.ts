import * as z from 'zod';
import { format } from '../../domain/days/country-time.ts';
import type { FiscalEnvironment } from '../../domain/fiscal/fiscal-document.ts';
import { formatCents } from '../../domain/money/cents.ts';
import {
  AuthorityError,
  callService,
  type FiscalAuthority,
  type Receipt,
  readResponse,
  type Signature,
  type Submission,
  type Verdict,
} from './authority.ts';
import { buildEcf } from './ecf-xml.ts';
import type { FiscalContent } from './fiscal-content.ts';
import { buildVoid, type VoidedNumbers } from './fiscal-messages.ts';
import { readSigned } from './read-signed.ts';

// An authorised provider of electronic invoicing (PSFE) signs with a certificate that it keeps, and sends to DGII itself.
// The contract is in docs/fiscal.md; a provider with another one needs another file like this one.

/** The longest XML that the database keeps. */
const MAX_XML_LENGTH = 20_000;

const documentSchema = z.object({
  /** in_process: DGII looks into it; waiting: it is signed, and DGII is out of reach. */
  state: z.enum(['accepted', 'conditional', 'rejected', 'in_process', 'waiting']),
  messages: z.array(z.string()).default([]),
  numberSpent: z.boolean().default(true),
  signed: z
    .object({
      xml: z.string().max(MAX_XML_LENGTH),
      securityCode: z.string().length(6),
      signedAt: z.iso.datetime({ offset: true }).transform((moment) => new Date(moment)),
    })
    .nullish(),
});
type ProviderDocument = z.infer<typeof documentSchema>;

const voidSchema = z.object({ accepted: z.boolean(), messages: z.array(z.string()).default([]) });

function toVerdict({ state, messages, numberSpent }: ProviderDocument, encf: string): Verdict | null {
  if (state === 'waiting') return null;
  if (state === 'in_process') return { outcome: 'sent', trackId: encf };
  return { outcome: state, messages: messages.join('\n'), isNumberSpent: numberSpent };
}

/** Drivers get what the provider signed, so it has to be the document that was handed over. */
function isOfDocument({ xml, securityCode, signedAt }: Omit<Signature, 'summary'>, content: FiscalContent): boolean {
  const signed = readSigned(xml);
  return (
    signed?.root === 'ECF' &&
    signed.values.get('eNCF') === content.encf &&
    signed.values.get('RNCEmisor') === content.issuer.taxNumber &&
    signed.values.get('RNCComprador') === content.buyer?.taxNumber &&
    signed.values.get('MontoTotal') === formatCents(content.amount) &&
    signed.values.get('FechaHoraFirma') === format(signedAt, 'dd-MM-yyyy HH:mm:ss') &&
    signed.signatureValue.startsWith(securityCode)
  );
}

type Options = {
  environment: FiscalEnvironment;
  url: string;
  key: string;
  now?: () => number;
  timeoutMs?: number;
};

export function createProvider({ environment, url, key, now = Date.now, timeoutMs }: Options): FiscalAuthority {
  const call = async (path: string, body?: object) =>
    callService(
      'The provider',
      `${url}/${environment}/${path}`,
      {
        method: body === undefined ? 'GET' : 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      timeoutMs,
    );

  /** Handing a number over again gets the response that it got at first. */
  async function sign(content: FiscalContent) {
    const { encf, type, issuer } = content;
    const xml = buildEcf(content, new Date(now()));
    const response = await call(`documents/${encf}`, { type, issuer: issuer.taxNumber, xml });
    const document = readResponse(documentSchema, response);
    const verdict = toVerdict(document, encf);
    if (!document.signed) {
      if (verdict?.outcome === 'rejected') return { signature: null, verdict };
      throw new AuthorityError(`The provider did not sign ${encf}`);
    }
    if (!isOfDocument(document.signed, content)) {
      throw new AuthorityError(`The provider signed another document as ${encf}`);
    }
    return { signature: { ...document.signed, summary: null }, verdict };
  }

  /** The provider has had the document since it signed it, so it is only asked what became of it. */
  async function submit({ content: { encf } }: Submission): Promise<Verdict> {
    const verdict = toVerdict(readResponse(documentSchema, await call(`documents/${encf}`)), encf);
    if (verdict === null) throw new AuthorityError('The provider does not reach DGII');
    return verdict;
  }

  async function voidNumbers(numbers: VoidedNumbers): Promise<Receipt> {
    const { issuer, type, first, last } = numbers;
    const xml = buildVoid(numbers, new Date(now()));
    const response = await call(`voids/${type}-${first}-${last}`, { issuer, xml });
    const { accepted, messages } = readResponse(voidSchema, response);
    return { isAccepted: accepted, messages: messages.join('\n') };
  }

  return { sign, submit, voidNumbers };
}
