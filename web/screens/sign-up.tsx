import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { LegalLinks } from '../account/legal-links.tsx';
import { AuthForm } from '../account/session/auth-form.tsx';
import { ConfirmationForm } from '../account/session/code-forms.tsx';
import { AuthCard, EntryCard } from '../account/session/entry-card.tsx';
import { RedirectSignedIn } from '../account/session/guards.tsx';
import { readZoneToReserve, storeReturnLocation } from '../account/session/return-location.ts';
import { type Credentials, signUp } from '../account/session/session.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { toastAuthError } from '../data/auth-message.ts';
import { useSignInRules } from '../data/sign-in-rules.ts';
import { mailedSignUpState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/form/button.tsx';

export function SignUpScreen() {
  const { data: rules } = useSignInRules();
  const { state } = useLocation();
  const navigate = useNavigate();
  // The history keeps the step of the code and nothing secret: a reload while somebody reads their mail must not lose it.
  const mailed = useNavigationState(mailedSignUpState);
  const [password, setPassword] = useState<string | undefined>();
  const [email, setEmail] = useState<string | undefined>();
  const user = useUser();
  if (mailed) {
    const hasNoPassword = password === undefined && user?.user_metadata.sign_up !== mailed.mark;
    return (
      <RedirectSignedIn to={hasNoPassword ? paths.setPassword : undefined}>
        <EntryCard title={m.sign_up_mailed_title()} intro={m.confirmation_text({ email: mailed.email })}>
          <ConfirmationForm signUp={{ ...mailed, password }}>
            <Button
              variant="quiet"
              onClick={() => {
                setEmail(mailed.email);
                void navigate(paths.signUp, { replace: true, state: { ...state, mark: undefined } });
              }}
            >
              {m.sign_up_other_email()}
            </Button>
          </ConfirmationForm>
        </EntryCard>
      </RedirectSignedIn>
    );
  }
  if (rules?.allowsSignUp === false) return <SignUpClosed />;
  const zone = readZoneToReserve(state);
  return (
    <AuthCard
      title={m.sign_up_title()}
      intro={zone === null ? m.sign_up_intro() : m.sign_up_to_reserve({ zone })}
      other={{ to: paths.logIn, text: m.sign_up_to_log_in() }}
    >
      <SignUpForm
        email={email}
        minPasswordLength={rules?.minPasswordLength}
        onMailed={(signUp) => {
          setPassword(signUp.password);
          const { email, mark } = signUp;
          void navigate(paths.signUp, { replace: true, state: { ...state, email, mark } });
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
  onMailed: (signUp: Credentials & { mark: string }) => void;
};

function SignUpForm({ email, minPasswordLength, onMailed }: SignUpFormProps) {
  const { state } = useLocation();

  const submit = async (credentials: Credentials): Promise<undefined> => {
    try {
      const { needsConfirmation, mark } = await signUp(credentials);
      if (!needsConfirmation) return;
      // The mailed link leads to the map, perhaps in another tab.
      storeReturnLocation(state);
      toast.success(m.confirmation_mail_sent(), { id: m.confirmation_mail_sent() });
      onMailed({ ...credentials, mark });
    } catch (error) {
      toastAuthError(error);
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
