import { Buffer } from 'node:buffer';
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { toStorable } from '../shared/http.ts';
import { findDeclineReason } from './azul-declines.ts';
import { formatAzulAmount, parseAzulAmount, toReference } from './azul-webservice.ts';
import { isSettled, type Payment, type PaymentStore, type SavedCard } from './payment-store.ts';
import type { Azul } from './settings.ts';

const ORDER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ORDER_LENGTH = 15;

/** An order number that AZUL has never seen. */
export const createOrderNumber = (): string =>
  Array.from({ length: ORDER_LENGTH }, () => ORDER_CHARACTERS[randomInt(ORDER_CHARACTERS.length)]).join('');

/** A form that the browser posts to the provider. */
export type PaymentForm = { action: string; fields: [name: string, value: string][] };

/** Fields one to sixteen of the hash, in its order. */
function createSignedFields(payment: Payment, { azul, returnUrl }: FormOptions): [string, string][] {
  return [
    ['MerchantId', azul.merchantId],
    ['MerchantName', azul.merchantName],
    ['MerchantType', azul.merchantType],
    ['CurrencyCode', azul.currencyCode],
    ['OrderNumber', payment.providerOrder ?? ''],
    ['Amount', formatAzulAmount(payment.amount)],
    ['ITBIS', formatAzulAmount(payment.tax)],
    ['ApprovedUrl', returnUrl('approved')],
    ['DeclinedUrl', returnUrl('declined')],
    ['CancelUrl', returnUrl('cancelled')],
    ['UseCustomField1', '0'],
    ['CustomField1Label', ''],
    ['CustomField1Value', ''],
    ['UseCustomField2', '0'],
    ['CustomField2Label', ''],
    ['CustomField2Value', ''],
  ];
}

type FormOptions = { azul: Azul; returnUrl: (outcome: 'approved' | 'declined' | 'cancelled') => string };

/** The form that opens AZUL's page for a payment whose order number is stored. */
export function createPaymentForm(payment: Payment, options: FormOptions): PaymentForm {
  const signed = createSignedFields(payment, options);
  const { authKey, pageUrl } = options.azul;
  const authHash = hashRequest(
    signed.map(([, value]) => value),
    authKey,
  );
  const fields: PaymentForm['fields'] = [
    ...signed,
    ['AuthHash', authHash],
    // Otherwise the driver has to press a button before they come back, and some never do.
    ['ShowTransactionResult', '0'],
    ['Locale', payment.language === 'es' ? 'ES' : 'EN'],
  ];
  if (payment.cardToken !== null) fields.push(['DataVaultToken', payment.cardToken]);
  else if (payment.saveCard) fields.push(['SaveToDataVault', '1']);
  return { action: pageUrl, fields };
}

const HASH = /^[0-9a-f]{128}$/i;

// The key is both the key of the HMAC and the end of its message, always as UTF-8.
const hash = (fields: readonly string[], authKey: string, encoding: 'utf8' | 'utf16le') =>
  createHmac('sha512', authKey).update(Buffer.from([...fields, authKey].join(''), encoding));

/** The AuthHash of a form for AZUL's page, over the first sixteen fields in AZUL's order. */
export const hashRequest = (fields: readonly string[], authKey: string): string =>
  hash(fields, authKey, 'utf8').digest('hex');

/** Whether AZUL signed these fields of a return. AZUL signs returns as UTF-16LE, unlike requests. */
export function isReturnSigned(fields: readonly string[], authHash: string, authKey: string): boolean {
  if (!HASH.test(authHash)) return false;
  return timingSafeEqual(hash(fields, authKey, 'utf16le').digest(), Buffer.from(authHash, 'hex'));
}

/** Fields that AZUL signs, in its order and with its names. All others may have been altered on the way. */
const SIGNED = [
  'OrderNumber',
  'Amount',
  'AuthorizationCode',
  'DateTime',
  'ResponseCode',
  'IsoCode',
  'ResponseMessage',
  'ErrorDescription',
  'RRN',
] as const;

const CODE = /^[0-9A-Z]{6}$/i;
const TIME = /^\d{14}$/;
const EXPIRY = /^20\d{2}(0[1-9]|1[0-2])$/;
const TOKEN = /^[\w-]{8,64}$/;

function readCard(query: URLSearchParams): SavedCard | null {
  const token = query.get('DataVaultToken') ?? '';
  const expires = query.get('DataVaultExpiration') ?? '';
  const last4 = /\d{4}$/.exec(query.get('CardNumber') ?? '')?.[0];
  if (!TOKEN.test(token) || !EXPIRY.test(expires) || last4 === undefined) return null;
  return { token, brand: (query.get('DataVaultBrand') ?? '').replaceAll(/[^\w ]/g, '').slice(0, 20), last4, expires };
}

