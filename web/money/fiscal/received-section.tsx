import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { formatTaxId } from '../../../domain/fiscal/tax-id.ts';
import { formatDays } from '../../../domain/language/format.ts';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { joinRows, type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { ShowMoreButton } from '../../ui/show-more-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDialogMutation } from '../../ui/use-online-mutation.ts';
import { describeResponse, XmlButton } from './fiscal-actions.tsx';

const PAGE_SIZE = 10;
const LONGEST_REASON = 250;

const receivedSchema = z.object({
  id: z.uuid(),
  issuer: z.string(),
  issuer_name: z.string().nullable(),
  encf: z.string(),
  issued_on: z.iso.date(),
  amount: amountSchema,
  approval: z
    .object({
      reason: z.string().nullable(),
      state: z.enum(['due', 'sent', 'failed']),
      response: z.string().nullable(),
    })
    .nullable(),
});
type Received = z.infer<typeof receivedSchema>;

/** Documents that others have sent, the newest first. @throws Problem `fiscal-not-loaded` */
async function listReceived(from: number, signal: AbortSignal): Promise<ParsedRows<Received>> {
  const response = await dataClient()
    .from('fiscal_received')
    .select('id, issuer, issuer_name, encf, issued_on, amount, approval:fiscal_approvals(reason, state, response)')
    .eq('kind', 'document')
    .order('received_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    .abortSignal(signal);
  return readRows(response, receivedSchema, 'fiscal-not-loaded');
}

/** @throws Problem `fiscal-not-saved`, also where somebody has decided before */
const decide = (id: string, reason: string | null) =>
  save(dataClient().from('fiscal_approvals').insert({ received_id: id, reason }), 'fiscal-not-saved');

/** Nothing until somebody has sent a document: only operators with a certificate of their own receive any. */
export function ReceivedSection() {
  const list = useInfiniteQuery({
    queryKey: ['fiscal', 'received'],
    queryFn: ({ pageParam, signal }) => listReceived(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (count < PAGE_SIZE ? null : pages.length * PAGE_SIZE),
  });
  if (list.isError && list.data === undefined) return <QueryProblem query={list} />;
  const received = joinRows(list.data?.pages ?? []);
  if (received.count === 0) return null;
  return (
    <section aria-label={m.fiscal_received()}>
      <Card className="flex flex-col gap-4 p-5">
        <div className="max-w-prose">
          <h2 className="text-lg font-bold">{m.fiscal_received()}</h2>
          <p className="text-muted text-sm">{m.fiscal_received_text()}</p>
        </div>
        <ul className="divide-line divide-y">
          {received.rows.map((row) => (
            <ReceivedItem key={row.id} row={row} />
          ))}
        </ul>
        <InvalidRows rows={received.invalid} />
        <ShowMoreButton list={list} size="small" className="self-center">
          {m.fiscal_received_more()}
        </ShowMoreButton>
      </Card>
    </section>
  );
}

function DecisionBadge({ state, reason }: NonNullable<Received['approval']>) {
  if (state === 'failed') return <Badge tone="danger">{m.fiscal_approval_failed()}</Badge>;
  if (reason !== null) return <Badge tone="neutral">{m.fiscal_state_rejected()}</Badge>;
  return <Badge tone={state === 'sent' ? 'positive' : 'neutral'}>{m.fiscal_approved()}</Badge>;
}

/** DGII takes no approval of the other types. */
const TAKES_APPROVAL = /^E(31|33|34|44|45)/;

function ReceivedItem({ row }: { row: Received }) {
  const { approval, encf } = row;
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_auto_20rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{row.issuer_name ?? formatTaxId(row.issuer)}</p>
        <p className="text-muted text-sm tabular-nums">
          {m.fiscal_received_detail({
            rnc: formatTaxId(row.issuer),
            number: encf,
            day: formatDays(row.issued_on, row.issued_on),
          })}
        </p>
        {approval?.reason ? <p className="text-sm wrap-anywhere">{approval.reason}</p> : null}
        {approval?.response && approval.state !== 'sent' ? (
          <p className="text-muted text-sm wrap-anywhere">
            {describeResponse(approval.response, approval.state === 'failed')}
          </p>
        ) : null}
      </div>
      <p className="font-semibold tabular-nums">{formatMoneyOf(row.amount)}</p>
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        {approval === null ? null : <DecisionBadge {...approval} />}
        <XmlButton table="fiscal_received" id={row.id} number={encf} />
        {approval === null && TAKES_APPROVAL.test(encf) ? (
          <>
            <Button
              variant="secondary"
              size="small"
              aria-label={m.fiscal_reject_name({ number: encf })}
              onClick={() => setDecision('reject')}
            >
              {m.fiscal_reject()}
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={m.fiscal_approve_name({ number: encf })}
              onClick={() => setDecision('approve')}
            >
              {m.fiscal_approve()}
            </Button>
          </>
        ) : null}
      </div>
      {decision === null ? null : (
        <DecisionDialog row={row} isRejection={decision === 'reject'} onClose={() => setDecision(null)} />
      )}
    </li>
  );
}

type DecisionDialogProps = { row: Received; isRejection: boolean; onClose: () => void };

function DecisionDialog({ row, isRejection, onClose }: DecisionDialogProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  const { mutate, isPending, error } = useDialogMutation(
    (reason: string) => decide(row.id, isRejection ? reason.trim() : null),
    { done: m.fiscal_decided(), onClose },
  );
  return (
    <QuestionDialog
      title={isRejection ? m.fiscal_reject_question() : m.fiscal_approve_question()}
      text={m.fiscal_decision_text({
        issuer: row.issuer_name ?? formatTaxId(row.issuer),
        number: row.encf,
        amount: formatMoneyOf(row.amount),
      })}
      label={isRejection ? m.fiscal_reject() : m.fiscal_approve()}
      isPending={isPending}
      error={error}
      onConfirm={handleSubmit(({ reason }) => mutate(reason))}
      onClose={onClose}
    >
      {isRejection ? (
        <TextField
          label={m.fiscal_reject_reason()}
          autoComplete="off"
          maxLength={LONGEST_REASON}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (text) => text.trim() !== '' || m.fiscal_reject_reason_error() })}
        />
      ) : null}
    </QuestionDialog>
  );
}
