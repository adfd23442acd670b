import { m } from '#messages';
import { format } from '../days/country-time.ts';
import { FISCAL_TIME, type FiscalDocument, toStampUrl } from '../fiscal/fiscal-document.ts';
import { formatTaxId, parseTaxId } from '../fiscal/tax-id.ts';
import { groupBy } from '../group-by.ts';
import { MOMENT_IN_COUNTRY, toRules } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { formatSpaceInZone } from '../zones/space-names.ts';
import { type Cents, sumCents, toCents } from './cents.ts';
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
  return m[`payment_${method}` as const]({}, { locale });
}

/** How something was paid; where there is more than one method, the amount of each. */
export function describeMethods(
  receipt: { paidBy: Receipt['paidBy'][number][] } & Pick<Receipt, 'currency' | 'amount'>,
  locale: Language,
): ReceiptLine[] {
  const { paidBy, currency } = receipt;
  // What filled a wallet matters to the tax authority alone.
  const methods = groupBy(paidBy, (part) => formatMethod(part, locale));
  return [...methods].map(([method, parts]) => {
    if (methods.size === 1) return { name: m.payment_method({}, { locale }), value: method };
    const name = isRefund(receipt)
      ? m.receipt_given_back_to({ method }, { locale })
      : m.receipt_paid_with({ method }, { locale });
    return { name, value: formatInCurrency(sumCents(parts.map((part) => part.amount)), currency, locale) };
  });
}

function nameTax({ taxRate }: Receipt, locale: Language): string {
  return taxRate === null ? m.receipt_tax({}, { locale }) : m.receipt_tax_at({ rate: String(taxRate) }, { locale });
}

type Label = (values: object, options: { locale: Language }) => string;

/** Lines without a value are left out. */
const listPresent = (
  locale: Language,
  lines: readonly [label: Label, value: string | null | undefined][],
): ReceiptLine[] => lines.flatMap(([label, value]) => (value ? [{ name: label({}, { locale }), value }] : []));

export function titleReceipt(receipt: Receipt, locale: Language): string {
  const number = formatReceiptNumber(receipt.number);
  return isRefund(receipt) ? m.receipt_refund_title({ number }, { locale }) : m.receipt_title({ number }, { locale });
}

const FISCAL_TITLES = { 31: m.fiscal_type_31, 32: m.fiscal_type_32, 34: m.fiscal_type_34 };

function describeFiscal(document: FiscalDocument, receipt: Receipt, locale: Language): FiscalLines {
  const { type, encf, expiresOn, buyer, modifies, securityCode, signedAt, isContingency, amount } = document;
  return {
    title: FISCAL_TITLES[type]({}, { locale }),
    lines: listPresent(locale, [
      [m.fiscal_number, encf],
      [m.fiscal_valid_until, type === '31' && expiresOn !== null ? format(expiresOn, 'dd-MM-yyyy') : null],
      [m.fiscal_modifies, modifies],
      [m.fiscal_buyer, buyer?.name],
      [m.fiscal_buyer_tax_number, buyer && formatTaxId(buyer.taxNumber)],
      // One document is of the whole receipt.
      [m.fiscal_amount, receipt.fiscalDocuments.length > 1 ? formatInCurrency(amount, receipt.currency, locale) : null],
    ]),
    seal: listPresent(locale, [
      [m.fiscal_security_code, securityCode],
      [m.fiscal_signed, format(signedAt, FISCAL_TIME)],
    ]),
    legend: isContingency ? m.fiscal_contingency({}, { locale }) : null,
    stamp: toStampUrl(document, parseTaxId(receipt.taxNumber ?? '') ?? ''),
  };
}

/** What a receipt says in a language, with times of the country. */
export function describeReceipt(receipt: Receipt, locale: Language): ReceiptLines {
  const moments = new Intl.DateTimeFormat(toRules(locale), MOMENT_IN_COUNTRY);
  const format = (amount: Cents) => formatInCurrency(amount, receipt.currency, locale);
  const { spaceName, zoneName, correctsNumber } = receipt;
  const place = spaceName === null ? zoneName : formatSpaceInZone({ name: spaceName, zoneName });
  return {
    title: titleReceipt(receipt, locale),
    operator: listPresent(locale, [
      [m.receipt_operator, receipt.legalName],
      [m.receipt_tax_number, receipt.taxNumber && formatTaxId(receipt.taxNumber)],
      [m.receipt_operator_address, receipt.legalAddress],
      [m.receipt_issued, toPlainSpaces(moments.format(receipt.issuedAt))],
      [m.receipt_corrects, correctsNumber === null ? null : formatReceiptNumber(correctsNumber)],
    ]),
    reservation: listPresent(locale, [
      [m.notice_mail_space, place],
      [m.notice_mail_address, receipt.address],
      [m.notice_mail_time, toPlainSpaces(moments.formatRange(receipt.startsAt, receipt.endsAt))],
      [m.vehicle_plate, receipt.plate],
    ]),
    money: [
      ...listPresent(locale, [[m.receipt_net, format(toCents(receipt.amount - receipt.tax))]]),
      { name: nameTax(receipt, locale), value: format(receipt.tax) },
      ...listPresent(locale, [[isRefund(receipt) ? m.receipt_given_back : m.receipt_total, format(receipt.amount)]]),
      ...describeMethods(receipt, locale),
      ...listPresent(locale, [[m.receipt_transaction, receipt.transactionId]]),
    ],
    fiscal: receipt.fiscalDocuments.map((document) => describeFiscal(document, receipt, locale)),
    note: receipt.fiscalDocuments.length === 0 ? m.receipt_not_fiscal({}, { locale }) : '',
  };
}
