import type { Cents } from '../../../../domain/money/cents.ts';
import { isReturnSigned } from './azul-hash.ts';
import { parseAzulAmount } from './payment-form.ts';

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

const EXPIRY = /^20\d{2}(0[1-9]|1[0-2])$/;
/** The database has the same limit. */
const MAX_REFERENCE = 64;
const TIME_LENGTH = 'YYYYMMDDHHMMSS'.length;
const TOKEN = /^[\w-]{8,64}$/;

/** A card as AZUL keeps it for the merchant; nothing of it can be charged without the driver at AZUL's page. */
export type SavedCard = { token: string; brand: string; last4: string; expires: string };

export type AzulReturn =
  /** Somebody opened the address by hand. */
  | { kind: 'empty' }
  | { kind: 'forged' }
  | {
      kind: 'signed';
      order: string;
      /** Null when AZUL's text is no amount. */
      amount: Cents | null;
      isApproved: boolean;
      isoCode: string;
      errorDescription: string;
      reference: string;
      card: SavedCard | null;
    };

type Identity = { order: string; rrn: string; dateTime: string };

/**
 * What identifies a transaction of AZUL for us: its order and its retrieval reference number, which AZUL signs, unlike its
 * AzulOrderId. AZUL's lists may pad the number with zeros. Without one, it is the time.
 *
 * The signature has no separators, so digits can be moved from one field to the next: `rrn` and `dateTime` take everything
 * that digits could have been moved to, and only the last digits count.
 */
export function toReference({ order, rrn, dateTime }: Identity): string {
  const number = /\d*$/.exec(rrn)?.[0].replace(/^0+/, '');
  return `${order}-${number || dateTime.slice(-TIME_LENGTH)}`.slice(0, MAX_REFERENCE);
}

function readCard(query: URLSearchParams): SavedCard | null {
  const token = query.get('DataVaultToken') ?? '';
  const expires = query.get('DataVaultExpiration') ?? '';
  const last4 = /\d{4}$/.exec(query.get('CardNumber') ?? '')?.[0];
  if (!TOKEN.test(token) || !EXPIRY.test(expires) || last4 === undefined) return null;
  return { token, brand: (query.get('DataVaultBrand') ?? '').replaceAll(/[^\w ]/g, '').slice(0, 20), last4, expires };
}

/** Reads what AZUL sent the browser back with. Nothing is trimmed or formatted anew, since the hash covers it as it is. */
export function readReturn(query: URLSearchParams, authKey: string): AzulReturn {
  const authHash = query.get('AuthHash');
  if (authHash === null && !query.has('OrderNumber')) return { kind: 'empty' };
  const values = SIGNED.map((name) => query.getAll(name));
  if (authHash === null || values.some(({ length }) => length > 1)) return { kind: 'forged' };
  const fields = values.map(([value = '']) => value);
  if (!isReturnSigned(fields, authHash, authKey)) return { kind: 'forged' };
  const [order = '', amount = '', authorizationCode = '', time = '', responseCode = '', isoCode = ''] = fields;
  const [responseMessage = '', errorDescription = '', rrn = ''] = fields.slice(SIGNED.indexOf('ResponseMessage'));
  const isApproved = responseCode === 'ISO8583' && isoCode === '00';
  const dateTime = `${authorizationCode}${time}`;
  return {
    kind: 'signed',
    order,
    amount: parseAzulAmount(amount),
    isApproved,
    isoCode: responseCode === 'ISO8583' ? isoCode : '',
    errorDescription,
    reference: toReference({ order, rrn: `${responseMessage}${errorDescription}${rrn}`, dateTime }),
    card: readCard(query),
  };
}
