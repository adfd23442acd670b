import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import type { IdleState } from '../../../domain/people/idle.ts';
import { formatAutoLogout } from '../../../domain/people/settings.ts';
import { Modal } from '../../ui/feedback/modal.tsx';
import { SIGN_OUT_TOAST_MS } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import {
  beginActivity,
  readIdleLimit,
  readIdleState,
  recordActivity,
  staySignedIn,
  storeKnown,
} from './last-activity.ts';
import { dropSession } from './session.ts';
import { isTabletLocked, lockTablet } from './tablet.ts';

const TOAST_ID = 'auto-logout';
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Loads the reservations of a person that count as activity; it never rejects. */
type LoadReservations = (userId: string) => Promise<readonly Period[]>;

type AutoLogoutProps = {
  userId: string;
  /** Null for ever; undefined until it is known. */
  limitMinutes: number | null | undefined;
  loadReservations: LoadReservations;
};

/** Signs a person out in every tab after the idle time they chose, but not around a reservation; a dialog warns before. */
export function AutoLogout({ userId, limitMinutes, loadReservations }: AutoLogoutProps) {
  useRecordedActivity(userId);
  useEffect(() => {
    if (limitMinutes !== undefined) storeKnown(userId, { limitMinutes });
  }, [userId, limitMinutes]);

  const state = useIdleState(userId, loadReservations);
  useOnce(isTabletLocked(userId), lockTablet);
  useOnce(state.kind === 'over', () => signOutIdle(readIdleLimit(userId)));

  const stay = () => staySignedIn(userId, getNow());
  return (
    <Modal
      open={state.kind === 'warning'}
      onClose={stay}
      title={m.auto_logout_title()}
      description={m.auto_logout_intro({ app: getInstallation().appName })}
    >
      {state.kind === 'warning' ? (
        <p role="timer" className="font-semibold tabular-nums">
          {m.auto_logout_seconds_left({ count: state.secondsLeft })}
        </p>
      ) : null}
      <Button onClick={stay}>{m.auto_logout_stay()}</Button>
    </Modal>
  );
}

/** Before somebody counts as idle their reservations are loaded: one may have been booked on another device. */
function useIdleState(userId: string, loadReservations: LoadReservations): IdleState {
  const state = readIdleState(userId, useNow());
  const seemsIdle = state.kind !== 'active';
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => {
    if (!seemsIdle) return;
    let isCurrent = true;
    void loadReservations(userId).then((reservations) => {
      storeKnown(userId, { reservations: [...reservations] });
      if (isCurrent) setIsChecked(true);
    });
    return () => {
      isCurrent = false;
      setIsChecked(false);
    };
  }, [seemsIdle, userId, loadReservations]);
  return isChecked ? state : { kind: 'active' };
}

function useRecordedActivity(userId: string): void {
  useEffect(() => {
    beginActivity(userId, getNow());
    toast.dismiss(TOAST_ID);
    const record = () => recordActivity(userId, getNow());
    // Captured, because scroll events do not bubble.
    const options = { capture: true, passive: true };
    for (const event of ACTIVITY_EVENTS) document.addEventListener(event, record, options);
    return () => {
      for (const event of ACTIVITY_EVENTS) document.removeEventListener(event, record, options);
    };
  }, [userId]);
}

function signOutIdle(limitMinutes: number | null): void {
  toast.message(m.auto_logout_done({ time: formatAutoLogout(limitMinutes) }), {
    id: TOAST_ID,
    duration: SIGN_OUT_TOAST_MS,
  });
  void dropSession();
}
