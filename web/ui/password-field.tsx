import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { m } from '#messages';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

/** A labelled password input with a button that shows the password. */
export function PasswordField(input: Omit<ComponentProps<typeof TextField>, 'type' | 'action'>) {
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label={isShown ? m.password_field_hide() : m.password_field_show()}
      className="absolute top-0.5 right-1 text-muted"
      onClick={() => setIsShown(!isShown)}
    />
  );
  return (
    <TextField
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={toggle}
      {...input}
    />
  );
}
