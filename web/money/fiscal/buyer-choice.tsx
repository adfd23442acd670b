import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { formatTaxId, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { moneyKeys } from '../keys.ts';
import { BuyerFields, toTypedBuyer } from './buyer-fields.tsx';
import { type Buyer, loadBuyer, saveBuyer } from './fiscal-documents.ts';

/** Saves the buyer, who is shown at once. */
function useStoreBuyer(userId: string) {
  const queryClient = useQueryClient();
  return async (buyer: Buyer) => {
    await saveBuyer(userId, buyer);
    queryClient.setQueryData(moneyKeys.buyer(userId), { buyer });
  };
}

/** The database copies the number to each reservation. Nothing shows where no fiscal receipts are issued. */
export function BuyerChoice({ userId }: { userId: string }) {
  const store = useStoreBuyer(userId);
  const query = useQuery({ queryKey: moneyKeys.buyer(userId), queryFn: ({ signal }) => loadBuyer(userId, signal) });
  const [isEditing, setIsEditing] = useState(false);
  const saving = useAction(store);
  if (!query.data) return null;
  const { buyer } = query.data;
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
      {buyer?.isWanted ? (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsEditing(true)}>
          {m.fiscal_buyer_change()}
        </Button>
      ) : null}
      {isEditing ? <BuyerDialog buyer={buyer} userId={userId} onClose={() => setIsEditing(false)} /> : null}
    </FormSection>
  );
}

type BuyerDialogProps = { buyer: Buyer | null; userId: string; onClose: () => void };

function BuyerDialog({ buyer, userId, onClose }: BuyerDialogProps) {
  const form = useForm({ defaultValues: toTypedBuyer(buyer?.taxNumber ?? null, buyer?.name ?? null) });
  const { mutate, dialog } = useAction(useStoreBuyer(userId), { onClose });
  return (
    <QuestionDialog
      title={m.fiscal_buyer_wanted()}
      text={m.fiscal_buyer_dialog_text()}
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
