import type { ComponentProps } from 'react';
import { m } from '#messages';
import { type Cents, parseCents } from '../../domain/money/cents.ts';
import { getCurrencySymbol } from '../../domain/money/money.ts';
import { NumberField, TextAreaField } from '../ui/form/text-field.tsx';

/** The database checks a reason for the same lengths. */
const MIN_LETTERS = 10;
const MAX_REASON = 300;

export function isReason(typed: string): boolean {
  return typed.replaceAll(/\P{L}/gu, '').length >= MIN_LETTERS && typed.trim().length <= MAX_REASON;
}

/** The references of providers, terminals and banks that the database takes. */
export const isReference = (typed: string) => /^[0-9A-Za-z-]{4,64}$/.test(typed.trim());

type ReasonFieldProps = {
  label: string;
  rows?: number;
  value: string;
  onChange: (value: string) => void;
  /** Whether the field says what is missing. */
  isChecked?: boolean;
};

/** Why an operator moves money, or what they have found. */
export function ReasonField({ label, rows = 2, value, onChange, isChecked = false }: ReasonFieldProps) {
  return (
    <TextAreaField
      label={label}
      rows={rows}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={isChecked && !isReason(value) ? m.problem_reason_required() : undefined}
      length={{ used: value.trim().length, max: MAX_REASON }}
    />
  );
}

/** An amount to move by hand, in the currency of the installation. */
export const AmountField = (field: Omit<ComponentProps<typeof NumberField>, 'label' | 'min' | 'step'>) => (
  <NumberField label={m.money_refund_amount({ symbol: getCurrencySymbol() })} min={0.01} step={0.01} {...field} />
);

/** The amount that somebody typed; null for anything that is none, or has more than two decimals. */
export function readTypedAmount(typed: string): Cents | null {
  try {
    return parseCents(typed.trim());
  } catch {
    return null;
  }
}
