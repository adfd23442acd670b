import { useEffect } from 'react';
import { toast } from 'sonner';
import { useNow } from '../../platform/clock.ts';
import { logWarning } from '../../platform/log.ts';
import { useOnce } from '../../platform/use-once.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { signOutHere } from '../data.ts';
import {
  beginActivity,
  getIdleLimit,
  readIdleState,
  recordActivity,
  staySignedIn,
  storeIdleLimit,
} from './last-activity.ts';

const TOAST_ID = 'auto-logout';
/** Counted while the tab is looked at, so that who comes back still reads it. */
const EXPLAINED_FOR_MS = 30_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'scroll'] as const;

type AutoLogoutProps = {
  userId: string;
  /** How many minutes without activity the person chose; undefined while it is not known. */
  limitMinutes: number | undefined;
};

/** Signs a person out who did nothing for as long as they chose, in every tab, and asks first whether they are there. */
export function AutoLogout({ userId, limitMinutes }: AutoLogoutProps) {
  const now = useNow();
  useNotedActivity(userId);
  useEffect(() => {
    if (limitMinutes !== undefined) storeIdleLimit(userId, limitMinutes);
  }, [userId, limitMinutes]);

  const state = readIdleState(userId, now);
  useOnce(state.kind === 'over', () => leave(getIdleLimit(userId)));

  const stay = () => staySignedIn(userId, new Date());
  return (
    <Modal
      open={state.kind === 'warning'}
      onOpenChange={(isOpen) => {
        if (!isOpen) stay();
      }}
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

function useNotedActivity(userId: string): void {
  useEffect(() => {
    beginActivity(userId, new Date());
    toast.dismiss(TOAST_ID);
    const note = () => recordActivity(userId, new Date());
    // Captured, as scrolling inside of a panel does not bubble.
    const options = { capture: true, passive: true };
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, note, options);
    return () => {
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, note, options);
    };
  }, [userId]);
}

function leave(limitMinutes: number | null): void {
  const sentence =
    limitMinutes === 1
      ? 'You were signed out after 1 minute without activity.'
      : `You were signed out after ${limitMinutes} minutes without activity.`;
  toast.message(sentence, { id: TOAST_ID, duration: EXPLAINED_FOR_MS });
  signOutHere().catch((error: unknown) => {
    // This device is signed out all the same; the server's session ends by itself.
    logWarning('The session was not ended on the server', error);
  });
}
