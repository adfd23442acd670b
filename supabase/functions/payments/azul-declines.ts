/** Keys of `domain/problems.ts`: one neutral sentence for each group of codes. */
type DeclineReason =
  | 'payment-declined'
  | 'payment-no-funds'
  | 'payment-card-expired'
  | 'payment-card-details'
  | 'payment-not-confirmed'
  | 'payment-try-other-card'
  | 'payment-provider-down';

/** What the bank suspects, such as theft or fraud, is not said to whoever holds the card. */
const BY_ISO_CODE: Readonly<Record<string, DeclineReason>> = {
  '03': 'payment-provider-down',
  '04': 'payment-try-other-card',
  '08': 'payment-not-confirmed',
  '12': 'payment-provider-down',
  '13': 'payment-provider-down',
  '14': 'payment-card-details',
  '43': 'payment-try-other-card',
  '51': 'payment-no-funds',
  '54': 'payment-card-expired',
  '57': 'payment-try-other-card',
  '59': 'payment-try-other-card',
  '62': 'payment-try-other-card',
  '63': 'payment-try-other-card',
  '91': 'payment-provider-down',
};

const BY_DESCRIPTION: readonly (readonly [RegExp, DeclineReason])[] = [
  [/SGS-005101|3D/, 'payment-not-confirmed'],
  [/SGS-002303|CVV|CVC/, 'payment-card-details'],
  [/SGS-030508|SGS-007778|^(INVALID|DISABLED|VALIDATION|PROCESSING|SSL)_/, 'payment-provider-down'],
];

type Decline = { isoCode: string; errorDescription: string };

/** @param decline `isoCode` is empty when AZUL did not process the payment */
export function findDeclineReason({ isoCode, errorDescription }: Decline): DeclineReason {
  const byCode = BY_ISO_CODE[isoCode];
  if (byCode !== undefined) return byCode;
  const description = errorDescription.toUpperCase();
  return BY_DESCRIPTION.find(([pattern]) => pattern.test(description))?.[1] ?? 'payment-declined';
}
