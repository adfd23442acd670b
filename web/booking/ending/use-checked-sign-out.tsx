import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { forgetUnsent } from '../../account/messages/unsent-messages.ts';
import { dropSession, signOutEverywhere } from '../../account/session/session.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { EndingNotes, usePendingEnds } from './pending-ends.tsx';

/** Signs out this device or all of the person's. While an end of a reservation is unsent, it asks first by the `question`. */
export function useCheckedSignOut({ everywhere = false }: { everywhere?: boolean } = {}) {
  const userId = useUser()?.id;
  // The session then leads every tab to the log-in screen.
  const { mutate, isPending } = useAction(everywhere ? signOutEverywhere : dropSession, {
    needsNetwork: false,
    onSuccess: () => {
      if (userId) forgetUnsent(userId);
      toast.success(m.session_signed_out());
    },
  });
  const ends = usePendingEnds();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const leave = () => {
    close();
    mutate();
  };
  return {
    isPending,
    signOut: () => (ends.length > 0 ? setIsAsking(true) : leave()),
    /** Warns before the server has an end: it is sent by the person's own session only. */
    question: (
      <Modal
        open={isAsking && ends.length > 0}
        onClose={close}
        title={m.unsent_end_title()}
        description={m.unsent_end_text()}
      >
        <EndingNotes />
        <DialogActions>
          <Button onClick={close}>{m.auto_logout_stay()}</Button>
          <Button variant="danger" onClick={leave}>
            {m.unsent_end_sign_out()}
          </Button>
        </DialogActions>
      </Modal>
    ),
  };
}
