import { m } from '#messages';
import { getInstallation } from './installation.ts';
import type { MoneyProblemKey } from './money/money-problems.ts';
import type { OfficeProblemKey } from './office-problems.ts';

/** All expected errors, each with the message that says it. Keys are stable: the database names them in its errors. */
export const PROBLEMS = {
  'zones-not-loaded': m.problem_zones_not_loaded,
  'spaces-not-loaded': m.problem_spaces_not_loaded,
  'space-currently-reserved': m.problem_space_currently_reserved,
  'availability-unknown': m.problem_availability_unknown,
  'space-taken': m.problem_space_taken,
  'space-details-not-loaded': m.problem_space_details_not_loaded,
  'availability-not-checked': m.problem_availability_not_checked,
  'reservation-not-created': m.problem_reservation_not_created,
  'reservation-needs-sign-in': m.problem_reservation_needs_sign_in,
  'space-information-missing': m.problem_space_information_missing,
  'date-and-time-missing': m.problem_date_and_time_missing,
  'hours-too-few': m.problem_hours_too_few,
  'reservation-is-over': m.problem_reservation_is_over,
  'reservation-times-not-finite': m.problem_reservation_times_not_finite,
  'start-too-early': m.problem_start_too_early,
  'start-in-the-past': m.problem_start_in_the_past,
  'start-too-late': m.problem_start_too_late,
  'end-before-start': m.problem_end_before_start,
  'reservation-too-long': m.problem_reservation_too_long,
  'reservation-over-limit': m.problem_reservation_over_limit,
  'reservation-too-short': m.problem_reservation_too_short,
  'under-maintenance': m.problem_under_maintenance,
  'too-many-upcoming-reservations': m.problem_too_many_upcoming_reservations,
  'too-many-reservations-in-an-hour': m.problem_too_many_reservations_in_an_hour,
  'vehicle-required': m.problem_vehicle_required,
  'vehicle-not-found': m.problem_vehicle_not_found,
  'too-many-vehicles': m.problem_too_many_vehicles,
  'vehicles-not-loaded': m.problem_vehicles_not_loaded,
  'vehicle-not-added': m.problem_vehicle_not_added,
  'vehicle-not-saved': m.problem_vehicle_not_saved,
  'vehicle-not-removed': m.problem_vehicle_not_removed,
  'vehicle-name-required': m.problem_vehicle_name_required,
  'plate-malformed': m.problem_plate_malformed,
  'plate-used': m.problem_plate_used,
  'ratings-not-kept': m.problem_ratings_not_kept,
  'rated-reservation-not-found': m.problem_rated_reservation_not_found,
  'reservation-not-completed': m.problem_reservation_not_completed,
  'reservation-without-zone': m.problem_reservation_without_zone,
  'rating-too-late': m.problem_rating_too_late,
  'too-many-ratings': m.problem_too_many_ratings,
  'rating-final': m.problem_rating_final,
  'rating-not-sent': m.problem_rating_not_sent,
  'own-rating-not-loaded': m.problem_own_rating_not_loaded,
  'ratings-not-loaded': m.problem_ratings_not_loaded,
  'comment-not-hidden': m.problem_comment_not_hidden,
  'comment-not-shown': m.problem_comment_not_shown,
  'rating-changed-meanwhile': m.problem_rating_changed_meanwhile,
  'hiding-reason-required': m.problem_hiding_reason_required,
  'account-suspended': m.problem_account_suspended,
  'reservation-data-missing': m.problem_reservation_data_missing,
  'reservations-not-loaded': m.problem_reservations_not_loaded,
  'reservation-not-cancelled': m.problem_reservation_not_cancelled,
  'directions-failed': m.problem_directions_failed,
  'reservation-not-found': m.problem_reservation_not_found,
  'messages-are-samples': m.problem_messages_are_samples,
  'too-many-messages': m.problem_too_many_messages,
  'messages-not-loaded': m.problem_messages_not_loaded,
  'message-not-sent': m.problem_message_not_sent,
  'inbox-not-loaded': m.problem_inbox_not_loaded,
  'search-failed': m.problem_search_failed,
  'place-not-found': m.problem_place_not_found,
  'location-not-accessible': m.problem_location_not_accessible,
  'reservation-begun': m.problem_reservation_begun,
  'reservation-not-begun': m.problem_reservation_not_begun,
  'no-such-reservation': m.problem_no_such_reservation,
  'reservation-changed': m.problem_reservation_changed,
  'too-many-changes-in-an-hour': m.problem_too_many_changes_in_an_hour,
  'extension-before-start': m.problem_extension_before_start,
  'extension-too-long': m.problem_extension_too_long,
  'extension-not-known': m.problem_extension_not_known,
  'outcome-unknown': m.problem_outcome_unknown,
  'reservation-not-extended': m.problem_reservation_not_extended,
  'change-after-start': m.problem_change_after_start,
  'space-of-other-zone': m.problem_space_of_other_zone,
  'reservation-not-changed': m.problem_reservation_not_changed,
  'move-after-start': m.problem_move_after_start,
  'space-out-of-service': m.problem_space_out_of_service,
  'space-gone': m.problem_space_gone,
  'reservation-not-moved': m.problem_reservation_not_moved,
  'timeline-not-loaded': m.problem_timeline_not_loaded,
  'period-out-of-range': m.problem_period_out_of_range,
  'arrival-too-early': m.problem_arrival_too_early,
  'arrival-too-late': m.problem_arrival_too_late,
  'arrival-not-saved': m.problem_arrival_not_saved,
  'todays-reservations-not-loaded': m.problem_todays_reservations_not_loaded,
  'scan-not-checked': m.problem_scan_not_checked,
  'swap-outside-reservation': m.problem_swap_outside_reservation,
  'too-many-swaps': m.problem_too_many_swaps,
  'too-many-swaps-in-an-hour': m.problem_too_many_swaps_in_an_hour,
  'space-not-swapped': m.problem_space_not_swapped,
  'space-reports-not-loaded': m.problem_space_reports_not_loaded,
  'space-report-not-resolved': m.problem_space_report_not_resolved,
  'ticket-not-active': m.problem_ticket_not_active,
  'ticket-not-loaded': m.problem_ticket_not_loaded,
  'money-not-loaded': m.problem_money_not_loaded,
  'money-not-saved': m.problem_money_not_saved,
  'adjustment-below-zero': m.problem_adjustment_below_zero,
  'days-out-of-range': m.problem_days_out_of_range,
  unexpected: m.problem_unexpected,
  'email-required': m.problem_email_required,
  'email-malformed': m.problem_email_malformed,
  'password-required': m.problem_password_required,
  'password-too-short': m.problem_password_too_short,
  'code-incomplete': m.problem_code_incomplete,
  'code-wrong': m.problem_code_wrong,
  'mailed-code-wrong': m.problem_mailed_code_wrong,
  'email-same': m.problem_email_same,
  'account-shut-out': m.problem_account_shut_out,
  'sign-in-of-another-browser': m.problem_sign_in_of_another_browser,
  'sign-in-used-up': m.problem_sign_in_used_up,
  'user-not-loaded': m.problem_user_not_loaded,
  'user-profile-not-created': m.problem_user_profile_not_created,
  'profile-not-loaded': m.problem_profile_not_loaded,
  'profile-failed': m.problem_profile_failed,
  'profile-not-saved': m.problem_profile_not_saved,
  'text-too-long': m.problem_text_too_long,
  'field-too-long': m.problem_field_too_long,
  'installation-settings-not-loaded': m.problem_installation_settings_not_loaded,
  'installation-settings-not-saved': m.problem_installation_settings_not_saved,
  'installation-settings-changed-meanwhile': m.problem_installation_settings_changed_meanwhile,
  'settings-not-loaded': m.problem_settings_not_loaded,
  'settings-not-saved': m.problem_settings_not_saved,
  'sign-in-rules-not-loaded': m.problem_sign_in_rules_not_loaded,
  'balance-not-loaded': m.problem_balance_not_loaded,
  'figures-not-loaded': m.problem_figures_not_loaded,
  'data-not-exported': m.problem_data_not_exported,
  'account-not-deleted': m.problem_account_not_deleted,
  'last-administrator': m.problem_last_administrator,
  'reservation-under-way': m.problem_reservation_under_way,
  'not-signed-out': m.problem_not_signed_out,
  'admin-not-checked': m.problem_admin_not_checked,
  'all-reservations-not-loaded': m.problem_all_reservations_not_loaded,
  'reservation-status-not-updated': m.problem_reservation_status_not_updated,
  'users-not-loaded': m.problem_users_not_loaded,
  'user-details-not-loaded': m.problem_user_details_not_loaded,
  'user-not-updated': m.problem_user_not_updated,
  'user-changed-meanwhile': m.problem_user_changed_meanwhile,
  'role-changed-meanwhile': m.problem_role_changed_meanwhile,
  'reservation-changed-meanwhile': m.problem_reservation_changed_meanwhile,
  'zone-changed-meanwhile': m.problem_zone_changed_meanwhile,
  'space-changed-meanwhile': m.problem_space_changed_meanwhile,
  'audit-log-not-loaded': m.problem_audit_log_not_loaded,
  'admin-not-assigned': m.problem_admin_not_assigned,
  'admin-not-removed': m.problem_admin_not_removed,
  'last-administrator-stays': m.problem_last_administrator_stays,
  'rating-out-of-range': m.problem_rating_out_of_range,
  'trips-out-of-range': m.problem_trips_out_of_range,
  'balance-out-of-range': m.problem_balance_out_of_range,
  'admin-zones-not-loaded': m.problem_admin_zones_not_loaded,
  'zone-not-created': m.problem_zone_not_created,
  'zone-not-updated': m.problem_zone_not_updated,
  'zone-not-deleted': m.problem_zone_not_deleted,
  'zone-use-not-counted': m.problem_zone_use_not_counted,
  'zone-price-out-of-range': m.problem_zone_price_out_of_range,
  'parking-rate-out-of-range': m.problem_parking_rate_out_of_range,
  'minutes-out-of-range': m.problem_minutes_out_of_range,
  'hours-out-of-range': m.problem_hours_out_of_range,
  'cancellation-deadline-out-of-range': m.problem_cancellation_deadline_out_of_range,
  'cancellation-deadline-too-long': m.problem_cancellation_deadline_too_long,
  'app-name-required': m.problem_app_name_required,
  'app-name-malformed': m.problem_app_name_malformed,
  'tax-rate-out-of-range': m.problem_tax_rate_out_of_range,
  'tax-rate-undecided': m.problem_tax_rate_undecided,
  'account-code-malformed': m.problem_account_code_malformed,
  'top-up-limit-out-of-range': m.problem_top_up_limit_out_of_range,
  'top-up-max-below-min': m.problem_top_up_max_below_min,
  'tax-number-malformed': m.problem_tax_number_malformed,
  'text-on-one-line': m.problem_text_on_one_line,
  'admin-factor-not-offered': m.problem_admin_factor_not_offered,
  'password-length-out-of-range': m.problem_password_length_out_of_range,
  'sender-malformed': m.problem_sender_malformed,
  'sender-name-malformed': m.problem_sender_name_malformed,
  'admin-spaces-not-loaded': m.problem_admin_spaces_not_loaded,
  'space-not-created': m.problem_space_not_created,
  'spaces-not-created': m.problem_spaces_not_created,
  'space-not-updated': m.problem_space_not_updated,
  'space-not-deleted': m.problem_space_not_deleted,
  'space-still-reserved': m.problem_space_still_reserved,
  'space-numbers-out-of-range': m.problem_space_numbers_out_of_range,
  'lock-range-malformed': m.problem_lock_range_malformed,
  'rates-not-applied': m.problem_rates_not_applied,
  'reservations-of-user-unknown': m.problem_reservations_of_user_unknown,
  'reservation-of-space-unknown': m.problem_reservation_of_space_unknown,
  'lock-token-not-received': m.problem_lock_token_not_received,
  'locks-not-loaded': m.problem_locks_not_loaded,
  'lock-vendor-refuses-address': m.problem_lock_vendor_refuses_address,
  'lock-vendor-error': m.problem_lock_vendor_error,
  'lock-vendor-error-unexplained': m.problem_lock_vendor_error_unexplained,
  'space-lock-token-refused': m.problem_space_lock_token_refused,
  'space-lock-vendor-not-reached': m.problem_space_lock_vendor_not_reached,
  'space-locks-not-loaded': m.problem_space_locks_not_loaded,
  'space-without-lock': m.problem_space_without_lock,
  'lock-token-missing': m.problem_lock_token_missing,
  'lock-not-raised': m.problem_lock_not_raised,
  'lock-not-raised-unexplained': m.problem_lock_not_raised_unexplained,
  'lock-not-lowered': m.problem_lock_not_lowered,
  'lock-not-lowered-unexplained': m.problem_lock_not_lowered_unexplained,
  'barrier-without-reservation': m.problem_barrier_without_reservation,
  'barrier-too-early': m.problem_barrier_too_early,
  'barrier-still-of-other': m.problem_barrier_still_of_other,
  'barrier-of-next-reservation': m.problem_barrier_of_next_reservation,
  'barrier-reservation-not-ended': m.problem_barrier_reservation_not_ended,
  'barrier-close-too-late': m.problem_barrier_close_too_late,
  'barrier-not-opened': m.problem_barrier_not_opened,
  'barrier-space-used': m.problem_barrier_space_used,
  'barrier-missing': m.problem_barrier_missing,
  'barrier-too-often': m.problem_barrier_too_often,
  'barrier-busy': m.problem_barrier_busy,
  'barrier-no-response': m.problem_barrier_no_response,
  'barrier-offline': m.problem_barrier_offline,
  'barrier-rejected': m.problem_barrier_rejected,
  'barrier-unreachable': m.problem_barrier_unreachable,
  'barrier-outcome-unknown': m.problem_barrier_outcome_unknown,
  'export-not-finished': m.problem_export_not_finished,
  'session-not-checked': m.problem_session_not_checked,
  'session-not-ended': m.problem_session_not_ended,
  'server-not-reachable': () => m.problem_server_not_reachable({ app: getInstallation().appName }),
  offline: m.problem_offline,
};

