import { m } from '#messages';
import { TextAreaField } from '../ui/text-area-field.tsx';

/** As the database has it. */
const MAX_REASON = 300;

export function isReason(typed: string): boolean {
  const { length } = typed.trim();
  return length > 0 && length <= MAX_REASON;
}

type ReasonFieldProps = {
  label: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  /** Says what is wrong, once somebody has tried to send the form. */
  isChecked: boolean;
};

/** Why an operator moves money, or what they have found. */
export function ReasonField({ label, rows, value, onChange, isChecked }: ReasonFieldProps) {
  return (
    <TextAreaField
      label={label}
      rows={rows}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={isChecked && !isReason(value) ? m.money_reason_missing() : undefined}
      length={{ used: value.trim().length, max: MAX_REASON }}
    />
  );
}
