import * as z from 'zod';
import { amountSchema, type Cents, formatCents } from '../../domain/money/cents.ts';
import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { save, toProblem } from '../data/database-problem.ts';
import { readRow } from '../ui/table/parse-rows.ts';

const MOST_SHOWN = 50;

const proposalSchema = z.object({
  id: z.string(),
  amount: amountSchema,
  reason: z.string(),
  user_id: z.string().nullable(),
  /** True when approval only raises the proposer's limit and posts nothing. */
  is_allowance: z.boolean(),
  /** Null unless a payment is confirmed by hand. */
  provider_reference: z.string().nullable(),
  proposed_at: z.iso.datetime({ offset: true }),
  /** Null for somebody who has left. */
  person_email: z.string().nullable(),
  proposer_email: z.string().nullable(),
  /** Whether the administrator who reads it has proposed it. */
  is_own: z.boolean(),
});

export type Proposal = z.infer<typeof proposalSchema>;

/** The oldest first, of one person or of all. */
export async function loadProposals(person: string | null, signal: AbortSignal): Promise<Proposal[]> {
  const all = dataClient().from('proposed_corrections').select(Object.keys(proposalSchema.shape).join());
  const response = await (person === null ? all : all.eq('user_id', person))
    .order('proposed_at')
    .limit(MOST_SHOWN)
    .abortSignal(signal);
  return readRow(response, z.array(proposalSchema), 'money-not-loaded');
}

/** Leaves a correction to another administrator. A second try with the same key changes nothing. */
export const proposeCorrection = (person: string, { amount, reason }: Adjustment, key: string) =>
  propose({ key, reason, person, amount: formatCents(amount) });

/** Proposes that a payment is confirmed by hand. */
export const proposeConfirmation = (
  payment: string,
  { reference, reason }: { reference: string; reason: string },
  key: string,
) => propose({ key, reason, person: null, amount: null, payment, provider_reference: reference });

/** Asks to be allowed to give so much above the limit: to a person, to the driver of a reservation, or by lower prices. */
export const proposeAllowance = (
  to: { person: string | null } | { reservation: string },
  { amount, reason }: Adjustment,
  key: string,
) => propose({ key, reason, person: null, amount: formatCents(amount), is_allowance: true, ...to });

const propose = (correction: object) => save(dataClient().rpc('propose_correction', correction), 'money-not-saved');

/** Also fine when it was decided like this before. */
export const decideCorrection = (correction: string, approve: boolean) =>
  save(dataClient().rpc('decide_correction', { correction, approve }), 'money-not-saved');

export type Adjustment = { amount: Cents; reason: string };

/** A second try with the same key changes nothing. */
export async function adjustWallet(person: string, { amount, reason }: Adjustment, key: string): Promise<void> {
  const { error } = await dataClient().rpc('adjust_wallet', { person, amount: formatCents(amount), reason, key });
  if (error?.hint === 'wallet-too-low') throw new Problem('adjustment-below-zero', { cause: error });
  if (error) throw toProblem(error, 'money-not-saved');
}
