import Papa from 'papaparse';
import { format } from '../../domain/days/country-time.ts';
import { formatCents, toCents } from '../../domain/money/cents.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { APPROVED, type AzulOrder } from '../payments/azul-order.ts';
import type { PayPalOrder } from '../payments/paypal-order.ts';

// What the simulated providers have captured, given back and taken back, as statements that they would send.

async function listOrders<T>(sql: Sql, provider: string): Promise<T[]> {
  const rows = await sql<{ content: T }[]>`
    select content from parqueo_server.simulated_orders
    where provider = ${provider} and changed_at is not null order by changed_at`;
  return rows.map(({ content }) => content);
}

/** AZUL keeps 3 % with 18 % of ITBIS on it, and withholds 2 % for DGII. */
const part = (amount: number, rate: number) => Math.round(amount * rate);
const write = (cents: number) => formatCents(toCents(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');

const AZUL_TYPES = { Void: 'Anulación', Refund: 'Devolución', Chargeback: 'Contracargo' };

/** A CSV file with amounts such as '1,234.56', none below zero, and a last row with the totals. */
export async function writeAzulStatement(sql: Sql): Promise<string> {
  const orders = await listOrders<AzulOrder>(sql, 'azul');
  const moves = orders.flatMap(({ transaction, form, reversals }) => {
    if (transaction?.isoCode !== APPROVED) return [];
    const sale = { ...transaction, word: 'Venta', orderNumber: form.OrderNumber, amount: Number(form.Amount) };
    const back = reversals.filter(({ isoCode }) => isoCode === APPROVED);
    return [sale, ...back.map((reversal) => ({ ...reversal, word: AZUL_TYPES[reversal.type] }))];
  });
  let deposit = 0;
  const rows = moves.map(({ word, orderNumber, amount, rrn, dateTime }) => {
    const commission = part(amount, 0.03);
    const tax = part(commission, 0.18);
    const withheld = part(amount, 0.02);
    const net = amount - commission - tax - withheld;
    deposit += word === 'Venta' ? net : -net;
    const day = dateTime.replace(/^(\d{4})(\d\d)(\d\d).*/, '$3/$2/$1');
    return [day, word, orderNumber, rrn, 'US$', ...[amount, commission, tax, withheld, net].map(write)];
  });
  const headers = 'Fecha,Tipo,No. Orden,RRN,Moneda,Monto,Comisión,ITBIS Comisión,ITBIS Retenido,Neto'.split(',');
  return Papa.unparse([headers, ...rows, ['TOTAL', '', '', '', '', '', '', '', '', write(deposit)]]);
}

/** A settlement report: amounts in cents without a sign, and PayPal's fee of 5.4 % and 0.30 on what was paid. */
export async function writePayPalStatement(sql: Sql): Promise<{ text: string; deposit: string }> {
  const orders = await listOrders<PayPalOrder>(sql, 'paypal');
  let deposit = 0;
  const totals = [0, 0, 0, 0];
  const add = (column: number, cents: number) => {
    totals[column] = (totals[column] ?? 0) + Math.abs(cents);
  };
  const row = (id: string, of: string, code: string, cents: number, time: string, fee = 0) => {
    deposit += cents - fee;
    add(cents < 0 ? 1 : 0, cents);
    add(3, fee);
    const direction = (amount: number) => (amount < 0 ? 'DR' : 'CR');
    const day = `${format(time, 'yyyy/MM/dd')} 10:00:00 -0400`;
    return ['SB', id, of, code, day, direction(cents), Math.abs(cents), 'USD', fee === 0 ? '' : direction(-fee), fee];
  };
  const rows = orders.flatMap(({ id, capture, amount, refunds, dispute }) => {
    if (capture === null || (capture.settles?.status ?? capture.status) !== 'COMPLETED') return [];
    const back = refunds.filter(({ status, settles }) => (settles?.status ?? status) === 'COMPLETED');
    return [
      row(capture.id, id, 'T0006', amount, capture.createTime, part(amount, 0.054) + 30),
      ...back.map((refund) => row(refund.id, capture.id, 'T1107', -refund.amount, refund.createTime)),
      ...(dispute === null ? [] : [row(dispute.id, capture.id, 'T1201', -amount, dispute.updateTime)]),
      ...(dispute?.isWon ? [row(dispute.id, capture.id, 'T1202', amount, dispute.updateTime)] : []),
    ];
  });
  const headers =
    'CH,Transaction ID,PayPal Reference ID,Transaction Event Code,Transaction Completion Date,Transaction Debit or Credit,Gross Transaction Amount,Gross Transaction Currency,Fee Debit or Credit,Fee Amount';
  const before = [['RH', '2026/11/01 03:00:00 -0400', 'A', 'MERCHANT', '012'], ['FH', '1'], headers.split(',')];
  const text = Papa.unparse([...before, ...rows, ['SF', 'USD', ...totals], ['SC', rows.length]], { quotes: true });
  return { text, deposit: formatCents(toCents(deposit)) };
}
