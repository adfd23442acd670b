import { paths } from '../paths.ts';
import { AuthCard } from '../session/sign-in/auth-card.tsx';
import { SignUpForm } from '../session/sign-in/sign-up-form.tsx';

export function SignUpScreen() {
  return (
    <AuthCard
      title="Create Account"
      intro="A space for your car in seconds. Free to join."
      other={{ to: paths.logIn, text: 'Already have an account? Log In' }}
    >
      <SignUpForm />
    </AuthCard>
  );
}
