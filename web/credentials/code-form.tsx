import { isAuthError } from '@supabase/supabase-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PROBLEMS } from '../../domain/problems.ts';
import { formatAuthError } from '../data/auth-message.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { toastError } from '../ui/toast-error.ts';

type CodeFormProps = {
  submitLabel: string;
  variant?: ButtonVariant;
  hint?: string;
  /** Sends the code; the form shows the error it throws. */
  onCode: (code: string) => Promise<void>;
  /** More buttons, below the submit button. */
  children?: ReactNode;
};

const CODE = /^\d{6}$/;

/** Asks for a code of the authenticator app and submits it with its last digit. */
export function CodeForm({ submitLabel, variant = 'primary', hint, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!CODE.test(code)) {
      setError(PROBLEMS['code-incomplete']);
      return;
    }
    setIsSending(true);
    setError(undefined);
    try {
      await onCode(code);
    } catch (thrown) {
      setCode('');
      if (isAuthError(thrown) && thrown.code === 'mfa_verification_failed') {
        setError(PROBLEMS['code-wrong']);
      } else {
        toastError(formatAuthError(thrown));
      }
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={isSending} className="flex flex-col gap-4">
      <CodeField
        label="6-digit code"
        value={code}
        onChange={setCode}
        error={error}
        {...(hint === undefined ? {} : { hint })}
      />
      <div className="flex flex-col gap-2">
        <Button type="submit" variant={variant} disabled={isSending}>
          {isSending ? 'Checking...' : submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}
