import { isAuthError } from '@supabase/supabase-js';
import { m } from '#messages';
import { formatAuthError } from '../../../data/auth-message.ts';
import { CodeForm, type CodeFormProps } from '../../../ui/code-form.tsx';
import { toastError } from '../../../ui/use-problem-toast.ts';

type MailedCodeFormProps = Pick<CodeFormProps, 'variant' | 'fields' | 'startsFocused' | 'children'> & {
  /** Sends the code; the form shows the error it throws. */
  onCode: (code: string) => Promise<void>;
};

/** Asks for the code of a mail, for people whose link was used up by their mail server or who read mail elsewhere. */
export function MailedCodeForm({ onCode, ...form }: MailedCodeFormProps) {
  const send = async (code: string) => {
    try {
      await onCode(code);
    } catch (error) {
      if (isAuthError(error) && error.code === 'otp_expired') return m.problem_mailed_code_wrong();
      toastError(formatAuthError(error));
    }
    return null;
  };
  return <CodeForm submitLabel={m.action_continue()} hint={m.mailed_code_hint()} {...form} onCode={send} />;
}
