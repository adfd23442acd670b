import { Navigate, useNavigate } from 'react-router';
import { m } from '#messages';
import { NewPasswordForm } from '../account/credentials/new-password-form.tsx';
import { EntryCard } from '../account/session/entry-card.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';

/** The target of the link in a password mail. */
export function SetPasswordScreen() {
  const user = useUser();
  const navigate = useNavigate();
  if (user === null) return <Navigate to={paths.logIn} replace />;
  return (
    <EntryCard
      title={m.set_password_title()}
      intro={user.email ? m.set_password_for_email({ email: user.email }) : m.set_password_for_account()}
    >
      <NewPasswordForm email={user.email ?? ''} onChanged={() => void navigate(paths.map, { replace: true })} />
    </EntryCard>
  );
}
