import { m } from '#messages';
import { parseCents } from './money/cents.ts';
import { formatMoneyOf } from './money/money.ts';

/** The expected errors that only operators meet, as `PROBLEMS` has them: they are loaded with the back office. */
export const OFFICE_PROBLEMS = {
  'too-many-spaces-at-once': m.problem_too_many_spaces_at_once,
  'too-many-touched-reservations': m.problem_too_many_touched_reservations,
  'status-end-out-of-range': m.problem_status_end_out_of_range,
  'space-status-changed': m.problem_space_status_changed,
  'touched-reservations-changed': m.problem_touched_reservations_changed,
  'move-target-taken': m.problem_move_target_taken,
  'touched-reservations-not-loaded': m.problem_touched_reservations_not_loaded,
  'space-status-not-set': m.problem_space_status_not_set,
  'driver-gone': m.problem_driver_gone,
  'driver-suspended': m.problem_driver_suspended,
  'driver-has-most-reservations': m.problem_driver_has_most_reservations,
  'driver-vehicle-gone': m.problem_driver_vehicle_gone,
  // As the database writes it, such as '40.00'.
  'driver-wallet-too-low': ({ missing }: { missing: string }) =>
    m.problem_driver_wallet_too_low({ missing: formatMoneyOf(parseCents(missing)) }),
  'status-reason-required': m.problem_reason_required,
  'space-names-taken': m.problem_space_names_taken,
  'import-out-of-bounds': m.problem_import_out_of_bounds,
  'import-file-too-large': m.problem_import_file_too_large,
  'import-too-many-rows': m.problem_import_too_many_rows,
  'import-empty': m.problem_import_empty,
  'import-without-names': m.problem_import_without_names,
  'import-column-repeated': m.problem_import_column_repeated,
  'import-not-text': m.problem_import_not_text,
  'import-quotes': m.problem_import_quotes,
  'spaces-not-imported': m.problem_spaces_not_imported,
};

export type OfficeProblemKey = keyof typeof OFFICE_PROBLEMS;
