import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { formatTaxId, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { moneyKeys } from '../keys.ts';
import { BuyerFields, toTypedBuyer } from './buyer-fields.tsx';
import { askForTaxCredit, type Buyer, loadBuyer, loadBuyerLimit, saveBuyer } from './fiscal-documents.ts';

/** Saves the buyer, who is shown at once. */
function useStoreBuyer(userId: string) {
  const queryClient = useQueryClient();
  return async (buyer: Buyer) => {
    await saveBuyer(userId, buyer);
    queryClient.setQueryData(moneyKeys.buyer(userId), (known: object) => ({ ...known, buyer }));
  };
}

/**
 * The database copies the number to each reservation. Nothing shows where no fiscal receipts are issued.
 * @param total the price of the reservation in the form, which needs a buyer from a limit on
 */
export function BuyerChoice({ userId, total }: { userId: string; total: number | null }) {
  const store = useStoreBuyer(userId);
  const query = useQuery({ queryKey: moneyKeys.buyer(userId), queryFn: ({ signal }) => loadBuyer(userId, signal) });
  const [isEditing, setIsEditing] = useState(false);
  const saving = useAction(store);
  if (!query.data) return null;
  const { buyer, limit } = query.data;
  const isMissing = total !== null && total >= limit && !buyer?.isWanted;
  const turn = (isWanted: boolean) => {
    if (buyer === null) setIsEditing(isWanted);
    else saving.mutate({ ...buyer, isWanted });
  };
  return (
    <FormSection title={m.fiscal_document()}>
      <SwitchField
        label={m.fiscal_buyer_wanted()}
        detail={
          buyer?.isWanted
            ? m.fiscal_buyer_in_use({ name: buyer.name, number: formatTaxId(buyer.taxNumber) })
            : m.fiscal_buyer_text()
        }
        checked={buyer?.isWanted ?? false}
        disabled={saving.isPending}
        onChange={({ target }) => turn(target.checked)}
      />
      {isMissing ? <ErrorNote>{describeProblem('fiscal-buyer')}</ErrorNote> : null}
      {buyer?.isWanted ? (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsEditing(true)}>
          {m.fiscal_buyer_change()}
        </Button>
      ) : null}
      {isEditing ? (
        <BuyerDialog
          text={m.fiscal_buyer_dialog_text()}
          buyer={buyer}
          store={store}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </FormSection>
  );
}

/** From how much on a reservation needs a buyer; null where this installation issues no documents with a tax number. */
export const useBuyerLimit = () =>
  useQuery({ queryKey: moneyKeys.buyer('limit'), queryFn: ({ signal }) => loadBuyerLimit(signal) }).data ?? null;

/** Asks for a document with a tax number for a reservation, at any time before it is issued. */
export function BuyerButton({ reservationId }: { reservationId: string }) {
  if (useBuyerLimit() === null) return null;
  return (
    <DialogButton size="normal" icon={ReceiptText} label={m.fiscal_buyer_wanted()}>
      {(close) => (
        <BuyerDialog
          text={m.fiscal_buyer_reservation_text()}
          buyer={null}
          store={(buyer) => askForTaxCredit(reservationId, buyer)}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

type BuyerDialogProps = {
  text: string;
  buyer: Buyer | null;
  store: (buyer: Buyer) => Promise<void>;
  onClose: () => void;
};

function BuyerDialog({ text, buyer, store, onClose }: BuyerDialogProps) {
  const form = useForm({ defaultValues: toTypedBuyer(buyer?.taxNumber ?? null, buyer?.name ?? null) });
  const { mutate, dialog } = useAction(store, { done: m.fiscal_buyer_saved(), onClose });
  return (
    <QuestionDialog
      title={m.fiscal_buyer_wanted()}
      text={text}
      label={m.action_save()}
      {...dialog}
      onConfirm={form.handleSubmit(({ taxNumber, name }) =>
        mutate({ taxNumber: parseTaxId(taxNumber) ?? '', name: name.trim(), isWanted: true }),
      )}
    >
      <BuyerFields form={form} />
    </QuestionDialog>
  );
}
