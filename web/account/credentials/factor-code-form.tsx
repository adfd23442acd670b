import { isAuthError } from '@supabase/supabase-js';
import { m } from '#messages';
import { formatAuthError } from '../../data/auth-message.ts';
import { CodeForm, type CodeFormProps } from '../../ui/code-form.tsx';
import { toastError } from '../../ui/use-problem-toast.ts';

type FactorCodeFormProps = Omit<CodeFormProps, 'onCode'> & {
  /** Sends the code; the form shows the error it throws. */
  onCode: (code: string) => Promise<void>;
};

/** Asks for a code of the authenticator app. */
export function FactorCodeForm({ onCode, ...form }: FactorCodeFormProps) {
  const send = async (code: string) => {
    try {
      await onCode(code);
    } catch (error) {
      if (isAuthError(error) && error.code === 'mfa_verification_failed') return m.problem_code_wrong();
      toastError(formatAuthError(error));
    }
    return null;
  };
  return <CodeForm {...form} onCode={send} />;
}
