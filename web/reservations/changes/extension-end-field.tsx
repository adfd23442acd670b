import { format, parse } from 'date-fns';
import { m } from '#messages';
import { useNow } from '../../platform/use-now.ts';
import { TextField } from '../../ui/text-field.tsx';
import { formatMoment } from '../parking-time.ts';

/** As its input writes it, in the time zone of the device. */
const FORMAT = "yyyy-MM-dd'T'HH:mm";

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
    <TextField
      type="datetime-local"
      label={m.extend_until()}
      value={value === null ? '' : format(value, FORMAT)}
      min={format(min, FORMAT)}
      max={max === null ? undefined : format(max, FORMAT)}
      error={isValid ? undefined : isTooLate ? latest : m.extend_too_early({ end: formatMoment(min, now) })}
      hint={latest}
      onChange={({ target }) => {
        const end = parse(target.value, FORMAT, new Date(0));
        onChange(Number.isNaN(end.getTime()) ? null : end);
      }}
    />
  );
}
