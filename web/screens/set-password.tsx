import { Navigate, useNavigate } from 'react-router';
import { NewPasswordForm } from '../credentials/new-password-form.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../session/session-provider.tsx';
import { EntryCard } from '../session/sign-in/entry-card.tsx';

/** The target of the link in a password mail. */
export function SetPasswordScreen() {
  const user = useUser();
  const navigate = useNavigate();
  if (user === null) return <Navigate to={paths.logIn} replace />;
  return (
    <EntryCard title="Choose a new password" intro={`For ${user.email ?? 'your account'}`}>
      <NewPasswordForm
        email={user.email ?? ''}
        submitLabel="Save password"
        onChanged={() => void navigate(paths.map, { replace: true })}
      />
    </EntryCard>
  );
}
