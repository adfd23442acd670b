import { m } from '#messages';
import { getInstallation } from './installation.ts';
import type { Messages } from './language/create-messages.ts';
import { parseCents } from './money/cents.ts';
import { formatMoneyOf } from './money/money.ts';

type WithHyphens<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}-${WithHyphens<Rest>}`
  : Name;
type KeyOf<Name> = Name extends `problem_${infer Words}` ? WithHyphens<Words> : never;

/** The expected errors by their stable keys, which the database names too; `space-taken` has the message `problem_space_taken`. */
export type ProblemKey = KeyOf<keyof Messages>;

const toMessageName = (key: string) => `problem_${key.replaceAll('-', '_')}`;

/** All parameters that the messages have; which of them one takes is in the catalogue. */
type ProblemValues = {
  end: string;
  field: string;
  max: string;
  message: string;
  min: string;
  missing: string;
  vendor: string;
};

/** Problems whose values are amounts, as the database writes them, such as '40.00'. */
const ABOUT_AMOUNTS: ReadonlySet<ProblemKey> = new Set<ProblemKey>([
  'balance-left',
  'driver-wallet-too-low',
  'overstay-owed',
  'refund-over-paid',
  'refund-over-top-up',
  'prices-over-limit',
  'settlement-over-limit',
  'second-admin-required',
  'wallet-full',
  'wallet-too-low',
]);

export function describeProblem(key: ProblemKey, values: Partial<ProblemValues> = {}): string {
  const say = m[toMessageName(key) as keyof Messages] as (values: object) => string;
  const format = (value: string) => (ABOUT_AMOUNTS.has(key) ? formatMoneyOf(parseCents(value)) : value);
  const formatted = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format(value)]));
  return say({ app: getInstallation().appName, ...formatted });
}

/** Which parameter of its sentence a rule of the database has as its detail. */
const DETAIL_NAMES: Partial<Record<ProblemKey, keyof ProblemValues>> = {
  'reservation-over-limit': 'max',
  'reservation-too-short': 'min',
  'refund-over-paid': 'max',
  'refund-over-top-up': 'max',
  'balance-left': 'max',
  'overstay-owed': 'missing',
  'wallet-too-low': 'missing',
  'wallet-full': 'max',
  'second-admin-required': 'max',
  'prices-over-limit': 'max',
  'settlement-over-limit': 'max',
  'zone-closed': 'message',
  'zone-outside-hours': 'message',
};

/** The parameters of the sentence; none for a rule whose sentence has none. */
export function toProblemValues(key: ProblemKey, detail: string | null | undefined): Partial<ProblemValues> {
  const name = DETAIL_NAMES[key] ?? (key.startsWith('settlement-') ? 'message' : undefined);
  return name && detail ? { [name]: detail } : {};
}

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

/** Whether an error is one of these problems. */
export const isProblem = (error: unknown, ...keys: readonly ProblemKey[]): error is Problem =>
  error instanceof Problem && keys.includes(error.key);

/** Problems that a driver can neither correct nor hope to solve by another try: of barriers, payments, the server and closed accounts. */
const FAULT =
  /^(unexpected|server-not-reachable|outcome-unknown|account-(suspended|shut-out))$|^(barrier|payment)-|^too-many-swaps|-not-(?!found|accessible|kept|offered)/;

/** Whether the numbers of the operator belong to an error: not where somebody can correct what they entered, or is offline. */
export function needsOperator(thrown: unknown): boolean {
  return !(thrown instanceof Problem) || FAULT.test(thrown.key);
}

/** The key that a database error has as its hint, or null when it has none of these. */
export function findProblemKey(hint: unknown): ProblemKey | null {
  return typeof hint === 'string' && Object.hasOwn(m, toMessageName(hint)) ? (hint as ProblemKey) : null;
}

/** The text to show for anything that was thrown; unexpected errors have one generic text. */
export function toErrorMessage(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : m.problem_unexpected();
}

/** The sentence for a rule of the product that an error of the database names, such as that of the last administrator; else null. */
export function describeRejection(error: Error): string | null {
  const problem = 'hint' in error ? findProblemKey(error.hint) : null;
  return problem === null ? null : describeProblem(problem);
}