export type ProblemKey = keyof typeof PROBLEMS | MoneyProblemKey | OfficeProblemKey;

/** All parameters that the messages have; which of them one takes is in the catalogue. */
export type ProblemValues = {
  end: string;
  field: string;
  max: string;
  message: string;
  min: string;
  missing: string;
  vendor: string;
};

const messages: Partial<Record<ProblemKey, (values: ProblemValues) => string>> = { ...PROBLEMS };

/** Adds sentences that only some screens need, such as `MONEY_PROBLEMS`. */
export function addProblems(more: Partial<Record<ProblemKey, (values: ProblemValues) => string>>): void {
  Object.assign(messages, more);
}

export const describeProblem = (key: ProblemKey, values: Partial<ProblemValues> = {}): string =>
  (messages[key] ?? PROBLEMS.unexpected)(values as ProblemValues);

/** An expected error; `message` is the text to show and `cause` the error behind it. */
export class Problem extends Error {
  override name = 'Problem';
  readonly key: ProblemKey;
  readonly values: Partial<ProblemValues>;

  /** @param options `values` are the parameters of the message */
  constructor(key: ProblemKey, { values = {}, ...options }: { cause?: unknown; values?: Partial<ProblemValues> } = {}) {
    super(describeProblem(key, values), options);
    this.key = key;
    this.values = values;
  }
}

/** The key that a database error has as its hint, or null when it has none of these. */
export function findProblemKey(hint: unknown): ProblemKey | null {
  return typeof hint === 'string' && Object.hasOwn(messages, hint) ? (hint as ProblemKey) : null;
}

/** The text to show for anything that was thrown; unexpected errors have one generic text. */
export function toErrorMessage(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : PROBLEMS.unexpected();
}

/** What an error of the database says when a rule of the product caused it, such as that of the last administrator; else null. */
export function describeRejection(error: Error): string | null {
  const problem = 'hint' in error ? findProblemKey(error.hint) : null;
  return problem === null ? null : describeProblem(problem);
}
