import { m } from '#messages';
import { format } from '../days/country-time.ts';
import { FISCAL_TIME, type FiscalDocument, toStampUrl } from '../fiscal/fiscal-document.ts';
import { formatTaxId, parseTaxId } from '../fiscal/tax-id.ts';
import { MOMENT_IN_COUNTRY, toRules } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { formatSpaceInZone } from '../zones/space-names.ts';
import { type Cents, toCents } from './cents.ts';
import { formatInCurrency } from './money.ts';
import { formatReceiptNumber, isRefund, type Receipt } from './receipt.ts';

export type ReceiptLine = { name: string; value: string };

/**
 * An electronic fiscal receipt (e-CF) as the law has it printed: its number and customer at the top, and its seal below the
 * QR code at the bottom. The stamp is the address in the code.
 */
export type FiscalLines = {
  title: string;
  lines: ReceiptLine[];
  seal: ReceiptLine[];
  legend: string | null;
  stamp: string;
};

/** The lines of a receipt, for a screen and for a mail. */
export type ReceiptLines = {
  title: string;
  operator: ReceiptLine[];
  reservation: ReceiptLine[];
  money: ReceiptLine[];
  fiscal: FiscalLines[];
  note: string;
};

const toPlainSpaces = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

function formatMethod({ method, paidWith }: Receipt['paidBy'][number], locale: Language): string {
  if (paidWith !== null) return paidWith;
  if (method === 'wallet') return m.payment_wallet({}, { locale });
  return method === 'card' ? m.payment_card({}, { locale }) : m.payment_paypal({}, { locale });
}

/** How a receipt was paid; where there is more than one method, the amount of each. */
function describeMethods(receipt: Receipt, locale: Language): ReceiptLine[] {
  const { paidBy, currency } = receipt;
  return paidBy.map((part) => {
    const method = formatMethod(part, locale);
    if (paidBy.length === 1) return { name: m.payment_method({}, { locale }), value: method };
    const name = isRefund(receipt)
      ? m.receipt_given_back_to({ method }, { locale })
      : m.receipt_paid_with({ method }, { locale });
    return { name, value: formatInCurrency(part.amount, currency, locale) };
  });
}

function nameTax({ taxRate }: Receipt, locale: Language): string {
  return taxRate === null ? m.receipt_tax({}, { locale }) : m.receipt_tax_at({ rate: String(taxRate) }, { locale });
}

/** Lines without a value are left out. */
function listPresent(lines: readonly { name: string; value: string | null }[]): ReceiptLine[] {
  return lines.flatMap(({ name, value }) => (value === null || value === '' ? [] : [{ name, value }]));
}

export function titleReceipt(receipt: Receipt, locale: Language): string {
  const number = formatReceiptNumber(receipt.number);
  return isRefund(receipt) ? m.receipt_refund_title({ number }, { locale }) : m.receipt_title({ number }, { locale });
}

const FISCAL_TITLES = { 31: m.fiscal_type_31, 32: m.fiscal_type_32, 34: m.fiscal_type_34 };

function describeFiscal(document: FiscalDocument, receipt: Receipt, locale: Language): FiscalLines {
  const options = { locale };
  const { type, encf, expiresOn, buyer, modifies, securityCode, signedAt, isContingency, amount } = document;
  return {
    title: FISCAL_TITLES[type]({}, options),
    lines: listPresent([
      { name: m.fiscal_number({}, options), value: encf },
      {
        name: m.fiscal_valid_until({}, options),
        value: type === '31' && expiresOn !== null ? format(expiresOn, 'dd-MM-yyyy') : null,
      },
      { name: m.fiscal_modifies({}, options), value: modifies },
      { name: m.fiscal_buyer({}, options), value: buyer?.name ?? null },
      { name: m.fiscal_buyer_tax_number({}, options), value: buyer === null ? null : formatTaxId(buyer.taxNumber) },
      {
        name: m.fiscal_amount({}, options),
        // One document is of the whole receipt.
        value: receipt.fiscalDocuments.length > 1 ? formatInCurrency(amount, receipt.currency, locale) : null,
      },
    ]),
    seal: [
      { name: m.fiscal_security_code({}, options), value: securityCode },
      { name: m.fiscal_signed({}, options), value: format(signedAt, FISCAL_TIME) },
    ],
    legend: isContingency ? m.fiscal_contingency({}, options) : null,
    stamp: toStampUrl(document, parseTaxId(receipt.taxNumber ?? '') ?? ''),
  };
}

/** What a receipt says in a language, with times of the country. */
export function describeReceipt(receipt: Receipt, locale: Language): ReceiptLines {
  const options = { locale };
  const moments = new Intl.DateTimeFormat(toRules(locale), MOMENT_IN_COUNTRY);
  const format = (amount: Cents) => formatInCurrency(amount, receipt.currency, locale);
  const { spaceName, zoneName, correctsNumber } = receipt;
  return {
    title: titleReceipt(receipt, locale),
    operator: listPresent([
      { name: m.receipt_operator({}, options), value: receipt.legalName },
      { name: m.receipt_tax_number({}, options), value: receipt.taxNumber },
      { name: m.receipt_operator_address({}, options), value: receipt.legalAddress },
      { name: m.receipt_issued({}, options), value: toPlainSpaces(moments.format(receipt.issuedAt)) },
      {
        name: m.receipt_corrects({}, options),
        value: correctsNumber === null ? null : formatReceiptNumber(correctsNumber),
      },
    ]),
    reservation: listPresent([
      {
        name: m.notice_mail_space({}, options),
        value: spaceName === null ? zoneName : formatSpaceInZone({ name: spaceName, zoneName }),
      },
      { name: m.notice_mail_address({}, options), value: receipt.address },
      {
        name: m.notice_mail_time({}, options),
        value: toPlainSpaces(moments.formatRange(receipt.startTime, receipt.endTime)),
      },
      { name: m.vehicle_plate({}, options), value: receipt.plate },
    ]),
    money: listPresent([
      { name: m.receipt_net({}, options), value: format(toCents(receipt.amount - receipt.tax)) },
      { name: nameTax(receipt, locale), value: format(receipt.tax) },
      {
        name: isRefund(receipt) ? m.receipt_given_back({}, options) : m.receipt_total({}, options),
        value: format(receipt.amount),
      },
      ...describeMethods(receipt, locale),
      { name: m.receipt_transaction({}, options), value: receipt.transactionId },
    ]),
    fiscal: receipt.fiscalDocuments.map((document) => describeFiscal(document, receipt, locale)),
    note: receipt.fiscalDocuments.length === 0 ? m.receipt_not_fiscal({}, options) : '',
  };
}
