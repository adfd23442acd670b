import { m } from '#messages';
import { parseCents } from './cents.ts';
import { formatMoneyOf } from './money.ts';

/** As the database writes them, such as '40.00'. */
type Amounts = { max?: string; missing?: string };

/** Another version of the database may not say it. */
const formatAmount = (amount?: string) => (amount === undefined ? '–' : formatMoneyOf(parseCents(amount)));

/** The expected errors about money, as `PROBLEMS` has them: only where money moves, so they are loaded with its screens. */
export const MONEY_PROBLEMS = {
  'payment-declined': m.problem_payment_declined,
  'payment-no-funds': m.problem_payment_no_funds,
  'payment-card-expired': m.problem_payment_card_expired,
  'payment-card-details': m.problem_payment_card_details,
  'payment-not-confirmed': m.problem_payment_not_confirmed,
  'payment-try-other-card': m.problem_payment_try_other_card,
  'payment-provider-down': m.problem_payment_provider_down,
  'payment-method-unavailable': m.problem_payment_method_unavailable,
  'payment-too-late': m.problem_payment_too_late,
  'too-many-payments': m.problem_too_many_payments,
  'wallet-too-low': ({ missing }: Amounts) => m.problem_wallet_too_low({ missing: formatAmount(missing) }),
  'balance-left': ({ max }: Amounts) => m.problem_balance_left({ max: formatAmount(max) }),
  'wallet-full': ({ max }: Amounts) => m.problem_wallet_full({ max: formatAmount(max) }),
  'price-changed': m.problem_price_changed,
  'reservations-paid-here': m.problem_reservations_paid_here,
  'hold-is-over': m.problem_hold_is_over,
  'hold-was-paid': m.problem_hold_was_paid,
  'nothing-to-pay': m.problem_nothing_to_pay,
  'paypal-takes-dollars': m.problem_paypal_takes_dollars,
  'card-not-found': m.problem_card_not_found,
  'top-up-out-of-range': m.problem_top_up_out_of_range,
  'top-up-between': m.problem_top_up_between,
  'too-many-unpaid-holds': m.problem_too_many_unpaid_holds,
  'currency-in-use': m.problem_currency_in_use,
  'reason-required': m.problem_reason_required,
  'reference-required': m.problem_reference_required,
  'amount-out-of-range': m.problem_amount_out_of_range,
  'payment-not-confirmable': m.problem_payment_not_confirmable,
  'dispute-not-open': m.problem_dispute_not_open,
  'second-admin-required': ({ max }: Amounts) => m.problem_second_admin_required({ max: formatAmount(max) }),
  'correction-is-own': m.problem_correction_is_own,
  'correction-by-new-admin': m.problem_correction_by_new_admin,
  'correction-decided': m.problem_correction_decided,
  'correction-limit-out-of-range': m.problem_correction_limit_out_of_range,
  'refund-not-possible': m.problem_refund_not_possible,
  'refund-over-paid': ({ max }: Amounts) => m.problem_refund_over_paid({ max: formatAmount(max) }),
  'refund-over-top-up': ({ max }: Amounts) => m.problem_refund_over_top_up({ max: formatAmount(max) }),
  'payment-not-begun': m.problem_payment_not_begun,
  'payment-not-loaded': m.problem_payment_not_loaded,
  'payment-methods-not-loaded': m.problem_payment_methods_not_loaded,
  'cards-not-loaded': m.problem_cards_not_loaded,
  'card-not-removed': m.problem_card_not_removed,
  'wallet-entries-not-loaded': m.problem_wallet_entries_not_loaded,
  'hold-not-released': m.problem_hold_not_released,
};

export type MoneyProblemKey = keyof typeof MONEY_PROBLEMS;
