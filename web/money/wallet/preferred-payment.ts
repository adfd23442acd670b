import * as z from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { showsSamples } from '../../data/connection.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';

/** Each person has their own entry, as devices are shared. */
export function preferredPaymentStorage(userId: string | null): StoredValue<PaymentMethod> {
  return createStoredValue(`parqueo.payment-method.${userId ?? 'guest'}`, z.enum(PAYMENT_METHODS));
}

export function readPreferredPayment(userId: string | null): PaymentMethod {
  return preferredPaymentStorage(userId).read() ?? (showsSamples() ? 'wallet' : 'credit');
}
