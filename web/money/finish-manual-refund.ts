import { dataClient } from '../data/connection.ts';
import { toProblem } from '../data/database-problem.ts';

/** @throws Problem `money-not-saved` */
export async function finishManualRefund(refund: string, succeeded: boolean): Promise<void> {
  const { error } = await dataClient().rpc('finish_manual_refund', { refund, succeeded });
  if (error) throw toProblem(error, 'money-not-saved');
}
