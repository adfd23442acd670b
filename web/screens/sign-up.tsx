import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { LegalLinks } from '../account/legal-links.tsx';
import { AuthForm } from '../account/session/auth-form.tsx';
import { ConfirmationNote } from '../account/session/code-forms.tsx';
import { AuthCard, EntryCard } from '../account/session/entry-card.tsx';
import { RedirectSignedIn } from '../account/session/guards.tsx';
import { storeReturnLocation } from '../account/session/return-location.ts';
import { type Credentials, signUp } from '../account/session/session.ts';
import { toastAuthError } from '../data/auth-message.ts';
import { useSignInRules } from '../data/sign-in-rules.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/form/button.tsx';

export function SignUpScreen() {
  const { data: rules } = useSignInRules();
  const [mailed, setMailed] = useState<Credentials | null>(null);
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (rules?.allowsSignUp === false) return <SignUpClosed />;
  if (mailed && !isCorrecting) {
    return (
      <RedirectSignedIn>
        <EntryCard title={m.sign_up_title()} intro={m.sign_up_intro()}>
          <ConfirmationNote credentials={mailed} />
          <Button variant="quiet" className="-my-4 self-center" onClick={() => setIsCorrecting(true)}>
            {m.sign_up_other_email()}
          </Button>
        </EntryCard>
      </RedirectSignedIn>
    );
  }
  return (
    <AuthCard
      title={m.sign_up_title()}
      intro={m.sign_up_intro()}
      other={{ to: paths.logIn, text: m.sign_up_to_log_in() }}
    >
      <SignUpForm
        email={mailed?.email}
        minPasswordLength={rules?.minPasswordLength}
        onMailed={(credentials) => {
          setMailed(credentials);
          setIsCorrecting(false);
        }}
      />
    </AuthCard>
  );
}

/** Stands where people sign up while the operator lets nobody. */
function SignUpClosed() {
  const { state } = useLocation();
  return (
    <RedirectSignedIn>
      <EntryCard title={m.sign_up_closed_title()} intro={m.sign_up_closed_intro()}>
        {/* The state holds where to go once signed in. */}
        <Link to={paths.logIn} state={state} className={buttonClass('primary', 'w-full')}>
          {m.log_in_submit()}
        </Link>
      </EntryCard>
    </RedirectSignedIn>
  );
}

type SignUpFormProps = {
  email: string | undefined;
  minPasswordLength: number | undefined;
  /** Called when the person has to follow the mailed link or enter its code. */
  onMailed: (credentials: Credentials) => void;
};

/** Creates an account. */
function SignUpForm({ email, minPasswordLength, onMailed }: SignUpFormProps) {
  const { state } = useLocation();

  const submit = async (credentials: Credentials) => {
    try {
      const { needsConfirmation } = await signUp(credentials);
      if (!needsConfirmation) return false;
      // The mailed link leads to the map, perhaps in another tab.
      storeReturnLocation(state);
      toast.success(m.confirmation_mail_sent(), { id: m.confirmation_mail_sent() });
      onMailed(credentials);
      return true;
    } catch (error) {
      toastAuthError(error);
      return false;
    }
  };

  return (
    <AuthForm
      note={<LegalLinks>{m.sign_up_agreement()}</LegalLinks>}
      submitLabel={m.sign_up_submit()}
      password="new"
      email={email}
      minPasswordLength={minPasswordLength}
      onSubmit={submit}
    />
  );
}
