import { m } from '#messages';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatMoment } from '../parking-time.ts';

type ExtensionEndFieldProps = {
  /** Null while it is not complete. */
  value: Date | null;
  /** The end so far; a new one comes after it. */
  min: Date;
  max: Date | null;
  isValid: boolean;
  onChange: (end: Date | null) => void;
};

/** The end of a stay to the minute, with the latest one that is possible. */
export function ExtensionEndField({ value, min, max, isValid, onChange }: ExtensionEndFieldProps) {
  const now = useNow();
  const latest = max === null ? undefined : m.problem_extension_too_long({ end: formatMoment(max, now) });
  const isTooLate = value !== null && max !== null && value > max;
  return (
    <DateTimeField
      label={m.extend_until()}
      value={value}
      min={min}
      max={max}
      error={isValid ? undefined : isTooLate ? latest : m.extend_too_early({ end: formatMoment(min, now) })}
      hint={latest}
      onChange={onChange}
    />
  );
}
