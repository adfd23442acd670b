import { m } from '#messages';
import { AuthCard } from '../account/session/sign-in/auth-card.tsx';
import { LogInForm } from '../account/session/sign-in/log-in-form.tsx';
import { useSignInRules } from '../data/sign-in/sign-in-rules.ts';
import { paths } from '../paths.ts';

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
