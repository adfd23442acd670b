/** What moves money, as the ledger names it. */
export const ENTRY_KINDS = [
  'adjustment',
  'account_closed',
  'waived',
  'cash_payment',
  'payment',
  'second_capture',
  'reservation',
  'extension',
  'change',
  'cancellation',
  'reservation_refund',
  'refund_requested',
  'refund_completed',
  'refund_failed',
  'disputed',
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Those that charge a reservation or give back what was charged; together they are what is paid for it. */
export const RESERVATION_ENTRY_KINDS: readonly EntryKind[] = [
  'reservation',
  'extension',
  'change',
  'cancellation',
  'reservation_refund',
];
