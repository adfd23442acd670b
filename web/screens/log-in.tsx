import { paths } from '../paths.ts';
import { AuthCard } from '../session/sign-in/auth-card.tsx';
import { LogInForm } from '../session/sign-in/log-in-form.tsx';

export function LogInScreen() {
  return (
    <AuthCard
      title="Welcome Back"
      intro="Log in to reserve and manage your spaces."
      other={{ to: paths.signUp, text: "Don't have an account? Sign Up" }}
    >
      <LogInForm />
    </AuthCard>
  );
}
