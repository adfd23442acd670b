import { paths } from '../app/paths.ts';
import { AuthCard } from '../session/auth-card.tsx';
import { LogInForm } from '../session/log-in-form.tsx';
import { RedirectSignedIn } from '../session/redirect-signed-in.tsx';

/** For people with an account. */
export function LogInScreen() {
  return (
    <RedirectSignedIn>
      <AuthCard
        title="Welcome Back"
        intro="Log in to reserve and manage your spaces."
        other={{ to: paths.signUp, text: "Don't have an account? Sign Up" }}
      >
        <LogInForm />
      </AuthCard>
    </RedirectSignedIn>
  );
}
