import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { requestPasswordLink } from '../account/credentials/credentials.ts';
import { type EmailValues, emailValuesSchema } from '../account/credentials/new-password-form.tsx';
import { MailedCodeForm } from '../account/session/code-forms.tsx';
import { EntryCard, EntryLink } from '../account/session/entry-card.tsx';
import { RedirectSignedIn } from '../account/session/guards.tsx';
import { logInWithCode } from '../account/session/session.ts';
import { formatAuthError } from '../data/auth-message.ts';
import { paths } from '../paths.ts';
import { toastError } from '../ui/feedback/use-problem-toast.ts';
import { Button } from '../ui/form/button.tsx';
import { EmailField } from '../ui/form/text-field.tsx';

export function ForgotPasswordScreen() {
  return (
    <RedirectSignedIn to={paths.setPassword}>
      <EntryCard title={m.forgot_password_title()} intro={m.forgot_password_intro()}>
        <ForgottenPasswordForm />
        <EntryLink to={paths.logIn} text={m.action_back_to_log_in()} />
      </EntryCard>
    </RedirectSignedIn>
  );
}

/** Mails a link to choose a new password. Its texts never tell whether the account exists. */
function ForgottenPasswordForm() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<EmailValues>({
    resolver: zodResolver(emailValuesSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestPasswordLink(email);
      setMailedTo(email);
    } catch (error) {
      toastError(formatAuthError(error));
    }
  });

  return (
    <>
      <form noValidate onSubmit={submit} aria-busy={isSubmitting} className="flex flex-col gap-4">
        <EmailField
          label={m.field_email()}
          autoComplete="username"
          placeholder={m.field_email_placeholder()}
          error={errors.email?.message}
          {...register('email')}
        />
        <Button
          type="submit"
          variant={mailedTo === null ? 'primary' : 'secondary'}
          disabled={isSubmitting}
          className="mt-2 w-full"
        >
          {isSubmitting ? m.status_loading() : mailedTo === null ? m.action_send_link() : m.mailed_code_resend()}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {mailedTo === null ? null : <MailedNote email={mailedTo} />}
      </div>
      {mailedTo === null ? null : (
        <MailedCodeForm onCode={(code) => logInWithCode({ email: mailedTo, code, purpose: 'password' })} />
      )}
    </>
  );
}

function MailedNote({ email }: { email: string }) {
  return (
    <div className="flex gap-3 rounded-card bg-positive-wash p-4 text-positive">
      <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">{m.forgot_password_mailed_title()}</p>
        <p className="text-sm wrap-anywhere">{m.forgot_password_mailed({ email })}</p>
      </div>
    </div>
  );
}
