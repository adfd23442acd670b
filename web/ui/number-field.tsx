import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A labelled number input; without a `step` it takes whole numbers. */
export function NumberField({
  step = 1,
  ...input
}: Omit<ComponentProps<typeof TextField>, 'step'> & { step?: number }) {
  return <TextField type="number" inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'} step={step} {...input} />;
}
