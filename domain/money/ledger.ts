import { m } from '#messages';

/** What moves money, as the ledger names it. */
export const ENTRY_KINDS = [
  'adjustment',
  'account_closed',
  'waived',
  'cash_payment',
  'terminal_payment',
  'transfer_payment',
  'shift',
  'bank_deposit',
  'payment',
  'second_capture',
  'reservation',
  'extension',
  'change',
  'overstay',
  'cancellation',
  'reservation_refund',
  'earned',
  'refund_requested',
  'refund_completed',
  'refund_failed',
  'disputed',
  'dispute_lost',
  'settlement',
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

export const CHARGE_KINDS: readonly EntryKind[] = ['reservation', 'extension', 'change', 'overstay'];

/** The entries that charge a reservation or give back what was charged; together they are what is paid for it. */
export const RESERVATION_ENTRY_KINDS: readonly EntryKind[] = [...CHARGE_KINDS, 'cancellation', 'reservation_refund'];

/** The accounts of the ledger, as it names them; drivers' wallets are one of them here. */
export const ACCOUNT_LABELS = {
  wallet: m.account_wallet(),
  deferred: m.account_deferred(),
  revenue: m.account_revenue(),
  tax: m.account_tax(),
  tax_expense: m.account_tax_expense(),
  clearing_azul: m.account_clearing_azul(),
  clearing_paypal: m.account_clearing_paypal(),
  refunds: m.account_refunds(),
  cash: m.account_cash(),
  clearing_terminal: m.account_clearing_terminal(),
  clearing_transfer: m.account_clearing_transfer(),
  safe: m.account_safe(),
  cash_over_short: m.account_cash_over_short(),
  disputes: m.account_disputes(),
  adjustments: m.account_adjustments(),
  waived: m.account_waived(),
  bank: m.account_bank(),
  commissions: m.account_commissions(),
  tax_on_commissions: m.account_tax_on_commissions(),
  withheld: m.account_withheld(),
  losses: m.account_losses(),
};

export type AccountKind = keyof typeof ACCOUNT_LABELS;

export const ACCOUNT_KINDS = Object.keys(ACCOUNT_LABELS) as AccountKind[];
