import { isAuthError } from '@supabase/supabase-js';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { AuthForm } from '../account/session/auth-form.tsx';
import { AuthCard } from '../account/session/entry-card.tsx';
import { type Credentials, logIn } from '../account/session/session.ts';
import { useSession } from '../account/session/session-provider.tsx';
import { toastSuspension } from '../account/session/toast-suspension.tsx';
import { toastAuthError } from '../data/auth-message.ts';
import { useSignInRules } from '../data/sign-in-rules.ts';
import { paths } from '../paths.ts';

// Most people who log in never see it.
const ConfirmationNote = lazy(async () => ({
  default: (await import('../account/session/code-forms.tsx')).ConfirmationNote,
}));

export function LogInScreen() {
  const allowsSignUp = useSignInRules().data?.allowsSignUp ?? true;
  return (
    <AuthCard
      title={m.log_in_title()}
      intro={m.log_in_intro()}
      other={allowsSignUp ? { to: paths.signUp, text: m.log_in_to_sign_up() } : null}
    >
      <LogInForm />
    </AuthCard>
  );
}

/** Logs in; after a success the session itself changes the screen. */
function LogInForm() {
  const session = useSession();
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null);

  const submit = async (credentials: Credentials) => {
    try {
      await logIn(credentials);
    } catch (error) {
      if (isAuthError(error) && error.code === 'user_banned') toastSuspension();
      else toastAuthError(error);
      setUnconfirmed(isAuthError(error) && error.code === 'email_not_confirmed' ? credentials : null);
    }
    return false;
  };

  return (
    <>
      <AuthForm
        submitLabel={m.log_in_submit()}
        variant={unconfirmed ? 'secondary' : 'primary'}
        password="current"
        email={session.status === 'signed-out' ? session.expired?.email : undefined}
        onSubmit={submit}
      />
      <Link
        to={paths.forgotPassword}
        className="-my-4 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
      >
        {m.forgot_password_title()}
      </Link>
      {unconfirmed ? (
        <Suspense fallback={null}>
          <ConfirmationNote key={unconfirmed.email} credentials={unconfirmed} />
        </Suspense>
      ) : null}
    </>
  );
}
