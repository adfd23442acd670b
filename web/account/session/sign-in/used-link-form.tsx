import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { emailSchema } from '../../../../domain/field-schemas.ts';
import { formatAuthError } from '../../../data/auth-message.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { toastError } from '../../../ui/toast-error.ts';
import { logInWithCode, type MailPurpose } from '../auth/data.ts';
import { MailedCodeForm } from './mailed-code-form.tsx';

type UsedLinkFormProps = {
  purpose: MailPurpose;
  /** Mails a new link and code. */
  onResend: (email: string) => Promise<void>;
  /** What to expect once it was mailed to an address. */
  renderMailed: (email: string) => ReactNode;
};

/** Signs in with the code of a mail whose link does not work, or mails a new one. */
export function UsedLinkForm({ purpose, onResend, renderMailed }: UsedLinkFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  const parseEmail = () => {
    const parsed = emailSchema.safeParse(typed);
    setError(parsed.error?.issues[0]?.message);
    return parsed.data ?? null;
  };
  const enter = async (code: string) => {
    const email = parseEmail();
    if (email !== null) await logInWithCode({ email, code, purpose });
  };
  const resend = async () => {
    const email = parseEmail();
    if (email === null) return;
    setIsSending(true);
    try {
      await onResend(email);
      setMailedTo(email);
    } catch (thrown) {
      toastError(formatAuthError(thrown));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <>
      <MailedCodeForm
        onCode={enter}
        fields={
          <EmailField
            label={m.field_email()}
            autoComplete="username"
            placeholder={m.field_email_placeholder()}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            error={error}
          />
        }
      >
        <Button variant="secondary" disabled={isSending} onClick={resend}>
          {isSending ? m.status_loading() : m.mailed_code_resend()}
        </Button>
      </MailedCodeForm>
      <div role="status" className="empty:hidden">
        {mailedTo === null ? null : renderMailed(mailedTo)}
      </div>
    </>
  );
}
