import { type FormEvent, type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Button, type ButtonVariant } from './button.tsx';
import { CodeField } from './code-field.tsx';

export type CodeFormProps = {
  submitLabel: string;
  variant?: ButtonVariant;
  hint?: string;
  /** Sends the code. Resolves to what is wrong with it; null when it was accepted or another error has been shown. */
  onCode: (code: string) => Promise<string | null>;
  /** The code takes the focus when the form appears. */
  startsFocused?: boolean;
  /** More fields, above the code. */
  fields?: ReactNode;
  /** More buttons, below the submit button. */
  children?: ReactNode;
};

const CODE = /^\d{6}$/;

/** Asks for a code of six digits and submits it with its last digit. */
export function CodeForm({
  submitLabel,
  variant = 'primary',
  hint,
  onCode,
  startsFocused,
  fields,
  children,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!CODE.test(code)) {
      setError(m.problem_code_incomplete());
      return;
    }
    setIsSending(true);
    setError(undefined);
    const wrong = await onCode(code);
    if (wrong !== null) {
      setCode('');
      setError(wrong);
    }
    setIsSending(false);
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={isSending} className="flex flex-col gap-4">
      {fields}
      <CodeField
        label={m.code_form_code()}
        value={code}
        onChange={setCode}
        error={error}
        {...(startsFocused === undefined ? {} : { startsFocused })}
        {...(hint === undefined ? {} : { hint })}
      />
      <div className="flex flex-col gap-2">
        <Button type="submit" variant={variant} disabled={isSending}>
          {isSending ? m.code_form_checking() : submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}
