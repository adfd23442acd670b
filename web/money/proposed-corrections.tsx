import { type QueryKey, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { m } from '#messages';
import { formatMoneyOf, formatMovement } from '../../domain/money/money.ts';
import { isProblem } from '../../domain/problems.ts';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { QueryProblem } from '../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Card } from '../ui/layout/card.tsx';
import { formatTime } from '../ui/platform/format-time.ts';
import { MONEY_CHANGES, moneyKeys } from './keys.ts';
import { decideCorrection, loadProposals, type Proposal } from './wallet-corrections.ts';

export function ProposedCorrections({ userId = null }: { userId?: string | null }) {
  const titleId = useId();
  const query = useQuery({
    queryKey: moneyKeys.proposals(userId),
    queryFn: ({ signal }) => loadProposals(userId, signal),
  });
  if (query.isError && query.data === undefined) return <QueryProblem query={query} />;
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Card className="border-brand! flex flex-col gap-4 p-5">
        <h3 id={titleId} className="flex items-center gap-2 text-lg font-bold">
          <UsersRound aria-hidden="true" className="text-brand-ink size-5 shrink-0" />
          {m.correction_waiting_title()}
        </h3>
        <ul className="divide-line divide-y">
          {query.data.map((proposal) => (
            <ProposalItem key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function nameProposal({ amount, is_allowance: isAllowance, person_email: email, user_id: id }: Proposal): string {
  if (isAllowance && id === null) return m.correction_allow_prices({ amount: formatMoneyOf(amount) });
  const person = email ?? m.health_driver_gone();
  return isAllowance
    ? m.correction_allowance({ amount: formatMoneyOf(amount), person })
    : m.correction_of_person({ amount: formatMovement(amount), person });
}

function ProposalItem({ proposal }: { proposal: Proposal }) {
  const { reason, provider_reference: reference, proposed_at, proposer_email, is_own } = proposal;
  const by = { name: proposer_email ?? m.health_driver_gone(), time: formatTime(proposed_at) };
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="font-semibold wrap-anywhere">{nameProposal(proposal)}</p>
      <p className="text-sm wrap-anywhere">{reason}</p>
      <p className="text-muted text-sm wrap-anywhere">
        {m.correction_proposed_by(by)}
        {reference === null ? null : ` ${m.correction_of_payment({ reference })}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {is_own ? null : (
          <DialogButton variant="primary" label={m.correction_approve()}>
            {(close) => <DecisionDialog proposal={proposal} approves onClose={close} />}
          </DialogButton>
        )}
        <DialogButton label={is_own ? m.correction_withdraw() : m.correction_decline()}>
          {(close) => <DecisionDialog proposal={proposal} approves={false} onClose={close} />}
        </DialogButton>
      </div>
    </li>
  );
}

type DecisionDialogProps = { proposal: Proposal; approves: boolean; onClose: () => void };

function DecisionDialog({ proposal, approves, onClose }: DecisionDialogProps) {
  // The administrator who proposed it withdraws it.
  const decision = approves ? 'approve' : proposal.is_own ? 'withdraw' : 'decline';
  const { mutate, dialog } = useAction(() => decideCorrection(proposal.id, approves), {
    invalidates: MONEY_CHANGES,
    done: m[`correction_${decision}_done` as const](),
    onClose,
  });
  return (
    <QuestionDialog
      title={m[`correction_${decision}_question` as const]()}
      text={nameProposal(proposal)}
      label={m[`correction_${decision}` as const]()}
      {...dialog}
      onConfirm={mutate}
    >
      <p className="wrap-anywhere">{proposal.reason}</p>
      <p className="text-muted text-sm">
        {decision === 'approve' && proposal.is_allowance
          ? m.correction_allowance_text()
          : m[`correction_${decision}_text` as const]()}
      </p>
    </QuestionDialog>
  );
}

type CorrectionOptions<Request> = {
  /** A second try with the same key changes nothing. */
  send: (request: Request, key: string) => Promise<void>;
  /** Asks another administrator for what one may not decide alone. */
  propose: (request: Request, key: string) => Promise<void>;
  done: string;
  invalidates?: readonly QueryKey[];
  onClose: () => void;
  /** Called instead of `onClose` once it is done. */
  onDone?: () => void;
};

/** Moves money by hand. `problem` says what went wrong, and offers to propose what takes two administrators. */
export function useCorrection<Request extends object>(options: CorrectionOptions<Request>) {
  const { send, propose, done, invalidates = MONEY_CHANGES, onClose, onDone = onClose } = options;
  const getKey = useRequestKey();
  const sending = useAction((request: Request) => send(request, getKey(request)), {
    done,
    invalidates,
    onClose: onDone,
  });
  const proposing = useAction((request: Request) => propose(request, getKey({ proposed: request })), {
    done: m.correction_proposed(),
    invalidates: MONEY_CHANGES,
    onClose,
  });
  const { isPending, error, variables } = sending;
  const problem =
    error && !isPending ? (
      <>
        <ErrorNote error={proposing.error ?? error} />
        {isProblem(error, 'second-admin-required') ? (
          <Button disabled={proposing.isPending} onClick={() => proposing.mutate(variables)}>
            {proposing.isPending ? m.action_saving() : m.correction_propose()}
          </Button>
        ) : null}
      </>
    ) : null;
  const mutate = (...request: Parameters<typeof sending.mutate>) => {
    proposing.reset();
    sending.mutate(...request);
  };
  return { mutate, isPending, problem };
}

/** A key for each request that differs, so that a second try of the same one does nothing twice. */
export function useRequestKey(): (request: object) => string {
  const last = useRef({ request: '', key: '' });
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
