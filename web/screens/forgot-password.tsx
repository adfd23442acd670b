import { Link } from 'react-router';
import { m } from '#messages';
import { ForgottenPasswordForm } from '../account/credentials/forgotten-password-form.tsx';
import { logInWithCode } from '../account/session/auth/data.ts';
import { RedirectSignedIn } from '../account/session/redirect-signed-in.tsx';
import { EntryCard } from '../account/session/sign-in/entry-card.tsx';
import { MailedCodeForm } from '../account/session/sign-in/mailed-code-form.tsx';
import { paths } from '../paths.ts';

export function ForgotPasswordScreen() {
  return (
    <RedirectSignedIn to={paths.setPassword}>
      <EntryCard title={m.forgot_password_title()} intro={m.forgot_password_intro()}>
        <ForgottenPasswordForm
          renderMailed={(email) => (
            <MailedCodeForm onCode={(code) => logInWithCode({ email, code, purpose: 'password' })} />
          )}
        />
        <Link
          to={paths.logIn}
          className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {m.action_back_to_log_in()}
        </Link>
      </EntryCard>
    </RedirectSignedIn>
  );
}
