import { m } from '#messages';
import { paths } from '../paths.ts';
import { AuthCard } from '../session/sign-in/auth-card.tsx';
import { SignUpForm } from '../session/sign-in/sign-up-form.tsx';

export function SignUpScreen() {
  return (
    <AuthCard
      title={m.sign_up_title()}
      intro={m.sign_up_intro()}
      other={{ to: paths.logIn, text: m.sign_up_to_log_in() }}
    >
      <SignUpForm />
    </AuthCard>
  );
}
