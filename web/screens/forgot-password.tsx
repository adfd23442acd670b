import { Link } from 'react-router';
import { ForgottenPasswordForm } from '../credentials/forgotten-password-form.tsx';
import { paths } from '../paths.ts';
import { RedirectSignedIn } from '../session/redirect-signed-in.tsx';
import { EntryCard } from '../session/sign-in/entry-card.tsx';

export function ForgotPasswordScreen() {
  return (
    <RedirectSignedIn>
      <EntryCard title="Forgot your password?" intro="We send a link to choose a new one.">
        <ForgottenPasswordForm />
        <Link
          to={paths.logIn}
          className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Back to Log In
        </Link>
      </EntryCard>
    </RedirectSignedIn>
  );
}
