import * as z from 'zod';
import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import { parseAzulDay } from './dominican-time.ts';

/** What AZUL responds when it does nothing; the HTTP status is 200. */
export class AzulError extends Error {
  override name = 'AzulError';
}

const digits = (most: number) =>
  z.union([z.string().regex(new RegExp(`^\\d{1,${most}}$`)), z.int().min(0)]).transform(String);
const azulOrderId = digits(15);
const day = z.string().transform((text, context) => {
  const start = parseAzulDay(text);
  if (start !== undefined) return start;
  context.addIssue({ code: 'custom', message: 'no day' });
  return z.NEVER;
});

/** The bodies of the calls; each also names the channel and the store. Further fields are ignored. */
export const SERVICE_CALLS = {
  verify: z.object({ CustomOrderId: z.string().max(75) }),
  search: z.object({ DateFrom: day, DateTo: day }),
  void: z.object({ AzulOrderId: azulOrderId }),
  refund: z.object({
    TrxType: z.literal('Refund'),
    AzulOrderId: azulOrderId,
    Amount: digits(12),
    Itbis: digits(12),
    CurrencyPosCode: z.enum(['$', 'US$']),
    PosInputMode: z.literal('E-Commerce'),
    OrderNumber: z.string().regex(/^[A-Za-z0-9]{1,15}$/),
    AcquirerRefData: z.string().max(1).optional(),
    OriginalDate: z
      .string()
      .regex(/^\d{8}$/)
      .optional(),
    CardNumber: z.literal('').optional(),
    Expiration: z.literal('').optional(),
    CVC: z.literal('').optional(),
  }),
} as const;

const callerSchema = z.object({ Channel: z.string(), Store: z.string() });

/** @throws AzulError as AZUL responds to a wrong body */
export function parseServiceCall<S extends z.ZodType>(schema: S, body: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new AzulError('PARSING_ERROR', { cause });
  }
  const caller = callerSchema.safeParse(value);
  if (!caller.success) throw new AzulError(`VALIDATION_ERROR:${String(caller.error.issues[0]?.path[0] ?? 'Channel')}`);
  if (caller.data.Channel !== 'EC') throw new AzulError('INVALID_CHANNEL');
  if (caller.data.Store !== SIMULATED_AZUL.merchantId) throw new AzulError('INVALID_MERCHANTID');
  const call = schema.safeParse(value);
  if (!call.success) throw new AzulError(`VALIDATION_ERROR:${String(call.error.issues[0]?.path[0])}`);
  return call.data;
}
