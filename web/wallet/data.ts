import * as z from 'zod';
import { type Cents, parseCents } from '../../domain/money/cents.ts';
import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { parseRow } from '../data/parse-rows.ts';

const balanceRowSchema = z.object({ wallet_balance: z.number().transform(parseCents) });

/** In the currency of the installation. @throws Problem `balance-not-loaded` */
export async function loadBalance(userId: string): Promise<Cents> {
  const { data, error } = await dataClient().from('profiles').select('wallet_balance').eq('user_id', userId).single();
  if (error) throw new Problem('balance-not-loaded', { cause: error });
  return parseRow(balanceRowSchema, data, 'balance-not-loaded').wallet_balance;
}
