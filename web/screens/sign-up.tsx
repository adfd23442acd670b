import { paths } from '../app/paths.ts';
import { AuthCard } from '../session/auth-card.tsx';
import { RedirectSignedIn } from '../session/redirect-signed-in.tsx';
import { SignUpForm } from '../session/sign-up-form.tsx';

/** For people who are new. */
export function SignUpScreen() {
  return (
    <RedirectSignedIn>
      <AuthCard
        title="Create Account"
        intro="A space for your car in seconds. Free to join."
        other={{ to: paths.logIn, text: 'Already have an account? Log In' }}
      >
        <SignUpForm />
      </AuthCard>
    </RedirectSignedIn>
  );
}
