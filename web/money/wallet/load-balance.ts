import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import type { Cents } from '../../../domain/money/cents.ts';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

const rowSchema = z.object({ wallet_balance: amountSchema });

type BalanceRequest = { problem: ProblemKey; signal: AbortSignal };

/** What the wallet of a driver holds, in the currency of the installation. @throws Problem of this key */
export async function loadBalance(userId: string, { problem, signal }: BalanceRequest): Promise<Cents> {
  const { data, error } = await dataClient()
    .from('profiles')
    .select('wallet_balance')
    .eq('user_id', userId)
    .abortSignal(signal)
    .single();
  if (error) throw new Problem(problem, { cause: error });
  return parseRow(rowSchema, data, problem).wallet_balance;
}
