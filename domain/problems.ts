/**
 * All expected errors, in the texts that people read. Keys are stable; texts may be translated. Names in braces are
 * replaced by the `values` of a problem.
 */
export const PROBLEMS = {
  'zones-not-loaded': 'Failed to load parking zones',
  'spaces-not-loaded': 'Failed to load parking spaces',
  'space-currently-reserved': 'This parking space is currently reserved. Please try another space or time.',
  'availability-unknown': 'Unable to check availability. Please try again.',
  'space-taken': 'Parking space is not available during the selected time',
  'space-details-not-loaded': 'Failed to fetch parking space details',
  'availability-not-checked': 'Failed to check parking space availability',
  'reservation-not-created': 'Failed to create reservation',
  'reservation-needs-sign-in': 'User must be authenticated to create a reservation',
  'space-information-missing': 'Parking space information not available',
  'date-and-time-missing': 'Please select date and time',
  'hours-too-few': 'Duration must be at least 1 hour',
  'stay-is-over': 'This time has already passed. Choose a later date or time.',
  'stay-times-not-finite': 'Enter a start and an end that are dates of the calendar.',
  'start-too-early': 'A stay can start at most 24 hours ago. Choose a later date or time.',
  'start-too-late': 'A stay can start at most 366 days from now. Choose an earlier date.',
  'end-before-start': 'A stay must end after it starts.',
  'stay-too-long': 'A stay can last at most 31 days, which is 744 hours.',
  'too-many-reservations-at-once': 'At most 20 reservations can be made at once.',
  'too-many-upcoming-reservations':
    'You have as many upcoming reservations as a driver can have. Cancel one, or wait until one is over.',
  'too-many-reservations-in-an-hour':
    'You have made as many reservations as a driver can make in an hour. Try again later.',
  'account-suspended': 'Your account is suspended and cannot reserve. Please contact support.',
  'reservation-data-missing': 'No reservation data found',
  'reservations-not-loaded': 'Failed to load reservations',
  'reservation-not-cancelled': 'Failed to cancel reservation',
  'directions-failed': 'Directions request failed',
  'search-failed': 'Address search is not available right now. Please try again.',
  'place-not-found': 'This address cannot be found on the map',
  'location-not-accessible': 'Unable to access your location',
  'stay-not-begun': 'This stay has not begun yet. It can be cancelled now, and ended once it has begun.',
  'stay-begun': 'This stay has begun, so it cannot be cancelled any more. It can be ended.',
  'session-not-ended': 'Failed to end parking session. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  'email-required': 'Enter your email address',
  'email-malformed': 'Enter an email address such as name@example.com',
  'password-required': 'Enter your password',
  'password-too-short': 'Use at least 8 characters',
  'code-incomplete': 'Enter the 6 digits',
  'code-wrong': 'This code is not right, or was used already. Enter the one that your app shows now.',
  'mailed-code-wrong': 'This code is not right or has expired. Enter the one from our newest email.',
  'email-same': 'This is the address you have already',
  'account-shut-out': 'Your account is suspended. Please contact support.',
  'sign-in-of-another-browser': 'This link works only in the browser that asked for it. Please log in here.',
  'sign-in-used-up': 'This sign-in was used already or has expired. Please start again.',
  'user-not-loaded': 'Failed to load user information',
  'user-profile-not-created': 'Failed to create user profile',
  'profile-not-loaded': 'Failed to load profile information',
  'profile-failed': 'An error occurred while loading profile',
  'profile-not-saved': 'Failed to save your profile. Please try again.',
  'text-too-long': 'Use {max} characters or fewer',
  'field-too-long': 'The {field} takes at most {max} characters. Shorten it and save again.',
  'settings-not-loaded': 'Failed to load your settings',
  'settings-not-saved': 'Failed to update settings',
  'auto-logout-out-of-range': 'Enter a whole number of minutes from 1 to 1440',
  'account-not-deleted': 'Failed to delete your account. Please try again.',
  'last-administrator':
    'You are the last administrator. Make somebody else an administrator before you delete your account.',
  'not-signed-out': 'Error signing out',
  'admin-not-checked': 'Your access to the back office could not be checked. Please try again.',
  'all-reservations-not-loaded': 'Failed to fetch reservations',
  'reservation-status-not-updated': 'Failed to update reservation status',
  'users-not-loaded': 'Failed to fetch users',
  'user-details-not-loaded': 'Failed to fetch user details',
  'user-not-updated': 'Failed to update user',
  'user-changed-meanwhile':
    'Somebody else changed this user while you were editing. Not all of yours is saved yet, and what you typed is still here. Save again to keep it, or cancel to leave theirs.',
  'role-changed-meanwhile': 'Somebody else changed the role of this user meanwhile. It is shown as it is now.',
  'reservation-changed-meanwhile':
    'Somebody else changed this reservation meanwhile, and it is no longer active. It is shown as it is now.',
  'zone-changed-meanwhile':
    'Somebody else changed this zone while you were editing. Nothing of yours is saved yet, and what you typed is still here. Save again to keep it, or cancel to leave theirs.',
  'space-changed-meanwhile':
    'Somebody else changed this space while you were editing. Nothing of yours is saved yet, and what you typed is still here. Save again to keep it, or cancel to leave theirs.',
  'audit-log-not-loaded': 'Failed to load what administrators did',
  'admin-not-assigned': 'Failed to assign admin role',
  'admin-not-removed': 'Failed to remove admin role',
  'last-administrator-stays': 'The last administrator cannot be removed',
  'rating-out-of-range': 'Enter a rating from 0 to 5, with at most one decimal',
  'trips-out-of-range': 'Enter a whole number of trips, 0 or more',
  'balance-out-of-range': 'Enter an amount of 0 or more, with at most two decimals',
  'admin-zones-not-loaded': 'Failed to fetch parking zones',
  'zone-not-created': 'Failed to create zone',
  'zone-not-updated': 'Failed to update zone',
  'zone-not-deleted': 'Failed to delete zone',
  'zone-use-not-counted': 'Its spaces and reservations could not be counted.',
  'zone-price-out-of-range': 'Enter a price of 0 or more, with at most two decimals, up to 10,000',
  'parking-rate-out-of-range': 'Enter a rate of 0 or more, with at most two decimals, up to 10,000',
  'max-hours-out-of-range': 'Enter a whole number of hours from 1 to 168',
  'cancellation-deadline-out-of-range': 'Enter a whole number of minutes, 0 or more',
  'tax-rate-out-of-range': 'Enter a percentage from 0 to 100, with at most two decimals',
  'password-length-out-of-range': 'Enter a whole number of characters from 6 to 20',
  'session-timeout-out-of-range': 'Enter a whole number of hours from 1 to 168',
  'sender-malformed': 'Enter an email address such as name@example.com, or leave it empty',
  'admin-spaces-not-loaded': 'Failed to fetch data',
  'space-not-created': 'Failed to create parking space',
  'spaces-not-created': 'Failed to create parking spaces. None of them was added.',
  'space-not-updated': 'Failed to update parking space',
  'space-not-deleted': 'Failed to delete parking space',
  'space-still-reserved': 'A driver has reserved it. Complete or cancel the reservation first.',
  'space-numbers-out-of-range': 'Enter two whole numbers, the first not above the second, for at most 500 spaces',
  'lock-range-malformed':
    'Enter a lock device whose last number can count up to the last space, such as KV-0001, or leave it empty',
  'rates-not-applied': 'Failed to change the rates of the spaces. None of them was changed.',
  'stays-of-user-unknown': 'It is not known whether this user is parked right now or has upcoming reservations.',
  'reservation-of-space-unknown': 'It is not known whether a driver has reserved this space right now.',
  'lock-token-not-received': 'Failed to get access token from the lock vendor API',
  'locks-not-loaded': 'Failed to load parking locks from the lock vendor API',
  'lock-vendor-refuses-address': 'Your proxy IP is not whitelisted in the lock vendor dashboard',
  'lock-vendor-error': 'API Error: {message}',
  'lock-vendor-error-unexplained': 'API Error: No parking locks found',
  'space-lock-token-refused': 'Failed to get {vendor} access token',
  'space-lock-vendor-not-reached': 'Failed to connect to {vendor} API',
  'space-locks-not-loaded': 'Failed to fetch parking lock data',
  'space-without-lock': 'No parking lock assigned to this space',
  'lock-token-missing': 'No valid {vendor} access token available',
  'lock-not-raised': 'Failed to raise lock: {message}',
  'lock-not-raised-unexplained': 'Failed to raise lock: Unknown error',
  'lock-not-lowered': 'Failed to lower lock: {message}',
  'lock-not-lowered-unexplained': 'Failed to lower lock: Unknown error',
  'export-not-finished': 'The export did not finish. Please try again.',
  'session-not-checked': 'The server does not respond, so we could not check whether you are signed in.',
  'server-not-reachable': 'Parqueo cannot be reached right now. Check your connection and try again.',
  offline: 'You are offline. Check your connection and try again.',
} as const;

export type ProblemKey = keyof typeof PROBLEMS;

/** An expected error; `message` is the text to show and `cause` the error behind it. */
export class Problem extends Error {
  override name = 'Problem';
  readonly key: ProblemKey;

  /** @param options `values` replace the names in braces */
  constructor(key: ProblemKey, { values = {}, ...options }: { cause?: unknown; values?: Record<string, string> } = {}) {
    super(fillPlaceholders(PROBLEMS[key], values), options);
    this.key = key;
  }
}

function fillPlaceholders(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced);
}

/** The key that a database error has as its hint, or null when it has none of these. */
export function findProblemKey(hint: unknown): ProblemKey | null {
  return typeof hint === 'string' && Object.hasOwn(PROBLEMS, hint) ? (hint as ProblemKey) : null;
}

/** The text to show for anything that was thrown; unexpected errors have one generic text. */
export function toErrorMessage(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : PROBLEMS.unexpected;
}
