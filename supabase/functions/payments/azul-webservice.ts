import * as z from 'zod';
import { type Cents, parseCents, toCents } from '../../../domain/money/cents.ts';
import { ProviderError, parseJson, parseShape } from '../shared/http.ts';
import type { Azul, AzulService } from './settings.ts';

const CHANNEL = 'EC';
const SEARCH_TIMEOUT_MS = 20_000;
/** A search within a request ends before the server ends the request. */
export const REQUEST_SEARCH_TIMEOUT_MS = 8000;
/** A refund that is cut off has to be looked into by hand, so it gets more time than a question. */
const MONEY_TIMEOUT_MS = 60_000;
/** Three days of a large merchant. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => `${value ?? ''}`);

const transactionSchema = z.object({
  AzulOrderId: text,
  OrderNumber: text,
  Amount: text,
  IsoCode: text,
  RRN: text,
  DateTime: text,
  TransactionType: text,
  CurrencyPosCode: text,
  ErrorDescription: text,
});

/** The list is in one member, next to the codes of the search itself. */
const searchSchema = z.object({
  ResponseCode: text,
  ErrorDescription: text,
  Transactions: z.array(z.unknown()).nullish(),
});

const outcomeSchema = z.object({
  ResponseCode: text,
  IsoCode: text,
  ErrorDescription: text,
  ResponseMessage: text,
  RRN: text,
  AzulOrderId: text,
  DateTime: text,
});

export type AzulTransaction = NonNullable<ReturnType<typeof toTransaction>>;

/** What AZUL made of a void or a refund. */
export type AzulOutcome = { isApproved: boolean; wasProcessed: boolean; code: string; reference: string };

const TYPES = ['sale', 'hold', 'post', 'void', 'refund', 'chargeback'] as const;

/** How AZUL may write a currency in its lists. */
const CURRENCY_CODES = { DOP: ['$', 'RD$', 'DOP', '214'], USD: ['US$', 'USD', '840'] } as const;

type AzulMerchant = Pick<Azul, 'merchantId' | 'currencyCode' | 'currency'>;

/** Null when AZUL names the only currency of the merchant number, or leaves it out. */
function findOtherCurrency(code: string, { currencyCode, currency }: AzulMerchant): string | null {
  const own: readonly string[] = currency === undefined ? [] : CURRENCY_CODES[currency];
  return code === '' || code === currencyCode || own.includes(code) ? null : code;
}

/** AZUL's lists write cents; some of its other responses write decimals. */
function readAmount(amount: string): Cents | null {
  const cents = parseAzulAmount(amount);
  if (cents !== null || !/^\d+\.\d{2}$/.test(amount)) return cents;
  return parseCents(amount);
}

function toTransaction(value: unknown, merchant: AzulMerchant) {
  const row = transactionSchema.safeParse(value).data;
  if (row === undefined || row.OrderNumber === '') return null;
  const dateTime = row.DateTime.replaceAll(/\D/g, '');
  return {
    azulOrderId: row.AzulOrderId,
    order: row.OrderNumber,
    amount: readAmount(row.Amount),
    isApproved: row.IsoCode === '00',
    isoCode: row.IsoCode,
    errorDescription: row.ErrorDescription,
    reference: toReference({ order: row.OrderNumber, rrn: row.RRN, dateTime }),
    // `YYYYMMDDHHMMSS` on the clocks of Santo Domingo; shorter when AZUL says less.
    dateTime,
    type: TYPES.find((type) => type === row.TransactionType.toLowerCase()) ?? ('other' as const),
    otherCurrency: findOtherCurrency(row.CurrencyPosCode, merchant),
  };
}

/** Cents without separators. AZUL takes no single zero. */
export const formatAzulAmount = (amount: Cents): string => (amount === 0 ? '000' : `${amount}`);

/** Reads what `formatAzulAmount` wrote; null for anything else. */
export const parseAzulAmount = (text: string): Cents | null => (/^\d{1,12}$/.test(text) ? toCents(Number(text)) : null);

/** The database has the same limit. */
const MAX_REFERENCE = 64;
const TIME_LENGTH = 'YYYYMMDDHHMMSS'.length;

type Identity = { order: string; rrn: string; dateTime: string };

/**
 * What identifies a transaction of AZUL for us: its order and its retrieval reference number, which AZUL signs, unlike its
 * AzulOrderId. AZUL's lists may pad the number with zeros. Without one, it is the time.
 *
 * A forger can move digits between adjacent fields, so `rrn` gets every field that could receive them; only its last digits
 * count.
 */
