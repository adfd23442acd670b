import type { ComponentProps } from 'react';
import { format, parseTime } from '../../../domain/days/country-time.ts';
import { TextField } from './text-field.tsx';

/** What a `datetime-local` input holds, in the time zone of the country. */
const FORMAT = "yyyy-MM-dd'T'HH:mm";

type DateTimeFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'min' | 'max' | 'onChange'> & {
  /** Null while it is empty or not complete. */
  value: Date | null;
  min: Date;
  max: Date | null;
  onChange: (time: Date | null) => void;
};

/** A day and time to the minute, in the time zone of the country. */
export function DateTimeField({ value, min, max, onChange, ...field }: DateTimeFieldProps) {
  return (
    <TextField
      type="datetime-local"
      value={value === null ? '' : format(value, FORMAT)}
      min={format(min, FORMAT)}
      max={max === null ? undefined : format(max, FORMAT)}
      onChange={({ target }) => {
        const time = parseTime(target.value);
        onChange(Number.isNaN(time.getTime()) ? null : time);
      }}
      {...field}
    />
  );
}
