import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { removeAddedFactor } from '../account/credentials/credentials.ts';
import { EntryCard, EntryLink } from '../account/session/entry-card.tsx';
import { dropSession } from '../account/session/session.ts';
import { useSession } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { MAILBOX_TOAST_MS } from '../ui/feedback/use-problem-toast.ts';
import { Button } from '../ui/form/button.tsx';
import { useAction } from '../ui/form/use-action.ts';

/**
 * The mail about a new second factor leads here, for a person who did not add it and may not be signed in. Mail servers follow
 * links, so only the button removes the factor.
 */
export function RemoveFactorScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const { mutate, isPending } = useAction(() => removeAddedFactor(hash.slice(1)), {
    onSuccess: async () => {
      // The session here has ended with all others of the account.
      if (session.status !== 'signed-out') await dropSession();
      toast.success(m.remove_factor_done(), { duration: MAILBOX_TOAST_MS });
      await navigate(paths.forgotPassword, { replace: true });
    },
  });
  return (
    <EntryCard title={m.two_factor_turn_off_title()} intro={m.remove_factor_intro({ app: getInstallation().appName })}>
      <Button variant="danger" disabled={isPending} onClick={() => mutate()}>
        {isPending ? m.status_loading() : m.two_factor_turn_off()}
      </Button>
      <EntryLink to={paths.root} text={m.two_factor_keep_on()} />
    </EntryCard>
  );
}
