import { m } from '#messages';
import type { EntryKind } from '../../../domain/money/entry-kinds.ts';

/** What moved money, as its driver reads it. */
export const ENTRY_LABELS: Record<EntryKind, string> = {
  adjustment: m.wallet_entry_adjustment(),
  account_closed: m.wallet_entry_account_closed(),
  waived: m.wallet_entry_waived(),
  cash_payment: m.wallet_entry_cash_payment(),
  payment: m.wallet_entry_payment(),
  second_capture: m.wallet_entry_payment(),
  stay: m.wallet_entry_stay(),
  extension: m.wallet_entry_extension(),
  change: m.wallet_entry_change(),
  cancellation: m.wallet_entry_cancellation(),
  stay_refund: m.wallet_entry_stay_refund(),
  refund_requested: m.wallet_entry_refund_requested(),
  refund_completed: m.wallet_entry_refund_requested(),
  refund_failed: m.wallet_entry_refund_failed(),
  disputed: m.wallet_entry_disputed(),
};
