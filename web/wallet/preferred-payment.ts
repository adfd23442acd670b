import * as z from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/reservations/payment.ts';
import { type Stored, stored } from '../platform/stored.ts';

const DEFAULT_METHOD: PaymentMethod = 'wallet';

/** Each person has their own entry, as devices are shared. */
export function preferredPaymentStorage(userId: string | null): Stored<PaymentMethod> {
  return stored(`parqueo.payment-method.${userId ?? 'guest'}`, z.enum(PAYMENT_METHODS));
}

export function readPreferredPayment(userId: string | null): PaymentMethod {
  return preferredPaymentStorage(userId).read() ?? DEFAULT_METHOD;
}
