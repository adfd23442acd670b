import { useQuery } from '@tanstack/react-query';
import { CreditCard, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { type Cents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { isDeletionConfirmed } from '../../../domain/people/settings.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { useProof } from '../credentials/proof.tsx';
import { accountKeys } from '../keys.ts';
import { type DeletionPreview, deleteAccount, type MoneyChoice, previewDeletion } from './profile.ts';

const sumSources = ({ sources }: DeletionPreview): Cents => sumCents(sources.map(({ amount }) => amount));

type DeleteAccountProps = {
  email: string;
  /** Clears what this device stores of the account. */
  onDeleted: () => Promise<void>;
};

export function DeleteAccount(person: DeleteAccountProps) {
  return (
    <DialogButton
      variant="danger"
      size="normal"
      icon={Trash2}
      label={m.delete_account_open()}
      title={m.delete_account_title()}
      description={m.delete_account_description()}
    >
      {(close) =>
        getInstallation().keepsBooks ? (
          <LiveConfirmation {...person} onCancel={close} />
        ) : (
          <Confirmation {...person} preview={null} onCancel={close} />
        )
      }
    </DialogButton>
  );
}

type ConfirmationProps = DeleteAccountProps & { onCancel: () => void };

function LiveConfirmation(props: ConfirmationProps) {
  const query = useQuery({
    queryKey: accountKeys.deletionPreview(),
    queryFn: previewDeletion,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      loading={<SkeletonList label={m.delete_account_money_loading()} shapes={['h-14', 'h-14']} />}
    >
      {(preview) =>
        preview.reservationUntil === null ? (
          <Confirmation {...props} preview={preview} />
        ) : (
          <div className="flex flex-col gap-4">
            <ErrorNote>{m.delete_account_reservation({ end: formatDayAndTime(preview.reservationUntil) })}</ErrorNote>
            <Button variant="secondary" onClick={props.onCancel}>
              {m.delete_account_keep()}
            </Button>
          </div>
        )
      }
    </QueryState>
  );
}

function Confirmation({
  email,
  onDeleted,
  onCancel,
  preview,
}: ConfirmationProps & { preview: DeletionPreview | null }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ choice: MoneyChoice | null; of: DeletionPreview } | null>(null);
  // When the amounts have changed the driver has to choose again.
  const choice = chosen?.of === preview ? (chosen?.choice ?? null) : null;
  const proof = useProof();
  const deletion = useAction(
    async (money: MoneyChoice | null) => {
      if ((await proof.run(() => deleteAccount(money))) === null) return;
      toast.success(
        money?.isToSource && preview !== null
          ? m.delete_account_done_refund({ amount: formatMoneyOf(sumSources(preview)) })
          : m.delete_account_done(),
      );
      await onDeleted();
    },
    // The form shows the problem. Money may have moved meanwhile.
    { onError: () => undefined, invalidates: (error) => (error === null ? [] : [accountKeys.deletionPreview()]) },
  );
  const asksAboutMoney = preview !== null && preview.balance > 0;
  const isConfirmed = isDeletionConfirmed(typed, email) && (choice !== null || !asksAboutMoney);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !deletion.isPending) deletion.mutate(asksAboutMoney ? choice : null);
  };

  return (
    <form onSubmit={submit} aria-busy={deletion.isPending} className="flex flex-col gap-4">
      {proof.dialog}
      {asksAboutMoney ? (
        <MoneyOfLeaver
          key={JSON.stringify(preview)}
          preview={preview}
          isDisabled={deletion.isPending}
          onChoose={(made) => setChosen({ choice: made, of: preview })}
        />
      ) : null}
      <TextField
        label={m.delete_account_confirm({ word: m.delete_account_word() })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {deletion.error ? <ErrorNote error={deletion.error} /> : null}
      <DialogButtons
        label={m.delete_account_submit()}
        pendingLabel={m.delete_account_deleting()}
        cancelLabel={m.delete_account_keep()}
        variant="danger"
        isPending={deletion.isPending}
        isDisabled={!isConfirmed}
        onCancel={onCancel}
      />
    </form>
  );
}

type MoneyOfLeaverProps = {
  preview: DeletionPreview;
  isDisabled: boolean;
  /** Null while the driver has not confirmed what they give up. */
  onChoose: (choice: MoneyChoice | null) => void;
};

/** The money in the wallet of a driver who leaves, where each part goes, and the sentence that gives up the rest. */
function MoneyOfLeaver({ preview, isDisabled, onChoose }: MoneyOfLeaverProps) {
  const { balance, sources } = preview;
  const refundable = sumSources(preview);
  const [isToSource, setIsToSource] = useState<boolean | null>(refundable > 0 ? null : false);
  const [isWaived, setIsWaived] = useState(false);

  const rest = toCents(balance - refundable);
  const waived = isToSource ? rest : balance;

  const choose = (toSource: boolean, waives: boolean) => {
    setIsToSource(toSource);
    setIsWaived(waives);
    const lost = toSource ? rest : balance;
    onChoose(waives || lost === 0 ? { isToSource: toSource, waived: lost } : null);
  };

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1 rounded-card bg-canvas p-4">
        <p className="font-bold">{m.delete_account_money({ amount: formatMoneyOf(balance) })}</p>
        <p className="text-sm text-muted">{m.delete_account_money_upcoming()}</p>
        {sources.length === 0 ? null : (
          <>
            <p className="mt-2 text-sm font-semibold">{m.delete_account_sources()}</p>
            <dl className="divide-y divide-line">
              {sources.map(({ payment, method, paidWith, amount }) => (
                <div key={payment} className="flex items-baseline justify-between gap-4 py-2">
                  <dt className="min-w-0 text-muted">
                    {paidWith ?? (method === 'card' ? m.delete_account_card() : m.payment_paypal())}
                  </dt>
                  <dd className="shrink-0 font-semibold tabular-nums">{formatMoneyOf(amount)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {rest > 0 ? <p className="mt-2 text-sm">{m.delete_account_cannot({ amount: formatMoneyOf(rest) })}</p> : null}
      </div>
      {refundable === 0 ? null : (
        <fieldset disabled={isDisabled} className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{m.delete_account_choice()}</legend>
          <ChoiceCard
            name="money"
            icon={CreditCard}
            label={m.delete_account_refund({ amount: formatMoneyOf(refundable) })}
            detail={m.delete_account_refund_detail()}
            checked={isToSource === true}
            onChange={() => choose(true, false)}
          />
          <ChoiceCard
            name="money"
            icon={Trash2}
            label={m.delete_account_waive()}
            detail={m.delete_account_waive_detail()}
            checked={isToSource === false}
            onChange={() => choose(false, false)}
          />
        </fieldset>
      )}
      {isToSource === null || waived === 0 ? null : (
        <CheckboxField
          label={m.delete_account_waiver({ amount: formatMoneyOf(waived) })}
          disabled={isDisabled}
          checked={isWaived}
          onChange={({ target }) => choose(isToSource, target.checked)}
        />
      )}
    </div>
  );
}
