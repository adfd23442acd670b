import { m } from '#messages';
import { AuthCard } from '../account/session/sign-in/auth-card.tsx';
import { SignUpClosed } from '../account/session/sign-in/sign-up-closed.tsx';
import { SignUpForm } from '../account/session/sign-in/sign-up-form.tsx';
import { useSignInRules } from '../data/sign-in/sign-in-rules.ts';
import { paths } from '../paths.ts';

export function SignUpScreen() {
  const { data: rules } = useSignInRules();
  if (rules?.allowsSignUp === false) return <SignUpClosed />;
  return (
    <AuthCard
      title={m.sign_up_title()}
      intro={m.sign_up_intro()}
      other={{ to: paths.logIn, text: m.sign_up_to_log_in() }}
    >
      <SignUpForm minPasswordLength={rules?.minPasswordLength} />
    </AuthCard>
  );
}
