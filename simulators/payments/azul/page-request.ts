import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import { isRequestHash } from './azul-hash.ts';
import type { AzulOrder } from './azul-order.ts';

type Form = Record<string, string>;

const AMOUNT = /^[1-9]\d{0,11}$/;
/** Zero is "000"; a single "0" is invalid. */
const TAX = /^(?:000|[1-9]\d{0,11})$/;
const SWITCH = /^[01]$/;
const TEXT = /^[\p{L}\p{N}\p{P}\p{S} ]{1,100}$/u;

const REQUIRED: Record<string, RegExp> = {
  MerchantName: /^.{1,100}$/u,
  MerchantType: /^.{1,50}$/u,
  CurrencyCode: /^(?:\$|US\$)$/,
  OrderNumber: /^[A-Z0-9]{1,15}$/,
  Amount: AMOUNT,
  ITBIS: TAX,
  ApprovedUrl: /^https?:\/\/\S{1,1000}$/,
  DeclinedUrl: /^https?:\/\/\S{1,1000}$/,
  CancelUrl: /^https?:\/\/\S{1,1000}$/,
  UseCustomField1: SWITCH,
  UseCustomField2: SWITCH,
};

/** Absent and empty are the same. */
const OPTIONAL: Record<string, RegExp> = {
  ShowTransactionResult: SWITCH,
  Locale: /^(?:ES|EN)$/,
  SaveToDataVault: SWITCH,
  DataVaultToken: /^[A-Za-z0-9-]{1,64}$/,
  AltMerchantName: /^[A-Za-z0-9 .,']{1,30}$/,
  DesignV2: SWITCH,
  TrxType: /^Sale$/,
  CardHolderName: /^.{1,96}$/u,
  CardHolderEmail: /^\S{1,254}$/u,
};

const CUSTOM_FIELDS = ['1', '2'] as const;

function findInvalidField(form: Form): string | undefined {
  for (const [field, pattern] of Object.entries(REQUIRED)) if (!pattern.test(form[field] ?? '')) return field;
  for (const [field, pattern] of Object.entries(OPTIONAL)) {
    const value = form[field] ?? '';
    if (value !== '' && !pattern.test(value)) return field;
  }
  for (const number of CUSTOM_FIELDS) {
    const isUsed = form[`UseCustomField${number}`] === '1';
    for (const field of [`CustomField${number}Label`, `CustomField${number}Value`]) {
      const value = form[field] ?? '';
      if (isUsed ? !TEXT.test(value) : value !== '') return field;
    }
  }
  return Number(form.ITBIS) > Number(form.Amount) ? 'ITBIS' : undefined;
}

const URL_FIELDS = ['ApprovedUrl', 'DeclinedUrl', 'CancelUrl'] as const;

function isOfOrigin(address: string | undefined, origin: string): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === '';
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** The fields of a form, each of which occurs once; their names are case-sensitive. */
function parseForm(body: string): { form: Form } | { error: string } {
  const form: Form = Object.create(null);
  for (const [field, value] of new URLSearchParams(body)) {
    if (field in form || CONTROL_CHARACTER.test(value)) return { error: `VALIDATION_ERROR:${field.slice(0, 40)}` };
    form[field] = value;
  }
  return { form };
}

export type PageRequest = { order: Omit<AzulOrder, 'savedCard' | 'plan'>; token: string | undefined };

function toPageRequest(form: Form): PageRequest {
  const read = (field: string) => form[field] ?? '';
  const order = {
    merchantName: read('MerchantName'),
    currencyCode: read('CurrencyCode'),
    orderNumber: read('OrderNumber'),
    amount: read('Amount'),
    itbis: read('ITBIS'),
    approvedUrl: read('ApprovedUrl'),
    declinedUrl: read('DeclinedUrl'),
    cancelUrl: read('CancelUrl'),
    customFields: CUSTOM_FIELDS.filter((number) => form[`UseCustomField${number}`] === '1').map((number) => ({
      label: read(`CustomField${number}Label`),
      value: read(`CustomField${number}Value`),
    })),
    showsResult: form.ShowTransactionResult !== '0',
    locale: form.Locale === 'EN' ? ('en' as const) : ('es' as const),
    savesCard: form.SaveToDataVault === '1',
    transaction: null,
    reversals: [],
  };
  return { order, token: form.DataVaultToken || undefined };
}

/**
 * Checks the form of a merchant as AZUL's page does.
 * @param origin the merchant's registered domain
 * @returns the payment that it asks for, or the error that the page shows
 */
export function parsePageRequest(body: string, origin: string): PageRequest | { error: string } {
  const parsed = parseForm(body);
  if ('error' in parsed) return parsed;
  const { form } = parsed;
  if (form.MerchantId === undefined) return { error: 'VALIDATION_ERROR:MerchantId' };
  if (form.MerchantId !== SIMULATED_AZUL.merchantId) return { error: 'INVALID_MERCHANTID' };
  const invalid = findInvalidField(form);
  if (invalid !== undefined) return { error: `VALIDATION_ERROR:${invalid}` };
  if (!isRequestHash(form, SIMULATED_AZUL.authKey)) return { error: 'INVALID_AUTH:AuthHash' };
  const foreign = URL_FIELDS.find((field) => !isOfOrigin(form[field], origin));
  if (foreign !== undefined) return { error: `INVALID_BASEDOMAIN:${foreign}` };
  return toPageRequest(form);
}
