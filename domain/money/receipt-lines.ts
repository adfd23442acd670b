import { m } from '#messages';
import { format } from '../days/country-time.ts';
import { FISCAL_TIME, type FiscalDocument, toStampUrl } from '../fiscal/fiscal-document.ts';
import { formatPlaceCode } from '../fiscal/provinces.ts';
import { formatTaxId } from '../fiscal/tax-id.ts';
import { groupBy } from '../group-by.ts';
import { keepTogether, MOMENT_IN_COUNTRY, toRules } from '../language/format.ts';
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
  /** Quantity, description, unit, price, tax and value of each item, below their names. */
  items: string[][];
  totals: ReceiptLine[];
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
  // How a wallet was filled matters to the tax authority alone: to the driver it is the wallet.
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

/** Prices contain the tax. DGII has every document in pesos. */
function describeItems({ lines, isLate, type, amount: whole }: FiscalDocument, item: string, locale: Language) {
  const options = { locale };
  const show = (amount: Cents) => formatInCurrency(amount, 'DOP', locale);
  const say = (name: string, amount: Cents): ReceiptLine => ({ name, value: show(amount) });
  const name = (type === '34' ? m.fiscal_item_back : m.fiscal_item)({ item }, options);
  const taxed = lines.filter(({ rate }) => rate !== 0 && !isLate);
  const exempt = lines.filter((line) => !taxed.includes(line));
  const rows = lines.map((line) => [
    '1.00',
    exempt.includes(line) ? `E ${name}` : name,
    m.fiscal_unit_one({}, options),
    ...[line.amount, line.tax, line.amount].map(show),
  ]);
  return {
    items: [m.fiscal_columns({}, options).split(' · '), ...rows],
    totals: [
      ...taxed.map((line) => say(m.fiscal_taxed_at({ rate: line.rate }, options), toCents(line.amount - line.tax))),
      ...exempt.map(({ amount }) => say(m.fiscal_exempt({}, options), amount)),
      ...taxed.map(({ rate, tax }) => say(m.receipt_tax_at({ rate: String(rate) }, options), tax)),
      say((type === '34' ? m.receipt_given_back : m.receipt_total)({}, options), whole),
    ],
  };
}

/** A fiscal document as text, without columns. */
export const listFiscalLines = (document: FiscalLines, locale: Language): ReceiptLine[] => [
  { name: m.fiscal_document({}, { locale }), value: document.title },
  ...document.lines,
  ...document.items.slice(1).map((cells) => ({ name: cells.slice(0, 3).join(' '), value: cells.at(-1) ?? '' })),
  ...document.totals,
  ...document.seal,
];

function describeFiscal(document: FiscalDocument, item: string, locale: Language): FiscalLines {
  const { type, encf, expiresOn, buyer, modifies, isWhole, securityCode, signedAt, isContingency } = document;
  return {
    ...describeItems(document, item, locale),
    title: FISCAL_TITLES[type]({}, { locale }),
    lines: listPresent(locale, [
      [m.fiscal_number, encf],
      [m.fiscal_valid_until, type === '31' && expiresOn !== null ? format(expiresOn, 'dd-MM-yyyy') : null],
      [m.fiscal_issued_on, format(signedAt, 'dd-MM-yyyy')],
      [m.fiscal_modifies, modifies],
      [m.fiscal_reason, modifies && (isWhole ? m.fiscal_reason_whole : m.fiscal_reason_part)({}, { locale })],
      [m.fiscal_buyer, buyer?.name],
      [m.fiscal_buyer_tax_number, buyer && formatTaxId(buyer.taxNumber)],
    ]),
    seal: listPresent(locale, [
      [m.fiscal_security_code, securityCode],
      [m.fiscal_signed, format(signedAt, FISCAL_TIME)],
    ]),
    legend: isContingency ? m.fiscal_contingency({}, { locale }) : null,
    stamp: toStampUrl(document),
  };
}

/** What a receipt says in a language, with times of the country. */
export function describeReceipt(receipt: Receipt, locale: Language): ReceiptLines {
  const moments = new Intl.DateTimeFormat(toRules(locale), MOMENT_IN_COUNTRY);
  const format = (amount: Cents) => formatInCurrency(amount, receipt.currency, locale);
  const { spaceName, zoneName, correctsNumber } = receipt;
  // A document may have corrected the operator since the receipt was issued.
  const issuer = receipt.fiscalDocuments.at(-1)?.issuer;
  const taxNumber = issuer?.taxNumber ?? receipt.taxNumber;
  const time = keepTogether(moments.formatRange(receipt.startsAt, receipt.endsAt));
  const place = spaceName === null ? zoneName : formatSpaceInZone({ name: spaceName, zoneName });
  const item = [place, time].filter(Boolean).join(', ');
  return {
    title: titleReceipt(receipt, locale),
    operator: listPresent(locale, [
      [m.receipt_operator, issuer?.name ?? receipt.legalName],
      [m.receipt_tax_number, taxNumber && formatTaxId(taxNumber)],
      [m.receipt_operator_address, issuer?.address ?? receipt.legalAddress],
      [m.fiscal_place, issuer?.placeCode && formatPlaceCode(issuer.placeCode)],
      [m.receipt_issued, keepTogether(moments.format(receipt.issuedAt))],
      [m.receipt_corrects, correctsNumber === null ? null : formatReceiptNumber(correctsNumber)],
    ]),
    reservation: listPresent(locale, [
      [m.notice_mail_space, place],
      [m.notice_mail_address, receipt.address],
      [m.notice_mail_time, time],
      [m.vehicle_plate, receipt.plate],
    ]),
    money: [
      ...listPresent(locale, [[m.receipt_net, format(toCents(receipt.amount - receipt.tax))]]),
      { name: nameTax(receipt, locale), value: format(receipt.tax) },
      ...listPresent(locale, [[isRefund(receipt) ? m.receipt_given_back : m.receipt_total, format(receipt.amount)]]),
      ...describeMethods(receipt, locale),
      ...listPresent(locale, [[m.receipt_transaction, receipt.transactionId]]),
    ],
    fiscal: receipt.fiscalDocuments.map((document) => describeFiscal(document, item, locale)),
    note: receipt.fiscalDocuments.length === 0 ? m.receipt_not_fiscal({}, { locale }) : '',
  };
}
