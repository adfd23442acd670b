import { MailCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatAuthError } from '../../../data/auth-message.ts';
import { Button } from '../../../ui/button.tsx';
import { type Credentials, confirmSignUp, resendConfirmation } from '../data.ts';

// Most people who log in never see it.
const MailedCodeForm = lazy(async () => ({ default: (await import('./mailed-code-form.tsx')).MailedCodeForm }));

/** Explains the confirmation link, with a button to resend it, and takes the code of the same email. */
export function ConfirmationNote({ credentials }: { credentials: Credentials }) {
  const { email } = credentials;
  const [isSending, setIsSending] = useState(false);

  const resend = async () => {
    setIsSending(true);
    try {
      await resendConfirmation(email);
      toast.success(m.confirmation_mail_sent());
    } catch (error) {
      toast.error(formatAuthError(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex gap-3 rounded-card bg-positive-wash p-4 text-positive">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="flex min-w-0 flex-col items-start gap-1">
          <p className="font-semibold">{m.confirmation_title()}</p>
          <p className="text-sm wrap-anywhere">{m.confirmation_text({ email })}</p>
          <Button variant="quiet" className="-ml-3 min-h-11 px-3 text-sm" disabled={isSending} onClick={resend}>
            {isSending ? m.status_loading() : m.confirmation_resend()}
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        <MailedCodeForm startsFocused onCode={(code) => confirmSignUp(credentials, code)} />
      </Suspense>
    </div>
  );
}
