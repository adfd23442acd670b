import { useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { accountKeys } from '../account/keys.ts';
import { acceptInvitation } from '../account/session/duties.tsx';
import { EntryCard, EntryLink } from '../account/session/entry-card.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { useAction } from '../ui/form/use-action.ts';

/** Where the mail of an invitation leads; no server sees the token, which stands after the `#`. Only the button acts. */
export function StaffInvitationScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const email = useUser()?.email ?? '';
  const { mutate, isBusy } = useAction(() => acceptInvitation(hash.slice(1)), {
    invalidates: [accountKeys.duties()],
    isOnce: true,
    onSettled: (_, error) => (error === null ? navigate(paths.staff, { replace: true }) : undefined),
  });
  return (
    <EntryCard
      title={m.notice_title({ kind: 'staff_invitation' })}
      intro={m.staff_invitation_intro({ app: getInstallation().appName, email })}
    >
      <Button disabled={isBusy} onClick={() => mutate()}>
        {m.staff_invitation_accept()}
      </Button>
      <EntryLink to={paths.map} text={m.staff_invitation_later()} />
    </EntryCard>
  );
}
