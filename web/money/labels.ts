import { m } from '#messages';

/** What moved money, as the ledger names it. */
export const ENTRY_LABELS = {
  opening: m.money_entry_opening(),
  adjustment: m.money_entry_adjustment(),
  account_closed: m.money_entry_account_closed(),
  payment: m.money_entry_payment(),
  second_capture: m.money_entry_second_capture(),
  stay: m.money_entry_stay(),
  extension: m.money_entry_extension(),
  change: m.money_entry_change(),
  cancellation: m.money_entry_cancellation(),
  stay_refund: m.money_entry_stay_refund(),
  refund_requested: m.money_entry_refund_requested(),
  refund_completed: m.money_entry_refund_completed(),
  refund_failed: m.money_entry_refund_failed(),
} as const;

export type EntryKind = keyof typeof ENTRY_LABELS;

export const ENTRY_KINDS = Object.keys(ENTRY_LABELS) as [EntryKind, ...EntryKind[]];

export const METHOD_LABELS = {
  wallet: m.payment_wallet(),
  card: m.receipt_card(),
  paypal: m.payment_paypal(),
} as const;

export const PROVIDER_LABELS = { azul: 'AZUL', paypal: 'PayPal' } as const;

type Tone = 'positive' | 'danger' | 'neutral' | 'brand';

export const PAYMENT_STATES = {
  created: { label: m.money_payment_created(), tone: 'neutral' },
  pending: { label: m.money_payment_pending(), tone: 'brand' },
  captured: { label: m.money_payment_captured(), tone: 'positive' },
  declined: { label: m.money_payment_declined(), tone: 'danger' },
  abandoned: { label: m.money_payment_abandoned(), tone: 'neutral' },
  refunding: { label: m.money_payment_refunding(), tone: 'brand' },
  refunded: { label: m.money_payment_refunded(), tone: 'neutral' },
  partly_refunded: { label: m.money_payment_partly_refunded(), tone: 'neutral' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export const REFUND_STATES = {
  requested: { label: m.money_refund_requested(), tone: 'brand' },
  sent: { label: m.money_refund_sent(), tone: 'brand' },
  succeeded: { label: m.money_refund_succeeded(), tone: 'positive' },
  failed: { label: m.money_refund_failed(), tone: 'danger' },
  manual: { label: m.money_refund_manual(), tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

type StateOf<States> = [keyof States & string, ...(keyof States & string)[]];

export const PAYMENT_STATE_NAMES = Object.keys(PAYMENT_STATES) as StateOf<typeof PAYMENT_STATES>;
export const REFUND_STATE_NAMES = Object.keys(REFUND_STATES) as StateOf<typeof REFUND_STATES>;
