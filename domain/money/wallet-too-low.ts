import { Problem } from '../problems.ts';
import { formatMoneyOf } from '../reservations/money.ts';
import type { Cents } from './cents.ts';

/** The wallet has too little money for what a driver wants. */
export class WalletTooLow extends Problem {
  readonly missing: Cents;

  constructor(missing: Cents, cause?: unknown) {
    super('wallet-too-low', { cause, values: { max: formatMoneyOf(missing) } });
    this.missing = missing;
  }
}
