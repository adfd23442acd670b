import { useEffect } from 'react';
import { toast } from 'sonner';
import { logWarning } from '../../platform/log.ts';
import { useNow } from '../../platform/use-now.ts';
import { useOnce } from '../../platform/use-once.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { signOutHere } from '../auth/data.ts';
import {
  beginActivity,
  readIdleLimit,
  readIdleState,
  recordActivity,
  staySignedIn,
  storeIdleLimit,
} from './last-activity.ts';

const TOAST_ID = 'auto-logout';
/** Counts only while the tab is visible, so that a person who comes back still reads it. */
const EXPLANATION_MS = 30_000;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'scroll'] as const;

type AutoLogoutProps = {
  userId: string;
  /** Undefined until it is known. */
  limitMinutes: number | undefined;
};

/** Signs a person out in every tab after the idle time they chose; a dialog warns before. */
export function AutoLogout({ userId, limitMinutes }: AutoLogoutProps) {
  const now = useNow();
  useRecordedActivity(userId);
  useEffect(() => {
    if (limitMinutes !== undefined) storeIdleLimit(userId, limitMinutes);
  }, [userId, limitMinutes]);

  const state = readIdleState(userId, now);
  useOnce(state.kind === 'over', () => signOutIdle(readIdleLimit(userId)));

  const stay = () => staySignedIn(userId, new Date());
  return (
    <Modal
      open={state.kind === 'warning'}
      onClose={stay}
      title="Are you still there?"
      description="You have not used Parqueo for a while."
    >
      {state.kind === 'warning' ? (
        <p role="timer" className="font-semibold tabular-nums">
          {state.secondsLeft === 1
            ? 'You will be signed out in 1 second.'
            : `You will be signed out in ${state.secondsLeft} seconds.`}
        </p>
      ) : null}
      <Button onClick={stay}>Stay signed in</Button>
    </Modal>
  );
}

function useRecordedActivity(userId: string): void {
  useEffect(() => {
    beginActivity(userId, new Date());
    toast.dismiss(TOAST_ID);
    const record = () => recordActivity(userId, new Date());
    // Captured, because scroll events do not bubble.
    const options = { capture: true, passive: true };
    for (const event of ACTIVITY_EVENTS) document.addEventListener(event, record, options);
    return () => {
      for (const event of ACTIVITY_EVENTS) document.removeEventListener(event, record, options);
    };
  }, [userId]);
}

function signOutIdle(limitMinutes: number | null): void {
  const sentence =
    limitMinutes === 1
      ? 'You were signed out after 1 minute without activity.'
      : `You were signed out after ${limitMinutes} minutes without activity.`;
  toast.message(sentence, { id: TOAST_ID, duration: EXPLANATION_MS });
  signOutHere().catch((error: unknown) => {
    // This device is signed out anyway, and the session on the server expires.
    logWarning('The session was not ended on the server', error);
  });
}
