import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { emailSchema } from '../../domain/field-schemas.ts';
import { requestPasswordLink } from '../account/credentials/credentials.ts';
import { MailedCodeForm, MailedNote } from '../account/session/code-forms.tsx';
import { EntryCard, EntryLink } from '../account/session/entry-card.tsx';
import { RedirectSignedIn } from '../account/session/guards.tsx';
import { logInWithCode } from '../account/session/session.ts';
import { toastAuthError } from '../data/auth-message.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { EmailField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';

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
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ email: emailSchema })),
    defaultValues: { email: '' },
  });
  const { mutate, isPending } = useAction(requestPasswordLink, {
    onSuccess: (_, email) => setMailedTo(email),
    onError: toastAuthError,
  });

  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit(({ email }) => mutate(email))}
        aria-busy={isPending}
        className="flex flex-col gap-4"
      >
        <EmailField
          label={m.field_email()}
          autoComplete="username"
          placeholder={m.field_email_placeholder()}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button
          type="submit"
          variant={mailedTo === null ? 'primary' : 'secondary'}
          disabled={isPending}
          className="mt-2 w-full"
        >
          {isPending ? m.status_loading() : mailedTo === null ? m.action_send_link() : m.mailed_code_resend()}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {mailedTo === null ? null : (
          <MailedNote title={m.forgot_password_mailed_title()} text={m.forgot_password_mailed({ email: mailedTo })} />
        )}
      </div>
      {mailedTo === null ? null : (
        <MailedCodeForm onCode={(code) => logInWithCode({ email: mailedTo, code, purpose: 'password' })} />
      )}
    </>
  );
}
