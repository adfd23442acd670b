import { type Cents, formatCents } from '../../../domain/money/cents.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';

export type Adjustment = { amount: Cents; reason: string };

/**
 * Puts money into a wallet or takes it out. A second try with the same key changes nothing.
 * @throws Problem `adjustment-below-zero`, `money-not-saved`
 */
export async function adjustWallet(person: string, { amount, reason }: Adjustment, key: string): Promise<void> {
  const { error } = await dataClient().rpc('adjust_wallet', { person, amount: formatCents(amount), reason, key });
  if (error?.hint === 'wallet-too-low') throw new Problem('adjustment-below-zero', { cause: error });
  if (error) throw toProblem(error, 'money-not-saved');
}
