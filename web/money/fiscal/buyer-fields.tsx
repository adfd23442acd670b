import { type UseFormReturn, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { formatTaxId, hasCheckDigit, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { registerFields } from '../../ui/form/register-fields.ts';
import { TextField } from '../../ui/form/text-field.tsx';

const LONGEST_NAME = 150;

export type TypedBuyer = { taxNumber: string; name: string };

export const toTypedBuyer = (taxNumber: string | null, name: string | null): TypedBuyer => ({
  taxNumber: formatTaxId(taxNumber ?? ''),
  name: name ?? '',
});

type BuyerFieldsProps = {
  form: UseFormReturn<TypedBuyer>;
  /** Says what an empty number means, where it may be left out. */
  hint?: string;
};

/** Whose tax number a fiscal document has. */
export function BuyerFields({ form, hint }: BuyerFieldsProps) {
  const field = registerFields(form);
  const typed = useWatch({ control: form.control, name: 'taxNumber' });
  const mayBeEmpty = hint !== undefined;
  const isLeftOut = (number: string) => mayBeEmpty && number.trim() === '';
  const number = field('taxNumber', {
    validate: (text) => isLeftOut(text) || parseTaxId(text) !== null || m.fiscal_buyer_number_error(),
  });
  const taxId = parseTaxId(typed);
  return (
    <>
      <TextField
        label={m.fiscal_buyer_number()}
        inputMode="numeric"
        placeholder="1-31-00000-2"
        hint={hint}
        {...number}
        error={number.error ?? (taxId !== null && !hasCheckDigit(taxId) ? m.fiscal_buyer_number_unusual() : undefined)}
      />
      <TextField
        label={m.fiscal_buyer_name()}
        maxLength={LONGEST_NAME}
        {...field('name', {
          validate: (text, { taxNumber }) => isLeftOut(taxNumber) || text.trim() !== '' || m.fiscal_buyer_name_error(),
        })}
        autoComplete="organization"
      />
    </>
  );
}
