import { m } from '#messages';

/** The accounts of the ledger, as it names them; drivers' wallets are one of them here. */
export const ACCOUNT_LABELS = {
  wallet: m.account_wallet(),
  revenue: m.account_revenue(),
  tax: m.account_tax(),
  clearing_azul: m.account_clearing_azul(),
  clearing_paypal: m.account_clearing_paypal(),
  refunds: m.account_refunds(),
  cash: m.account_cash(),
  disputes: m.account_disputes(),
  adjustments: m.account_adjustments(),
  waived: m.account_waived(),
};

export type AccountKind = keyof typeof ACCOUNT_LABELS;

export const ACCOUNT_KINDS = Object.keys(ACCOUNT_LABELS) as AccountKind[];
