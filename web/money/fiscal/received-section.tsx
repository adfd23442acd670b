import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { formatTaxId } from '../../../domain/fiscal/tax-id.ts';
import { formatDays } from '../../../domain/language/format.ts';
import { formatPesos } from '../../../domain/money/money.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { AskButton, QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import { PagedList, usePages } from '../paged-list.tsx';
import { describeResponse, XmlButton } from './documents-section.tsx';
import { decideOnReceived, listReceived, type Received, removeReceived } from './fiscal-documents.ts';

const LONGEST_REASON = 250;

/** Nothing until somebody has sent a document: only operators with a certificate of their own receive any. */
export function ReceivedSection() {
  const received = usePages({ queryKey: moneyKeys.fiscal('received'), pageSize: 10, read: listReceived });
  const { list } = received;
  if (list.isError && list.data === undefined) return <QueryProblem query={list} />;
  if (received.count === 0) return null;
  return (
    <section aria-label={m.fiscal_received()}>
      <Card className="flex flex-col gap-4 p-5">
        <div className="max-w-prose">
          <h2 className="text-lg font-bold">{m.fiscal_received()}</h2>
          <p className="text-muted text-sm">{m.fiscal_received_text()}</p>
        </div>
        <PagedList pages={received} loading={null} className="divide-line divide-y" more={m.fiscal_received_more()}>
          {(row) => <ReceivedItem row={row} />}
        </PagedList>
      </Card>
    </section>
  );
}

function DecisionBadge({ state, reason }: NonNullable<Received['approval']>) {
  if (state === 'failed') return <Badge tone="danger">{m.fiscal_approval_failed()}</Badge>;
  if (reason !== null) return <Badge tone="neutral">{m.fiscal_state_rejected()}</Badge>;
  return <Badge tone={state === 'sent' ? 'positive' : 'neutral'}>{m.fiscal_approved()}</Badge>;
}

type Decision = 'approve' | 'reject';

const STATE_BADGES = {
  unconfirmed: <Badge tone="neutral">{m.fiscal_received_unconfirmed()}</Badge>,
  confirmed: <Badge tone="positive">{m.fiscal_received_confirmed()}</Badge>,
  unknown: <Badge tone="danger">{m.fiscal_received_unknown()}</Badge>,
};

function ReceivedItem({ row }: { row: Received }) {
  const { approval, encf } = row;
  const decisions: Decision[] = approval === null && row.takes_approval ? ['reject', 'approve'] : [];
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_auto_24rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{row.issuer_name ?? formatTaxId(row.issuer)}</p>
        <p className="text-muted text-sm tabular-nums">
          {m.fiscal_received_detail({
            rnc: formatTaxId(row.issuer),
            number: encf,
            day: formatDays(row.issued_on, row.issued_on),
          })}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{m.fiscal_received_signer({ signer: row.signer })}</p>
        <p className="mt-1">{STATE_BADGES[row.state]}</p>
        {approval?.reason ? <p className="text-sm wrap-anywhere">{approval.reason}</p> : null}
        {approval?.response && approval.state !== 'sent' ? (
          <p className="text-muted text-sm wrap-anywhere">
            {describeResponse(approval.response, approval.state === 'failed')}
          </p>
        ) : null}
      </div>
      <p className="font-semibold tabular-nums">{formatPesos(row.amount)}</p>
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        {approval === null ? null : <DecisionBadge {...approval} />}
        <XmlButton table="fiscal_received" id={row.id} number={encf} />
        {approval === null ? (
          <AskButton
            label={m.fiscal_received_remove()}
            aria-label={m.fiscal_received_remove_name({ number: encf })}
            question={{
              title: m.fiscal_received_remove_question(),
              text: m.fiscal_received_remove_text({
                issuer: row.issuer_name ?? formatTaxId(row.issuer),
                number: encf,
                amount: formatPesos(row.amount),
                signer: row.signer,
              }),
              label: m.fiscal_received_remove(),
            }}
            onYes={() => removeReceived(row.id)}
            action={{ done: m.fiscal_received_removed(), invalidates: MONEY_CHANGES }}
          />
        ) : null}
        {decisions.map((decision) => (
          <DialogButton
            key={decision}
            label={m[`fiscal_${decision}` as const]()}
            aria-label={m[`fiscal_${decision}_name` as const]({ number: encf })}
          >
            {(close) => <DecisionDialog row={row} decision={decision} onClose={close} />}
          </DialogButton>
        ))}
      </div>
    </li>
  );
}

function DecisionDialog({ row, decision, onClose }: { row: Received; decision: Decision; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } });
  const { mutate, dialog } = useAction(
    (reason: string) => decideOnReceived(row.id, decision === 'reject' ? reason.trim() : null),
    { done: m.fiscal_decided(), invalidates: MONEY_CHANGES, onClose },
  );
  return (
    <QuestionDialog
      title={m[`fiscal_${decision}_question` as const]()}
      text={m.fiscal_decision_text({
        issuer: row.issuer_name ?? formatTaxId(row.issuer),
        number: row.encf,
        amount: formatPesos(row.amount),
      })}
      label={m[`fiscal_${decision}` as const]()}
      {...dialog}
      onConfirm={form.handleSubmit(({ reason }) => mutate(reason))}
    >
      {decision === 'reject' ? (
        <TextField
          label={m.fiscal_reject_reason()}
          maxLength={LONGEST_REASON}
          {...registerFields(form)('reason', {
            validate: (text) => text.trim() !== '' || m.fiscal_reject_reason_error(),
          })}
        />
      ) : null}
    </QuestionDialog>
  );
}
