import { Navigate, useNavigate } from 'react-router';
import { paths } from '../app/paths.ts';
import { NewPasswordForm } from '../credentials/new-password-form.tsx';
import { EntryCard } from '../session/entry-card.tsx';
import { useUser } from '../session/session-provider.tsx';

/** Where the link of the mail leads: a new password, then the map. */
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
