import * as z from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';

const DEFAULT_METHOD: PaymentMethod = 'wallet';

/** Each person has their own entry, as devices are shared. */
export function preferredPaymentStorage(userId: string | null): StoredValue<PaymentMethod> {
  return createStoredValue(`parqueo.payment-method.${userId ?? 'guest'}`, z.enum(PAYMENT_METHODS));
}

export function readPreferredPayment(userId: string | null): PaymentMethod {
  return preferredPaymentStorage(userId).read() ?? DEFAULT_METHOD;
}
