import { randomUUID } from 'node:crypto';
import { toCents } from '../../domain/money/cents.ts';
import type { Payment } from '../../supabase/functions/payments/payment-store.ts';

const TEN_MINUTES_MS = 600_000;

/** A payment of a reservation by card, which the driver has just begun. */
export function createPayment(changes: Partial<Payment> = {}): Payment {
  const now = Date.now();
  return {
    id: randomUUID(),
    userId: randomUUID(),
    purpose: 'reservation',
    provider: 'azul',
    amount: toCents(59_000),
    tax: toCents(9000),
    currency: 'DOP',
    state: 'created',
    providerOrder: null,
    providerReference: null,
    capturedBy: null,
    cardToken: null,
    saveCard: false,
    language: 'en',
    createdAt: new Date(now),
    expiresAt: new Date(now + TEN_MINUTES_MS),
    givenUp: false,
    hasApproval: false,
    ...changes,
  };
}
