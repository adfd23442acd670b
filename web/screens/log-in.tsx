import { isAuthError } from '@supabase/supabase-js';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { AuthForm } from '../account/session/auth-form.tsx';
import { AuthCard } from '../account/session/entry-card.tsx';
import { type Credentials, logIn } from '../account/session/session.ts';
import { EXPIRED_TOAST, useSession } from '../account/session/session-provider.tsx';
import { toastSuspension } from '../account/session/toast-suspension.tsx';
import { toastAuthError } from '../data/auth-message.ts';
import { useSignInRules } from '../data/sign-in-rules.ts';
import { paths } from '../paths.ts';

// Most people who log in never see it.
const ConfirmationNote = lazy(async () => ({
  default: (await import('../account/session/code-forms.tsx')).ConfirmationNote,
}));

export function LogInScreen() {
  const session = useSession();
  const hasExpired = session.status === 'signed-out' && session.expired !== null;
  useEffect(() => {
    // The screen says the same.
    if (hasExpired) toast.dismiss(EXPIRED_TOAST);
  }, [hasExpired]);
  const allowsSignUp = useSignInRules().data?.allowsSignUp ?? true;
  return (
    <AuthCard
      title={m.log_in_title()}
      intro={hasExpired ? m.session_expired() : m.log_in_intro()}
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
      const code = isAuthError(error) ? error.code : undefined;
      setUnconfirmed(code === 'email_not_confirmed' ? credentials : null);
      if (code === 'invalid_credentials') return m.log_in_wrong();
    }
    return undefined;
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
          <ConfirmationNote key={unconfirmed.email} signUp={unconfirmed} />
        </Suspense>
      ) : null}
    </>
  );
}
