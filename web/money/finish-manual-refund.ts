import { dataClient } from '../data/connection.ts';
import { toProblem } from '../data/database-problem.ts';

/** What was done in the portal: under which reference, or why not. */
export type ManualOutcome = { provider_reference: string } | { reason: string };

/** @throws Problem `reference-required`, `reason-required`, `money-not-saved` */
export async function finishManualRefund(refund: string, outcome: ManualOutcome): Promise<void> {
  const succeeded = 'provider_reference' in outcome;
  const { error } = await dataClient().rpc('finish_manual_refund', { refund, succeeded, ...outcome });
  if (error) throw toProblem(error, 'money-not-saved');
}
