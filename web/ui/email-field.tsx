import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** A labelled input for an email address, which the device neither capitalizes nor corrects. */
export function EmailField(input: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...input} />;
}
