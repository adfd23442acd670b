import { useState } from 'react';
import { forgetUnsent } from '../account/messages/unsent-messages.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { useSignOut } from '../account/session/use-sign-out.ts';
import { usePendingEnds } from '../booking/ending/pending-ends.ts';
import { UnsentEndDialog } from '../booking/ending/unsent-end-dialog.tsx';

/** Signs out, everywhere or on this device only, after a question while the server does not have the end of a stay. The screen shows the `question`. */
export function useCheckedSignOut({ everywhere = true }: { everywhere?: boolean } = {}) {
  const userId = useUser()?.id;
  const { mutate, isPending } = useSignOut({ everywhere, onSignedOut: () => userId && forgetUnsent(userId) });
  const ends = usePendingEnds();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const signOut = () => {
    close();
    mutate();
  };
  return {
    isPending,
    signOut: () => (ends.length > 0 ? setIsAsking(true) : signOut()),
    question: <UnsentEndDialog open={isAsking && ends.length > 0} onSignOut={signOut} onClose={close} />,
  };
}
