import { m } from '#messages';
import type { EntryKind } from '../../domain/money/entry-kinds.ts';
import type { ChargeMethod, PaymentState, Provider, RefundState } from '../../domain/money/payment.ts';

export const ENTRY_LABELS: Record<EntryKind, string> = {
  adjustment: m.money_entry_adjustment(),
  account_closed: m.money_entry_account_closed(),
  waived: m.money_entry_waived(),
  cash_payment: m.money_entry_cash_payment(),
  payment: m.money_entry_payment(),
  second_capture: m.money_entry_second_capture(),
  reservation: m.money_entry_reservation(),
  extension: m.money_entry_extension(),
  change: m.money_entry_change(),
  cancellation: m.money_entry_cancellation(),
  reservation_refund: m.money_entry_reservation_refund(),
  refund_requested: m.money_entry_refund_requested(),
  refund_completed: m.money_entry_refund_completed(),
  refund_failed: m.money_entry_refund_failed(),
  disputed: m.money_entry_disputed(),
};

export const METHOD_LABELS: Record<ChargeMethod, string> = {
  wallet: m.payment_wallet(),
  card: m.payment_card(),
  paypal: m.payment_paypal(),
};

export const PROVIDER_LABELS: Record<Provider, string> = { azul: 'AZUL', paypal: 'PayPal' };

type StateBadge = { label: string; tone: 'positive' | 'danger' | 'neutral' | 'brand' };

export const PAYMENT_STATE_BADGES: Record<PaymentState, StateBadge> = {
  created: { label: m.money_payment_created(), tone: 'neutral' },
  pending: { label: m.money_payment_pending(), tone: 'brand' },
  captured: { label: m.money_payment_captured(), tone: 'positive' },
  declined: { label: m.money_payment_declined(), tone: 'danger' },
  abandoned: { label: m.money_payment_abandoned(), tone: 'neutral' },
  refunding: { label: m.money_payment_refunding(), tone: 'brand' },
  refunded: { label: m.money_payment_refunded(), tone: 'neutral' },
  partly_refunded: { label: m.money_payment_partly_refunded(), tone: 'neutral' },
};

export const REFUND_STATE_BADGES: Record<RefundState, StateBadge> = {
  requested: { label: m.money_refund_requested(), tone: 'brand' },
  sent: { label: m.money_refund_sent(), tone: 'brand' },
  succeeded: { label: m.money_refund_succeeded(), tone: 'positive' },
  failed: { label: m.money_refund_failed(), tone: 'danger' },
  manual: { label: m.money_refund_manual(), tone: 'danger' },
};
