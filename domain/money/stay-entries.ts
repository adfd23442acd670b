/** What the ledger calls entries that charge a stay or give back what was charged; together they are what is paid for it. */
export const STAY_ENTRY_KINDS = ['stay', 'extension', 'change', 'cancellation', 'stay_refund'] as const;