/** Reads what AZUL sent the browser back with. Nothing is trimmed or formatted anew, since the hash covers it as it is. */
export function readReturn(query: URLSearchParams, authKey: string) {
  const authHash = query.get('AuthHash');
  // Somebody opened the address by hand.
  if (authHash === null && !query.has('OrderNumber')) return { kind: 'empty' as const };
  const values = SIGNED.map((name) => query.getAll(name));
  if (authHash === null || values.some(({ length }) => length > 1)) return { kind: 'forged' as const };
  const fields = values.map(([value = '']) => value);
  if (!isReturnSigned(fields, authHash, authKey)) return { kind: 'forged' as const };
  const [order = '', amount = '', authorizationCode = '', time = '', responseCode = '', isoCode = ''] = fields;
  const [responseMessage = '', errorDescription = '', rrn = ''] = fields.slice(SIGNED.indexOf('ResponseMessage'));
  const isApproved = responseCode === 'ISO8583' && isoCode === '00';
  // The hash joins fields without separators, so digits of the next field could be moved into the amount.
  if (isApproved && !(CODE.test(authorizationCode) && TIME.test(time))) return { kind: 'forged' as const };
  return {
    kind: 'signed' as const,
    order,
    amount: parseAzulAmount(amount),
    isApproved,
    isoCode: responseCode === 'ISO8583' ? isoCode : '',
    errorDescription,
    reference: toReference({ order, rrn: `${responseMessage}${errorDescription}${rrn}`, dateTime: time }),
    card: readCard(query),
  };
}

type Signed = Extract<ReturnType<typeof readReturn>, { kind: 'signed' }>;

/** Hides the token of a card in the stored return: with it others could pay at AZUL's page with the driver's card and its code. */
function toLogged(query: URLSearchParams): string {
  const logged = new URLSearchParams(query);
  if (logged.get('DataVaultToken')) logged.set('DataVaultToken', '[hidden]');
  return toStorable(logged.toString());
}

/** An approval that nobody can ask AZUL about. The signature covers the amount, and not that it was a sale. */
function recordApproval(payment: Payment, { amount, reference, card }: Signed, store: PaymentStore): Promise<void> {
  const { id, currency } = payment;
  return amount === null
    ? store.recordDifference('amount', payment, 'AZUL signed a return whose amount is none')
    : store.capture({ payment: id, amount, currency, reference, cause: 'return', card });
}

/**
 * Records what AZUL sent a browser back with. The address that it came to proves nothing, and neither does a field that
 * AZUL does not sign.
 * @param payment the payment that the address names; the signed order number counts
 * @param options `canAsk` where AZUL's webservice says whether an approval was a sale
 * @returns the id of the payment to show, and the payment that AZUL has to be asked about
 */
export async function handleAzulReturn(
  payment: Payment,
  query: URLSearchParams,
  { store, authKey, canAsk }: { store: PaymentStore; authKey: string; canAsk: boolean },
): Promise<{ show: string; ask?: Payment; card?: SavedCard | null }> {
  const result = readReturn(query, authKey);
  if (result.kind === 'empty') return { show: payment.id };
  if (result.kind === 'forged') {
    await store.recordForgery(payment);
    // Anybody can send such a return, so AZUL is asked once for each payment, and nothing of what it says is kept.
    const event = { id: `forged ${payment.id}`, payment: payment.id, kind: 'return-forged', body: '' };
    const isNew = await store.addEvent({ provider: 'azul', ...event });
    return isNew ? { show: payment.id, ask: payment } : { show: payment.id };
  }
  const own = result.order === payment.providerOrder ? payment : await store.find('azul', result.order);
  const id = createHash('sha256')
    .update(query.get('AuthHash')?.toLowerCase() ?? '')
    .digest('hex');
  const kind = result.isApproved ? 'return-approved' : 'return-declined';
  await store.addEvent({ provider: 'azul', id, payment: own?.id ?? null, kind, body: toLogged(query) });
  if (own === null) {
    const detail = `AZUL signed a return (${kind}) of an order that is not here`;
    const providerOrder = toStorable(result.order).slice(0, 64);
    await store.recordDifference('missing-here', { provider: 'azul', id: null, providerOrder }, detail);
    return { show: payment.id };
  }
  const isKnown = isSettled(own) && own.providerReference === result.reference;
  if (!result.isApproved) {
    await store.close({ payment: own.id, state: 'declined', failure: findDeclineReason(result), cause: 'return' });
  } else if (!isKnown && canAsk) {
    return { show: own.id, ask: own, card: result.card };
  } else if (!isKnown) {
    await recordApproval(own, result, store);
  }
  return { show: own.id };
}