export function toReference({ order, rrn, dateTime }: Identity): string {
  const number = /(?<!\d)\d*$/.exec(rrn)?.[0].replace(/^0+/, '');
  return `${order}-${number || dateTime.slice(-TIME_LENGTH)}`.slice(0, MAX_REFERENCE);
}

type Limits = { timeoutMs: number; maxBytes?: number };

async function post(service: AzulService, query: string, body: Record<string, string>, limits: Limits) {
  const { status, text } = await service.call(`${service.url}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Auth1: service.auth1, Auth2: service.auth2 },
    body: JSON.stringify(body),
    ...limits,
  });
  // An answer of a proxy in between is not AZUL's word on the money.
  if (status >= 500) throw new ProviderError('no-response', `http-${status}`);
  if (status !== 200) throw new ProviderError('rejected', `http-${status}`);
  return parseJson(text);
}

/** @param order the order number under which AZUL's lists have it */
async function moveMoney(
  service: AzulService,
  query: string,
  body: Record<string, string>,
  order: string,
): Promise<AzulOutcome> {
  const row = parseShape(outcomeSchema, await post(service, query, body, { timeoutMs: MONEY_TIMEOUT_MS }));
  const wasProcessed = row.ResponseCode === 'ISO8583';
  return {
    isApproved: wasProcessed && row.IsoCode === '00',
    wasProcessed,
    code: wasProcessed ? row.IsoCode : row.ErrorDescription || row.ResponseCode || 'unknown',
    reference: toReference({ order, rrn: row.RRN || row.AzulOrderId, dateTime: row.DateTime.replaceAll(/\D/g, '') }),
  };
}

export type AzulWebservice = ReturnType<typeof createAzulWebservice>;

/** AZUL's JSON webservice for one merchant. All methods throw ProviderError. */
export function createAzulWebservice(service: AzulService, merchant: AzulMerchant) {
  const { merchantId, currencyCode } = merchant;
  const base = { Channel: CHANNEL, Store: merchantId };
  return {
    /** Whether its lists have the sales of the Payment Page. */
    canSearch: service.search !== 'off',
    /** All transactions of these days, such as '2026-11-22'. */
    async search(from: string, to: string, timeoutMs = SEARCH_TIMEOUT_MS): Promise<AzulTransaction[]> {
      const write = (day: string) => (service.search === 'YYYYMMDD' ? day.replaceAll('-', '') : day);
      const body = { ...base, DateFrom: write(from), DateTo: write(to) };
      const limits = { timeoutMs, maxBytes: MAX_LIST_BYTES };
      const found = parseShape(searchSchema, await post(service, '?SearchPayments', body, limits));
      if (found.Transactions == null && found.ResponseCode === 'Error') {
        throw new ProviderError('rejected', found.ErrorDescription || 'search');
      }
      return (found.Transactions ?? []).map((row) => toTransaction(row, merchant)).filter((row) => row !== null);
    },
    /** Takes back a whole sale within twenty minutes. */
    cancel: ({ azulOrderId, order }: Pick<AzulTransaction, 'azulOrderId' | 'order'>) =>
      moveMoney(service, '?ProcessVoid', { ...base, AzulOrderId: azulOrderId }, order),
    /** @param order an order number of the refund itself */
    refund: ({ azulOrderId, order, amount, tax, originalDay }: AzulRefund) =>
      moveMoney(
        service,
        '',
        {
          ...base,
          TrxType: 'Refund',
          AzulOrderId: azulOrderId,
          OrderNumber: order,
          Amount: formatAzulAmount(amount),
          Itbis: formatAzulAmount(tax),
          CurrencyPosCode: currencyCode,
          PosInputMode: 'E-Commerce',
          AcquirerRefData: '1',
          OriginalDate: originalDay.replaceAll('-', ''),
          CardNumber: '',
          Expiration: '',
          CVC: '',
        },
        order,
      ),
  };
}

type AzulRefund = { azulOrderId: string; order: string; amount: Cents; tax: Cents; originalDay: string };

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo', dateStyle: 'short' });
/** All year, as there is no summer time. */
const OFFSET_HOURS = 4;
const HOUR_MS = 3_600_000;

/** The day on the clocks of Santo Domingo, such as '2026-11-22'. */
export const toSantoDomingoDay = (time: number): string => DAY.format(time);

/** When AZUL's `YYYYMMDDHHMMSS` was, in milliseconds since 1970; null when it is no time. */
export function parseSantoDomingoTime(text: string): number | null {
  const [, ...digits] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (digits.length === 0) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = digits.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) + OFFSET_HOURS * HOUR_MS;
}
