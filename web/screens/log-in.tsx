import { m } from '#messages';
import { paths } from '../paths.ts';
import { AuthCard } from '../session/sign-in/auth-card.tsx';
import { LogInForm } from '../session/sign-in/log-in-form.tsx';

export function LogInScreen() {
  return (
    <AuthCard
      title={m.log_in_title()}
      intro={m.log_in_intro()}
      other={{ to: paths.signUp, text: m.log_in_to_sign_up() }}
    >
      <LogInForm />
    </AuthCard>
  );
}
