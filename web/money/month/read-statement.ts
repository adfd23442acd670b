import { getInstallation } from '../../../domain/installation.ts';
import { type Cents, formatCents, parseCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { Problem } from '../../../domain/problems.ts';
import { decodeFile, readSheet, type SheetRow } from '../../ui/table/read-sheet.ts';
import HEADERS from './statement-headers.json' with { type: 'json' };

type Column = keyof typeof HEADERS;
type Row = SheetRow<Column>;

/** What a row is, by PayPal's event code or the words of AZUL. */
const KINDS = [
  [/^T(12|1106|111[01])|contracargo|chargeback|disput/i, 'dispute'],
  [/^T11|devoluci|reembolso|refund|anulaci|void/i, 'refund'],
  [/^T00|venta|sale/i, 'sale'],
  [/^T01|comisi|cargo|fee/i, 'fee'],
] as const;
const PAYPAL_CODE = /^T\d{4}$/;
/** Gross credits and debits of a section of PayPal's, then those of fees. */
const TOTALS = /^"?SF[^\w\r\n]+[A-Z]{3}[^\w\r\n]+(\d+)[^\w\r\n]+(\d+)[^\w\r\n]+(\d+)[^\w\r\n]+(\d+)/gm;
const AMOUNT = /^-?(?:RD|US)?\$?\s?-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/;

/** Such as '1,234.56'; PayPal writes cents. */
function readAmount({ number, cells }: Row, column: Column, isBelowZero: boolean): Cents {
  const cell = cells[column] || '0';
  if (!AMOUNT.test(cell)) throw new Problem('settlement-line-malformed', { values: { message: String(number) } });
  const amount = PAYPAL_CODE.test(cells.kind) ? toCents(Number(cell)) : parseCents(cell.replaceAll(/[^\d.-]/g, ''));
  return toCents(isBelowZero ? -Math.abs(amount) : amount);
}

function readLine(row: Row) {
  const { kind: said, order, reference, direction, feeDirection, net } = row.cells;
  const kind = KINDS.find(([words]) => words.test(said))?.[1] ?? 'other';
  const isPayPal = PAYPAL_CODE.test(said);
  const goesBack = isPayPal ? direction === 'DR' : /refund|dispute/.test(kind) && !/ganad|won/i.test(said);
  const amount = readAmount(row, 'gross', goesBack);
  const fee = readAmount(row, 'commission', isPayPal ? feeDirection === 'CR' : goesBack);
  const tax = readAmount(row, 'tax', goesBack);
  const withheld = readAmount(row, 'withheld', goesBack);
  // The whole amount of a fee is commission.
  const isFee = kind === 'fee' && (goesBack || !isPayPal);
  const [gross, commission] = isFee ? [0, Math.abs(amount || fee)] : [amount, fee];
  const paid = net === '' ? gross - commission - tax - withheld : readAmount(row, 'net', goesBack || isFee);
  const amounts = Object.entries({ gross, commission, tax, withheld, net: paid });
  const texts = amounts.map(([name, cents]) => [name, formatCents(toCents(cents))]);
  return { number: row.number, kind, provider_order: order, reference, net: '', ...Object.fromEntries(texts) };
}

const toDay = (cell: string) =>
  cell.replace(/^(\d\d)[-/](\d\d)[-/](\d{4}).*/, '$3-$2-$1').replace(/^(\d{4})[-/](\d\d)[-/](\d\d).*/, '$1-$2-$3');

const sumLines = (lines: readonly { net: string }[]) => sumCents(lines.map(({ net }) => parseCents(net)));

/** @throws Problem of `readSheet` and `decodeFile`, `settlement-line-malformed`, `settlement-totals` */
export async function readStatement(file: File) {
  const text = await decodeFile(file);
  const sheet = readSheet<Column>(text, { headers: HEADERS, needs: 'gross' });
  const isPayPal = sheet.headers.direction !== '';
  const isTotal = ({ cells }: Row) => Object.values(cells).some((cell) => /^total/i.test(cell));
  const total = sheet.rows.find(isTotal);
  const rows = sheet.rows.filter((row) => (isPayPal ? PAYPAL_CODE.test(row.cells.kind) : !isTotal(row)));
  const totals = Array.from(text.matchAll(TOTALS), ([, inward, out, back, fees]) =>
    toCents(Number(inward) - Number(out) + Number(back) - Number(fees)),
  );
  const sums = [sumCents(totals), sumLines(rows.map(readLine))].map(formatCents);
  if (isPayPal && sums[0] !== sums[1])
    throw new Problem('settlement-totals', { values: { message: sums.join(' ≠ ') } });
  // PayPal's transfers to the bank are no lines.
  const lines = rows.filter(({ cells }) => !cells.kind.startsWith('T04')).map(readLine);
  const days = rows.map(({ cells }) => toDay(cells.day)).toSorted();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const currencies = rows.map(({ cells }) => cells.currency.replace(/^(RD)?\$$/, 'DOP').replace(/^US\$$/, 'USD'));
  return {
    id: crypto.randomUUID(),
    provider: isPayPal ? 'paypal' : 'azul',
    number: file.name.replace(/\.\w+$/, '').slice(0, 60),
    period_start: days[0] ?? '',
    period_end: days.at(-1) ?? '',
    /** What AZUL's row of totals says. */
    deposit: total ? formatCents(readAmount(total, 'net', false)) : '',
    currency: [...new Set(currencies.filter(Boolean))].join(', ') || getInstallation().currency,
    file_hash: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    lines,
    sum: sumLines(lines),
    columns: { columns: Object.values(sheet.headers).filter(Boolean).join(', '), ignored: sheet.ignored.join(', ') },
  };
}

export type Statement = Awaited<ReturnType<typeof readStatement>>;
