import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import type { Fault } from '../faults.ts';
import { signReturn } from './azul-hash.ts';
import { APPROVED, type AzulOrder, type AzulTransaction } from './azul-order.ts';
import { findTestCard, maskCardNumber } from './test-cards.ts';

const ALTERATION_CENTS = 100;

/** Signed fields first, in the order and casing of AZUL. */
function buildQuery(order: AzulOrder, transaction: AzulTransaction): Record<string, string> {
  const { isoCode, azulOrderId, authorizationCode, dateTime, rrn, dataVaultToken } = transaction;
  const card = findTestCard(transaction.card);
  const isSaved = dataVaultToken !== '' && card !== undefined;
  return {
    OrderNumber: order.orderNumber,
    Amount: order.amount,
    Itbis: order.itbis,
    AuthorizationCode: authorizationCode,
    DateTime: dateTime,
    ResponseCode: 'ISO8583',
    IsoCode: isoCode,
    ResponseMessage: isoCode === APPROVED ? 'APROBADA' : 'DECLINADA',
    ErrorDescription: '',
    RRN: rrn,
    AuthHash: '',
    CustomOrderId: '',
    CardNumber: maskCardNumber(transaction.card),
    DataVaultToken: dataVaultToken,
    DataVaultExpiration: isSaved ? card.expires : '',
    DataVaultBrand: isSaved ? card.brand : '',
    AzulOrderId: azulOrderId,
    DCCOffered: '0',
    DCCApplied: '0',
    DCCCurrency: '',
    DCCCurrencyAlpha: '',
    DCCExchangeRate: '',
    DCCMarkup: '',
    DCCAmount: '',
    Discounted: '0',
  };
}

function signQuery(query: Record<string, string>, faults: readonly Fault[]): string {
  const hash = signReturn(query, SIMULATED_AZUL.authKey, faults.includes('return-utf8-hash') ? 'utf8' : 'utf16le');
  if (!faults.includes('return-altered-hash')) return hash;
  return (hash.startsWith('0') ? '1' : '0') + hash.slice(1);
}

/** The address to which AZUL sends the browser after a payment was tried. */
export function buildReturnUrl(order: AzulOrder, transaction: AzulTransaction): string {
  const { faults } = order.plan;
  const query = buildQuery(order, transaction);
  query.AuthHash = signQuery(query, faults);
  // After signing, as somebody on the way would.
  if (faults.includes('return-altered-amount')) query.Amount = String(Number(order.amount) + ALTERATION_CENTS);
  if (faults.includes('return-without-hash')) delete query.AuthHash;
  const isToApproved = transaction.isoCode === APPROVED || faults.includes('return-declined-to-approved');
  const url = new URL(isToApproved ? order.approvedUrl : order.declinedUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
}
