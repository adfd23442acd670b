import { m } from '#messages';
import { useSignInRules } from '../data/sign-in/sign-in-rules.ts';
import { paths } from '../paths.ts';
import { AuthCard } from '../session/sign-in/auth-card.tsx';
import { LogInForm } from '../session/sign-in/log-in-form.tsx';

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
