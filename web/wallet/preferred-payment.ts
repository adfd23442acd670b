import * as z from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/reservations/payment.ts';
import { type Stored, stored } from '../platform/stored.ts';

const DEFAULT_METHOD: PaymentMethod = 'wallet';

/** Where this device keeps how a person likes to pay; each has a place of their own, as devices are shared. */
export function preferredPaymentStorage(userId: string | null): Stored<PaymentMethod> {
  return stored(`parqueo.payment-method.${userId ?? 'guest'}`, z.enum(PAYMENT_METHODS));
}

/** How a person likes to pay: what they picked on this device, else from the wallet. */
export function readPreferredPayment(userId: string | null): PaymentMethod {
  return preferredPaymentStorage(userId).read() ?? DEFAULT_METHOD;
}
