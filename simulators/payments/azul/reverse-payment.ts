import type { Sql, TransactionSql } from 'postgres';
import { createOrderStore } from '../order-store.ts';
import { APPROVED, type AzulOrder, type AzulReversal, azulOrderSchema } from './azul-order.ts';
import { addMonths, findSettlement, formatAzulTime } from './dominican-time.ts';
import { createAzulOrderId } from './process-payment.ts';
import { AzulError } from './webservice-request.ts';

const VOID_MINUTES = 20;
const REFUND_MONTHS = 6;
const OTHER_ERROR = '99';
const MAX_ATTEMPTS = 100;

type Approval = { order: AzulOrder; approvedAt: Date; now: Date };
export type ReversalRequest = { type: 'Void' } | { type: 'Refund'; amount: number; orderNumber: string };

/** @throws AzulError when AZUL would not reverse the payment */
function requireReversible({ order, approvedAt, now }: Approval, request: ReversalRequest): void {
  if (order.transaction?.isoCode !== APPROVED) throw new AzulError('WRONG TRANSACTION STATE');
  if (order.reversals.length >= MAX_ATTEMPTS) throw new AzulError('WRONG TRANSACTION STATE');
  const earlier = order.reversals.find(({ isoCode }) => isoCode === APPROVED);
  if (earlier?.type === 'Void') throw new AzulError('The original transaction was already voided');
  if (earlier?.type === 'Refund') throw new AzulError('The original transaction was already returned');
  if (request.type === 'Void') {
    const isLate = now.getTime() > approvedAt.getTime() + VOID_MINUTES * 60_000;
    if (isLate) throw new AzulError('WRONG TRANSACTION STATE');
    return;
  }
  if (request.amount < 1 || request.amount > Number(order.amount)) throw new AzulError('VALIDATION_ERROR:Amount');
  const mustBeSettled = order.plan.faults.includes('refund-after-settlement');
  if (mustBeSettled && now < findSettlement(approvedAt)) throw new AzulError('WRONG TRANSACTION STATE');
  if (now > addMonths(approvedAt, REFUND_MONTHS)) throw new AzulError('WRONG TRANSACTION STATE');
}

/**
 * Voids or refunds an approved payment: a void within 20 minutes, one refund within six months.
 * @throws AzulError when AZUL would not
 */
export async function reversePayment(
  tx: TransactionSql,
  approval: Approval,
  request: ReversalRequest,
): Promise<AzulReversal> {
  requireReversible(approval, request);
  const { order, now } = approval;
  const azulOrderId = await createAzulOrderId(tx);
  const dateTime = formatAzulTime(now);
  return {
    ...(request.type === 'Refund'
      ? request
      : { ...request, amount: Number(order.amount), orderNumber: order.orderNumber }),
    azulOrderId,
    isoCode: order.plan.faults.includes('refund-failed') ? OTHER_ERROR : APPROVED,
    dateTime,
    rrn: dateTime + azulOrderId,
  };
}

export const addReversal = (order: AzulOrder, reversal: AzulReversal): AzulOrder => ({
  ...order,
  reversals: [...order.reversals, reversal],
});

/**
 * A void, a refund or a chargeback that AZUL or the bank makes, without a request of the merchant.
 * @returns false when there is no such approved payment
 */
export async function reverseAtAzul(
  sql: Sql,
  number: string,
  { type, cents, now }: { type: AzulReversal['type']; cents: number | undefined; now: Date },
): Promise<boolean> {
  const orders = createOrderStore(sql, 'azul', azulOrderSchema);
  return sql.begin(async (tx) => {
    const stored = await orders.lock(tx, { number });
    if (stored?.content.transaction?.isoCode !== APPROVED) return false;
    const azulOrderId = await createAzulOrderId(tx);
    const dateTime = formatAzulTime(now);
    const content = addReversal(stored.content, {
      type,
      orderNumber: number,
      amount: cents ?? Number(stored.content.amount),
      azulOrderId,
      isoCode: APPROVED,
      dateTime,
      rrn: dateTime + azulOrderId,
    });
    await orders.save(tx, { ...stored, content, changedAt: now });
    return true;
  });
}
